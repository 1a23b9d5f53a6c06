"""The kinds of result files that a history is read from: one row each, and one module.

Another tool's results are a module with `files` and `rows`, and a row here. Where a commit has
results of several kinds, the kind counts that more commits have; of two that as many have, the
first.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from unladen.history import asv_files, record_files
from unladen.model.histories import ResultFile
from unladen.store.archive import Archive
from unladen.store.asv_rows import Unreadable
from unladen.store.project import Project

__all__ = ["FORMATS", "Format", "Unreadable"]


class Format(Protocol):
    """What the module of a row has."""

    def files(self, project: Project, /) -> Iterator[Path]: ...

    def rows(
        self, project: Project, archive: Archive, paths: Sequence[Path], /
    ) -> Iterator[tuple[Path, Callable[[], ResultFile]]]:
        """What each file says; to ask is to be told, by Unreadable, why it is left out."""
        ...


FORMATS: tuple[Format, ...] = (record_files, asv_files)
"""A record of ours is the first (model/histories.RECORD): pages ask for it by that."""
