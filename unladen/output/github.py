"""Decision -> annotations of GitHub's."""

from unladen.model import FAILING, Decision, Verdict
from unladen.output.words import one_line, summary


def annotations(decision: Decision, root: str) -> list[str]:
    """`::error file=...` for GitHub: everything that is data is escaped as GitHub asks."""
    lines = []
    for comparison in decision.comparisons:
        if comparison.verdict not in FAILING and comparison.verdict is not Verdict.UNDECIDED:
            continue
        level = "error" if comparison.verdict in FAILING else "warning"
        where = comparison.benchmark
        file = where.file.removeprefix(root).lstrip("/")
        place = f"file={_property(file)},line={where.line}," if file else ""
        title = _property(f"{comparison.verdict.value}: {one_line(where.id, 100)}")
        message = _data(summary(comparison) or comparison.verdict.value)
        lines.append(f"::{level} {place}title={title}::{message}")
    return lines


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
