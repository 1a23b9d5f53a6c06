"""what `init` wrote -> the files as they were before, and what of it is left, and why."""

import argparse
import json
import os
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from unladen.errors import Exit, UnladenError
from unladen.model.surroundings import Surroundings
from unladen.output.init import diff_lines
from unladen.output.init_files import workflow_name
from unladen.store.profiles import folder_of
from unladen.store.project import WORK, Project
from unladen.tools import files
from unladen.tools.marked_lines import OurLines, without_lines
from unladen.tools.settings import OWN_SETTINGS, load
from unladen.tools.surroundings import surroundings
from unladen.tools.terminal import Progress
from unladen.verbs.init_plan import (
    IGNORE,
    PIPELINE,
    PYPROJECT,
    PlannedFile,
    places,
    read,
    write,
)
from unladen.verbs.result import Verbatim


def undone(arguments: argparse.Namespace) -> Generator[str, None, Exit]:
    """Lines of ours go, wherever they are; of measurements it is said where they lie."""
    around = surroundings(Path.cwd())
    measured = list(_measured(around))
    taken = [each for path in _candidates(around) if (each := _taken(path, arguments.force))]
    if arguments.dry_run:
        for file, _ in taken:
            shown = os.path.relpath(file.path)
            yield from map(Verbatim, diff_lines(shown, file.before, file.after))
        return Exit.PASS
    for file, folders in taken:
        _write(file, folders)
    caches = _caches_removed(around)
    left = [file for file, _ in taken if not file.changes]
    if arguments.json:
        told = {
            "schema": 1,
            "out": [str(file.path) for file, _ in taken if file.changes],
            "left": [{"file": str(file.path), "why": file.why} for file in left],
            "measured": [str(each) for each in measured],
        }
        yield json.dumps(told)
        return Exit.PASS if not left else Exit.USAGE
    for file, _ in taken:
        how = "left" if not file.changes else "removed" if file.after is None else "as before"
        yield f"{how:<12} {os.path.relpath(file.path)}{f': {file.why}' if file.why else ''}"
    for folder in caches:
        yield f"{'removed':<12} {os.path.relpath(folder)}: environments and caches"
    for folder in measured:
        shown = os.path.relpath(folder)
        yield f"{'left':<12} {shown}: it was measured;  rm -r {shown}  takes it away"
    if not taken and not caches:
        yield "nothing of init is here"
    return Exit.PASS if not left else Exit.USAGE


def _candidates(around: Surroundings) -> Iterator[Path]:
    """Of several suites only what belongs to this one."""
    several = around.suites > 1
    above = places(around)
    for place in above[:1] if several else above:
        yield from (place / name for name in (PYPROJECT, OWN_SETTINGS, IGNORE))
    top = above[-1]
    yield top / PIPELINE
    workflow = workflow_name(around.inside) if several else "unladen*.yml"
    for folder in (top / ".github" / "workflows", top / ".gitlab"):
        yield from sorted(folder.glob(workflow))


def _taken(path: Path, force: bool) -> tuple[PlannedFile, int] | None:
    text = read(path) if path.is_file() else None
    if text is None:
        return None
    found = without_lines(text, force)
    if found.ours is OurLines.NONE:
        return None
    file = PlannedFile(path, text, found.text)
    if found.ours is OurLines.EDITED:
        why = f"lines {found.first} to {found.last} were edited since: take them out by hand,"
        return replace(file, why=f"{why} or with --force"), 0
    while (again := without_lines(file.after or "", force)).ours is OurLines.OUT:
        file = replace(file, after=again.text)  # pasted twice
    return file, found.folders


def _write(file: PlannedFile, folders: int) -> None:
    write(file)
    if file.changes and file.after is None:
        for each in list(file.path.parents)[:folders]:
            with suppress(OSError):  # somebody has put something else there
                each.rmdir()


@contextmanager
def without_caches(around: Surroundings) -> Iterator[None]:
    """Where there were none, there are none afterwards."""
    try:
        yield
    finally:
        _caches_removed(around)


def _caches_removed(around: Surroundings) -> list[Path]:
    """Environments and wheels can be made again. Nobody is measuring in them: who is holds a
    lock."""
    work = around.folder / WORK
    if not work.is_dir():
        return []
    with files.locked(work / "lock"):
        shutil.rmtree(work)
    with suppress(OSError):
        work.parent.rmdir()
    return [work]


def _measured(around: Surroundings) -> Iterator[Path]:
    try:
        project = Project(around.folder, load(around.folder), Progress(quiet=True))
    except UnladenError:
        return
    site = project.folder / project.config.site
    for folder in (project.records.folder, folder_of(project), site):
        if folder.is_dir() and any(folder.iterdir()):
            yield folder
