"""Decisions -> annotations of GitHub's, on the lines that made something slower."""

from collections.abc import Iterator, Sequence

from unladen.model import FAILING, Comparison, Decision, NoDecision, RankedDecision, Verdict
from unladen.output.words import one_line, summary

MOST = 10
"""Of each level GitHub shows as many for one step, and drops the rest in silence."""


def of(each_ranked: Sequence[RankedDecision]) -> str:
    """As a file, to be printed when nothing of a stranger's is printed any more."""
    lines = [
        line for each in each_ranked for line in annotations(each.decision, each.decision.root)
    ]
    return "".join(f"{line}\n" for line in lines)


def failed(failure: NoDecision) -> str:
    what = f"{one_line(failure.what, 400)} (next: {one_line(failure.next, 300)})"
    return f"::error title=unladen has no decision::{_data(what)}\n"


def annotations(decision: Decision, root: str) -> list[str]:
    """`::error file=...` for GitHub: everything that is data is escaped as GitHub asks."""
    errors = [c for c in decision.comparisons if c.verdict in FAILING]
    open_ones = [c for c in decision.comparisons if c.verdict is Verdict.UNDECIDED]
    lines = list(_bounded("error", errors, root))
    unwanted = [
        f"::error title=this project fails on it::{_data(one_line(u, 300))}"
        for u in decision.unwanted
    ]
    return [*lines, *unwanted[: MOST - len(lines)], *_bounded("warning", open_ones, root)]


def _bounded(level: str, comparisons: Sequence[Comparison], root: str) -> Iterator[str]:
    """The largest changes first; of more than fit it is said how many there are."""
    ordered = sorted(comparisons, key=lambda c: -abs(c.change.estimate) if c.change else 0.0)
    most = MOST if len(ordered) <= MOST else MOST - 1
    for one in ordered[:most]:
        yield _annotation(level, one, root)
    if len(ordered) > most:
        more = f"{len(ordered) - most} more benchmarks, in the summary"
        yield f"::{level} title=unladen::{_data(more)}"


def _annotation(level: str, one: Comparison, root: str) -> str:
    """At the lines to blame where they are known, else at the benchmark."""
    message = summary(one) or one.verdict.value
    if one.culprits:
        culprit = one.culprits[0]
        place = f"file={_property(culprit.file)},line={culprit.line},endLine={culprit.end},"
        message = f"{message}\nbecause {culprit.reason}"
    else:
        file = one.benchmark.file.removeprefix(root).lstrip("/")
        place = f"file={_property(file)},line={one.benchmark.line}," if file else ""
        message = "\n".join((message, *(f"because {each}" for each in one.because[:1])))
    title = _property(f"{one.verdict.value}: {one_line(one.benchmark.id, 100)}")
    lines = "\n".join(one_line(line, 300) for line in message.split("\n")[:4])
    return f"::{level} {place}title={title}::{_data(lines)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text, 500)).replace(":", "%3A").replace(",", "%2C")
