"""parts of benchmarks over commits -> lines: what each counted part did, the newest first."""

from collections.abc import Iterable, Sequence

from unladen.model.parts import PartBest, PartHistory, PartStep
from unladen.output.words import one_line, percent, seconds

NEWEST = 12
MOST_LOST = 5
NAME = 52


def amount(value: float, unit: str) -> str:
    """As pages and lines say it."""
    if unit == "s":
        return seconds(value).replace("us", "µs")
    if unit == "bytes":
        return f"{value / 1e6:,.1f} MB"
    for name, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:.4g} {name}"
    return f"{value:,.0f}"


def lines(histories: Sequence[PartHistory], all_: bool) -> Iterable[str]:
    for history in histories:
        name = one_line(history.benchmark, 70)
        yield f"{name} on {one_line(history.where, 60)}, taken apart at {_commits(history)}"
        steps = history.steps if all_ else history.steps[:NEWEST]
        for step in steps:
            yield _line(history, step)
        if len(history.steps) > len(steps):
            yield f"  and {len(history.steps) - len(steps)} older or smaller ones (--all)"
        if not steps:
            yield "  no part that is counted has changed"
        for best in history.best[:MOST_LOST]:
            yield _lost(history, best)
    if not histories:
        yield "no commit was taken apart yet"
        yield "  next  unladen run --missing HEAD~5..HEAD"


def _commits(history: PartHistory) -> str:
    count = len(history.commits)
    return f"{count} commit{'' if count == 1 else 's'}"


def _lost(history: PartHistory, best: PartBest) -> str:
    before, now = amount(best.best, best.unit), amount(best.now, best.unit)
    commit = history.commits[best.row].short
    what = f"{one_line(best.name, NAME)} {now}, {percent(best.lost)}"
    return f"  against best ever  {what}: {before} at {commit}"


def _line(history: PartHistory, step: PartStep) -> str:
    commit = history.commits[step.row]
    before, after = amount(step.before, step.unit), amount(step.after, step.unit)
    size = percent(step.change) if step.before else "new"
    own = ", its code changed" if step.own else ""
    name = one_line(step.name, NAME)
    what = f"{step.of.value:<9} {name:<{NAME}} {size:>11}"
    return f"  {commit.short}  {what}  {before} -> {after}  {step.standing.value}{own}"


def parts_json(history: PartHistory) -> dict[str, object]:
    return {
        "benchmark": history.benchmark,
        "machine": history.machine,
        "environment": history.environment,
        "commits": [commit.hash for commit in history.commits],
        "units": [side.unit for side in history.taken],
        "wholes": [dict(side.wholes) for side in history.taken],
        "categories": [dict(side.categories) for side in history.taken],
        "functions": [
            {key: [each.cost, each.calls] for key, each in side.functions.items()}
            for side in history.taken
        ],
        "lost": [
            {
                "of": best.of.value,
                "name": best.name,
                "unit": best.unit,
                "best": best.best,
                "at": history.commits[best.row].hash,
                "now": best.now,
            }
            for best in history.best
        ],
        "steps": [
            {
                "of": step.of.value,
                "name": step.name,
                "unit": step.unit,
                "commit": history.commits[step.row].hash,
                "since": history.commits[step.row - 1].hash,
                "before": step.before,
                "after": step.after,
                "standing": step.standing.value,
                "own": step.own,
            }
            for step in history.steps
        ],
    }
