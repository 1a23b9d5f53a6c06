"""rows of the archive -> groups by machine and environment, commits in the order of history."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unladen.model import Commit
from unladen.store.archive import Archive, Column, Source
from unladen.store.project import World


@dataclass(slots=True)
class Group:
    """One machine and environment: the commits that have results there, oldest first."""

    machine: str
    environment: str
    commits: list[Commit]
    sources: list[list[Source]]
    """Of each commit, what counts most first."""

    columns: list[Column] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """Commit -> row."""
    order: Mapping[str, int] = field(default_factory=dict)
    """The place of every commit in history, measured or not."""
    several: bool = False
    """There are other groups, so that a reader must be told which."""
    _prefixes: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = {commit.hash: row for row, commit in enumerate(self.commits)}

    def prefix(self, count: int) -> str:
        """A digest of what the first rows were read from."""
        if count not in self._prefixes:
            digest = hashlib.sha256()
            for sources in self.sources[:count]:
                for source in sources:
                    digest.update(f"{source.path} {source.stamp}\n".encode())
            self._prefixes[count] = digest.hexdigest()
        return self._prefixes[count]

    @property
    def name(self) -> str:
        return f"{self.machine} {self.environment}"


def grouped(world: World, archive: Archive, machine: str | None) -> tuple[list[Group], int]:
    """And how many commits with results are not on the branch that is followed."""
    sources = [s for s in archive.sources() if machine in (None, s.machine)]
    order = world.git.order(world.branch()) if sources else {}
    commits = _commits(world, sources)
    table: dict[tuple[str, str], dict[str, list[Source]]] = {}
    elsewhere = set()
    here = sum(1 for commit in commits.values() if commit.tree)
    complete = 2 * here > len(commits) and not world.git.shallow()
    for source in sources:
        if source.commit not in order and (commits[source.commit].tree or complete):
            elsewhere.add(source.commit)
            continue
        rows = table.setdefault((source.machine, source.environment), {})
        rows.setdefault(source.commit, []).append(source)
    groups = []
    layouts = archive.layouts()
    described = archive.columns()
    for (name, environment), rows in sorted(table.items()):
        hashes = sorted(rows, key=lambda h: (order.get(h, -1), commits[h].seconds, h))
        if not all(each in order for each in hashes):
            hashes.sort(key=lambda h: (commits[h].seconds, order.get(h, -1), h))
        group = Group(
            name,
            environment,
            [commits[each] for each in hashes],
            _ranked([rows[each] for each in hashes]),
        )
        group.order = order
        group.columns = _newest(group, layouts, described)
        groups.append(group)
    for group in groups:
        group.several = len(groups) > 1
    return groups, len(elsewhere)


def _ranked(rows: Sequence[Sequence[Source]]) -> list[list[Source]]:
    """What counts first where a commit has both: the kind that more commits have, so that one that
    was measured again is not held against others by another clock."""
    kinds = [{source.rank for source in row} for row in rows]
    most_first = sum(0 in kind for kind in kinds) >= sum(1 in kind for kind in kinds)
    sign = 1 if most_first else -1
    return [sorted(row, key=lambda source: (sign * source.rank, source.path)) for row in rows]


def _commits(world: World, sources: Sequence[Source]) -> dict[str, Commit]:
    """A commit that is gone from the repository keeps its hash for a name."""
    found = world.git.commits({source.commit for source in sources})
    for source in sources:
        if source.commit not in found:
            found[source.commit] = Commit(
                hash=source.commit, tree="", subject="(not here)", seconds=source.seconds
            )
    return found


def _newest(
    group: Group, layouts: Mapping[int, Any], described: Mapping[int, Column]
) -> list[Column]:
    """Of each series the version that was measured last: older ones were another benchmark."""
    chosen: dict[str, Column] = {}
    seen = set()
    for sources in reversed(group.sources):
        for source in sources:
            if source.layout in seen:
                continue
            seen.add(source.layout)
            for id in layouts[source.layout]:
                chosen.setdefault(described[id].series, described[id])
    return sorted(chosen.values(), key=lambda column: (column.name, column.id))
