"""files of another machine -> the results here: merged with what there is, or refused whole.

What is measured elsewhere comes from machines that run anybody's code: names are checked and files
are decoded before any of them is kept (see tools/result_files.py).
"""

import json
from collections.abc import Mapping

from unladen.errors import NewerFile, ToolError
from unladen.model import Record
from unladen.store.fields import json_of
from unladen.store.records import Records, record_from_json
from unladen.tools import files, foreign
from unladen.tools.foreign import UNREADABLE
from unladen.tools.nofollow import content_in, folder_of_file, put
from unladen.tools.result_files import ResultFolders
from unladen.tools.result_names import RefusedFile, check_content, check_sizes

RECORD_KEYS = frozenset({"commit", "machine", "environment", "measurements"})
AGAIN = "install the same unladen on all machines, and give the same command again"


def merged(folders: ResultFolders, found: Mapping[str, bytes], source: str) -> list[str]:
    """Warnings about single files here that could not be merged with. If one of those that were
    found can be no result, ToolError: then nothing is written."""
    with foreign.reading(source, AGAIN):
        try:
            records = _checked(folders, found)
        except RefusedFile as error:
            what = f"{source}: nothing was taken, because of {error}"
            raise ToolError(what, AGAIN) from None
    warnings: list[str] = []
    for name, content in sorted(found.items()):
        try:
            _merge(folders, name, content, records.get(name), warnings)
        except (NewerFile, RefusedFile) as error:
            warnings.append(f"{name[:100]}: {error}"[:300])
    return warnings


def _checked(folders: ResultFolders, found: Mapping[str, bytes]) -> dict[str, Record]:
    """The records among these files, each under the name that it has here, too."""
    folders.check(found)
    folders.check_places(found)
    records: dict[str, Record] = {}
    bytes_ = 0
    for name, content in found.items():
        bytes_ += len(content)
        check_sizes(name, len(content), bytes_)
        check_content(name, content)
        told = json_of(content) if name.endswith(".json") else None
        if isinstance(told, dict) and told.keys() >= RECORD_KEYS:
            records[name] = _record(folders, name, told)
    return records


def _record(folders: ResultFolders, name: str, told: dict[str, object]) -> Record:
    try:
        record = record_from_json(told)
    except (NewerFile, *UNREADABLE) as error:
        raise RefusedFile(name, foreign.reason_of(error)) from None
    path = folders.top / name
    where = record.commit.hash, record.machine.name, record.environment.name
    if Records(path.parent.parent).path(*where) != path:
        raise RefusedFile(name, "it is a record under another one's name")
    return record


def _merge(
    folders: ResultFolders,
    name: str,
    content: bytes,
    record: Record | None,
    warnings: list[str],
) -> None:
    with folder_of_file(folders.top, name, made=[]) as (folder, last):
        files.hold(folder)
        here = content_in(folder, last, name)
        if record is not None:
            path = folders.top / name
            records = Records(path.parent.parent)
            content = records.with_earlier(path, record).encode()
            warnings += records.warnings
        elif here is not None and name.endswith(".json"):
            content = _beside(last, here, content)
        if content != here:
            put(folder, last, content)


def _beside(last: str, here: bytes, content: bytes) -> bytes:
    """A file of asv's holds a commit's benchmarks, or all of a suite: those that only the file here
    has stay in it."""
    told = json_of(content)
    try:
        known = json_of(here)
    except (ValueError, RecursionError):
        return content
    if not isinstance(known, dict) or not isinstance(told, dict):
        return content
    columns = known.get("result_columns")
    if columns is None and last == "benchmarks.json":
        return json.dumps({**known, **told}).encode()
    if columns is None or columns != told.get("result_columns"):
        return content
    return json.dumps({**told, **_both(known, told)}).encode()


def _both(known: Mapping[str, object], told: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in ("results", "durations"):
        parts = [each for each in (known.get(name), told.get(name)) if isinstance(each, dict)]
        found[name] = {key: value for each in parts for key, value in each.items()}
    return found
