"""Record <-> JSON file below results/records: schema-versioned, whole or not at all.

A file holds one commit in one environment on one machine. Raw values are kept in the order taken;
what is derived from them can be made again. A damaged file is set aside and named, with its bytes
as they were; a file of a newer unladen is named and left alone, and never written over.
"""

import hashlib
import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any

from unladen.errors import NewerFile, NoRecord
from unladen.model import (
    Benchmark,
    Commit,
    Count,
    Environment,
    Footprint,
    Machine,
    Measurement,
    Record,
    Run,
)
from unladen.store.fields import decoded, json_of, known, same_schema
from unladen.tools import files
from unladen.tools.foreign import UNREADABLE, bounded_bytes, reading, reason_of

SCHEMA = 1
# 1  first version

MAX_BYTES = 1 << 28
COMPACT: dict[str, Any] = {"separators": (",", ":"), "sort_keys": True}
NOT_BELIEVED = "not believed:"
"""Begins the build of what a session measured while somebody changed what was installed."""


class Records:
    """The records of one project; `warnings` says of each file that was not read why, and what to
    do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: list[str] = []

    def path(self, commit: str, machine: str, environment: str) -> Path:
        key = hashlib.sha256(environment.encode()).hexdigest()[:8]
        return self.folder / safe_name(machine) / f"{commit[:12]}-{key}.json"

    def find(self, commit: str, machine: str, environment: str) -> Record | None:
        """For who is going to add to it: a newer file is an error, before anything is measured."""
        return self._loaded(self.path(commit, machine, environment))

    def get(self, commit: Commit, machine: str, environment: str | None = None) -> Record:
        """The record of a commit on this machine; of several environments the named one, else one
        that unladen measured before one that was imported."""
        found = [
            record
            for path in sorted(
                (self.folder / safe_name(machine)).glob(f"{commit.hash[:12]}-*.json")
            )
            if (record := self.read(path)) is not None
            and environment in (None, record.environment.name)
        ]
        if not found:
            raise NoRecord(commit.short, machine)
        return min(found, key=lambda record: bool(record.imported))

    def all(self) -> list[Record]:
        paths = sorted(self.folder.glob("*/*.json"))
        found = [record for path in paths if (record := self.read(path)) is not None]
        return sorted(found, key=lambda record: (record.commit.seconds, record.commit.hash))

    def save(self, record: Record) -> Path:
        """Merged with what is there already of the same commit, environment and machine."""
        path = self.path(record.commit.hash, record.machine.name, record.environment.name)
        with files.one_writer(path.parent):
            files.replace(path, self.with_earlier(path, record))
        return path

    def with_earlier(self, path: Path, record: Record) -> str:
        """The text of a record, merged with the one that its file has now."""
        there = self._loaded(path)
        merged = merge(there, record) if there is not None else record
        return json.dumps(record_to_json(merged), **COMPACT) + "\n"

    def failure(self, commit: str, suite: str, machine: str | None = None) -> str:
        """Why this commit could not be measured the last time, in any environment; empty where it
        was, or where another suite was imported then."""
        pattern = f"{safe_name(machine) if machine else '*'}/{commit[:12]}-*.json"
        found = filter(None, (self.read(path) for path in sorted(self.folder.glob(pattern))))
        told = [each.failed if each.suite in ("", suite) else "" for each in found]
        return told[-1] if told and all(told) else ""

    def disown(self, commit: str, machine: str, environment: str, session: str) -> None:
        """What a session measured is not believed: it stays, and is mixed with nothing."""
        path = self.path(commit, machine, environment)
        with files.one_writer(path.parent):
            record = self._loaded(path)
            if record is not None:
                text = json.dumps(record_to_json(disowned(record, session)), **COMPACT)
                files.replace(path, text + "\n")

    def read(self, path: Path) -> Record | None:
        """None where it cannot be read; the reason is among the warnings."""
        try:
            return self._loaded(path)
        except NewerFile as error:
            self._warn(f"not read {error}")
            return None

    def _loaded(self, path: Path) -> Record | None:
        if not path.is_file():
            return None
        try:
            with reading(str(path), f"mv {shlex.quote(str(path))} {shlex.quote(f'{path}.aside')}"):
                return self._unpacked(path)
        except NewerFile as error:
            raise NewerFile(f"{path}: {error.what}") from None

    def _unpacked(self, path: Path) -> Record | None:
        try:
            return record_from_json(json_of(bounded_bytes(path, MAX_BYTES)))
        except UNREADABLE as error:
            self._warn(files.set_aside(path, reason_of(error)))
            return None

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


def safe_name(name: str) -> str:
    """A machine's name comes from outside, and becomes a folder."""
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)[:80]
    return kept.lstrip(".") or "unknown"


def merge(old: Record, new: Record) -> Record:
    """Runs of one build, one version and one workload of a benchmark, under the same variables, add
    up. What was measured of others is not mixed with them, and not dropped: it stands beside."""
    before = {id: _owned(each, old.wheel, new.wheel) for id, each in old.measurements.items()}
    owned = (_owned(each, old.wheel, new.wheel) for each in old.earlier)
    earlier = {_key(each): each for each in owned}
    measurements = dict(before)
    for id, measurement in new.measurements.items():
        known = before.get(id)
        if known is not None and _key(known) != _key(measurement):
            if known.runs or known.counts or known.values:
                earlier[_key(known)] = known
            known = None
        known = known or earlier.pop(_key(measurement), None)
        measurements[id] = _merged(known, measurement) if known is not None else measurement
    imported = tuple(dict.fromkeys((*old.imported, *new.imported)))
    rest = tuple(earlier.values())
    return replace(new, measurements=measurements, earlier=rest, imported=imported)


def disowned(record: Record, session: str) -> Record:
    """Its runs and counts stand beside those of others, as if of another build. What cannot be told
    apart, values and answers, goes with them."""
    kept: dict[str, Measurement] = {}
    earlier = list(record.earlier)
    for id, each in record.measurements.items():
        runs = tuple(run for run in each.runs if not run.session.startswith(session))
        counts = tuple(count for count in each.counts if not count.session.startswith(session))
        rest = replace(each, runs=runs, counts=counts, values=(), answers=None, reach={})
        own = replace(
            each,
            runs=tuple(run for run in each.runs if run not in runs),
            counts=tuple(count for count in each.counts if count not in counts),
            wheel=f"{NOT_BELIEVED} {session}",
        )
        earlier.append(own)
        if rest.runs or rest.counts:
            kept[id] = rest
    return replace(record, measurements=kept, earlier=tuple(earlier))


def _key(measurement: Measurement) -> tuple[object, ...]:
    variables = tuple(sorted(measurement.variables.items()))
    of = measurement.benchmark
    return of.id, of.version, measurement.wheel, measurement.workload, variables


def _owned(measurement: Measurement, old: str, new: str) -> Measurement:
    """With its build, where that is no longer the record's."""
    wheel = measurement.wheel or old
    return replace(measurement, wheel="" if wheel == new else wheel)


def measured_of(
    record: Record, wheel: str, variables: Mapping[str, str] | None = None
) -> dict[str, Measurement]:
    """Of one build, what a run can go on with; under the same variables, if they are known."""
    every = (*record.earlier, *record.measurements.values())
    return {
        each.benchmark.id: replace(each, wheel="")
        for each in every
        if (each.wheel or record.wheel) == wheel and variables in (None, each.variables)
    }


def _merged(old: Measurement, new: Measurement) -> Measurement:
    runs = {(each.session, each.pair): each for each in (*old.runs, *new.runs)}
    counts = {(each.session, each.layout): each for each in (*old.counts, *new.counts)}
    return replace(
        new,
        values=new.values or old.values,
        runs=tuple(runs.values()),
        counts=tuple(counts.values()),
        functions=new.functions or old.functions,
        reach={**old.reach, **new.reach},
    )


def record_to_json(record: Record) -> dict[str, Any]:
    value = asdict(record)
    value["schema"] = SCHEMA
    every = (*record.measurements.values(), *record.earlier)
    names = sorted({name for each in every for name in each.functions})
    number = {name: k for k, name in enumerate(names)}
    value["functions"] = names
    value["measurements"] = {
        id: _measurement_to_json(measurement, number)
        for id, measurement in record.measurements.items()
    }
    value["earlier"] = [_measurement_to_json(each, number) for each in record.earlier]
    for name in ("earlier", "imported", "failed"):
        if not value[name]:
            del value[name]
    return value


def _measurement_to_json(measurement: Measurement, number: Mapping[str, int]) -> dict[str, Any]:
    """Benchmarks run the same functions: a record holds each name once."""
    value = asdict(measurement)
    value["functions"] = [number[name] for name in measurement.functions]
    value["outcome"] = measurement.outcome.value
    value["benchmark"]["kind"] = measurement.benchmark.kind.value
    for name in ("wheel", "doubt", "passed", "variables"):
        if not value[name]:
            del value[name]
    for run in value["runs"]:
        for name in ("footprint", "profiler", "cold", "mode"):
            if not run[name]:
                del run[name]
    if not measurement.benchmark.group:
        del value["benchmark"]["group"]
    return value


def record_from_json(value: Mapping[str, Any]) -> Record:
    same_schema(value, SCHEMA)
    content = known(Record, value, "schema", "functions")
    for name, kind in (("commit", Commit), ("machine", Machine), ("environment", Environment)):
        known(kind, content[name])
    names = decoded(list[str], value.get("functions", []))
    measurements = content["measurements"].items()
    content["measurements"] = {id: _measurement(each, names) for id, each in measurements}
    content["earlier"] = [_measurement(each, names) for each in content.get("earlier", ())]
    record = decoded(Record, content)
    for each in (*record.measurements.values(), *record.earlier):
        _check(each)
    return record


def _measurement(value: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """As the model has it, types apart."""
    content = known(Measurement, value, "instructions")
    known(Benchmark, content["benchmark"])
    for run in content["runs"]:
        known(Run, run)
        known(Footprint, run.get("footprint") or {})
    content["functions"] = [names[number] for number in content.get("functions", ())]
    nameless = [{"session": "", "layout": 0, "regions": value.get("instructions", ())}]
    of_before = nameless if nameless[0]["regions"] else []  # of one session, and not of which
    content["counts"] = [known(Count, each) for each in value.get("counts", of_before)]
    return content


def _check(measurement: Measurement) -> None:
    """What no type says: samples of a run belong together, and are seconds."""
    for run in measurement.runs:
        lengths = {len(run.wall), len(run.cpu), *([len(run.waits)] if run.waits else [])}
        if len(lengths) > 1 or not run.wall or run.number < 1:
            raise ValueError(f"{measurement.benchmark.id}: samples of a run do not fit together")
        if run.footprint and len({len(each) for each in astuple(run.footprint)}) > 1:
            raise ValueError(f"{measurement.benchmark.id}: a footprint that does not fit together")
        if not all(math.isfinite(each) and each >= 0 for each in (*run.wall, *run.cpu)):
            raise ValueError(f"{measurement.benchmark.id}: seconds that are none")
    if not all(math.isfinite(run.cold) and run.cold >= 0 for run in measurement.runs):
        raise ValueError(f"{measurement.benchmark.id}: a first call of no seconds")
    if not all(math.isfinite(each) for count in measurement.counts for each in count.regions):
        raise ValueError(f"{measurement.benchmark.id}: counts that are none")
