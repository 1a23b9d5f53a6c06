"""results/profiles -> anatomies that were saved, found again; a file that does not fit is named."""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from unladen.errors import NewerFile
from unladen.model import Commit
from unladen.model.anatomy import Anatomy, Function, Memory, Share, Split
from unladen.model.lanes import LANES
from unladen.store.fields import decoded, known, same_schema
from unladen.store.project import Project
from unladen.store.records import safe_name
from unladen.store.sources import brought_back, kept_apart, place_of_source
from unladen.tools import files
from unladen.tools.foreign import (
    UNREADABLE,
    bounded_bytes,
    bounded_gzip,
    bounded_json,
    reason_of,
)

MAX_BYTES = 1 << 27
LARGEST = 1e18
SCHEMA = 2
"""1 had what functions look like in each profile."""
MAX_NAME = 60


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

    @property
    def changed(self) -> int:
        return self.path.stat().st_mtime_ns


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

    def benchmarks(self, machine: str, environment: str) -> set[str]:
        """That were taken apart at the commit that was looked at last."""
        mine = [each for each in self.all() if each.machine == safe_name(machine)]
        last = max(mine, key=lambda each: each.changed, default=None)
        return set(self.anatomies(machine, last.commit, environment)) if last else set()

    def anatomies(self, machine: str, commit: str, environment: str | None) -> dict[str, Anatomy]:
        """By benchmark; where several know one, that which says in which environment it was. None:
        whatever the environment."""
        found = [self.load(profile) for profile in self.of(machine, commit)]
        wanted = {"", environment}
        here = [one for one in found if one and (environment is None or one.environment in wanted)]
        ordered = sorted(here, key=lambda one: bool(one.environment))
        return {anatomy.benchmark: anatomy for anatomy in ordered}

    def load(self, profile: Profile) -> Anatomy | None:
        """None where it cannot be read, which is among what is left out."""
        try:
            return read(profile.path)
        except NewerFile as error:
            self.left_out.append((str(profile.path), error.what))
        except (*UNREADABLE, MemoryError, OSError) as error:
            self.left_out.append((str(profile.path), reason_of(error)))
        return None


def folder_of(project: Project) -> Path:
    """Beside the records, under a name that tells as much as theirs."""
    earlier = project.folder / "results" / "profiles"
    records = project.records.folder
    named = records.name.replace("records", "profiles")
    name = named if named != records.name else f"{named}-profiles"
    return earlier if earlier.is_dir() else records.with_name(name)


def result_folders(project: Project) -> list[Path]:
    """Of records, profiles and asv's results, as settings name them. A link among them is left for
    whoever opens them to find; only the project's own folder may be reached by one."""
    asv = project.folder / str(project.asv.conf.results_dir)
    top, folders = project.folder.resolve(), (project.records.folder, folder_of(project), asv)
    return [
        top / each.relative_to(project.folder) if each.is_relative_to(project.folder) else each
        for each in folders
    ]


def profiles_of(project: Project) -> Profiles:
    return Profiles(folder_of(project))


def read(path: Path) -> Anatomy:
    value = _value(path)
    if isinstance(value, dict) and isinstance(value.get("sources"), dict):
        functions = brought_back(value.pop("sources"), path.parent)
        value["functions"] = {**functions, **value["functions"]}
    return anatomy_of(value)


def needed_by(path: Path) -> list[Path]:
    """Other files that a profile cannot be read without; of what is no profile, none."""
    try:
        sources = _value(path)["sources"]
        return [place_of_source(path.parent, digest) for digest in sources.values()]
    except (*UNREADABLE, OSError):
        return []


def _value(path: Path) -> Any:
    content = bounded_gzip(bounded_bytes(path, MAX_BYTES), MAX_BYTES)
    return bounded_json(content, MAX_BYTES)


def anatomy_of(value: Mapping[str, Any]) -> Anatomy:
    same_schema(value, SCHEMA)
    content = known(Anatomy, value, "schema")
    parts = (("functions", Function), ("shares", Share), ("splits", Split), ("memory", Memory))
    for name, kind in parts:
        for each in content[name].values():
            known(kind, each)
    _check(content)
    return decoded(Anatomy, content)


def _check(value: object) -> None:
    """What no type says: numbers that can be counted with."""
    if isinstance(value, dict):
        for each in value.values():
            _check(each)
    elif isinstance(value, (int, float)) and not -LARGEST < value < LARGEST:
        raise ValueError(f"{str(value)[:40]} is no measure of anything")


def file_name(benchmark: str) -> str:
    """Readable, and another one for every id: what is cut off or replaced is in the digest."""
    plain = re.sub(r"[^\w.-]", "_", benchmark, flags=re.ASCII)
    if plain == benchmark and len(plain) <= MAX_NAME:
        return plain
    return f"{plain[:MAX_NAME]}-{hashlib.sha256(benchmark.encode()).hexdigest()[:8]}"


def place_of(project: Project, commit: Commit, benchmark: str, environment: str = "") -> Path:
    """Without its ending: raw profiles lie beside it. Without an environment: how those of all
    begin."""
    folder = folder_of(project) / safe_name(project.machine.name)
    place = folder / f"{commit.hash[:12]}-{file_name(benchmark)}"
    if not environment:
        return place
    return place.with_name(f"{place.name}-{hashlib.sha256(environment.encode()).hexdigest()[:8]}")


def is_there(project: Project, commit: Commit, benchmark: str, environment: str) -> bool:
    """In a file of before, too."""
    places = (place_of(project, commit, benchmark, each) for each in (environment, ""))
    return any(place.with_name(f"{place.name}.json.gz").is_file() for place in places)


def save(project: Project, commit: Commit, anatomy: Anatomy) -> Path:
    """Every function, not the first few: raw enough to ask other questions of it later (I20)."""
    place = place_of(project, commit, anatomy.benchmark, anatomy.environment)
    path = place.with_name(f"{place.name}.json.gz")
    with files.one_writer(path.parent):
        whole = with_earlier(path, anatomy)
        sources = kept_apart(whole.functions, path.parent)
        rest = {key: each for key, each in whole.functions.items() if not each.body}
        value = {"schema": SCHEMA, **asdict(replace(whole, functions=rest)), "sources": sources}
        text = json.dumps(value, default=sorted, sort_keys=True)
        files.replace_bytes(path, gzip.compress(text.encode(), mtime=0))
    return path


def with_earlier(path: Path, new: Anatomy) -> Anatomy:
    """What an earlier look at the same commit found stays, where this one did not look. A profile
    of a newer unladen is not written over: that is an error."""
    if not path.is_file():
        return new
    try:
        old = read(path)
    except NewerFile as error:
        raise NewerFile(f"{path}: {error.what}") from None
    except (*UNREADABLE, OSError):
        return new
    if old.benchmark != new.benchmark:
        return new
    kept: dict[str, Any] = {}
    for lane in LANES:
        if not getattr(new, lane.yields[0]):
            kept |= {name: getattr(old, name) for name in lane.yields}
    return replace(new, functions={**old.functions, **new.functions}, **kept)
