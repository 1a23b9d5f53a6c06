"""a Parcel x a Unit -> Finished, on the machine that does it: in a folder that is found again.

The project is laid out there with its history; the unit is a call of unladen, which measures there
as it would at home. It ends with whoever called it, and with it all that it started.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from unladen import __version__
from unladen.errors import ToolError
from unladen.fleet.arrived import merged
from unladen.model.units import BuiltWheel, Finished, Parcel, Unit
from unladen.store.brought import Brought
from unladen.store.project import BROUGHT, WORK
from unladen.tools import files, git_variables, processes
from unladen.tools.foreign import shortened
from unladen.tools.git import HASH, unpacked
from unladen.tools.machine import NAME, this_machine
from unladen.tools.nofollow import folder_of_file, holds, put
from unladen.tools.result_files import ResultFolders
from unladen.tools.result_names import RefusedFile, is_plain_path

PATIENCE = 3600.0
"""Seconds that a unit waits for another one on the same machine."""
LOOK_SECONDS = 0.1
SAID_BYTES = 4000
MOST_OUTPUT = 1 << 26

Unwanted = Callable[[], bool]


class GivenUp(Exception):
    """Nobody waits for it any more."""


def performed(
    parcel: Parcel, unit: Unit, place: Path, unwanted: Unwanted, wheels: Sequence[BuiltWheel] = ()
) -> Finished:
    """`place` is where workspaces are on this machine, `wheels` what others built for the unit."""
    began = time.monotonic()
    git_variables.remove_from(os.environ)
    check_parcel(parcel)
    workspace = place / parcel.name
    with files.turn(workspace / "lock", PATIENCE, lambda _: _stop(unwanted)):
        folder = laid_out(parcel, workspace)
        results = ResultFolders.of(folder, [folder / each for each in parcel.results])
        for each in results.names:  # what it knows of its commits came with it
            shutil.rmtree(results.top / each, ignore_errors=True)
        merged(results, unit.files, "what is known of its commits")
        Brought(folder / WORK / BROUGHT, this_machine()).keep(wheels)
        ended = called(unit, folder, unwanted)
        found = dict(results.checked(results.found([]), left_out=[]))
    return replace(
        ended,
        unit=replace(unit, files={}),
        machine=machine_of(),
        files=found,
        beside=time.monotonic() - began - ended.seconds,
    )


def check_parcel(parcel: Parcel) -> None:
    """ToolError unless it is of our version, and stays in its workspace."""
    if parcel.version != __version__:
        what = f"this worker has unladen {__version__}, the unit is of {parcel.version}"
        raise ToolError(what, "install the same on all machines")
    inside = [parcel.inside] if parcel.inside != "." else []
    for name in (parcel.name, *inside, *parcel.files):
        if not is_plain_path(name) or "/" in parcel.name:
            raise ToolError(f"{shortened(name)!r} is outside of a workspace", "report this, please")


def machine_of() -> str:
    return os.environ.get(NAME) or platform.node()


def _stop(unwanted: Unwanted) -> None:
    if unwanted():
        raise GivenUp


def laid_out(parcel: Parcel, workspace: Path) -> Path:
    """The project's folder, with its files as they are at home now. History is laid out once, and
    not for each unit of the same parcel."""
    tree, mark = workspace / "tree", workspace / "laid-out"
    stamp = _stamp(parcel)
    if not mark.is_file() or mark.read_bytes() != stamp:
        mark.unlink(missing_ok=True)
        _history(parcel, tree)
        files.replace_bytes(mark, stamp)
    for name, content in parcel.files.items():
        _lay(tree, os.path.normpath(f"{parcel.inside}/{name}"), content)
    return tree / parcel.inside


def _lay(tree: Path, name: str, content: bytes) -> None:
    try:
        with folder_of_file(tree, name, made=[]) as (folder, last):
            if not holds(folder, last, name, content):
                put(folder, last, content)
    except RefusedFile as error:
        raise ToolError(str(error), "commit the suite as it is, without links") from None


def _stamp(parcel: Parcel) -> bytes:
    told = repr((parcel.head, parcel.commits, sorted(parcel.refs.items()), parcel.shallow))
    return hashlib.sha256(told.encode()).hexdigest().encode()


def _history(parcel: Parcel, tree: Path) -> None:
    _git(tree.parent, "init", "-q", str(tree))
    if parcel.shallow:
        files.replace_bytes(tree / ".git" / "shallow", parcel.shallow)
    unpacked(tree, parcel.history)
    _git(tree, "checkout", "-q", "--force", "--detach", parcel.head)
    for name, hash_ in parcel.refs.items():
        if HASH.fullmatch(hash_) and name.startswith(("refs/heads/", "refs/tags/")):
            _named(tree, name, hash_)


def _named(tree: Path, name: str, hash_: str) -> None:
    """What is not in the history that came along has no name here."""
    words = ["git", "-C", str(tree), "update-ref", "--", name, hash_]
    subprocess.run(words, capture_output=True, check=False)


def _git(folder: Path, *words: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, check=False, text=True, errors="replace")
    if done.returncode:
        raise ToolError(f"git {words[0]}: {done.stderr.strip()[-300:]}", "git --version")


def called(unit: Unit, folder: Path, unwanted: Unwanted) -> Finished:
    """Its exit code, what it told, and the end of what it said."""
    words = processes.own_python("-m", "unladen", *unit.words)
    began = time.monotonic()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        running = subprocess.Popen(
            processes.guarded(words),
            cwd=folder,
            env=processes.own_variables(),
            stdin=subprocess.PIPE,  # the guard ends with it, and it ends with us
            stdout=output,
            stderr=said,
            start_new_session=True,
        )
        try:
            while (code := _waited(running)) is None:
                _stop(unwanted)
        finally:
            processes.end(running)
        return Finished(
            unit=unit,
            exit=code,
            output=_text(output, MOST_OUTPUT),
            said=_text(said, SAID_BYTES),
            seconds=time.monotonic() - began,
        )


def _waited(running: "subprocess.Popen[bytes]") -> int | None:
    try:
        return running.wait(LOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return None


def _text(file: IO[bytes], most: int) -> str:
    end = file.seek(0, 2)
    file.seek(max(0, end - most))
    return file.read().decode("utf-8", "replace")
