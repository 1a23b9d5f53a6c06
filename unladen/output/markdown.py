"""Decisions -> Markdown: a comment on a pull request."""

from collections.abc import Sequence

from unladen.model import Comparison, Decision, RankedDecision
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

MAX_ROWS = 60


def of(ranked: Sequence[RankedDecision]) -> str:
    return "\n".join(markdown(each.decision, each.worst_first) for each in ranked)


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
    if decision.unwanted:
        flags = [f"- {_code(each)}" for each in decision.unwanted]
        lines += ["This project fails on:", "", *flags, ""]
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
    why = "; ".join(filter(None, (why, witness(comparison))))
    cells = [
        f"**{comparison.verdict.value}**",
        _code(comparison.benchmark.id),
        change,
        span(comparison.change),
        times,
        _code(why) if why else "",
    ]
    return f"| {' | '.join(cells)} |"
