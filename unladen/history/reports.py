"""a commit's records and profiles -> what is known of it against the commit before it."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen import promises
from unladen.errors import UnladenError
from unladen.history.groups import Group
from unladen.history.ledger import RECORD
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.claims import BadClaim, claims_of
from unladen.judge.compare import compare, timed
from unladen.judge.decide import worst
from unladen.measure.session import rules
from unladen.model import Commit, Comparison, Measurement, Outcome, Record
from unladen.model.anatomy import Anatomy, Attribution, Judged
from unladen.profiling.dissect import answers_of
from unladen.store.profiles import Profiles
from unladen.store.project import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One commit on one machine; everything from files, nothing is measured for it."""

    commit: Commit
    since: Commit | None
    group: Group
    phase: str = ""
    bad_claim: str = ""
    comparisons: Sequence[Comparison] = ()
    judged: Sequence[Judged] = ()
    answers: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    reasons: Sequence[Attribution] = ()
    failures: Sequence[tuple[str, str, str]] = ()


@dataclass(slots=True)
class Teller:
    """Keeps the record that it read last: it is the base of the next commit."""

    world: World
    profiles: Profiles
    _last: tuple[str, Record | None] = ("", None)

    def story(self, group: Group, row: int) -> Story | None:
        """Nothing where there is no record of that commit."""
        commit = group.commits[row]
        head = self._record(group, row)
        if head is None:
            return None
        before = next((r for r in range(row - 1, -1, -1) if _recorded(group, r)), None)
        base = self._record(group, before) if before is not None else None
        self._last = (commit.hash, head)
        trailers = _trailers(self.world, commit)
        phase = next((value for name, value in trailers if name.lower() == "phase"), "")
        failures = tuple(_failures(head.measurements))
        if base is None or before is None:
            return Story(commit=commit, since=None, group=group, phase=phase, failures=failures)
        since = group.commits[before]
        old, new = base.measurements, head.measurements
        both = [id for id in new if id in old]
        found = [compare(old[id], new[id], rules(self.world, id, len(both))) for id in both]
        changed = changed_lines(self.world, since, commit)
        sides = self._sides(group, since, commit)
        bad = ""
        judged: Sequence[Judged] = ()
        try:
            claims = claims_of(trailers)
            judged = promises.held(claims, (old, new), sides, self.world, changed)
        except BadClaim as error:
            bad = str(error)
        answers = {id: answers_of(old[id], new[id]) for id in both}
        return Story(
            commit=commit,
            since=since,
            group=group,
            phase=phase,
            bad_claim=bad,
            comparisons=worst(found),
            judged=judged,
            answers={id: told for id, told in answers.items() if any(told.values())},
            reasons=self._reasons(sides, (old, new), changed),
            failures=failures,
        )

    def _record(self, group: Group, row: int) -> Record | None:
        commit = group.commits[row]
        if self._last[0] == commit.hash:
            return self._last[1]
        records = self.world.records
        if not _recorded(group, row):
            return None
        return records.read(records.path(commit.hash, group.machine, group.environment))

    def _sides(
        self, group: Group, since: Commit, commit: Commit
    ) -> dict[str, tuple[Anatomy, Anatomy]]:
        head = self.profiles.anatomies(group.machine, commit.hash)
        base = self.profiles.anatomies(group.machine, since.hash) if head else {}
        return {id: (base[id], head[id]) for id in head if id in base}

    def _reasons(
        self,
        sides: Mapping[str, tuple[Anatomy, Anatomy]],
        measured: tuple[Mapping[str, Measurement], Mapping[str, Measurement]],
        changed: Mapping[str, set[int]],
    ) -> list[Attribution]:
        old, new = measured
        return [
            attribution_of(self.world, pair, (old[id], new[id]), changed)
            for id, pair in sides.items()
            if id in old and id in new
        ]


def attribution_of(
    world: World,
    sides: tuple[Anatomy, Anatomy],
    measured: tuple[Measurement | None, Measurement | None],
    changed: Mapping[str, set[int]],
) -> Attribution:
    """Why one benchmark changed: the same words and figures on every page that says so.

    The parts stand without records, too; the interval of the whole needs one of each commit.
    """
    base, head = sides
    old, new = measured
    categories = Categories(world.config.categories)
    total = None
    if old is not None and new is not None:
        total = timed(old, new, rules(world, head.benchmark, 1)).change
    if not (base.shares and head.shares) and not (base.instructions and head.instructions):
        base, head = _undivided(base), _undivided(head)
    return attribute(base, head, categories, total, changed)


def _undivided(side: Anatomy) -> Anatomy:
    """A side without samples is not a side whose functions took no time."""
    note = "not divided over functions: both sides were not sampled or counted alike"
    return replace(side, shares={}, instructions={}, notes=(*side.notes, note))


def changed_lines(world: World, since: Commit, commit: Commit) -> dict[str, set[int]]:
    """None where a commit is no longer there."""
    with contextlib.suppress(UnladenError):
        return world.git.changed_lines(since, commit)
    return {}


def _recorded(group: Group, row: int) -> bool:
    return any(source.rank == RECORD for source in group.sources[row])


def _trailers(world: World, commit: Commit) -> list[tuple[str, str]]:
    with contextlib.suppress(UnladenError):
        return world.git.trailers(commit)
    return []


def _failures(measurements: Mapping[str, Measurement]) -> list[tuple[str, str, str]]:
    fine = (Outcome.OK, Outcome.SKIPPED)
    return [
        (id, m.outcome.value, m.detail[:300])
        for id, m in measurements.items()
        if m.outcome not in fine
    ]
