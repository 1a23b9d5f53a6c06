"""Who imports the project gets what was installed; its tests are the working tree's."""

import importlib
import importlib.machinery
import os
import sys
from collections.abc import Sequence
from typing import Any

Message = dict[str, Any]
SOURCES = ("", "src", "lib", "python")
"""Folders of the working tree that packages may lie in."""


class InstalledOnly:
    """Before all other finders: the project's packages come from where they were installed, and
    never from the working tree, however pytest has set the path; its tests come from there."""

    def __init__(self, root: str, loading: Message) -> None:
        self._packages = set(loading["packages"])
        files = [name.removesuffix(".py") for name in loading["files"] if name.endswith(".py")]
        parts = [name.split("/") for name in (*loading["folders"], *files)]
        self._root = root
        self._suite = {name for each in parts for name in _dotted(each)}
        self._site = [
            entry
            for entry in sys.path
            if entry.startswith(sys.prefix + os.sep) and entry.endswith("-packages")
        ]

    def load_parents(self) -> None:
        """Packages around tests that lie inside of one: pytest imports what is not there yet by its
        place in the working tree, and asks no finder."""
        for name in sorted(self._suite):
            above = name.split(".")[:-1]
            if not above or above[0] not in self._packages:
                continue
            for depth in range(1, len(above) + 1):
                if ".".join(above[:depth]) not in self._suite:
                    try:
                        importlib.import_module(".".join(above[:depth]))
                    except BaseException:  # noqa: BLE001 - pytest will tell what it cannot import
                        return

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:  # noqa: ARG002
        """Whatever path is given: pytest gives that of the working tree."""
        above = name.rpartition(".")[0]
        if name.partition(".")[0] not in self._packages:
            return None
        if name in self._suite and (place := self._place(name)):
            return importlib.machinery.PathFinder.find_spec(name, [place], target)
        if not above:
            return self._by_others(name, self._site, target)
        parent = getattr(sys.modules.get(above), "__path__", None)
        return self._by_others(name, list(parent), target) if parent is not None else None

    def _by_others(self, name: str, places: Sequence[str], target: Any) -> Any:
        """The finders after this one: that of a lane may change what it loads."""
        for finder in sys.meta_path:
            if finder is not self:
                spec = finder.find_spec(name, places, target)
                if spec is not None:
                    return spec
        return None

    def _place(self, name: str) -> str:
        """The folder of the working tree where a part of the suite lies."""
        parts = name.split(".")
        for above in SOURCES:
            folder = os.path.join(self._root, above, *parts[:-1])
            there = os.path.join(folder, parts[-1])
            if os.path.exists(there) or os.path.exists(f"{there}.py"):
                return folder
        return ""


def _dotted(parts: Sequence[str]) -> list[str]:
    """As what it may be imported: from the top, or from a folder of sources."""
    inside = parts[1:] if parts[0] in SOURCES else parts
    return [".".join(inside)] if inside else []
