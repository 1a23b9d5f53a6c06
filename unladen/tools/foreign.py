"""Read bytes that strangers wrote: archives, files, answers of servers.

Every failure to read them becomes an error that names the source and the next step. Nothing that
a stranger wrote may end as a traceback, exhaust the memory, or become a path.
"""

import gzip
import io
import json
import os
import stat
import struct
import tomllib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from unladen.errors import ToolError, UnladenError

LONGEST_DETAIL = 200
MEGABYTE = 1 << 20
LARGEST_NUMBER = 10**18
MOST_OF_TOML = 1 << 18
"""The largest known have about 100 kB, and tomllib needs a second for a megabyte."""
MOST_DOTS = 1000
"""tomllib needs quadratic time for a key of many parts."""
UNREADABLE = (
    *(ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, LookupError),
    *(RuntimeError, TypeError, ValueError, struct.error, zlib.error),
)
"""All that wrong content can raise, RecursionError included. A reader that sets a wrong file aside
catches these. MemoryError and OSError are not among them: the file may be right."""


@contextmanager
def reading(source: str, next_step: str, kind: type[UnladenError] = ToolError) -> Iterator[None]:
    """Turn any exception of the block into one error of unladen; errors of unladen pass.

    MemoryError and RecursionError are among them: a few bytes of a stranger can cause either.
    """
    try:
        yield
    except UnladenError:
        raise
    except Exception as error:
        raise kind(f"cannot read {shortened(source)}: {reason_of(error)}", next_step) from error


def reason_of(error: BaseException) -> str:
    """One short, printable line about an exception; its text may quote a stranger."""
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = shortened(str(error))
    name = type(error).__name__
    if not text:
        return name
    return text if type(error) is ValueError else f"{text} ({name})"


def shortened(text: str, most: int = LONGEST_DETAIL) -> str:
    """At most so many printable characters, on one line."""
    line = "".join(c if c.isprintable() else " " for c in text[: 4 * most])
    line = " ".join(line.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def bounded_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file, or ValueError if it is none or has more bytes than this.

    A named pipe would block the reader for ever, and a device has no end.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise ValueError("it is not a regular file")
    with os.fdopen(handle, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return content


def bounded_gzip(content: bytes, most: int) -> bytes:
    """The unpacked content, or ValueError if it is damaged or has more bytes than this."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            unpacked = file.read(most + 1)
    except Exception as error:
        # gzip raises its own errors, and those of zlib and struct.
        raise ValueError(f"it is not a valid gzip file: {reason_of(error)}") from error
    if len(unpacked) > most:
        raise ValueError(f"it unpacks to more than {most:,} bytes")
    return unpacked


def bounded_json(content: bytes, most: int) -> Any:
    """The value in a JSON text; ValueError if it is damaged, too deep or has too many bytes."""
    if len(content) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    try:
        return json.loads(content.decode("utf-8"))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def bounded_toml(text: str) -> dict[str, Any]:
    """The tables in a TOML text; ValueError if it is damaged, too deep or too long."""
    if len(text) > MOST_OF_TOML:
        raise ValueError(f"it has more than {MOST_OF_TOML:,} characters")
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError(f"it has a line with more than {MOST_DOTS:,} dots")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def toml_file(path: Path) -> dict[str, Any]:
    """The tables in a TOML file, or ValueError."""
    return bounded_toml(bounded_bytes(path, MOST_OF_TOML).decode("utf-8"))


def number_in(entry: object, name: str = "id") -> int | None:
    """A positive number of a usual size; None for everything else that may stand there."""
    value = entry.get(name) if isinstance(entry, dict) else None
    return value if type(value) is int and 0 < value < LARGEST_NUMBER else None


def text_in(entry: object, *names: str) -> str:
    """The text at this place; empty where there is none."""
    for name in names:
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry if isinstance(entry, str) else ""


def whole_characters(value: Any) -> Any:
    """A value of JSON whose texts can be written to files; a stranger may send half a character."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
