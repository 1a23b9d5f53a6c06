"""series and their events -> lines: what changed lately, worst first, and how far from the best."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from unladen.model import Commit, Kind
from unladen.publish.words import one_line, percent, seconds

EVENTS = 20
STEPS = 5
FAR = 0.02


class Stepped(Protocol):
    index: int
    before: float
    after: float
    score: float

    @property
    def change(self) -> float: ...


class Followed(Protocol):
    benchmark: str
    environment: str
    kind: Kind

    @property
    def steps(self) -> Sequence[Any]: ...
    @property
    def points(self) -> Sequence[Any]: ...
    @property
    def level(self) -> float: ...
    @property
    def best(self) -> float: ...


class Happened(Protocol):
    @property
    def commit(self) -> Commit: ...
    @property
    def since(self) -> Commit: ...
    @property
    def steps(self) -> Sequence[tuple[Any, Any]]: ...


def lines(series: Sequence[Followed], events: Sequence[Happened], all_: bool) -> list[str]:
    told = []
    for event in events[:EVENTS]:
        told += _event(event)
    if len(events) > EVENTS:
        told.append(f"and {len(events) - EVENTS} older ones (--json has them)")
    told += _levels(series, all_)
    points = sum(len(each.points) for each in series)
    told.append(f"{len(series)} series, {points} points, {len(events)} commits with steps")
    return told


def _event(event: Happened) -> list[str]:
    day = datetime.fromtimestamp(event.commit.seconds, UTC).date().isoformat()
    told = [f"{event.commit.short}  {day}  {one_line(event.commit.subject, 56)}"]
    ranked = sorted(event.steps, key=lambda each: -abs(each[1].change))
    for series, step in ranked[:STEPS]:
        amounts = f"{_amount(step.before, series.kind)} -> {_amount(step.after, series.kind)}"
        name = one_line(series.benchmark, 42)
        told.append(f"  {percent(step.change):>9}  {name:<42}  {amounts}")
    if len(ranked) > STEPS:
        told.append(f"  and {len(ranked) - STEPS} more benchmarks at this commit")
    told.append(f"  next  unladen explain {event.since.short} {event.commit.short}")
    return told


def _levels(series: Sequence[Followed], all_: bool) -> list[str]:
    """Where a benchmark is now, against the best level that it ever had."""
    told = []
    for each in series:
        lost = each.level / each.best - 1 if each.best else 0.0
        if all_ or lost > FAR:
            now, best = _amount(each.level, each.kind), _amount(each.best, each.kind)
            name = one_line(each.benchmark, 42)
            told.append(f"  {percent(lost):>9}  {name:<42}  {now}, best {best}")
    return ["against the best level ever:", *told] if told else []


def _amount(value: float, kind: Kind) -> str:
    return seconds(value) if kind is Kind.TIME else f"{value:.6g}"


def as_json(series: Sequence[Followed], events: Sequence[Happened]) -> dict[str, Any]:
    return {
        "schema": 1,
        "series": [
            {
                "benchmark": each.benchmark,
                "environment": each.environment,
                "kind": each.kind.value,
                "level": each.level,
                "best": each.best,
                "points": [[point.commit.hash, point.value] for point in each.points],
                "steps": [_step(step) for step in each.steps],
            }
            for each in series
        ],
        "events": [
            {
                "commit": event.commit.hash,
                "since": event.since.hash,
                "steps": [{"benchmark": s.benchmark, **_step(step)} for s, step in event.steps],
            }
            for event in events
        ],
    }


def _step(step: Stepped) -> dict[str, float]:
    return {
        "index": step.index,
        "before": step.before,
        "after": step.after,
        "change": step.change,
        "score": step.score,
    }
