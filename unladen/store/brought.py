"""wheels that another machine built -> where this one finds them, instead of building its own.

A wheel of pure Python serves every machine; a compiled one, machines of the same system, processor
and Python, since a build may ask for what the processor has.
"""

import hashlib
import os
import platform
import re
import shlex
import shutil
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unladen.errors import ToolError
from unladen.model import Machine
from unladen.model.units import BuiltWheel
from unladen.tools import environments
from unladen.tools.nofollow import folder_of_file, put
from unladen.tools.result_names import RefusedFile

NAME = re.compile(r"[\w.+!-]{1,200}\.whl")
HASH = re.compile(r"[0-9a-f]{40,64}")
ANY = "-none-any.whl"
KEPT = 256
"""Commits: those that were brought last."""


def serves(machine: Machine) -> str:
    """What two machines have in common that can use each other's compiled wheels."""
    libc = " ".join(platform.libc_ver())
    return f"{machine.system}, {machine.cpu}, {libc}, {sysconfig.get_platform()}"


class Brought:
    """Below a folder: by commit and environment."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder = folder
        self._serves = serves(machine)

    def keep(self, wheels: Sequence[BuiltWheel]) -> None:
        """Those that can be used here; older ones go."""
        for each in wheels:
            usable = each.name.endswith(ANY) or each.serves == self._serves
            if usable and NAME.fullmatch(each.name) and HASH.fullmatch(each.commit):
                self._put(each)
        if self._folder.is_dir():
            known = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for path in known[:-KEPT]:
                shutil.rmtree(path, ignore_errors=True)

    def _put(self, wheel: BuiltWheel) -> None:
        """Alone in its folder: what was built for the same before goes."""
        self._folder.mkdir(parents=True, exist_ok=True)
        place = self._place(wheel.commit, wheel.environment).relative_to(self._folder)
        try:
            with folder_of_file(self._folder, f"{place}/{wheel.name}", made=[]) as (folder, last):
                for each in os.listdir(folder):
                    os.unlink(each, dir_fd=folder)
                put(folder, last, wheel.content)
        except RefusedFile as error:
            raise ToolError(str(error), f"rm -r {shlex.quote(str(self._folder))}") from None

    def give(self, environment: Any, commit_hash: str) -> None:
        """To an environment that would build it."""
        found = sorted(self._place(commit_hash, environment.name).glob("*.whl"))
        if len(found) == 1:
            environments.put(environment, commit_hash, found[0])

    def _place(self, commit: str, environment: str) -> Path:
        return self._folder / commit / hashlib.sha256(environment.encode()).hexdigest()[:16]
