"""a build x a suite -> what is in the suite, as it was found before.

To import a suite may take minutes, and where no code differs that is all that a gate would do.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from unladen.model import Benchmark
from unladen.store.fields import decoded
from unladen.store.project import Project
from unladen.tools import files
from unladen.tools.asv import Installed
from unladen.tools.foreign import UNREADABLE, bounded_bytes, bounded_json

KEPT = 20
"""Files; the oldest go first."""
FORMAT = 1
MOST_BYTES = 1 << 26


def keep(project: Project, side: Installed, benchmarks: Sequence[Benchmark]) -> None:
    """Whoever cannot write them finds them again the long way."""
    path = _path(project, side)
    if path is None or path.exists():
        return
    rows = [{**_row(each), "kind": each.kind.value} for each in benchmarks]
    try:
        files.replace(path, json.dumps({"format": FORMAT, "benchmarks": rows}))
        known = sorted(path.parent.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for old in known[:-KEPT]:
            old.unlink()
    except OSError:
        return


def kept(project: Project, sides: Sequence[Installed]) -> dict[str, Benchmark] | None:
    """Of the last side that has been seen; None if none has. Only for sides that run the same."""
    for side in reversed(sides):
        path = _path(project, side)
        if path is None or not path.is_file():
            continue
        try:
            told = bounded_json(bounded_bytes(path, MOST_BYTES), MOST_BYTES)
            return {each.id: each for each in _read(told)}
        except (*UNREADABLE, MemoryError, OSError):
            path.unlink(missing_ok=True)  # a cache of what can be found again
    return None


def _read(told: dict[str, object]) -> Iterator[Benchmark]:
    rows = told["benchmarks"]
    if told["format"] != FORMAT or not isinstance(rows, list) or not rows:
        raise ValueError("another format")
    yield from decoded(list[Benchmark], rows)


def _row(benchmark: Benchmark) -> dict[str, object]:
    return {name: getattr(benchmark, name) for name in Benchmark.__dataclass_fields__}


def _path(project: Project, side: Installed) -> Path | None:
    """Named after all that the list depends on."""
    if side.wheel is None:
        return None
    what = f"{side.wheel.digest} {project.suite_digest()} {side.environment}"
    return project.work / "suites" / f"{hashlib.sha256(what.encode()).hexdigest()}.json"
