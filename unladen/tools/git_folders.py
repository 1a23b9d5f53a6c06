"""a folder -> where git keeps hooks and objects of the repositories around it."""

import os
import subprocess
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

MOST_FOLDERS = 200


@lru_cache
def folders_of(folder: Path) -> tuple[Path, ...]:
    """Where git keeps hooks, settings and objects of the repository around a folder: its own, that
    of the repository whose worktree it is, those of repositories around it and inside of it, and
    objects that it borrows. Nothing where there is no repository."""
    found: dict[Path, None] = {}
    waiting = [folder]
    while waiting and len(found) < MOST_FOLDERS:
        place = waiting.pop()
        words = ("rev-parse", "--absolute-git-dir", "--git-common-dir")
        own = [(place / each).resolve() for each in _lines(place, *words)]
        if len(own) == 2 and own[0] not in found:
            objects = own[1] / "objects"
            found |= dict.fromkeys((*own, *_borrowed(objects)))
            waiting += _repositories_beside(place)
    return tuple(found)


def _repositories_beside(place: Path) -> list[Path]:
    """The one that has this one as a submodule, and its own submodules."""
    around = _lines(place, "rev-parse", "--show-superproject-working-tree")
    found = [Path(each) for each in around]
    for top in _lines(place, "rev-parse", "--show-toplevel"):
        words = ("config", "-f", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$")
        named = [line.partition(" ")[2] for line in _lines(Path(top), *words)]
        found += [Path(top) / each for each in named if (Path(top) / each / ".git").exists()]
    return found


def _borrowed(objects: Path) -> list[Path]:
    """Folders of other repositories that git reads objects from."""
    found: dict[Path, None] = {}
    waiting = [objects]
    while waiting and len(found) < MOST_FOLDERS:
        place = waiting.pop()
        with suppress(OSError):
            text = (place / "info" / "alternates").read_bytes()
            named = [place / os.fsdecode(line) for line in text.splitlines() if line]
            new = [each.resolve() for each in named if each.is_dir()]
            waiting += [each for each in new if each not in found]
            found |= dict.fromkeys(new)
    return list(found)


def _lines(folder: Path, *words: str) -> list[str]:
    """The output of git, or nothing if git fails."""
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, check=False)
    return [] if done.returncode else os.fsdecode(done.stdout).splitlines()
