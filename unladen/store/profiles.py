"""results/profiles -> anatomies that were saved, found again; a file that does not fit is named."""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from unladen.model.anatomy import Anatomy, Function, Memory, Share, Split
from unladen.store.project import World
from unladen.store.records import safe_name

MAX_BYTES = 1 << 27
RAW = ("-scalene.json", "-scalene-memory.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One anatomy on disk."""

    path: Path
    machine: str
    commit: str
    """The first twelve letters of its hash."""

    @property
    def stamp(self) -> str:
        told = self.path.stat()
        return f"{self.path.name} {told.st_mtime_ns} {told.st_size}"


@dataclass(slots=True)
class Profiles:
    """All of a project, by machine's folder and commit."""

    folder: Path
    left_out: list[tuple[str, str]] = field(default_factory=list)
    _known: dict[tuple[str, str], list[Profile]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path in sorted(self.folder.glob("*/*.json.gz")):
            commit, dash, _ = path.name.partition("-")
            if dash and len(commit) == 12:
                found = Profile(path=path, machine=path.parent.name, commit=commit)
                self._known.setdefault((found.machine, commit), []).append(found)

    def all(self) -> list[Profile]:
        return [profile for found in self._known.values() for profile in found]

    def of(self, machine: str, commit: str) -> list[Profile]:
        """Folders are named after machines, as far as a folder may be."""
        return self._known.get((safe_name(machine), commit[:12]), [])

    def anatomies(self, machine: str, commit: str) -> dict[str, Anatomy]:
        """By benchmark."""
        found = (self.load(profile) for profile in self.of(machine, commit))
        return {anatomy.benchmark: anatomy for anatomy in found if anatomy is not None}

    def load(self, profile: Profile) -> Anatomy | None:
        try:
            with gzip.open(profile.path) as file:
                content = file.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise ValueError("too large")
            return anatomy_of(json.loads(content))
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.left_out.append((str(profile.path), f"{type(error).__name__} {error}"[:200]))
            return None


def profiles_of(world: World) -> Profiles:
    return Profiles(world.folder / "results" / "profiles")


def anatomy_of(told: Mapping[str, Any]) -> Anatomy:
    if told["schema"] != 1:
        raise ValueError(f"schema {told['schema']}")
    fields = {name: told[name] for name in Anatomy.__dataclass_fields__ if name in told}
    fields["functions"] = {key: _function(each) for key, each in told["functions"].items()}
    fields["shares"] = {key: Share(**each) for key, each in told["shares"].items()}
    fields["splits"] = {key: Split(**each) for key, each in told["splits"].items()}
    fields["memory"] = {key: Memory(**each) for key, each in told["memory"].items()}
    for name in ("ran", "missed"):
        fields[name] = {file: _lines(lines) for file, lines in told[name].items()}
    fields["notes"] = tuple(told["notes"])
    return Anatomy(**fields)


def _function(told: Mapping[str, Any]) -> Function:
    return Function(**{**told, "calls": frozenset(told["calls"])})


def _lines(told: Sequence[int]) -> frozenset[int]:
    return frozenset(int(line) for line in told)


LANES = ("calls", "handled", "instructions", "splits", "memory", "ran", "missed")


def with_earlier(path: Path, new: Anatomy) -> Anatomy:
    """What an earlier look at the same commit found stays, where this one did not look."""
    if not path.is_file():
        return new
    old = Profiles(path.parent.parent).load(Profile(path=path, machine="", commit=""))
    if old is None or old.benchmark != new.benchmark:
        return new
    kept: dict[str, Any] = {
        lane: getattr(old, lane) for lane in LANES if getattr(old, lane) and not getattr(new, lane)
    }
    if old.shares and not new.shares:
        kept |= {name: getattr(old, name) for name in ("shares", "stacks", "unseen")}
    return replace(new, functions={**old.functions, **new.functions}, **kept)
