"""files of a repository -> whether one was saved since: by looking at their times.

Looking is what works everywhere: on network file systems and in containers nobody hears of a save.
It costs at most a fiftieth of a core, however many files there are: where a look takes long, the
next one comes later. While samples are taken nobody looks (docs/decisions/0018-watch.md).
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from unladen.tools.git import Git

OFTEN, SHARE = 0.2, 0.02
"""Seconds between looks at least, and of a core at most."""
QUIET_SECONDS = 0.15
"""Without a change, and a save is over: editors write a file in several steps."""
MOST_QUIET = 3.0

Stamp = tuple[int, int, int]


class Saves:
    """What is tracked, or might be; `aside` are names of git's own that tell of a commit."""

    def __init__(self, git: Git, top: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._git, self._top, self._clock = git, top, clock
        self._names: tuple[str, ...] = ()
        self._folders: dict[str, Stamp] = {}
        self._files: dict[str, Stamp] = {}
        self._next = 0.0
        self._seen = False
        self._look()

    def saved(self) -> bool:
        """Whether anything changed since the last `settled`; looks no more often than it may."""
        if self._seen or self._clock() < self._next:
            return self._seen
        before = self._files
        self._look()
        self._seen = before != self._files
        return self._seen

    def settled(self, pause: Callable[[float], None] = time.sleep) -> None:
        """When a save is over. What comes later is another one."""
        until = self._clock() + MOST_QUIET
        while self._clock() < until:
            before = self._files
            pause(QUIET_SECONDS)
            self._look()
            if before == self._files:
                break
        self._seen = False

    def wait(self, pause: Callable[[float], None] = time.sleep) -> None:
        """Until something is saved."""
        while not self.saved():
            pause(max(0.01, self._next - self._clock()))

    def _look(self) -> None:
        began = self._clock()
        if not self._names or self._stamps(self._folders) != self._folders:
            self._list()
        self._files = self._stamps(self._names)
        took = self._clock() - began
        self._next = self._clock() + max(OFTEN, took / SHARE)

    def _list(self) -> None:
        """A folder whose time changed has a new name in it, or one less."""
        words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":/"]
        names = {name for name in self._git.command(*words).split("\0") if name}
        self._names = tuple(sorted(names | set(self._of_git())))
        folders = {"."} | {os.path.dirname(name) or "." for name in names}
        self._folders = self._stamps(tuple(folders))

    def _of_git(self) -> Iterator[str]:
        for name in ("HEAD", "logs/HEAD"):
            yield self._git.command("rev-parse", "--git-path", name).rstrip("\n")

    def _stamps(self, names: "tuple[str, ...] | dict[str, Stamp]") -> dict[str, Stamp]:
        found = {}
        for name in names:
            try:
                told = os.lstat(os.path.join(self._top, name))
            except OSError:
                continue
            found[name] = (told.st_mtime_ns, told.st_size, told.st_ino)
        return found
