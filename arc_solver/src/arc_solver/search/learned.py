"""results of search <-> a folder of programs, one file a task: what was learned."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from arc_solver.errors import ProgramError, SolverError
from arc_solver.files import replace_file
from arc_solver.program.check import Checked, check
from arc_solver.program.form import canonical, content_hash
from arc_solver.program.text import parse
from arc_solver.search.results import Guess, Result

SUFFIX = ".arc"
_PLAIN = re.compile(r"[\w-][\w.-]{0,99}")
"""What a file may be called: an id comes from the name of somebody's file."""


def learnable(results: Iterable[Result], unproven: bool) -> Iterator[tuple[str, Guess]]:
    """For each task the first guess that reproduces the train pairs and is right on all tests;
    `unproven`: or of which nobody knows whether it is right."""
    for result in results:
        for guess in result.guesses:
            known = None not in guess.right
            if not guess.missed and (all(guess.right) if known else unproven):
                yield result.task, guess
                break


def learn(folder: Path, found: Iterable[tuple[str, Guess]]) -> tuple[list[str], list[str]]:
    """The tasks whose program was written, and those that had this one already."""
    new, old = [], []
    for task, guess in found:
        if not _PLAIN.fullmatch(task):
            raise SolverError(f"task {task!r}: a file cannot be called so", "rename the task")
        checked = check(parse(guess.program))
        lines = canonical(checked).program.assignments
        text = "".join(f"{line}\n" for line in lines)
        path = folder / f"{task}{SUFFIX}"
        try:
            if path.exists() and _hash(path) == content_hash(checked):
                old.append(task)
                continue
            replace_file(path, f"# Found by search; sha256 {content_hash(checked)}.\n{text}")
        except OSError as error:
            fix = "--library DIR in a folder of yours, with room"
            raise SolverError(f"{path}: {error.strerror}", fix) from error
        new.append(task)
    return new, old


def _hash(path: Path) -> str:
    try:
        return content_hash(_program(path))
    except SolverError:
        return "damaged"


def learned(folder: Path) -> Mapping[str, Checked]:
    """What a folder of learned programs holds, by task; nothing if there is no folder."""
    if not folder.is_dir():
        return {}
    return {path.stem: _program(path) for path in sorted(folder.glob(f"[!.]*{SUFFIX}"))}


def _program(path: Path) -> Checked:
    fix = f"mend it, or set it aside: mv {path} {path}.damaged"
    try:
        return check(parse(path.read_bytes().decode("utf-8")))
    except ProgramError as error:
        raise SolverError(f"{path}, {error.what}", fix) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SolverError(f"{path}: cannot be read as a program: {error}", fix) from error
