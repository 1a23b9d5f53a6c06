"""bytes of a file -> an ImportedFile: the kinds of files that are read, one row each."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError
from unladen.store.fields import json_of
from unladen.store.imports import (
    counts,
    github_action,
    google_benchmark,
    hyperfine,
    pyperf,
    pytest_benchmark,
)
from unladen.store.imports.results import ImportedFile, NotThisFormat
from unladen.tools.foreign import UNREADABLE, bounded_bytes, bounded_gzip, reason_of

MAX_BYTES = 1 << 28


@dataclass(frozen=True, slots=True)
class ImportFormat:
    name: str
    is_it: Callable[[Any], bool]
    read: Callable[[Any], ImportedFile]


FORMATS = (
    ImportFormat("pytest-benchmark", pytest_benchmark.is_it, pytest_benchmark.read),
    ImportFormat("pyperf", pyperf.is_it, pyperf.read),
    ImportFormat("google-benchmark", google_benchmark.is_it, google_benchmark.read),
    ImportFormat("hyperfine", hyperfine.is_it, hyperfine.read),
    ImportFormat("github-action-benchmark", github_action.is_it, github_action.read),
    ImportFormat("instructions", counts.is_it, counts.read),
)
"""The first that recognises a file reads it: those that look for more stand first."""
ASV = "asv"
NAMES = (ASV, *(each.name for each in FORMATS))


def file_of(path: Path) -> bytes:
    """Unpacked where its name says that it is packed, and never more than a bounded size."""
    try:
        content = bounded_bytes(path, MAX_BYTES)
        return bounded_gzip(content, MAX_BYTES) if path.suffix == ".gz" else content
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}", "ls -l tells more") from None
    except (ValueError, MemoryError) as error:
        raise NotThisFormat(reason_of(error)) from None


def read(content: bytes, name: str | None = None) -> tuple[ImportFormat, ImportedFile]:
    """`name` where the user says what it is."""
    try:
        value = json_of(github_action.without_script(content))
    except (*UNREADABLE, MemoryError) as error:
        raise NotThisFormat(f"it is no JSON: {reason_of(error)}") from None
    for each in FORMATS:
        if each.name == name or (name is None and each.is_it(value)):
            try:
                return each, each.read(value)
            except (*UNREADABLE, MemoryError) as error:
                what = f"it is not as {each.name} writes it: {reason_of(error)}"
                raise NotThisFormat(what) from None
    raise NotThisFormat("no tool that is known writes such a file")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
