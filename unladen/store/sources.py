"""what functions look like -> kept once for each content of a file, for all commits and benchmarks.

A profile names the files' digests. What is read is held to its name, so that no profile can be told
of functions that were never in it.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from unladen.model.anatomy import Function
from unladen.tools import files
from unladen.tools.foreign import bounded_bytes, bounded_gzip, bounded_json, reason_of

FOLDER = "functions"
DIGEST = re.compile(r"[0-9a-f]{32}")
MAX_BYTES = 1 << 24
"""Of the functions of one file."""


def kept_apart(functions: Mapping[str, Function], folder: Path) -> dict[str, str]:
    """Written where they were not yet; by file, under which digest. Only those whose text is known:
    others are no more than their names."""
    by_file: dict[str, dict[str, Any]] = {}
    for key, function in functions.items():
        if function.body:
            by_file.setdefault(key.partition(":")[0], {})[key] = asdict(function)
    return {file: _kept(each, folder) for file, each in sorted(by_file.items())}


def _kept(functions: Mapping[str, Any], folder: Path) -> str:
    text = json.dumps(functions, default=sorted, sort_keys=True).encode()
    digest = hashlib.sha256(text).hexdigest()[:32]
    path = place_of_source(folder, digest)
    if not path.is_file():
        files.replace_bytes(path, gzip.compress(text, mtime=0))
    return digest


def brought_back(sources: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """All functions of these files, as JSON has them."""
    found: dict[str, Any] = {}
    for digest in sources.values():
        found |= _read(folder, digest)
    return found


@lru_cache(maxsize=4096)
def _read(folder: Path, digest: str) -> dict[str, Any]:
    path = place_of_source(folder, digest)
    try:
        content = bounded_gzip(bounded_bytes(path, MAX_BYTES), MAX_BYTES)
    except (OSError, ValueError) as error:
        raise ValueError(f"{FOLDER}/{path.name}: {reason_of(error)}") from None
    if hashlib.sha256(content).hexdigest()[:32] != digest:
        raise ValueError(f"{FOLDER}/{path.name} is not what its name says")
    told = bounded_json(content, MAX_BYTES)
    assert isinstance(told, dict)
    return told


def place_of_source(folder: Path, digest: str) -> Path:
    if not DIGEST.fullmatch(digest):
        raise ValueError(f"{digest[:40]!r} is no digest of functions")
    return folder / FOLDER / f"{digest}.json.gz"
