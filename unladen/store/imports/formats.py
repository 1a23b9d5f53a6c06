"""bytes of a file -> an ImportedFile: the kinds of files that are read, one row each."""

import gzip
import hashlib
import io
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

MAX_BYTES = 1 << 28
UNREADABLE = (LookupError, ValueError, TypeError, RecursionError, AttributeError, ArithmeticError)


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
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}", "ls -l tells more") from None
    if path.suffix == ".gz":
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(MAX_BYTES + 1)
        except (OSError, EOFError) as error:
            raise NotThisFormat(f"it is no gzip file: {error}"[:200]) from None
    if len(content) > MAX_BYTES:
        raise NotThisFormat(f"it holds more than {MAX_BYTES >> 20} MB")
    return content


def read(content: bytes, name: str | None = None) -> tuple[ImportFormat, ImportedFile]:
    """`name` where the user says what it is."""
    try:
        value = json_of(github_action.without_script(content))
    except (ValueError, RecursionError) as error:
        raise NotThisFormat(f"it is no JSON: {error}"[:200]) from None
    for each in FORMATS:
        if each.name == name or (name is None and each.is_it(value)):
            try:
                return each, each.read(value)
            except UNREADABLE as error:
                raise NotThisFormat(f"it is not as {each.name} writes it: {error}"[:300]) from None
    raise NotThisFormat("no tool that is known writes such a file")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
