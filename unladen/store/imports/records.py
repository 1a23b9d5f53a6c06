"""an ImportedFile x what is known of its commits -> Records, apart from all that unladen measured.

An imported environment begins with a word that no other does: no series has values of both. What
was measured is named by its content, so that a file that is imported twice, or is part of a later
one, adds nothing.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from unladen.model import (
    Benchmark,
    Commit,
    Environment,
    Kind,
    Machine,
    Measurement,
    Outcome,
    Provenance,
    Record,
    Run,
)
from unladen.store.imports.results import (
    ImportedBatch,
    ImportedCommit,
    ImportedFile,
    ImportedResult,
    text,
)

IMPORTED = "imported"
VERSION = "imported"
UNKNOWN = "unknown"
SESSION = "import-"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedAs:
    """What whoever imports a file says of it."""

    format: str
    file: str
    digest: str
    machine: str = ""
    environment: str = ""


def records_of(
    told: ImportedFile, how: ImportedAs, commits: Mapping[str, Commit], named: Commit | None
) -> list[Record]:
    """`commits`: by what the file calls them; `named` is that of batches which name none."""
    found = []
    for batch in told.batches:
        commit = named if batch.commit is None else commits.get(batch.commit.hash)
        if commit is not None and batch.results:
            found.append(_record(told, batch, how, commit))
    return found


def environment_name(how: ImportedAs, label: str) -> str:
    parts = (IMPORTED, how.format, how.environment or label)
    return text(" ".join(part for part in parts if part), 120)


def _record(told: ImportedFile, batch: ImportedBatch, how: ImportedAs, commit: Commit) -> Record:
    machine = batch.machine or Machine(name="", cpu="", cores=0, system="", memory_mb=0)
    dirty = batch.commit is not None and batch.commit.dirty
    measurements = [_measurement(told.tool, each, dirty) for each in batch.results]
    return Record(
        commit=commit,
        machine=replace(machine, name=how.machine or machine.name or UNKNOWN),
        environment=Environment(name=environment_name(how, batch.label), python=batch.python),
        wheel="",
        suite="",
        started=batch.started,
        load=0.0,
        measurements={each.benchmark.id: each for each in measurements},
        imported=(provenance(told.tool, how, told.lacks),),
    )


def provenance(tool: str, how: ImportedAs, lacks: tuple[str, ...]) -> Provenance:
    return Provenance(tool=tool, file=how.file, digest=how.digest, lacks=lacks)


def _measurement(tool: str, result: ImportedResult, dirty: bool) -> Measurement:
    timed = bool(result.processes)
    benchmark = Benchmark(
        id=result.name,
        name=result.name,
        param_index=None,
        kind=Kind.TIME if timed or result.failed else Kind.TRACK,
        unit=result.unit,
        version=VERSION,
        timeout=60.0,
        file="",
        line=0,
        group=result.group,
    )
    if result.failed:
        return Measurement(benchmark=benchmark, outcome=Outcome.EXCEPTION, detail=result.failed)
    told = (f"imported from {tool}{doubted(result.doubt)}", *result.notes)
    changed = ("the working tree had changes that are in no commit",) if dirty else ()
    return Measurement(
        benchmark=benchmark,
        outcome=Outcome.OK,
        runs=_runs(tool, result),
        values=() if result.value is None else (result.value,),
        notes=(*told, *changed),
        doubt=result.doubt,
    )


def doubted(doubt: float) -> str:
    return f": taken to be within {100 * doubt:g} %, which nothing in it tells" if doubt else ""


def _runs(tool: str, result: ImportedResult) -> tuple[Run, ...]:
    session = session_of(tool, result.name, result.processes)
    cpu = result.cpu or tuple((0.0,) * len(each) for each in result.processes)
    return tuple(
        Run(session=session, pair=pair, hash_seed=0, number=1, wall=wall, cpu=used)
        for pair, (wall, used) in enumerate(zip(result.processes, cpu, strict=True))
    )


def session_of(tool: str, name: str, processes: tuple[tuple[float, ...], ...]) -> str:
    """The same for the same values of the same benchmark, whatever file they stand in."""
    content = repr((tool, name, processes)).encode("utf-8", "replace")
    return f"{SESSION}{hashlib.sha256(content).hexdigest()[:20]}"


def commit_of(told: ImportedCommit) -> Commit:
    """Of a commit that is not in this repository: what the file says."""
    return Commit(hash=told.hash, tree="", subject=told.subject, seconds=told.seconds)
