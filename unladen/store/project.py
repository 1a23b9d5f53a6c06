"""project folder x Config -> everything a verb needs of the outside, opened once."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from unladen.config import Config
from unladen.errors import DirtyTree
from unladen.model import Commit, Environment, Machine
from unladen.store.records import Records
from unladen.tools import files
from unladen.tools.asv import AsvProject, Installed
from unladen.tools.git import Git
from unladen.tools.machine import this_machine

WORK = ".asv/unladen"


class Progress:
    """Lines on standard error: a bar on a terminal, a line now and then in a log."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._told = 0.0

    def step(self, text: str) -> None:
        if not self._quiet:
            self.clear()
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()

    def tick(self, text: str) -> None:
        now = time.monotonic()
        if self._quiet or now - self._told < (0.1 if self._live else 10.0):
            return
        self._told = now
        sys.stderr.write(f"\r\x1b[K{text[: shutil.get_terminal_size().columns - 1]}")
        if not self._live:
            sys.stderr.write("\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._live and not self._quiet:
            sys.stderr.write("\r\x1b[K")


class World:
    def __init__(self, folder: Path, config: Config, progress: Progress) -> None:
        self.folder = folder
        self.config = config
        self.progress = progress
        self.work = folder / WORK
        self.project = AsvProject(folder, self.work)
        self.git = Git(self.project.repository)
        self.machine: Machine = this_machine(config.machine or _asv_machine_name())
        self.records = Records(folder / config.records)

    def in_each_environment(self) -> list["World"]:
        """This world; with `-E all` one for each of asv's environments."""
        if self.config.environment != "all":
            return [self]
        names = [environment.name for environment in self.project.environments("a")]
        configs = [replace(self.config, environment=name) for name in names]
        return [World(self.folder, config, self.progress) for config in configs]

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """One at a time, with room to work in."""
        files.check_room(self.work)
        with files.locked(self.work / "lock"):
            yield

    def commits(self, base: str, head: str, ignore_dirty: bool) -> tuple[Commit, Commit]:
        found = self.git.commit(base), self.git.commit(head)
        changed = self.git.changed_files()
        if changed and not ignore_dirty and found[1] == self.git.commit("HEAD"):
            raise DirtyTree(changed)
        return found

    def install(self, commits: list[Commit]) -> list[Installed]:
        """Each commit in a slot of its own; a slot that has it already is used again."""
        slots = [self.project.environment(name, self.config.environment) for name in "ab"]
        if len(commits) == 2 and slots[1].installed_commit_hash == commits[0].hash:
            slots.reverse()
        installed = []
        for commit, slot in zip(commits, slots, strict=False):
            if slot.installed_commit_hash != commit.hash:
                self.progress.step(f"building   {commit.short} {commit.subject[:50]}")
            installed.append(self.project.install(slot, commit))
        return installed

    def install_beside(
        self, purpose: str, sides: list[Installed], python: str = "", **extra: str
    ) -> list[Installed]:
        """The same commits in environments of their own, for what is never timed."""
        name = f"virtualenv:{python}" if python else self.config.environment
        slots = [
            self.project.environment(f"{purpose}-{s}", name, extra) for s in "ab"[: len(sides)]
        ]
        commits = [side.commit for side in sides]
        if len(slots) == 2 and slots[1].installed_commit_hash == commits[0].hash:
            slots.reverse()
        self.progress.step(f"preparing  an environment for {purpose}")
        return [self.project.install(s, c) for s, c in zip(slots, commits, strict=True)]

    def name_of(self, path: Path) -> str:
        """As a reader in the project's folder would type it."""
        inside = path.is_relative_to(self.folder)
        return str(path.relative_to(self.folder) if inside else path)

    def branch(self) -> str:
        """The line of history that is followed: asv's first branch."""
        names = [name for name in self.project.conf.branches if name]
        return str(names[0]) if names else "HEAD"

    def suite_digest(self) -> str:
        """Of the benchmark files as they are now: asv, too, measures old commits with them."""
        digest = hashlib.sha256()
        for path in sorted(self.project.suite.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(self.project.suite)} {content}\n".encode())
        return digest.hexdigest()


def environment_of(installed: Installed, facts: dict[str, object]) -> Environment:
    packages = facts.get("packages")
    names = ("PYTHONHASHSEED", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return Environment(
        name=installed.environment,
        python=str(facts.get("python", installed.python_version)),
        packages=dict(packages) if isinstance(packages, dict) else {},
        variables={n: installed.variables[n] for n in names if n in installed.variables},
        compiler=_compiler(),
    )


def _compiler() -> str:
    gcc = shutil.which(os.environ.get("CC", "gcc"))
    if gcc is None:
        return ""
    done = subprocess.run([gcc, "-dumpfullversion"], capture_output=True, text=True, check=False)
    return f"{Path(gcc).name} {done.stdout.strip()}"


def _asv_machine_name() -> str | None:
    """The name asv knows this machine by, so that both file their results under one."""
    from unladen.tools.asv import machine_name

    return machine_name()
