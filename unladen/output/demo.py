"""What was planted x the gate's Decision -> lines for a terminal: was it found, and where."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from unladen.model import Comparison, Decision, Verdict
from unladen.model.plantings import Planting
from unladen.output.terminal import comparison_lines
from unladen.output.words import one_line, seconds

SHOWN = 3
WIDTH = 66


def planted_lines(planting: Planting) -> list[str]:
    times = "once" if planting.calls == 1 else f"{planting.calls:g} times"
    return [
        f"planted    a loop of {planting.rounds} rounds in {one_line(planting.function, WIDTH)}",
        f"           {one_line(planting.file, WIDTH)}:{planting.line}",
        f"           {one_line(planting.benchmark, WIDTH)}",
        f"           calls it {times}: about {100 * planting.by:+.0f} %",
    ]


def ending(
    planting: Planting, decision: Decision, worst_first: Sequence[Comparison], running: set[str]
) -> list[str]:
    """The verdicts first, then what of it is true: that is known here, for once."""
    slower = [each for each in worst_first if each.verdict is Verdict.SLOWER]
    lines = [""]
    for each in slower[:SHOWN]:
        lines += comparison_lines(each, decision.root)
    if len(slower) > SHOWN:
        lines.append(f"... and {len(slower) - SHOWN} more that got slower")
    ids = {each.benchmark.id for each in slower}
    others = len(decision.comparisons) - len(running)
    wrong = len(ids - running)
    lines += [
        "",
        f"found      {len(ids & running)} of {len(running)} benchmarks that run it, if only to set"
        f" up, are slower: {seconds(decision.seconds)}",
        f"           {wrong} of {others} that do not run it are called slower",
    ]
    lines.append(f"where      {_where(planting, slower)}")
    if found(planting, decision):
        return lines
    (missed,) = (c for c in decision.comparisons if c.benchmark.id == planting.benchmark)
    why = one_line(f"{missed.verdict.value}: {missed.reason}", WIDTH)
    return [*lines, f"missed     {why}", "  next  unladen demo --by 50% --budget 180"]


def _where(planting: Planting, slower: Sequence[Comparison]) -> str:
    """What the gate names, beside what is true."""
    place = f"{planting.function}, {planting.file}:{planting.line}"
    name = planting.function.rpartition(".")[2]
    named = [each.because[0] for each in slower if each.because]
    if not named:
        return f"planted in {place}; the gate names no function"
    right = sum(name in because.split(" ", 1)[0] for because in named)
    return f"{place}: named first by {right} of {len(named)} verdicts with reasons"


def found(planting: Planting, decision: Decision) -> bool:
    return any(
        each.verdict is Verdict.SLOWER and each.benchmark.id == planting.benchmark
        for each in decision.comparisons
    )


def as_json(planting: Planting, decision: Decision, running: set[str]) -> dict[str, Any]:
    slower = {c.benchmark.id for c in decision.comparisons if c.verdict is Verdict.SLOWER}
    return {
        "schema": 1,
        "planted": asdict(planting),
        "found": found(planting, decision),
        "runs it": sorted(running),
        "slower": sorted(slower),
        "because": {c.benchmark.id: list(c.because) for c in decision.comparisons if c.because},
        "seconds": decision.seconds,
    }
