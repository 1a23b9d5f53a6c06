"""pairs of commits -> the files in which they differ; ids of files -> their bytes: by one process
each, however many are asked for."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from unladen.model.commits import ChangedFile

NOTHING = "0"


class Objects:
    """`git cat-file --batch`, kept open; ids come from git itself."""

    def __init__(self, folder: Path) -> None:
        self._git = subprocess.Popen(
            ["git", "-C", str(folder), "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._git.kill()
        self._git.communicate()

    def read(self, id: str) -> bytes:
        """Empty where there is none: a submodule, an object that a shallow clone does not have."""
        assert self._git.stdin is not None
        assert self._git.stdout is not None
        self._git.stdin.write(f"{id}\n".encode())
        self._git.stdin.flush()
        header = self._git.stdout.readline().split()
        if len(header) != 3:
            return b""
        content = self._git.stdout.read(int(header[2]) + 1)
        return content[:-1] if header[1] == b"blob" else b""


def differences(folder: Path, pairs: Iterable[tuple[str, str]]) -> list[list[ChangedFile]]:
    """Of each pair of trees, in their order; a rename is a file that went and one that came. Fewer
    than were asked for where a tree is not here."""
    words = ["diff-tree", "-r", "-z", "--no-renames", "--stdin"]
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        input="".join(f"{base} {head}\n" for base, head in pairs).encode(),
        capture_output=True,
        check=False,
    )
    fields = iter(done.stdout.decode("utf-8", "surrogateescape").split("\0"))
    found: list[list[ChangedFile]] = []
    for field in fields:
        *headers, told = field.split("\n")
        found += [[] for _ in headers]
        if told and found:
            _, _, base, head, _ = told.split(" ", 4)
            ids = ["" if set(id) == {NOTHING} else id for id in (base, head)]
            found[-1].append(ChangedFile(next(fields), *ids))
    return found
