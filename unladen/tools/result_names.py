"""Which names and contents a file of results can have; no disk is looked at.

The limits are generous: they are hundreds of times what is measured in this repository.
"""

import contextlib
import re
import unicodedata
from collections.abc import Iterator

from unladen.tools import foreign
from unladen.tools.scratch import UNFINISHED

KINDS = (".json", ".json.gz", ".json.raw.gz", ".txt.gz")
"""Endings of the files that are results: records and asv's files; profiles and the functions that
they show; raw profiles by scalene; stacks that py-spy sampled. Nothing else is kept or brought."""
NO_RESULT = re.compile(rf"(\.damaged\d*|{re.escape(UNFINISHED)})\Z")
"""Endings of files that lie beside results, and that older versions kept: they are passed over."""
MOST_DEPTH = 16
MOST_PARTS = 64
"""A path with more parts is no name of a result."""
LONGEST_NAME, LONGEST_PART = 1000, 255
EACH_BYTES = 64 * foreign.MEGABYTE
"""The largest file: 430 times the largest one that this repository has (148,154 bytes)."""
ALL_BYTES = 2048 * foreign.MEGABYTE
"""All files together: twice the results of seven projects that publish theirs (docs/site.md)."""
MOST_FILES = 500_000
EXPANDED_BYTES = 128 * foreign.MEGABYTE
"""The largest file when it is expanded; readers of profiles stop there, too."""
SMALL_BYTES, MOST_RATIO = 1 << 16, 200
"""A larger expanded file may be so many times as large as the compressed one. Here it is 14."""
NO_NUMBERS = re.compile(rb"(?<=[\[,:\s])-?(?:NaN|Infinity)(?=[\],}\s])")
"""Numbers that asv writes and that are no JSON."""


class RefusedFile(ValueError):
    """A file that cannot be a result, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{foreign.shortened(name, 100)!r}: {why}")
        self.name = name


def check_sizes(name: str, size: int, all_: int = 0) -> None:
    """RefusedFile if a file is too large, or all files up to it are."""
    if size > EACH_BYTES:
        raise RefusedFile(name, f"it has more than {EACH_BYTES:,} bytes")
    if all_ > ALL_BYTES:
        raise RefusedFile(name, f"all files up to it have more than {ALL_BYTES:,} bytes")


def check_content(name: str, content: bytes) -> None:
    """RefusedFile unless it holds what its name says: JSON, or a compressed file within bounds."""
    check_sizes(name, len(content))
    with _refusing(name):
        if not content:
            raise ValueError("it is empty")
        if name.endswith(".gz"):
            most = min(EXPANDED_BYTES, SMALL_BYTES + MOST_RATIO * len(content))
            content = foreign.bounded_gzip(content, most)
        if name.endswith((".json", ".json.gz")):
            _check_json(content)


def _check_json(content: bytes) -> None:
    """No value is made of it: ten bytes of JSON can become a thousand in memory."""
    import msgspec

    content.decode("utf-8")
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except msgspec.DecodeError:
        msgspec.json.decode(NO_NUMBERS.sub(b"null", content), type=msgspec.Raw)


@contextlib.contextmanager
def _refusing(name: str) -> Iterator[None]:
    try:
        yield
    except (ValueError, RecursionError, MemoryError) as error:
        raise RefusedFile(name, foreign.reason_of(error)) from None


def why_no_name(name: str) -> str | None:
    """Why a file from elsewhere cannot have this name below a folder of ours; None if it can.

    Not printable are the characters that some file systems ignore in a name, too.
    """
    if not name.isprintable():
        return "its name has characters that cannot be printed"
    if len(name.encode()) > LONGEST_NAME:
        return f"its name has more than {LONGEST_NAME} bytes"
    parts = name.split("/")
    if len(parts) > MOST_DEPTH:
        return f"it is more than {MOST_DEPTH} folders deep"
    if any(len(part.encode()) > LONGEST_PART for part in parts):
        return f"a part of its name has more than {LONGEST_PART} bytes"
    return None if is_plain_path(name) else "its name is no plain path, or one of git's own"


def is_plain_path(name: str) -> bool:
    """Whether it leads below a folder, not into git's own there, and not absurdly deep."""
    parts = name.split("/")
    wrong = any(part in ("", ".", "..") or _is_git(part) for part in parts)
    return not wrong and len(parts) <= MOST_PARTS


def _is_git(part: str) -> bool:
    """Also as Windows and macOS read it: `.GIT `, `git~1`, `.git::$DATA`. git refuses them, too."""
    plain = unicodedata.normalize("NFKC", part).casefold()
    return any(each.rstrip(" .") in (".git", "git~1") for each in re.split(r"[:\\]", plain))
