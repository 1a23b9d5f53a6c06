"""values -> the words and figures that every output shares."""

import math
import shlex
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from unladen.model import (
    FAILING,
    Clock,
    Commit,
    Comparison,
    Decision,
    Interval,
    Isolation,
    Kind,
    Stage,
    Verdict,
)
from unladen.model.commits import AskedBase, BaseUsed

QUIET = frozenset({Verdict.SAME, Verdict.SKIPPED})


def one_line(text: str, width: int) -> str:
    """Names and messages come from strangers: no control characters, no second line."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return plain if len(plain) <= width else f"{plain[: width - 1]}…"


def as_code(text: str, width: int = 120) -> str:
    """Inline code of Markdown that no content can end: in it nothing is markup, a link, an image or
    somebody's name."""
    plain = one_line(text, width).replace("`", "'").replace("|", "¦").strip()
    return f"`{plain or '?'}`"


def base_lines(
    base: Commit, asked: AskedBase | None, shown: Callable[[str, int], str] = one_line
) -> list[str]:
    """One line where the base may not be the commit that a reader thinks of."""
    if asked is None or asked.used in (BaseUsed.NAMED, BaseUsed.EXACT):
        return []
    name, head = shown(asked.name, 60), shown(asked.head, 60)
    begins = f"base: {shown(base.short, 8)}"
    if asked.used is BaseUsed.HEAD_IS_OLDER:
        return [f"{begins}, which is {name} as named: {head} has no commit that {name} lacks"]
    newer = f"{asked.newer:,} newer commit{'' if asked.newer == 1 else 's'}"
    exact = f"--exact-base compares with {name} itself"
    return [f"{begins}, where {head} left {name} ({name} has {newer}); {exact}"]


def base_json(asked: AskedBase | None) -> dict[str, Any] | None:
    return None if asked is None else asdict(asked) | {"used": asked.used.value}


def percent(change: float) -> str:
    if math.isinf(change):
        return "from 0"
    return f"{100 * change:+.2f} %" if abs(change) < 9.995 else f"{1 + change:.1f}x"


def span(change: Interval | None) -> str:
    if change is None:
        return ""
    return f"[{100 * change.low:+.2f}, {100 * change.high:+.2f}]"


def amount(value: float | None, comparison: Comparison) -> str:
    if value is None:
        return ""
    kind = comparison.benchmark.kind
    if kind is Kind.TIME:
        return seconds(value)
    if kind in (Kind.MEMORY, Kind.PEAK_MEMORY):
        return f"{value / 1e6:.1f} MB" if value >= 1e6 else f"{value / 1e3:.1f} kB"
    return f"{value:.6g}"


def seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= 0.9995 * size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def how_sure(comparison: Comparison) -> str:
    """Which clock, how many pairs: what an interval rests on. That of a count is in the reason."""
    if comparison.stage is Stage.INSTRUCTIONS:
        return ""
    if comparison.clock is Clock.COUNT:
        return f"{comparison.pairs} values a side"
    if comparison.clock is None:
        return ""
    clock = "CPU time" if comparison.clock is Clock.CPU else "wall time"
    if not comparison.pairs:
        return f"{clock}, measured apart"
    return f"{clock}, {comparison.pairs} pair{'s' if comparison.pairs > 1 else ''}"


def witness(comparison: Comparison) -> str:
    """What the count of instructions says beside the clock."""
    counted = comparison.instructions
    if counted is None or comparison.stage is Stage.INSTRUCTIONS:
        return ""
    if max(abs(counted.low), abs(counted.high)) < 1e-5:
        return "instructions: the same"
    return f"instructions {100 * counted.estimate:+.3f} %"


def headline(decision: Decision) -> str:
    """One sentence: what, and how many."""
    counted: dict[Verdict, int] = {}
    for comparison in decision.comparisons:
        counted[comparison.verdict] = counted.get(comparison.verdict, 0) + 1
    told = ", ".join(f"{counted[v]} {v.value}" for v in Verdict if v in counted)
    verdict = "PASS"
    if any(v in FAILING for v in counted) or decision.unwanted:
        verdict = "FAIL"
    elif Verdict.UNDECIDED in counted:
        verdict = "UNDECIDED"
    if decision.identical_code:
        told += " (identical code)"
    if decision.unwanted:
        many = "s" if len(decision.unwanted) > 1 else ""
        told += f", {len(decision.unwanted)} flag{many} that this project fails on"
    return f"{verdict}  {told}"


ISOLATION = {
    Isolation.NONE: "isolation is off: the measured code ran with all your rights"
    " (next: unladen doctor)",
    Isolation.FILES: "isolation is partly off: the measured code could kill your other processes"
    " (next: unladen doctor)",
}
"""Only where something is missing."""


def notes_of(decision: Decision) -> list[str]:
    """What the decision rests on, beside its comparisons."""
    told = ISOLATION.get(decision.isolation) if decision.isolation else None
    return [*([told] if told else []), *decision.notes]


def next_step(decision: Decision) -> str:
    pair = f"{decision.base.short} {decision.head.short}"
    exact = decision.asked_base is not None and decision.asked_base.used is BaseUsed.EXACT
    flag = ("--exact-base",) if exact else ()
    asked = shlex.join((decision.base.short, decision.head.short, *flag, *decision.asked))
    verdicts = {comparison.verdict for comparison in decision.comparisons}
    if Verdict.WRONG in verdicts:
        return f"git diff {pair}: the answers changed, times were not taken"
    if verdicts & FAILING or decision.unwanted:
        return f"unladen explain {asked} has the rest; git diff {pair}"
    needed = [c.seconds_needed for c in decision.comparisons if c.seconds_needed]
    if Verdict.UNDECIDED in verdicts and needed:
        return _more(asked, 1.5 * sum(needed) + 30)
    if any(c.verdict is Verdict.UNDECIDED and c.pairs for c in decision.comparisons):
        return _more(asked, 2 * decision.seconds + 60)
    if any(c.reason.startswith(OTHER_WORK) for c in decision.comparisons):
        return "unladen check   (names lines that draw other work in each run)"
    if Verdict.UNDECIDED in verdicts:
        return "unladen show --failures"
    return ""


MOST_BUDGET = 3600
OTHER_WORK = "other work"
"""How a reason begins of two sides that were given other workloads (judge/compare.py)."""


def _more(asked: str, budget: float) -> str:
    """Nobody waits for days: then fewer benchmarks or a larger allowance are the way."""
    if not budget <= MOST_BUDGET:
        return f"unladen gate {asked} with fewer benchmarks (-b) or a larger --allow"
    return f"unladen gate {asked} --budget {budget:.0f}   (goes on where this one stopped)"


def summary(comparison: Comparison) -> str:
    if comparison.change is None:
        return comparison.reason
    change = f"{percent(comparison.change.estimate)} {span(comparison.change)}"
    return f"{change} {how_sure(comparison)} {comparison.reason}".strip()


def change_of(found: Interval | None) -> str:
    return f"{percent(found.estimate)} {span(found)}" if found else "not measured"
