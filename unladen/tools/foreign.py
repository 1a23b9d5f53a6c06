"""Read bytes that strangers wrote: archives, files, answers of servers.

Every failure to read them becomes an error that names the source and the next step. Nothing that
a stranger wrote may end as a traceback, exhaust the memory, or become a path.
"""

import gzip
import io
import json
import zlib
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


def bounded_gunzip(content: bytes, most: int) -> bytes:
    """What is compressed in these bytes, or ValueError if it is damaged or longer than this.

    Ten kilobytes can hold ten megabytes, so no more than the limit is ever expanded.
    """
    try:
        expanded = gzip.GzipFile(fileobj=io.BytesIO(content)).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"it is not whole as a gzip file: {error}") from None
    if len(expanded) > most:
        raise ValueError(f"it expands to more than {most:,} bytes")
    return expanded


def bounded_json(content: bytes, most: int) -> Any:
    """The value in a JSON text, or ValueError if the text has more bytes than this.

    Call it inside `reading`: a text may be nested too deeply, or hold a number of 400 digits.
    """
    if len(content) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    return json.loads(content.decode("utf-8"))
