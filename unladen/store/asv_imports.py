"""result files of asv's, from elsewhere and of any version -> Records, brought up to date as
`asv update` does it, in a copy."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from unladen.model import Commit, Measurement, Provenance, Record
from unladen.store.asv_records import updated
from unladen.store.asv_rows import MAX_BYTES
from unladen.store.imports.records import ImportedAs, doubted, environment_name, session_of
from unladen.store.imports.results import (
    NO_SAMPLES,
    ONE_PROCESS,
    ImportedFile,
    NotThisFormat,
    finite,
    text,
)
from unladen.tools.foreign import UNREADABLE, bounded_bytes, reason_of
from unladen.tools.git import HASH
from unladen.tools.scratch import scratch

MACHINE, BENCHMARKS = "machine.json", "benchmarks.json"
NO_RESULTS = frozenset({MACHINE, BENCHMARKS})
LACKS = ("the build", "the hash seed", "CPU time", "which code ran")


def read(path: Path, how: ImportedAs) -> tuple[Record, ImportedFile]:
    with scratch("asv-import-") as folder:
        copy = folder / path.name
        listed = path.parent.parent / BENCHMARKS
        try:
            copy.write_bytes(bounded_bytes(path, MAX_BYTES))
            if listed.is_file():
                (folder / BENCHMARKS).write_bytes(bounded_bytes(listed, MAX_BYTES))
            record = updated(copy, folder)
        except (*UNREADABLE, MemoryError) as error:
            raise NotThisFormat(f"not as asv writes it: {reason_of(error)}") from None
    if not HASH.fullmatch(record.commit.hash):
        raise NotThisFormat(f"{text(record.commit.hash, 60)!r} is no hash of a commit")
    measurements = {id: _imported(each) for id, each in record.measurements.items()}
    told = ImportedFile(tool=how.format, batches=(), lacks=LACKS)
    found = replace(
        record,
        machine=replace(record.machine, name=how.machine or record.machine.name or "unknown"),
        environment=replace(
            record.environment, name=environment_name(how, text(record.environment.name, 100))
        ),
        measurements=measurements,
        imported=(Provenance(tool=how.format, file=how.file, digest=how.digest, lacks=LACKS),),
    )
    return found, told


def of_commit(record: Record, known: Mapping[str, Commit]) -> Record:
    """As this repository has it, if it does."""
    return replace(record, commit=known.get(record.commit.hash, record.commit))


def _imported(one: Measurement) -> Measurement:
    samples = max((len(run.wall) for run in one.runs), default=0)
    doubt = ONE_PROCESS if samples > 1 or one.values else NO_SAMPLES
    session = session_of("asv", one.benchmark.id, tuple(run.wall for run in one.runs))
    runs = tuple(
        replace(run, session=session) for run in one.runs if run.wall and finite(*run.wall)
    )
    told = f"imported from asv{doubted(doubt)}"
    said = () if samples > 1 or one.values else ("a median; no samples",)
    return replace(one, runs=runs, notes=(told, *said), doubt=doubt)
