"""Files in folders that are opened one by one: no link is followed, whoever made it, and whenever.

A path is looked up anew each time it is used, and whoever may write there can change what it means.
A folder that is open stays the same one.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from unladen.tools.result_names import EACH_BYTES, RefusedFile
from unladen.tools.scratch import UNFINISHED

READING = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
FOLDER = READING | os.O_DIRECTORY
FILE = READING | os.O_NONBLOCK  # to open a pipe must not wait for whoever writes to it
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


@contextlib.contextmanager
def folder_of_file(
    top: Path, name: str, made: list[str] | None = None
) -> Iterator[tuple[int, str]]:
    """The folder that a file is in, opened without following a link below `top`, and the file's
    name there. With `made`, folders are made where there are none, and added to it."""
    *parts, last = name.split("/")
    handle = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for number, part in enumerate(parts):
            if made is not None:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=handle)
                    made.append("/".join(parts[: number + 1]))
            inner = _opened(handle, part, name)
            os.close(handle)
            handle = inner
        yield handle, last
    finally:
        os.close(handle)


def put(folder: int, last: str, content: bytes) -> None:
    """Write one file into a folder that is open: whole, or not at all."""
    new = unfinished_name()
    try:
        write_new(folder, new, content, sync=True)
        os.replace(new, last, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new, dir_fd=folder)
        raise


def write_new(folder: int, name: str, content: bytes, sync: bool = False) -> None:
    with os.fdopen(os.open(name, NEW, 0o600, dir_fd=folder), "wb") as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o644)
        if sync:
            file.flush()
            os.fsync(file.fileno())


def unfinished_name() -> str:
    return f".{secrets.token_hex(8)}{UNFINISHED}"


def _opened(folder: int, part: str, name: str) -> int:
    try:
        return os.open(part, FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise RefusedFile(name, f"{part!r} is a link or a file here, and no folder") from None
        raise OSError(error.errno, error.strerror, name) from None


def content_in(folder: int, last: str, name: str) -> bytes | None:
    """The content of a file in a folder that is open; None if there is no such file."""
    with file_in(folder, last, name) as file:
        content = None if file is None else file.read(EACH_BYTES + 1)
    if content is not None and len(content) > EACH_BYTES:
        raise RefusedFile(name, f"it has more than {EACH_BYTES:,} bytes")
    return content


def holds(folder: int, last: str, name: str, content: bytes) -> bool:
    """Whether there is such a file in a folder that is open, with this content."""
    with file_in(folder, last, name) as file:
        return file is not None and file.read(len(content) + 1) == content


@contextlib.contextmanager
def file_in(folder: int, last: str, name: str) -> Iterator[IO[bytes] | None]:
    try:
        handle = os.open(last, FILE, dir_fd=folder)
    except FileNotFoundError:
        yield None
        return
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise RefusedFile(name, "there is a link or a socket in its place here") from None
        raise OSError(error.errno, error.strerror, name) from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RefusedFile(name, "what is in its place here is no file")
        yield file
