"""profiles of all commits -> the parts of each benchmark over commits; each file is read once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from unladen.history.blame import History
from unladen.judge.categories import Categories
from unladen.judge.part_history import Acceptances, answered, lost, steps_of, taken
from unladen.model.commits import Commit
from unladen.model.histories import Group
from unladen.model.parts import FunctionCost, PartHistory, Taken
from unladen.store.archive import Archive
from unladen.store.profiles import Profile, Profiles
from unladen.store.project import Project
from unladen.store.records import safe_name

MADE = 2
"""Counts up when a profile is condensed another way."""

Row = tuple[str, Taken]
"""A benchmark's id, and what it was made of."""


def part_histories(history: History, profiles: Profiles) -> list[PartHistory]:
    """By machine and benchmark; of commits that the ledger knows, in its order."""
    archive = history.ledger.archive
    reader = _Reader(history.project, archive, profiles)
    known = Acceptances(history.accepted, history.today)
    found: list[PartHistory] = []
    for machine, commits in _commits(history.ledger.groups).items():
        rows: dict[str, list[tuple[Commit, Taken]]] = {}
        places = {commit.hash: place for place, commit in enumerate(commits)}
        for commit in commits:
            for profile in profiles.of(machine, commit.hash):
                row = reader.row(profile)
                if row is not None:
                    rows.setdefault(row[0], []).append((commit, row[1]))
        for benchmark, both in sorted(rows.items()):
            sides = [side for _, side in both]
            hashes = [commit.hash for commit, _ in both]
            found.append(
                PartHistory(
                    machine=machine,
                    benchmark=benchmark,
                    commits=[commit for commit, _ in both],
                    places=[places[commit.hash] for commit, _ in both],
                    length=len(commits),
                    taken=sides,
                    steps=answered(steps_of(sides), benchmark, hashes, known),
                    best=lost(sides),
                )
            )
    archive.commit()
    return found


def _commits(groups: Sequence[Group]) -> dict[str, list[Commit]]:
    """Of each machine, whatever the environment: profiles do not say in which they were made."""
    found: dict[str, dict[str, Commit]] = {}
    order: dict[str, int] = {}
    for group in groups:
        found.setdefault(group.machine, {}).update({c.hash: c for c in group.commits})
        order |= group.order
    return {
        machine: sorted(commits.values(), key=lambda c: (order.get(c.hash, -1), c.seconds))
        for machine, commits in found.items()
    }


class _Reader:
    """A profile is read when it is new, and remembered as what a history needs of it."""

    def __init__(self, project: Project, archive: Archive, profiles: Profiles) -> None:
        self._archive = archive
        self._profiles = profiles
        self._categories = Categories(project.config.categories)
        self._shape = f"{MADE} {project.config.categories}"

    def row(self, profile: Profile) -> Row | None:
        key = f"parts {safe_name(profile.machine)} {profile.path.name}"
        stamp = f"{self._shape} {profile.stamp}"
        kept = self._archive.kept(key, stamp)
        if kept is not None:
            return _read(json.loads(kept))
        anatomy = self._profiles.load(profile)
        if anatomy is None:
            return None
        row = anatomy.benchmark, taken(anatomy, self._categories)
        told = json.dumps({"benchmark": row[0], **asdict(row[1])})
        self._archive.keep(key, stamp, told.encode())
        return row


def _read(told: Mapping[str, Any]) -> Row:
    return str(told["benchmark"]), Taken(
        unit=told["unit"],
        counted_as=told["counted_as"],
        wholes=told["wholes"],
        categories=told["categories"],
        functions={key: FunctionCost(**each) for key, each in told["functions"].items()},
        callers=told["callers"],
    )
