"""a folder x Config -> the project in it, opened once: its commits, builds, results and records."""

import copy
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from unladen.config import Config
from unladen.errors import DirtyTree, NoTests, ToolError
from unladen.model import Commit, Machine
from unladen.store.brought import Brought
from unladen.store.records import Records
from unladen.tools import environments, files, scratch, seals
from unladen.tools.asv import AsvProject, Installed
from unladen.tools.git import Git
from unladen.tools.git_folders import folders_of
from unladen.tools.machine import machine_name, this_machine
from unladen.tools.pytest_suite import suite_in
from unladen.tools.suite_sources import PytestSuite, digest_of
from unladen.tools.terminal import Progress
from unladen.tools.test_requirements import InstalledTests
from unladen.tools.wheels import Wheel

WORK = ".asv/unladen"
BROUGHT = "brought"
"""Below it: wheels that other machines built."""
RECORDS = ("records", "unladen-records")
"""Beside asv's results; the longer name where other things of the project lie beside them."""
EARLIER = "results/records"
ROOM = "make room: .asv/unladen may be deleted"


def declared_tests(folder: Path, config: Config) -> InstalledTests | None:
    """The suite of a project that has none of asv's, or says that its tests are the suite; one with
    nothing in it where there are only records, of what other tools measured."""
    if config.suite == "asv" or (files.has_suite(folder) and config.suite is None):
        return None
    suite = suite_in(folder)
    if suite is None and config.suite == "pytest":
        raise NoTests(str(folder))
    if suite is None and (
        config.suite == "none" or (folder / (config.records or EARLIER)).is_dir()
    ):
        suite = PytestSuite(root=folder, tests=(), folders=())
    return None if suite is None else InstalledTests(suite, config.test_requirements)


def prefix_of(side: Installed) -> Path:
    """Of its environment."""
    return side.python.parent.parent


@contextmanager
def _room_for(slot: Any) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        what = f"{error.filename or slot._path}: {error.strerror or error}"
        raise ToolError(what, ROOM) from error


def records_beside(results: Path, folder: Path) -> Path:
    """asv takes every *.json below its results for one of its own, so never below them; unless
    somebody has records there from before."""
    earlier = folder / EARLIER
    if earlier.is_dir():
        return earlier
    inside = results.is_relative_to(folder.resolve()) and results.parent != folder.resolve()
    return results.parent / RECORDS[0] if inside else folder / RECORDS[1]


class Project:
    """What every verb needs of the outside. `config` may be exchanged; all else stays the same, the
    warnings about records with it."""

    def __init__(self, folder: Path, config: Config, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        self.work = folder / WORK
        self.asv = AsvProject(folder, self.work, declared_tests(folder, config))
        records = config.records or str(records_beside(self.asv.results, folder))
        self.config = replace(config, records=records)
        self.git = Git(self.asv.repository)
        self.machine: Machine = this_machine(config.machine or machine_name())
        self.records = Records(folder / records)
        self.brought = Brought(self.work / BROUGHT, self.machine)
        self.asv.apart = self.written

    def configured(self, config: Config) -> Self:
        """The same project under other settings, opened no second time."""
        other = copy.copy(self)
        other.config = config
        return other

    def in_each_environment(self) -> list[Self]:
        """This one; with `-E all` one for each of asv's environments."""
        if self.config.environment != "all":
            return [self]
        names = [environment.name for environment in self.asv.environments("a")]
        return [self.configured(replace(self.config, environment=name)) for name in names]

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """One at a time, with room to work in."""
        files.check_room(self.work)
        if files.home() is None:  # pip and virtualenv give up where there is none
            os.environ["HOME"] = str(self.work.resolve())
        files.ignored_by_git(self.work)
        with files.locked(self.work / "lock"):
            scratch.sweep()
            for folder in (self.records.folder, self.asv.results):
                scratch.sweep_unfinished(folder)
            yield

    @property
    def written(self) -> tuple[Path, ...]:
        """Folders that measuring itself changes."""
        return self.asv.results, self.asv.html, self.records.folder

    def writes_asv_results(self) -> bool:
        """What git tracks belongs to somebody, who decides when it changes."""
        if self.config.asv_results != "auto":
            return self.config.asv_results == "always"
        return not Git(self.folder).tracks(self.asv.results)

    def commits(self, base: str, head: str, ignore_dirty: bool) -> tuple[Commit, Commit]:
        both = self.git.commit(base), self.git.commit(head)
        changed = self.git.changed_files(but=self.written)
        if changed and not ignore_dirty and both[1] == self.git.commit("HEAD"):
            raise DirtyTree(changed)
        return both

    def slots(self, commits: Sequence[Commit]) -> list[Any]:
        """One for each; the base stays where it is."""
        slots = [self.asv.environment(name, self.config.environment) for name in "ab"]
        if len(commits) == 2 and slots[1].installed_commit_hash == commits[0].hash:
            slots.reverse()
        return slots[: len(commits)]

    def aside(self, folder: Path) -> Self:
        """The same project, that keeps what it measures in a folder which goes again, and of which
        asv hears nothing."""
        other = self.configured(replace(self.config, asv_results="never", records=str(folder)))
        other.records = Records(folder)
        return other

    def install(self, commits: Sequence[Commit]) -> list[Installed]:
        """Each commit in a slot of its own; a slot that has it already is used again."""
        slots = self.slots(commits)
        self._made(slots)
        installed = []
        for commit, slot in zip(commits, slots, strict=False):
            if slot.installed_commit_hash != commit.hash:
                self.progress.step(f"building   {commit.short} {commit.subject[:50]}")
            installed.append(self._installed(slot, commit))
        return installed

    def _installed(self, slot: Any, commit: Commit) -> Installed:
        """Sealed, if anything was written."""
        there = slot.installed_commit_hash == commit.hash
        if not there:
            self.brought.give(slot, commit.hash)
        with _room_for(slot):
            side = self.asv.install(slot, commit)
        if not there:
            seals.seal(side.python)
        return replace(side, protected=(prefix_of(side), *self._protected))

    def built(self, commit: Commit) -> tuple[str, Wheel | None]:
        """The wheel of a commit, and for which environment; nothing is installed."""
        slot = self.asv.environment("build", self.config.environment)
        self.progress.step(f"building   {commit.short} {commit.subject[:50]}")
        with _room_for(slot):
            return slot.name, self.asv.build(slot, commit)

    @property
    def _protected(self) -> tuple[Path, ...]:
        """Environments, builds, what was measured, and every repository with hooks or objects of
        this project."""
        repositories = dict.fromkeys((*folders_of(self.asv.repository), *folders_of(self.folder)))
        return self.work, self.records.folder, self.asv.results, *repositories

    def verified(
        self, sides: Sequence[Installed]
    ) -> tuple[list[Installed], list[seals.Seal], list[str]]:
        """As they were left after installing, and what had to be installed anew for that."""
        found = [seals.sealed(prefix_of(side)) for side in sides]
        harmed = [each for each in found if not seals.as_left(each)]
        if not harmed:
            return list(sides), found, []
        for each in harmed:
            shutil.rmtree(each.prefix)
        anew = self.install([side.commit for side in sides])
        told = f"{len(harmed)} of {len(sides)} environments were not as they were left: made anew"
        return anew, [seals.sealed(prefix_of(side)) for side in anew], [told]

    def _made(self, slots: Sequence[Any]) -> None:
        if environments.missing(slots):
            self.progress.step("preparing  environments")
        self.asv.make(slots)

    def install_beside(
        self, purpose: str, sides: Sequence[Installed], python: str = "", **extra: str
    ) -> list[Installed]:
        """The same commits in environments of their own, for what is never timed."""
        name = environments.of_python(python) if python else self.config.environment
        slots = [self.asv.environment(f"{purpose}-{s}", name, extra) for s in "ab"[: len(sides)]]
        commits = [side.commit for side in sides]
        if len(slots) == 2 and slots[1].installed_commit_hash == commits[0].hash:
            slots.reverse()
        self.progress.step(f"preparing  an environment for {purpose}")
        for slot in slots:
            prefix = Path(slot._path)
            if prefix.is_dir() and not seals.as_left(seals.sealed(prefix)):
                shutil.rmtree(prefix)
        self.asv.make(slots)
        for slot in slots:
            for side in sides:
                if side.wheel is not None:
                    environments.given(slot, side.commit.hash, side.wheel.path)
        return [self._installed(s, c) for s, c in zip(slots, commits, strict=True)]

    def name_of(self, path: Path) -> str:
        """As a reader in the project's folder would type it."""
        inside = path.is_relative_to(self.folder)
        return str(path.relative_to(self.folder) if inside else path)

    def branch(self) -> str:
        """The line of history that is followed: asv's first branch."""
        names = [name for name in self.asv.conf.branches if name]
        return str(names[0]) if names else "HEAD"

    def suite_digest(self) -> str:
        return digest_of(self.asv.source)
