"""Read bytes that strangers wrote: archives, files, answers of servers.

Every failure to read them becomes an error that names the source and the next step. Nothing that
a stranger wrote may end as a traceback, exhaust the memory, or become a path.
"""

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from unladen.errors import ToolError, UnladenError

LONGEST_DETAIL = 200
MEGABYTE = 1 << 20


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
    return f"{text} ({name})" if text else name


def shortened(text: str, most: int = LONGEST_DETAIL) -> str:
    """At most so many printable characters, on one line."""
    line = "".join(c if c.isprintable() else " " for c in text[: 4 * most])
    line = " ".join(line.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def bounded_bytes(path: Path, most: int) -> bytes:
    """The content of a file, or ValueError if it has more bytes than this."""
    with path.open("rb") as file:
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
    """The value in a JSON text, or ValueError if the text has more bytes than this.

    Call it inside `reading`: a text may be nested too deeply, or hold a number of 400 digits.
    """
    if len(content) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return json.loads(content.decode("utf-8"))
