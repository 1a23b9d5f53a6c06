"""files of another machine -> the results here: added to what there is, whole or not at all.

What is measured elsewhere comes from machines that run anybody's code: a file is decoded before it
is kept, and its name must be one that it could have had here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from unladen.errors import NewerFile
from unladen.store.fields import json_of
from unladen.store.records import UNREADABLE, Records, record_from_json
from unladen.tools import files

PLAIN = re.compile(r"[\w.+,=@()\[\] -]{1,200}")
MOST_DEPTH = 8
RECORD_KEYS = frozenset({"commit", "machine", "environment", "measurements"})


def merged(folder: Path, results: Sequence[str], found: Mapping[str, bytes]) -> list[str]:
    """Only below the folders of results; what of it was not taken, and why."""
    refused = []
    for name, content in sorted(found.items()):
        inside = any(PurePosixPath(name).is_relative_to(each) for each in results)
        why = _taken(folder, name, content) if inside else "it is outside of the results"
        if why:
            refused.append(f"{name[:100]}: {why}"[:300])
    return refused


def _taken(folder: Path, name: str, content: bytes) -> str:
    path = PurePosixPath(name)
    fine = not path.is_absolute() and ".." not in path.parts and len(path.parts) <= MOST_DEPTH
    if not fine or not all(PLAIN.fullmatch(part) for part in path.parts) or name.startswith("."):
        return "no name of a result"
    target = folder / path
    if path.suffix != ".json":
        files.replace_bytes(target, content)
        return ""
    try:
        told = json_of(content)
        if isinstance(told, dict) and told.keys() >= RECORD_KEYS:
            record = record_from_json(told)
            records = Records(target.parent.parent)
            if records.path(record.commit.hash, record.machine.name, record.environment.name) != (
                target
            ):
                return "a record under another one's name"
            records.save(record)
            return ""
    except (NewerFile, *UNREADABLE) as error:
        return f"{type(error).__name__} {error}"
    with files.one_writer(target.parent):
        files.replace_bytes(target, _beside(target, told, content))
    return ""


def _beside(target: Path, told: object, content: bytes) -> bytes:
    """A file of asv's holds a commit's benchmarks, or all of a suite: those that only the file here
    has stay in it."""
    try:
        here = json_of(target.read_bytes())
    except (OSError, ValueError):
        return content
    if not isinstance(here, dict) or not isinstance(told, dict):
        return content
    columns = here.get("result_columns")
    if columns is None and target.name == "benchmarks.json":
        return json.dumps({**here, **told}).encode()
    if columns is None or columns != told.get("result_columns"):
        return content
    both = {name: {**here.get(name, {}), **told.get(name, {})} for name in ("results", "durations")}
    return json.dumps({**told, **both}).encode()
