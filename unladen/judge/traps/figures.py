"""records -> Traps that only figures show: one choice is the sum, too short."""

import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unladen.judge.traps.values import BenchmarkCode
from unladen.model import Kind, Measurement, Outcome, Record
from unladen.model.traps import Trap

DOMINATES = 0.8
"""Of the sum over all choices of parameters."""
SHORTEST = 2e-7
"""Seconds: a clock is asked in about a quarter of that, and a loop turned in a tenth."""
NUMBER = re.compile(r"-?\d+(\.\d*)?(e[-+]?\d+)?", re.IGNORECASE)
NEAR = 0.5
"""Of its time-out, by one call."""


def latest(records: Sequence[Record], known: Mapping[str, BenchmarkCode]) -> dict[str, Measurement]:
    """Of each benchmark that is still there the newest that has times, with where it stands now."""
    found: dict[str, Measurement] = {}
    for record in sorted(records, key=lambda each: each.started):
        for id, each in record.measurements.items():
            told, code = each.benchmark, known.get(each.benchmark.name)
            if code and told.kind is Kind.TIME and each.outcome is Outcome.OK and each.runs:
                file, line = code.code.module.file, code.code.function.lineno
                found[id] = replace(each, benchmark=replace(told, file=file, line=line))
    return found


def seconds_of(measurement: Measurement) -> float:
    walls = [wall for run in measurement.runs for wall in run.wall]
    return statistics.median(walls) if walls else 0.0


def dominant_parameter(measurements: Mapping[str, Measurement]) -> Iterator[Trap]:
    families: dict[str, list[Measurement]] = defaultdict(list)
    for each in measurements.values():
        families[each.benchmark.name].append(each)
    for name, members in families.items():
        costs = {each.benchmark.id: seconds_of(each) for each in members}
        whole = sum(costs.values())
        most = max(costs, key=lambda id: costs[id])
        if (
            len(members) > 1
            and not _sizes(members[0])
            and whole > 0
            and costs[most] > DOMINATES * whole
        ):
            share = f"{100 * costs[most] / whole:.0f} %"
            choice = most.removeprefix(name) or most
            what = f"{choice} is {share} of what the {len(members)} choices of {name} take"
            yield _at(members[0], "dominant-parameter", what)


def _sizes(measurement: Measurement) -> bool:
    """That the largest number costs most is what such a parameter is for."""
    varied = [each for each in measurement.benchmark.params if len(each) > 1]
    return any(all(NUMBER.fullmatch(choice) for choice in each) for each in varied)


def too_short(measurements: Mapping[str, Measurement]) -> Iterator[Trap]:
    told: set[str] = set()
    for each in measurements.values():
        seconds = seconds_of(each)
        if 0 < seconds < SHORTEST and each.benchmark.name not in told:
            told.add(each.benchmark.name)
            what = f"a call of {each.benchmark.id} takes {1e9 * seconds:.0f} ns"
            yield _at(each, "too-short", what)


def near_timeout(measurements: Mapping[str, Measurement]) -> Iterator[Trap]:
    for each in measurements.values():
        seconds, timeout = seconds_of(each), each.benchmark.timeout
        if timeout > 0 and seconds > NEAR * timeout:
            what = f"a call of {each.benchmark.id} takes {seconds:.3g} s of {timeout:g}"
            yield _at(each, "near-timeout", what)


def _at(measurement: Measurement, rule: str, what: str) -> Trap:
    benchmark = measurement.benchmark
    return Trap(benchmark.file, max(1, benchmark.line), rule, what)
