"""Workload <-> a frozen, hashed file.

A workload says exactly what is evaluated: which candidates, on which tasks, of which data set, with
a digest of each. It is written once and never made anew by a run: two runs of one workload did the
same work (I01). The format is one JSON object a line, a header and then a line for each task.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arc_solver_phase1.errors import SolverError
from arc_solver_phase1.files import replace_file

FORMAT = "arc-solver workload"
VERSION = 1
MAX_BYTES = 1 << 28


class WorkloadError(SolverError):
    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            f"{path}: {what}", "arc-solver generate makes a new one; git restores an old one"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A program in canonical form; the id is the beginning of its content hash."""

    id: str
    origin: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The unit of evaluation: one task and its candidates."""

    task: str
    digest: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    name: str
    seed: int
    data: str
    split: str
    library: str
    items: tuple[Item, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self._text(None).encode()).hexdigest()

    @property
    def asked(self) -> int:
        """How many candidates a run of this workload must account for."""
        return sum(len(item.candidates) for item in self.items)

    def first(self, count: int) -> "Workload":
        """The same with its first tasks only: another workload, with a digest of its own."""
        return replace(self, items=self.items[:count])

    def _text(self, digest: str | None) -> str:
        header: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "seed": self.seed,
            "data": self.data,
            "split": self.split,
            "library": self.library,
            "tasks": len(self.items),
            "candidates": self.asked,
        }
        if digest is not None:
            header["sha256"] = digest
        return "".join(f"{_line(part)}\n" for part in (header, *map(_item_json, self.items)))

    def save(self, path: Path) -> None:
        replace_file(path, self._text(self.digest))


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _item_json(item: Item) -> dict[str, Any]:
    candidates = [{"id": c.id, "origin": c.origin, "text": c.text} for c in item.candidates]
    return {"task": item.task, "digest": item.digest, "candidates": candidates}


def load_workload(path: Path) -> Workload:
    """Read, check and verify: a file that was changed after it was frozen is refused."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise WorkloadError(path, f"larger than {MAX_BYTES >> 20} MB")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise WorkloadError(path, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise WorkloadError(path, "is not UTF-8 text") from error
    try:
        header, *lines = _objects(path, text)
        workload = _workload(header, lines)
        wanted = header["sha256"]
    except (KeyError, TypeError, ValueError) as error:
        what = f"not a workload: {type(error).__name__}: {error}"
        raise WorkloadError(path, what) from error
    if workload.digest != wanted:
        raise WorkloadError(path, f"changed after it was frozen: sha256 is not {wanted}")
    return workload


def _objects(path: Path, text: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise WorkloadError(path, f"line {number} is not JSON: {error}") from error
        if not isinstance(value, dict):
            raise WorkloadError(path, f"line {number} is not an object")
        yield value
    if not text:
        raise WorkloadError(path, "the file is empty")


def _workload(header: Mapping[str, Any], lines: list[dict[str, Any]]) -> Workload:
    if (header["format"], header["version"]) != (FORMAT, VERSION):
        raise ValueError(f"format {header['format']!r}, version {header['version']!r}")
    _refuse_doubles([_str(line["task"]) for line in lines], "task")
    for line in lines:
        _refuse_doubles([_str(c["id"]) for c in line["candidates"]], f"candidate of {line['task']}")
    return Workload(
        name=_str(header["name"]),
        seed=_int(header["seed"]),
        data=_str(header["data"]),
        split=_str(header["split"]),
        library=_str(header["library"]),
        items=tuple(
            Item(
                task=_str(line["task"]),
                digest=_str(line["digest"]),
                candidates=tuple(
                    Candidate(id=_str(c["id"]), origin=_str(c["origin"]), text=_str(c["text"]))
                    for c in line["candidates"]
                ),
            )
            for line in lines
        ),
    )


def _refuse_doubles(names: list[str], what: str) -> None:
    """Results are kept by name: of two with one name, one would be counted twice."""
    if not names:
        raise ValueError(f"there is no {what}")
    if len(set(names)) < len(names):
        raise ValueError(f"a {what} occurs twice")


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    value.encode("utf-8")  # half of a surrogate pair could not be written again
    return value
