"""measured commits, one after the other -> between which of them anything that runs has changed.

By git alone, so that it is known of asv's results, too; worked out once and kept in the archive.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unladen.errors import UnladenError
from unladen.judge.packaging import CFG, PYPROJECT, SETUP, Packaged, packaged
from unladen.judge.runnable import runnable
from unladen.judge.suite_reach import spared
from unladen.model import Commit
from unladen.model.histories import Group
from unladen.store.archive import Archive
from unladen.store.project import Project
from unladen.tools.git_objects import Objects, differences, files_below

KEY, SPARED = "runnable", "spared"
MADE = 2
"""Counts up when another answer could be given."""
TEXTS = (PYPROJECT, SETUP, CFG, "meson.build")
NAMES_KEPT = 5

Runs = NDArray[np.bool_]
"""By row of a group: whether it may differ in what it does from the row before it."""
Spared = Mapping[int, frozenset[str]]
"""By row of a group: modules of the suite that it cannot have reached."""


class Changes:
    """Of commits that are not in this repository it is not known: they may have done anything."""

    def __init__(
        self,
        project: Project,
        archive: Archive,
        groups: Sequence[Group],
        newest: Sequence[Commit] = (),
    ) -> None:
        """`newest` beside those of the groups: how they are packaged says what is installed."""
        self._project = project
        self._archive = archive
        newest = [*newest, *(group.commits[-1] for group in groups if group.commits)]
        here = [commit for commit in newest if commit.tree]
        self._packaged = _packaged(project, max(here, key=lambda c: c.seconds)) if here else None
        self._stamp = f"{MADE} {self._packaged}"
        kept = archive.kept(KEY, self._stamp)
        self._known: dict[str, list[str]] = json.loads(kept) if kept else {}
        self._find([pair for group in groups for pair in _pairs(group.commits)])

    def look(self, pairs: Sequence[tuple[Commit, Commit]]) -> None:
        """At pairs that are not neighbours in a group."""
        self._find(pairs)

    def differing(self, commits: Sequence[Commit]) -> list[Commit]:
        """The first, and those that may do something else than the one before them, measured by
        the suite as it is now: so a change of the suite alone is none."""
        self._find(_pairs(commits))
        suite = self._packaged.suite if self._packaged else ""
        found = list(commits[:1])
        for base, head in _pairs(commits):
            names = self.between(base, head)
            of_suite = bool(suite and names and _all_below(suite, names))
            if names != [] and not of_suite:
                found.append(head)
        return found

    def runs(self, group: Group) -> Runs:
        found = np.ones(len(group.commits), dtype=bool)
        for row, (base, head) in enumerate(_pairs(group.commits), 1):
            found[row] = self.between(base, head) != []
        return found

    def spared(self, group: Group) -> Spared:
        """Modules of the suite that a commit cannot reach which changed others of it, and nothing
        else; by row."""
        suite = self._packaged.suite if self._packaged else ""
        if not suite:
            return {}
        kept = self._archive.kept(SPARED, self._stamp)
        known: dict[str, list[str]] = json.loads(kept) if kept else {}
        found = {}
        with Objects(self._project.asv.repository) as objects:
            for row, (base, head) in enumerate(_pairs(group.commits), 1):
                names = self.between(base, head) or ()
                if not _all_below(suite, names):
                    continue
                key = f"{base.tree} {head.tree}"
                if key not in known:
                    files = self._suite_of(head, suite, objects)
                    known[key] = sorted(spared(files, [name[len(suite) :] for name in names]))
                found[row] = frozenset(known[key])
        self._archive.keep(SPARED, self._stamp, json.dumps(known).encode())
        return found

    def _suite_of(self, commit: Commit, suite: str, objects: Objects) -> dict[str, bytes]:
        files = files_below(self._project.asv.repository, commit.tree, suite)
        texts = {
            name[len(suite) :]: objects.read(id)
            for name, id in files.items()
            if name.endswith(".py")
        }
        return {name: text for name, text in texts.items() if text is not None}

    def between(self, base: Commit, head: Commit) -> Sequence[str] | None:
        """Some of the files that may change what runs; None where that is not known."""
        if base.tree and base.tree == head.tree:
            return []
        return self._known.get(f"{base.tree} {head.tree}")

    def _find(self, pairs: Sequence[tuple[Commit, Commit]]) -> None:
        trees = {f"{a.tree} {b.tree}": (a.tree, b.tree) for a, b in pairs if a.tree and b.tree}
        new = [pair for key, pair in trees.items() if key not in self._known]
        if not new or self._packaged is None:
            return
        folder = self._project.asv.repository
        tick = self._project.progress.tick
        with Objects(folder) as objects:
            found = differences(folder, new)
            for number, ((base, head), files) in enumerate(found.items(), 1):
                tick(f"comparing  {number}/{len(found)} commits, by what runs")
                names = runnable(files, self._packaged, objects.read)
                self._known[f"{base} {head}"] = names[:NAMES_KEPT]
        self._project.progress.clear()
        self._archive.keep(KEY, self._stamp, json.dumps(self._known).encode())


def _all_below(folder: str, names: Sequence[str]) -> bool:
    """Not where there may be more than are kept."""
    return 0 < len(names) < NAMES_KEPT and all(name.startswith(folder) for name in names)


def _pairs(commits: Sequence[Commit]) -> list[tuple[Commit, Commit]]:
    return list(itertools.pairwise(commits))


def _packaged(project: Project, commit: Commit) -> Packaged | None:
    """As the newest commit has it; None where its files cannot be read."""
    try:
        names = project.git.names_of(commit)
    except UnladenError:
        return None
    folder = str(getattr(project.asv.conf, "repo_subdir", "") or "").strip("/.")
    below = f"{folder}/" if folder else ""
    texts: Mapping[str, str] = {
        name: project.git.text_of(commit, f"{below}{name}") for name in TEXTS
    }
    return packaged(texts, names, _inside(project), below)


def _inside(project: Project) -> str:
    """Where the suite lies in the repository; empty if it lies elsewhere."""
    for top in (project.folder, *project.folder.parents):
        if (top / ".git").exists():
            suite = project.asv.source.inside
            if not suite.is_relative_to(top) or suite == top:
                return ""
            return str(suite.relative_to(top))
    return Path(str(project.asv.conf.benchmark_dir)).name
