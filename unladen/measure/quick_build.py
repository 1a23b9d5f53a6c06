"""two commits that differ by edited lines of Python -> the build of one, made from the other's.

To build and install a wheel takes seconds, and of an extension minutes. Where every file that
differs is one that the other's wheel holds as it was committed, the new wheel is the old one with
these files exchanged, and so is what is installed. In any doubt it is built.
"""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.errors import DoesNotCompile
from unladen.judge.tests_used import is_test
from unladen.model import Commit
from unladen.store.project import Project
from unladen.tools import environments, files, seals
from unladen.tools.compiling import compiled, first_problem
from unladen.tools.scratch import scratch
from unladen.tools.wheels import COMPILED, Wheel
from unladen.tools.working_tree import changed_names, content_of

MAKES_CODE = ("build", "ffi", "setup", "gen")
"""In the name of a file that may write others while an extension is built."""


@dataclass(slots=True)
class QuickBuilds:
    """`known` are builds to begin with, the latest last."""

    project: Project
    known: list[tuple[Commit, Wheel]] = field(default_factory=list)

    def learn(self, commit: Commit, wheel: Wheel | None) -> None:
        if wheel is not None:
            self.known = [each for each in self.known if each[0] != commit][-3:]
            self.known.append((commit, wheel))

    def prepare(self, commits: Sequence[Commit]) -> None:
        """What can be had without a build is there when these are installed: of the first of them
        there is one, or it is made."""
        base = commits[0]
        if self.project.asv.wheel_of(self.project.slots(commits)[0], base) is None:
            self.project.install([base])
        slots = self.project.slots(commits)
        self.learn(base, self.project.asv.wheel_of(slots[0], base))
        for slot, commit in zip(slots, commits, strict=True):
            if not Path(slot._path).is_dir() or slot.installed_commit_hash == commit.hash:
                continue
            if self.project.asv.wheel_of(slot, commit) is None:
                self._derive(slot, commit)
            self._exchange(slot, commit)

    def _derive(self, slot: Any, commit: Commit) -> None:
        for before, wheel in reversed(self.known):
            edited = self._edited(before, wheel, commit)
            if edited is None:
                continue
            if problem := first_problem(self.project.asv.python_of(slot), edited):
                raise DoesNotCompile(problem)
            with scratch("wheel-") as folder:
                made = _exchanged(wheel, edited, folder)
                environments.keep_wheel(slot, commit.hash, made)
            return

    def _edited(self, before: Commit, wheel: Wheel, commit: Commit) -> dict[str, bytes] | None:
        """By name in the wheel; None where it has to be built."""
        git = self.project.git
        suite = self._suite_names()
        members = _members(wheel)
        edited: dict[str, bytes] = {}
        for how, name in changed_names(git, before.tree, commit.tree):
            if name in suite:
                continue
            member = _member_of(name, members)
            if member is None and is_test(name):
                continue
            if member is None or how != "M" or _may_make_code(member, members):
                return None
            if content_of(git, before.tree, name) != members[member]:
                return None
            edited[member] = content_of(git, commit.tree, name)
        return edited

    def _suite_names(self) -> frozenset[str]:
        """In the repository: both sides are measured by what lies there now."""
        top = Path(self.project.git.top()).resolve()
        inside = (path.resolve() for path in self.project.asv.source.files())
        return frozenset(
            path.relative_to(top).as_posix() for path in inside if path.is_relative_to(top)
        )

    def _exchange(self, slot: Any, commit: Commit) -> None:
        """In the environment: the files in which what is installed differs from what is to be."""
        asv = self.project.asv
        before, after = asv.wheel_of(slot, slot.installed_commit_hash), asv.wheel_of(slot, commit)
        if before is None or after is None:
            return
        differing = _differing(before, after)
        places = list(Path(slot._path).glob("lib/python*/site-packages"))
        if differing is None or len(places) != 1:
            return
        targets = {places[0] / name: content for name, content in differing.items()}
        old = _read(before, differing)
        as_told = zip(targets, old.values(), strict=True)
        if any(not target.is_file() or target.read_bytes() != was for target, was in as_told):
            return
        environments.installed_as(slot, None)
        for target, content in targets.items():
            files.replace_bytes(target, content)
            for stale in target.parent.glob(f"__pycache__/{target.stem}.*.pyc"):
                stale.unlink()
        python = asv.python_of(slot)
        compiled(python, list(targets))
        environments.installed_as(slot, commit.hash)
        seals.seal(python)


def _members(wheel: Wheel) -> dict[str, bytes]:
    """Sources whole, of others that they are there."""
    with zipfile.ZipFile(wheel.path) as archive:
        return {
            name: archive.read(name) if name.endswith(".py") else b"" for name in archive.namelist()
        }


def _member_of(name: str, members: Mapping[str, bytes]) -> str | None:
    """The longest end of a path in the repository that is one in the wheel."""
    if not name.endswith(".py"):
        return None
    parts = name.split("/")
    ends = ("/".join(parts[start:]) for start in range(len(parts)))
    return next((end for end in ends if end in members), None)


def _may_make_code(member: str, members: Mapping[str, bytes]) -> bool:
    """It is compiled itself, or may be run by a build that compiles."""
    compiled_ones = [name for name in members if name.endswith(COMPILED)]
    stem = member.removesuffix(".py")
    file = stem.rpartition("/")[2]
    return any(name.startswith(f"{stem}.") for name in compiled_ones) or (
        bool(compiled_ones) and any(word in file for word in MAKES_CODE)
    )


def _exchanged(wheel: Wheel, edited: Mapping[str, bytes], folder: Path) -> Path:
    """Not compressed: it is read a moment later."""
    made = folder / wheel.path.name
    with zipfile.ZipFile(wheel.path) as old, zipfile.ZipFile(made, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, edited.get(info.filename, old.read(info)))
    return made


def _differing(before: Wheel, after: Wheel) -> dict[str, bytes] | None:
    """Sources in `after` that are others in `before`; None where more than sources differs."""
    with zipfile.ZipFile(before.path) as old, zipfile.ZipFile(after.path) as new:
        was = {each.filename: (each.CRC, each.file_size) for each in old.infolist()}
        now = {each.filename: (each.CRC, each.file_size) for each in new.infolist()}
        names = [name for name in now if now[name] != was.get(name)]
        plain = all(name.endswith(".py") and ".data/" not in name for name in names)
        if was.keys() != now.keys() or not plain:
            return None
        return {name: new.read(name) for name in names}


def _read(wheel: Wheel, names: Mapping[str, bytes]) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel.path) as archive:
        return {name: archive.read(name) for name in names}
