"""series and their events -> lines: what changed lately, worst first, and how far from the best."""

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from unladen.model import FAILING, Kind
from unladen.model.histories import Event, Series, SeriesLevel
from unladen.model.reports import CommitReport
from unladen.model.steps import Standing, StandingStep
from unladen.output.flags import told as told_flag
from unladen.output.words import one_line, percent, seconds

EVENTS = 20
STEPS = 5
SUSPECTS = 5
FAR = 0.02


def lines(standing: Sequence[SeriesLevel], events: Sequence[Event], all_: bool) -> Iterable[str]:
    for event in events[:EVENTS]:
        yield from _event(event)
    if len(events) > EVENTS:
        yield f"and {len(events) - EVENTS} older ones (--json has them)"
    yield from _levels(standing, all_)
    points = sum(each.points for each in standing)
    yield f"{len(standing)} series, {points} points, {len(events)} commits with steps"


SUMMARY = 5


def summary(
    events: Sequence[Event], reports: Sequence[CommitReport], standing: Sequence[SeriesLevel]
) -> Iterable[str]:
    """The worst of what is still so, one line each; also what pairs of the newest commits say of
    which the series has no step yet, and what was once better and never came back (I09)."""
    open_ = (Standing.CANDIDATE, Standing.NEW, Standing.CONFIRMED)
    found = [
        (event, series, told)
        for event in events
        for series, told in event.steps
        if told.standing in open_ and series.worse(told.change)
    ]
    found.sort(key=lambda each: -abs(each[2].change) if math.isfinite(each[2].change) else -1e9)
    for event, series, told in found[:SUMMARY]:
        name = one_line(series.benchmark, 46)
        short = event.commit.short
        yield f"  {percent(told.change):>9}  {short}  {name:<46}  {told.standing.value}"
    commits = len({event.commit.hash for event, _, _ in found})
    if len(found) > SUMMARY:
        yield f"  and {len(found) - SUMMARY} more; {commits} commits made something worse"
    flags = [(report.commit.short, flag) for report in reports for flag in report.flags]
    for short, flag in flags[:SUMMARY]:
        yield f"  {flag.kind.value:>15}  {short}  {one_line(told_flag(flag), 90)}"
    known = {(event.commit.hash, series.benchmark) for event, series, _ in found}
    beside = [
        (report, each)
        for report in reports
        for each in report.comparisons
        if each.verdict in FAILING and (report.commit.hash, each.benchmark.id) not in known
    ]
    for report, each in beside[:SUMMARY]:
        size = percent(each.change.estimate) if each.change else each.verdict.value
        name = one_line(each.benchmark.id, 46)
        yield f"  {size:>9}  {report.commit.short}  {name:<46}  {each.verdict.value}, side by side"
    if len(beside) > SUMMARY:
        yield f"  and {len(beside) - SUMMARY} more, side by side"
    named = {series.benchmark for _, series, _ in found}
    lost = _levels([each for each in standing if each.benchmark not in named], all_=False)
    yield from lost[: SUMMARY + 1]
    if len(lost) > SUMMARY + 1:
        yield f"  and {len(lost) - SUMMARY - 1} more (unladen history)"
    if not found and not beside and not lost:
        yield "  nothing is worse than it was"


def covered(events: Sequence[Event]) -> Iterable[str]:
    """The steps that are accepted: how many, and the largest of them."""
    found = [
        (series, told)
        for event in events
        for series, told in event.steps
        if told.standing is Standing.ACCEPTED
    ]
    found.sort(key=lambda each: -abs(each[1].change))
    yield f"covers {len(found) or 'no'} step{'s' * (len(found) != 1)} of those that are known"
    for series, told in found[:STEPS]:
        where = f"  ({one_line(series.where, 50)})" if series.where else ""
        yield f"  {percent(told.change):>9}  {one_line(series.benchmark, 60)}{where}"
    if len(found) > STEPS:
        yield f"  and {len(found) - STEPS} more"


def failed(reports: Sequence[CommitReport]) -> Iterable[str]:
    """Commits that could not be measured, and why."""
    for report in reports:
        if report.failed:
            yield f"FAILED     {report.commit.short}  {one_line(report.commit.subject, 56)}"
            yield f"  why   {one_line(report.failed, 200)}"
            yield f"  next  unladen run {report.commit.short}   (tries it again)"


def left_out(files: Sequence[tuple[str, str]]) -> Iterable[str]:
    """Files that could not be read, and why."""
    for path, reason in files:
        yield f"left out   {one_line(path, 100)}: {one_line(reason, 300)}"


def _event(event: Event) -> Iterable[str]:
    day = datetime.fromtimestamp(event.commit.seconds, UTC).date().isoformat()
    yield f"{event.commit.short}  {day}  {one_line(event.commit.subject, 56)}"
    if event.environment:
        yield f"  the environment changed with it: {one_line(', '.join(event.environment), 100)}"
    yield from map("  {}".format, suspects(event))
    ranked = sorted(event.steps, key=lambda each: -abs(each[1].change))
    for series, told in ranked[:STEPS]:
        step = told.step
        amounts = f"{amount(step.before, series.kind)} -> {amount(step.after, series.kind)}"
        name = one_line(series.benchmark, 42)
        why = f": {one_line(told.why, 60)}" if told.why else ""
        why += f"  ({one_line(series.where, 50)})" if series.where else ""
        yield f"  {percent(step.change):>9}  {name:<42}  {amounts}  {told.standing.value}{why}"
    if len(ranked) > STEPS:
        yield f"  and {len(ranked) - STEPS} more benchmarks at this commit"
    yield f"  next  {next_step(event)}"


def suspects(event: Event) -> list[str]:
    """Of which commit it is, where nobody measured those between."""
    if event.among < 2:
        return []
    of = f"one of {event.among} commits since {event.since.short}"
    if not event.suspects:
        return [f"{of}; none of them changes anything that runs"]
    if len(event.suspects) == event.among:
        return [of]
    able = (
        f"{len(event.suspects)} of them change"
        if len(event.suspects) > 1
        else "one of them changes"
    )
    names = [f"{each.short} {one_line(each.subject, 56)}" for each in event.suspects[:SUSPECTS]]
    more = len(event.suspects) - SUSPECTS
    rest = [f"  and {more} more"] if more > 0 else []
    return [f"{of}; {able} what runs:", *(f"  {name}" for name in names), *rest]


def next_step(event: Event) -> str:
    since, commit = event.since.short, event.commit.short
    standings = {told.standing for _, told in event.steps}
    if standings & {Standing.CANDIDATE, Standing.NEW}:
        return f"unladen gate {since} {commit}   (measures them side by side: confirmed, or not)"
    return f"unladen explain {since} {commit}"


def _levels(standing: Sequence[SeriesLevel], all_: bool) -> list[str]:
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


def series_json(each: Series) -> dict[str, Any]:
    subject = each.subject
    pairs = zip(subject.group.commits, [] if each.values is None else each.values, strict=True)
    return {
        "benchmark": subject.benchmark,
        "environment": subject.environment,
        "machine": subject.group.machine,
        "kind": subject.kind.value,
        "level": finite(each.levels.now),
        "best": finite(each.best),
        "points": [[c.hash, float(value)] for c, value in pairs if math.isfinite(value)],
        "steps": [step_json(told) for told in each.steps],
    }


def event_json(event: Event) -> dict[str, Any]:
    return {
        "commit": event.commit.hash,
        "since": event.since.hash,
        "environment": list(event.environment),
        "among": event.among,
        "suspects": [each.hash for each in event.suspects],
        "steps": [
            {
                "benchmark": series.benchmark,
                "machine": series.group.machine,
                "environment": series.environment,
                **step_json(told),
            }
            for series, told in event.steps
        ],
    }


def step_json(told: StandingStep) -> dict[str, Any]:
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
    """JSON has no infinity; and no measurement has more than seven digits."""
    return float(f"{value:.7g}") if math.isfinite(value) else None
