"""rows of the archive -> groups by machine and environment, commits in the order of history."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from unladen.model import Commit
from unladen.model.histories import Column, Group, Source
from unladen.store.archive import Archive
from unladen.store.project import Project


def grouped(project: Project, archive: Archive, machine: str | None) -> tuple[list[Group], int]:
    """And how many commits with results are not on the branch that is followed."""
    sources = [s for s in archive.sources() if machine in (None, s.machine)]
    order = project.git.order(project.branch()) if sources else {}
    commits = _commits(project, sources)
    table: dict[tuple[str, str], dict[str, list[Source]]] = {}
    elsewhere = set()
    here = sum(1 for commit in commits.values() if commit.tree)
    complete = 2 * here > len(commits) and not project.git.shallow()
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
        read_from = _ranked([rows[each] for each in hashes])
        group = Group(
            machine=name,
            environment=environment,
            commits=[commits[each] for each in hashes],
            sources=read_from,
            columns=_newest(read_from, layouts, described),
            order=order,
            several=len(table) > 1,
        )
        groups.append(group)
    return groups, len(elsewhere)


def _ranked(rows: Sequence[Sequence[Source]]) -> list[list[Source]]:
    """What counts first where a commit has several: the kind that more commits have, so that one
    that was measured again is not held against others by another clock."""
    commits = Counter(rank for row in rows for rank in {source.rank for source in row})

    def key(source: Source) -> tuple[int, int, str]:
        return -commits[source.rank], source.rank, source.path

    return [sorted(row, key=key) for row in rows]


def _commits(project: Project, sources: Sequence[Source]) -> dict[str, Commit]:
    """A commit that is gone from the repository keeps its hash for a name."""
    found = project.git.commits({source.commit for source in sources})
    for source in sources:
        if source.commit not in found:
            found[source.commit] = Commit(
                hash=source.commit, tree="", subject="(not here)", seconds=source.seconds
            )
    return found


def _newest(
    read_from: Sequence[Sequence[Source]],
    layouts: Mapping[int, Any],
    described: Mapping[int, Column],
) -> list[Column]:
    """Of each series the version that was measured last: older ones were another benchmark."""
    chosen: dict[str, Column] = {}
    seen = set()
    for sources in reversed(read_from):
        for source in sources:
            if source.layout in seen:
                continue
            seen.add(source.layout)
            for id in layouts[source.layout]:
                chosen.setdefault(described[id].series, described[id])
    return sorted(chosen.values(), key=lambda column: (column.name, column.id))
