"""files of other tools -> records that say where they come from, apart from all else."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unladen.errors import ConfigError, Exit, UnladenError
from unladen.model import Commit, Record
from unladen.output.imports import ImportedTold, import_lines
from unladen.store import asv_imports
from unladen.store.imports import formats
from unladen.store.imports.records import ImportedAs, commit_of, records_of
from unladen.store.imports.results import ImportedFile, NotThisFormat
from unladen.store.project import Project
from unladen.tools.git import HASH
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen import .benchmarks                          all that pytest-benchmark has stored here
  unladen import data.js                              github-action-benchmark: many commits in one
  unladen import hyperfine.json --commit v1.2         a file that does not say of which commit
  unladen import ~/results/asv --dry-run              what it would add"""
MOST_FILES = 100_000
COMMIT = "--commit REV"


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("files", nargs="+", metavar="FILE", help="or a folder of them")
    verb.add_argument("--commit", metavar="REV", help="what was measured, where no file says it")
    verb.add_argument(
        "--format", choices=formats.NAMES, help="which tool wrote them, where it cannot be told"
    )
    verb.add_argument("--machine", metavar="NAME", help="where it was measured (as the file says)")
    verb.add_argument(
        "-E",
        "--environment",
        dest="label",
        metavar="NAME",
        help="keep it apart from other imports of this tool: part of the environment's name",
    )
    verb.add_argument("--dry-run", action="store_true", help="tell, and write nothing")


@dataclass(slots=True)
class Import:
    """One call: what was asked, and what came of it."""

    project: Project
    arguments: argparse.Namespace
    named: Commit | None
    told: list[ImportedTold] = field(default_factory=list)


def run(arguments: argparse.Namespace) -> Result:
    arguments.machine_of_file, arguments.machine = arguments.machine, None
    project = open_project(arguments, only_records=True)
    named = project.git.commit(arguments.commit) if arguments.commit else None
    one = Import(project, arguments, named)
    paths = list(_paths(arguments))
    for number, (path, is_asv) in enumerate(paths, 1):
        project.progress.tick(f"importing  {number}/{len(paths)} {path.name}")
        one.told.append(_imported(one, path, is_asv))
    project.progress.clear()
    return Result(_lines(one), warnings=project.records.warnings)


def _lines(one: Import) -> Iterator[str]:
    code = Exit.PASS if any(each.results for each in one.told) else Exit.TOOL
    if one.arguments.json:
        yield json.dumps({"schema": 1, "files": [each.as_json() for each in one.told]})
    else:
        yield from import_lines(one.told, one.arguments.dry_run)
    if code is not Exit.PASS:
        why = next((each.refused for each in one.told if each.refused), "nothing in it")
        raise NothingImported(why)


class NothingImported(UnladenError):
    exit = Exit.TOOL

    def __init__(self, why: str) -> None:
        super().__init__(f"nothing was imported: {why}", "unladen import --help lists the formats")


def _paths(arguments: argparse.Namespace) -> Iterator[tuple[Path, bool]]:
    """Files, and of folders all that may be results; whether it is asv's."""
    count = 0
    for name in arguments.files:
        given = Path(name)
        if not given.exists():
            raise ConfigError(f"{name} is not here", f"ls {given.parent}")
        for path in _below(given):
            count += 1
            if count > MOST_FILES:
                raise ConfigError(
                    f"{name} holds more than {MOST_FILES} files", "import parts of it"
                )
            yield path, arguments.format == formats.ASV or _is_asv(path, arguments.format)


def _below(given: Path) -> list[Path]:
    if given.is_file():
        return [given]
    every = (*given.rglob("*.json"), *given.rglob("*.json.gz"), *given.rglob("data.js"))
    return sorted(p for p in every if p.is_file() and p.name not in asv_imports.NO_RESULTS)


def _is_asv(path: Path, asked: str | None) -> bool:
    return asked is None and (path.parent / asv_imports.MACHINE).is_file()


def _imported(one: Import, path: Path, is_asv: bool) -> ImportedTold:
    name = one.project.name_of(path.absolute())
    try:
        records, told = _asv(one, path) if is_asv else _other(one, path)
    except NotThisFormat as error:
        return ImportedTold(file=name, refused=str(error))
    before = [_known(one.project, record) for record in records]
    new = [
        sum(not _is_known(record, id, known) for id in record.measurements)
        for record, known in zip(records, before, strict=True)
    ]
    if not one.arguments.dry_run:
        for record, count in zip(records, new, strict=True):
            if count:
                one.project.records.save(record)
    return ImportedTold(
        file=name,
        tool=told.tool,
        results=sum(len(record.measurements) for record in records),
        new=sum(new),
        commits=len({record.commit.hash for record in records}),
        elsewhere=len({r.commit.hash for r in records if not r.commit.tree}),
        machines=tuple(sorted({record.machine.name for record in records})),
        environments=tuple(sorted({record.environment.name for record in records})),
        left_out=told.left_out,
        lacks=told.lacks,
    )


def _other(one: Import, path: Path) -> tuple[list[Record], ImportedFile]:
    content = formats.file_of(path)
    kind, told = formats.read(content, one.arguments.format)
    hashes = {batch.commit.hash for batch in told.batches if batch.commit is not None}
    if hashes and one.named is not None and {one.named.hash} != _full(one.project, hashes):
        what = f"{path} says itself which commits it is of"
        raise ConfigError(what, f"the same command without {COMMIT}")
    if one.named is None and any(batch.commit is None for batch in told.batches):
        what = f"{path} does not say of which commit it is"
        raise ConfigError(what, f"unladen import {path} {COMMIT}")
    how = ImportedAs(
        format=kind.name,
        file=path.name,
        digest=formats.digest(content),
        machine=one.arguments.machine_of_file or "",
        environment=one.arguments.label or "",
    )
    commits, odd = _commits(one.project, told)
    left_out = (*told.left_out, *((f"{odd} commits whose names are no hashes",) if odd else ()))
    found = ImportedFile(tool=told.tool, batches=told.batches, left_out=left_out, lacks=told.lacks)
    return records_of(found, how, commits, one.named), found


def _full(project: Project, hashes: set[str]) -> set[str]:
    known = project.git.commits(hashes)
    return {known[each].hash if each in known else each for each in hashes}


def _commits(project: Project, told: ImportedFile) -> tuple[dict[str, Commit], int]:
    """As this repository has them; what it does not have, as the file says; how many make no
    sense."""
    asked = {batch.commit.hash: batch.commit for batch in told.batches if batch.commit}
    known = project.git.commits(asked)
    others = {h: commit_of(c) for h, c in asked.items() if h not in known and HASH.fullmatch(h)}
    return {**others, **known}, len(asked) - len(known) - len(others)


def _asv(one: Import, path: Path) -> tuple[list[Record], ImportedFile]:
    how = ImportedAs(
        format=formats.ASV,
        file=path.name,
        digest=formats.digest(formats.file_of(path)),
        machine=one.arguments.machine_of_file or "",
        environment=one.arguments.label or "",
    )
    if path.resolve().is_relative_to(one.project.asv.results):
        raise NotThisFormat("history and publish read the project's own results as they are")
    record, told = asv_imports.read(path, how)
    known: dict[str, Commit] = one.project.git.commits([record.commit.hash])
    return [asv_imports.of_commit(record, known)], told


def _known(project: Project, record: Record) -> Record | None:
    return project.records.find(record.commit.hash, record.machine.name, record.environment.name)


def _is_known(record: Record, id: str, known: Record | None) -> bool:
    there = known.measurements.get(id) if known is not None else None
    if there is None:
        return False
    mine = record.measurements[id]
    sessions = {run.session for run in there.runs}
    return {run.session for run in mine.runs} <= sessions and mine.values == there.values
