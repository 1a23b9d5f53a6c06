"""pairs of commits -> the files in which they differ; ids of files -> their bytes: by one process
each, however many are asked for."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from unladen.model.commits import ChangedFile

NOTHING = "0"


def offline() -> dict[str, str]:
    """Variables under which git does not fetch, file by file, what a partial clone left out."""
    return {**os.environ, "GIT_NO_LAZY_FETCH": "1"}


class Objects:
    """`git cat-file --batch`, kept open; ids come from git itself."""

    def __init__(self, folder: Path) -> None:
        self._git = subprocess.Popen(
            ["git", "-C", str(folder), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=offline(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._git.kill()
        self._git.communicate()

    def read(self, id: str) -> bytes | None:
        """None where it is not here: a submodule, or an object that a partial clone left out."""
        assert self._git.stdin is not None
        assert self._git.stdout is not None
        self._git.stdin.write(f"{id}\n".encode())
        self._git.stdin.flush()
        header = self._git.stdout.readline().split()
        if len(header) != 3:
            return None
        content = self._git.stdout.read(int(header[2]) + 1)
        return content[:-1] if header[1] == b"blob" else None


def files_below(folder: Path, tree: str, below: str) -> dict[str, str]:
    """Of a tree, all files in one of its folders, and their ids; empty where it is not here."""
    done = subprocess.run(
        ["git", "-C", str(folder), "ls-tree", "-r", "-z", "--full-tree", tree, "--", below],
        capture_output=True,
        check=False,
        env=offline(),
    )
    lines = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    rows = [line.partition("\t") for line in lines if line]
    return {name: told.split(" ")[2] for told, _, name in rows}


Pair = tuple[str, str]


def differences(folder: Path, pairs: Iterable[Pair]) -> dict[Pair, list[ChangedFile]]:
    """Of each pair of trees; a rename is a file that went and one that came. Pairs of which git
    does not have all are left out."""
    words = ["diff-tree", "-r", "-z", "--no-renames", "--stdin"]
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        input="".join(f"{base} {head}\n" for base, head in pairs).encode(),
        capture_output=True,
        check=False,
        env=offline(),
    )
    fields = iter(done.stdout.decode("utf-8", "surrogateescape").split("\0"))
    found: dict[Pair, list[ChangedFile]] = {}
    files: list[ChangedFile] = []
    for field in fields:
        *headers, told = field.split("\n")
        for header in headers:
            base, _, head = header.partition(" ")
            files = found[base, head] = []
        if told:
            _, _, base, head, _ = told.split(" ", 4)
            ids = ["" if set(id) == {NOTHING} else id for id in (base, head)]
            files.append(ChangedFile(next(fields), *ids))
    if done.returncode and found:
        found.popitem()  # the one at which git gave up
    return found
