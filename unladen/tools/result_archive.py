"""Results <-> an archive, for the next job of a pipeline, which has other rights.

`--pack` writes a plain tar with nothing but names and bytes, the same for the same results.
`--unpack` reads such a one by a reader of its own. The standard library's follows links, expands
sparse files, and in the Pythons that systems have it never ends for some sizes.
"""

import contextlib
import io
import os
import re
import stat
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unladen.errors import ToolError
from unladen.tools import foreign
from unladen.tools.result_files import Arrived, ResultFolders
from unladen.tools.result_names import ALL_BYTES, MOST_FILES, NO_RESULT, RefusedFile, check_sizes

BLOCK = 512
MOST_HEADER = 1 << 14
"""Bytes of the headers that hold a long name."""
MOST_BYTES = ALL_BYTES + 4 * BLOCK * MOST_FILES
OCTAL = re.compile(rb" *([0-7]{1,11})[ \0]*\Z")
PACK = "unladen keep --pack results.tar"


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive."""

    name: str
    place: int
    size: int


def pack(folders: ResultFolders, archive: Path) -> tuple[int, list[str]]:
    """How many results were packed, and what was left out."""
    left_out: list[str] = []
    count = 0
    handle, new = tempfile.mkstemp(dir=archive.parent, prefix=f".{archive.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as content:
                names = folders.found(left_out)
                for name, each in folders.checked(names, left_out):
                    info = tarfile.TarInfo(name)  # of nobody, at no time, with mode 0644
                    info.size = len(each)
                    content.addfile(info, io.BytesIO(each))
                    count += 1
            os.fchmod(file.fileno(), 0o644)
        os.replace(new, archive)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    return count, left_out


def unpack(folders: ResultFolders, archive: Path) -> Arrived:
    """Write all results of an archive, or none."""
    source = str(archive)
    with foreign.reading(source, PACK):
        handle = os.open(archive, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        try:
            with foreign.reading(source, PACK):
                members = [*_members(handle, _size(handle))]
            results = [each for each in members if not NO_RESULT.search(each.name)]
            folders.check(each.name for each in results)
            return folders.bring(_contents(handle, results, source))
        except RefusedFile as error:
            what = f"{source} is refused, and nothing of it was written: {error}"
            raise ToolError(what, PACK) from None
    finally:
        os.close(handle)


def _size(handle: int) -> int:
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("it is no file")
    if found.st_size > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
    return found.st_size


def _contents(handle: int, members: list[Member], source: str) -> Iterator[tuple[str, bytes]]:
    for each in members:
        check_sizes(each.name, each.size)
        with foreign.reading(source, PACK):
            content = _bytes(handle, each.place, each.size)
        yield each.name, content


def _bytes(handle: int, place: int, size: int) -> bytes:
    content = os.pread(handle, size, place)
    if len(content) != size:
        raise ValueError("it ends too early")
    return content


def _members(handle: int, size: int) -> Iterator[Member]:
    place, long_name, count = 0, None, 0
    while (header := _bytes(handle, place, BLOCK)).strip(b"\0"):
        length = _length(header)
        begin, kind = place + BLOCK, header[156:157]
        place = begin + -(-length // BLOCK) * BLOCK
        if place > size:
            raise ValueError("it ends too early")
        if kind in b"0\0":
            yield Member(long_name or _short_name(header), begin, length)
            long_name, count = None, count + 1
        elif kind in b"xL" and length <= MOST_HEADER:
            content = _bytes(handle, begin, length)
            long_name = _pax_name(content) if kind == b"x" else content.rstrip(b"\0").decode()
            long_name = long_name or None
        else:
            raise ValueError(f"{_short_name(header)!r} is no plain file (type {kind!r})")
        if count > MOST_FILES:
            raise ValueError(f"it holds more than {MOST_FILES:,} files")
    for begin in range(place, size, foreign.MEGABYTE):
        if os.pread(handle, foreign.MEGABYTE, begin).strip(b"\0"):
            raise ValueError("something stands behind its end")


def _length(header: bytes) -> int:
    """Of the content that follows; ValueError if the header is not whole."""
    known = OCTAL.match(header[148:156])
    if known is None or int(known[1], 8) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
        raise ValueError("it is damaged, compressed or no archive")
    length = OCTAL.match(header[124:136])
    if length is None:
        raise ValueError(f"{_short_name(header)!r} has no size")
    return int(length[1], 8)


def _short_name(header: bytes) -> str:
    name = header[:100].partition(b"\0")[0]
    if header[257:263] == b"ustar\0" and header[345]:
        name = header[345:500].partition(b"\0")[0] + b"/" + name
    return name.decode()


def _pax_name(content: bytes) -> str:
    """Lines of `length key=value`; of them only the path counts, and no time or owner."""
    name = ""
    while content:
        digits = re.match(rb"([0-9]{1,5}) ", content)
        line = content[: int(digits[1])] if digits else b""
        if digits is None or not line.endswith(b"\n") or len(line) != int(digits[1]):
            raise ValueError("a header in it is damaged")
        key, _, value = line[digits.end() : -1].partition(b"=")
        if key == b"size" or key.startswith(b"GNU.sparse"):
            raise ValueError("it holds a sparse or a giant file")
        if key == b"path":
            name = value.decode()
        content = content[len(line) :]
    return name
