"""profiles of all commits -> the parts of each benchmark over commits; each file is read once."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from unladen.history.blame import History
from unladen.judge.categories import Categories
from unladen.judge.part_history import Acceptances, answered, lost, steps_of, taken
from unladen.model.commits import Commit
from unladen.model.parts import FunctionCost, PartHistory, Taken
from unladen.store.archive import Archive
from unladen.store.profiles import Profile, Profiles
from unladen.store.project import Project
from unladen.store.records import safe_name

MADE = 3
"""Counts up when a profile is condensed another way."""

Row = tuple[str, str, Taken]
"""A benchmark's id, the environment it was timed in, and what it was made of."""


def part_histories(history: History, profiles: Profiles) -> list[PartHistory]:
    """By machine, environment and benchmark; of commits that the ledger knows, in its order."""
    archive = history.ledger.archive
    reader = _Reader(history.project, archive, profiles)
    known = Acceptances(history.accepted, history.today)
    found: list[PartHistory] = []
    machines: set[str] = set()
    for group in history.ledger.groups:
        places = {commit.hash: place for place, commit in enumerate(group.commits)}
        wanted = {group.environment} if group.machine in machines else {group.environment, ""}
        machines.add(group.machine)  # what does not say of which environment it is, is of the first
        rows: dict[str, dict[Commit, Taken]] = {}
        for commit in group.commits:
            told = (reader.row(profile) for profile in profiles.of(group.machine, commit.hash))
            here = [row for row in told if row is not None and row[1] in wanted]
            for benchmark, _, side in sorted(here, key=lambda row: row[:2]):
                rows.setdefault(benchmark, {})[commit] = side
        for benchmark, both in sorted(rows.items()):
            sides = list(both.values())
            hashes = [commit.hash for commit in both]
            found.append(
                PartHistory(
                    machine=group.machine,
                    environment=group.environment if group.several else "",
                    benchmark=benchmark,
                    commits=list(both),
                    places=[places[commit.hash] for commit in both],
                    length=len(group.commits),
                    taken=sides,
                    steps=answered(steps_of(sides), benchmark, hashes, known),
                    best=lost(sides),
                )
            )
    archive.commit()
    return found


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
        row = anatomy.benchmark, anatomy.environment, taken(anatomy, self._categories)
        told = json.dumps({"benchmark": row[0], "environment": row[1], **asdict(row[2])})
        self._archive.keep(key, stamp, told.encode())
        return row


def _read(told: Mapping[str, Any]) -> Row:
    side = Taken(
        unit=told["unit"],
        counted_as=told["counted_as"],
        wholes=told["wholes"],
        categories=told["categories"],
        functions={key: FunctionCost(**each) for key, each in told["functions"].items()},
        callers=told["callers"],
    )
    return str(told["benchmark"]), str(told["environment"]), side
