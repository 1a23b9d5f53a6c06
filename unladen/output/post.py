"""Decision -> what a CI reads: Markdown, JUnit XML, GitHub annotations, JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from unladen.model import FAILING, Comparison, Decision, Verdict
from unladen.output.words import (
    QUIET,
    amount,
    headline,
    how_sure,
    next_step,
    one_line,
    percent,
    span,
    witness,
)

SCHEMA = 1
MAX_ROWS = 60


def markdown(decision: Decision, worst_first: Sequence[Comparison]) -> str:
    """Ready as a comment on a pull request; names are code, so that nothing in them is markup."""
    lines = [
        f"### unladen: {headline(decision)}",
        "",
        f"`{decision.base.short}` → `{decision.head.short}` on {_code(decision.machine.name)}",
        "",
    ]
    told = [c for c in worst_first if c.verdict not in QUIET][:MAX_ROWS]
    because = [f"- {_code(c.benchmark.id)}: {_code(each)}" for c in told for each in c.because]
    if told:
        lines += [
            "| verdict | benchmark | change | interval | base → head | how sure |",
            "|---|---|--:|---|---|---|",
        ]
        lines += [_row(comparison) for comparison in told]
        lines.append("")
    if because:
        lines += ["Because:", "", *because, ""]
    quiet = sum(c.verdict in QUIET for c in worst_first)
    if quiet:
        lines.append(f"{quiet} benchmarks are the same or skipped.")
    step = next_step(decision)
    if step:
        lines += ["", f"Next: {_code(step)}"]
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """Inline code that no content can end: backticks and pipes are replaced."""
    plain = one_line(text, 120).replace("`", "'").replace("|", "¦")
    return f"`{plain}`"


def _row(comparison: Comparison) -> str:
    change = percent(comparison.change.estimate) if comparison.change else ""
    times = ""
    if comparison.base is not None:
        times = f"{amount(comparison.base, comparison)} → {amount(comparison.head, comparison)}"
    why = how_sure(comparison) or comparison.reason
    if comparison.instructions:
        why = f"{why}; {witness(comparison)}"
    cells = [
        f"**{comparison.verdict.value}**",
        _code(comparison.benchmark.id),
        change,
        span(comparison.change),
        times,
        _code(why) if why else "",
    ]
    return f"| {' | '.join(cells)} |"


def junit(decisions: Sequence[Decision]) -> str:
    """Undecided is an error, not a failure and not a pass: CI tools show the three apart."""
    suites = "\n".join(_suite(decision) for decision in decisions)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>{suites}</testsuites>\n'


def _suite(decision: Decision) -> str:
    failures = sum(c.verdict in FAILING for c in decision.comparisons)
    errors = sum(c.verdict is Verdict.UNDECIDED for c in decision.comparisons)
    skipped = sum(c.verdict in (Verdict.SKIPPED, Verdict.MISSING) for c in decision.comparisons)
    counts = (
        f'tests="{len(decision.comparisons)}" failures="{failures}" errors="{errors}" '
        f'skipped="{skipped}" time="{decision.seconds:.3f}"'
    )
    cases = "\n".join(_case(comparison) for comparison in decision.comparisons)
    name = _attribute(f"unladen {decision.environment}")
    return f"<testsuite name={name} {counts}>\n{cases}\n</testsuite>"


def _case(comparison: Comparison) -> str:
    name, _, rest = comparison.benchmark.id.partition("(")
    group, _, leaf = name.rpartition(".")
    leaf += f"({rest}" if rest else ""
    head = f"<testcase classname={_attribute(group or name)} name={_attribute(leaf or name)}"
    told = _attribute(f"{comparison.verdict.value} {_summary(comparison)}".strip())
    if comparison.verdict in FAILING:
        return f"{head}><failure message={told}/></testcase>"
    if comparison.verdict is Verdict.UNDECIDED:
        return f"{head}><error message={told}/></testcase>"
    if comparison.verdict in (Verdict.SKIPPED, Verdict.MISSING):
        return f"{head}><skipped message={told}/></testcase>"
    return (
        f"{head}><system-out>{escape(one_line(_summary(comparison), 300))}</system-out></testcase>"
    )


def _attribute(text: str) -> str:
    return quoteattr(one_line(text, 300))


def _summary(comparison: Comparison) -> str:
    if comparison.change is None:
        return comparison.reason
    change = f"{percent(comparison.change.estimate)} {span(comparison.change)}"
    return f"{change} {how_sure(comparison)} {comparison.reason}".strip()


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
        message = _data(_summary(comparison) or comparison.verdict.value)
        lines.append(f"::{level} {place}title={title}::{message}")
    return lines


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def decision_json(decision: Decision, code: int) -> dict[str, Any]:
    """As published in schema/decision.json."""
    return {
        "schema": SCHEMA,
        "verdict": decision.verdict.value,
        "exit": code,
        "base": asdict(decision.base),
        "head": asdict(decision.head),
        "machine": asdict(decision.machine),
        "environment": decision.environment,
        "seconds": decision.seconds,
        "seed": decision.seed,
        "identical_code": decision.identical_code,
        "notes": list(decision.notes),
        "comparisons": [_comparison_json(comparison) for comparison in decision.comparisons],
    }


def _comparison_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "benchmark": comparison.benchmark.id,
        "kind": comparison.benchmark.kind.value,
        "unit": comparison.benchmark.unit,
        "verdict": comparison.verdict.value,
        "fails": comparison.verdict in FAILING,
        "change": asdict(comparison.change) if comparison.change else None,
        "base": comparison.base,
        "head": comparison.head,
        "allow": comparison.allow,
        "clock": comparison.clock.value if comparison.clock else None,
        "pairs": comparison.pairs,
        "instructions": asdict(comparison.instructions) if comparison.instructions else None,
        "reason": comparison.reason,
        "seconds_needed": comparison.seconds_needed,
        "answers_changed": list(comparison.answers_changed),
        "because": list(comparison.because),
        "notes": list(comparison.notes),
        "file": comparison.benchmark.file,
        "line": comparison.benchmark.line,
    }
