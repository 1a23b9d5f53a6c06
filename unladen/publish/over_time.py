"""series and their events -> lines: what changed lately, worst first, and how far from the best."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from unladen.model import Commit, Kind, Standing
from unladen.publish.words import one_line, percent, seconds

EVENTS = 20
STEPS = 5
FAR = 0.02


class Stepped(Protocol):
    @property
    def index(self) -> int: ...
    @property
    def before(self) -> float: ...
    @property
    def after(self) -> float: ...
    @property
    def change(self) -> float: ...
    @property
    def score(self) -> float: ...


class Seen(Protocol):
    """A step, and what became of it."""

    @property
    def step(self) -> Stepped: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def why(self) -> str: ...


class Followed(Protocol):
    @property
    def benchmark(self) -> str: ...
    @property
    def environment(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def values(self) -> Any: ...
    @property
    def steps(self) -> Sequence[Any]: ...
    @property
    def level(self) -> float: ...
    @property
    def best(self) -> float: ...
    @property
    def lost(self) -> float: ...
    @property
    def group(self) -> Any: ...


class Happened(Protocol):
    @property
    def commit(self) -> Commit: ...
    @property
    def since(self) -> Commit: ...
    @property
    def steps(self) -> Sequence[tuple[Any, Any]]: ...
    @property
    def environment(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Now:
    """Where a series stands: what is left of it when its values are let go."""

    benchmark: str
    kind: Kind
    points: int
    level: float
    best: float
    lost: float


def now(series: Followed) -> Now:
    points = sum(map(math.isfinite, series.values))
    return Now(series.benchmark, series.kind, points, series.level, series.best, series.lost)


def lines(standing: Sequence[Now], events: Sequence[Happened], all_: bool) -> Iterable[str]:
    for event in events[:EVENTS]:
        yield from _event(event)
    if len(events) > EVENTS:
        yield f"and {len(events) - EVENTS} older ones (--json has them)"
    yield from _levels(standing, all_)
    points = sum(each.points for each in standing)
    yield f"{len(standing)} series, {points} points, {len(events)} commits with steps"


def _event(event: Happened) -> Iterable[str]:
    day = datetime.fromtimestamp(event.commit.seconds, UTC).date().isoformat()
    yield f"{event.commit.short}  {day}  {one_line(event.commit.subject, 56)}"
    if event.environment:
        yield f"  the environment changed with it: {one_line(', '.join(event.environment), 100)}"
    ranked = sorted(event.steps, key=lambda each: -abs(each[1].change))
    for series, told in ranked[:STEPS]:
        step = told.step
        amounts = f"{amount(step.before, series.kind)} -> {amount(step.after, series.kind)}"
        name = one_line(series.benchmark, 42)
        why = f": {one_line(told.why, 60)}" if told.why else ""
        yield f"  {percent(step.change):>9}  {name:<42}  {amounts}  {told.standing.value}{why}"
    if len(ranked) > STEPS:
        yield f"  and {len(ranked) - STEPS} more benchmarks at this commit"
    yield f"  next  {next_step(event)}"


def next_step(event: Happened) -> str:
    since, commit = event.since.short, event.commit.short
    standings = {told.standing for _, told in event.steps}
    if standings & {Standing.CANDIDATE, Standing.NEW}:
        return f"unladen gate {since} {commit}   (measures them side by side: confirmed, or not)"
    return f"unladen explain {since} {commit}"


def _levels(standing: Sequence[Now], all_: bool) -> list[str]:
    """Where a benchmark is now, against the best level that it ever had."""
    told = []
    for each in standing:
        if all_ or each.lost > FAR:
            level, best = amount(each.level, each.kind), amount(each.best, each.kind)
            name = one_line(each.benchmark, 42)
            told.append(f"  {percent(each.lost):>9}  {name:<42}  {level}, best {best}")
    return ["against the best level ever:", *told] if told else []


def amount(value: float, kind: Kind) -> str:
    if not math.isfinite(value):
        return "nothing"
    if kind in (Kind.MEMORY, Kind.PEAK_MEMORY):
        return f"{value / 1e6:.4g} MB"
    return seconds(value) if kind is Kind.TIME else f"{value:.6g}"


def series_json(each: Followed) -> dict[str, Any]:
    pairs = zip(each.group.commits, each.values, strict=True)
    return {
        "benchmark": each.benchmark,
        "environment": each.environment,
        "machine": each.group.machine,
        "kind": each.kind.value,
        "level": finite(each.level),
        "best": finite(each.best),
        "points": [[c.hash, float(value)] for c, value in pairs if math.isfinite(value)],
        "steps": [step_json(told) for told in each.steps],
    }


def event_json(event: Happened) -> dict[str, Any]:
    return {
        "commit": event.commit.hash,
        "since": event.since.hash,
        "environment": list(event.environment),
        "steps": [
            {"benchmark": series.benchmark, "environment": series.environment, **step_json(told)}
            for series, told in event.steps
        ],
    }


def step_json(told: Seen) -> dict[str, Any]:
    step = told.step
    return {
        "index": step.index,
        "before": finite(step.before),
        "after": finite(step.after),
        "change": finite(step.change),
        "low": finite(told.low),
        "high": finite(told.high),
        "score": finite(step.score),
        "state": told.standing.value,
        "why": told.why,
    }


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return float(value) if math.isfinite(value) else None
