"""a commit's records and profiles -> what is known of it against the commit before it."""

import contextlib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path

from unladen.errors import UnladenError
from unladen.history.flagged import flags_between
from unladen.judge.answers import answers_of
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.claims import BadClaim, ClaimEvidence, claims_of, held
from unladen.judge.compare import timed
from unladen.judge.counted_alike import counted_alike
from unladen.judge.decide import worst
from unladen.judge.stages import conclude
from unladen.model import Commit, Measurement, Outcome, Record
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Attribution
from unladen.model.claims import HeldClaim
from unladen.model.histories import Group
from unladen.model.reports import CommitReport
from unladen.store.profiles import Profiles
from unladen.store.project import Project

Measured = Mapping[str, Measurement]


MOST_KEPT = 2


@dataclass(slots=True)
class Reporter:
    """Keeps the two records that it read last: in either direction a commit shares one of them with
    the next."""

    project: Project
    profiles: Profiles
    _kept: dict[Path, Record | None] = field(default_factory=dict)
    _claiming: dict[str, set[str]] = field(default_factory=dict)
    """Of each group, commits that declare anything."""

    def report(self, group: Group, row: int) -> CommitReport | None:
        """Nothing where there is no record of that commit."""
        commit = group.commits[row]
        head = self._record(group, row)
        if head is None:
            return None
        before = next((r for r in range(row - 1, -1, -1) if self._measured(group, r)), None)
        base = self._record(group, before) if before is not None else None
        trailers = self._trailers(group, commit)
        report = CommitReport(
            commit=commit,
            since=None,
            group=group,
            phase=next((value for name, value in trailers if name.lower() == "phase"), ""),
            failed=head.failed,
            failures=tuple(_failures(head)),
        )
        if base is None or before is None:
            return report
        report = replace(report, since=group.commits[before])
        new = head.measurements
        if head.failed:
            new = {id: head.of(each.benchmark) for id, each in base.measurements.items()}
        return self._against(report, (base.measurements, new), trailers)

    def _against(
        self,
        report: CommitReport,
        measured: tuple[Measured, Measured],
        trailers: Sequence[tuple[str, str]],
    ) -> CommitReport:
        assert report.since is not None
        (old, new), rules = measured, self.project.config.rules
        both = [id for id in new if id in old]
        sides = self._sides(report.group, report.since, report.commit)
        changed = changed_lines(self.project, report.since, report.commit) if sides else {}
        claims: Sequence[HeldClaim] = ()
        bad_claim = ""
        try:
            evidence = ClaimEvidence(
                measured=measured,
                anatomies=sides,
                rules=rules,
                changed=changed,
                category=Categories(self.project.config.categories).of,
            )
            claims = held(claims_of(trailers), evidence)
        except BadClaim as error:
            bad_claim = str(error)
        reasons = [
            attribution_of(self.project, pair, (old[id], new[id]), changed)
            for id, pair in sides.items()
            if id in both
        ]
        answers = {id: answers_of(old[id], new[id]) for id in both}
        return replace(
            report,
            claims=claims,
            bad_claim=bad_claim,
            comparisons=worst([conclude(old[id], new[id], rules(id, len(both))) for id in both]),
            answers={id: items for id, items in answers.items() if any(items.values())},
            reasons=reasons,
            flags=flags_between(self.project, measured, sides, reasons, trailers),
        )

    def _measured(self, group: Group, row: int) -> bool:
        """Whether a later commit can be compared with it."""
        record = self._record(group, row)
        return record is not None and not record.failed

    def _record(self, group: Group, row: int) -> Record | None:
        if not group.recorded(row):
            return None
        records = self.project.records
        path = records.path(group.commits[row].hash, group.machine, group.environment)
        if path not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[path] = records.read(path)
        return self._kept[path]

    def _trailers(self, group: Group, commit: Commit) -> list[tuple[str, str]]:
        """One process tells which commits declare anything, and few do."""
        with contextlib.suppress(UnladenError):
            if group.name not in self._claiming:
                self._claiming[group.name] = self.project.git.claiming(group.places)
            if commit.hash in self._claiming[group.name]:
                return self.project.git.trailers(commit)
        return []

    def _sides(
        self, group: Group, since: Commit, commit: Commit
    ) -> dict[str, tuple[Anatomy, Anatomy]]:
        here = group.machine, group.environment
        head = self.profiles.anatomies(here[0], commit.hash, here[1])
        base = self.profiles.anatomies(here[0], since.hash, here[1]) if head else {}
        return {id: counted_alike(base[id], head[id]) for id in head if id in base}


def attribution_of(
    project: Project,
    sides: tuple[Anatomy, Anatomy],
    measured: tuple[Measurement | None, Measurement | None],
    changed: Mapping[str, AbstractSet[int]],
) -> Attribution:
    """Why one benchmark changed: the same words and figures on every page that says so.

    The parts stand without records, too; the interval of the whole needs one of each commit.
    """
    base, head = sides
    old, new = measured
    categories = Categories(project.config.categories)
    total = None
    if old is not None and new is not None:
        total = timed(old, new, project.config.rules(head.benchmark, 1)).change
    if not (base.shares and head.shares) and not (base.instructions and head.instructions):
        base, head = _undivided(base), _undivided(head)
    return attribute(base, head, categories, total, changed)


def _undivided(side: Anatomy) -> Anatomy:
    """A side without samples is not a side whose functions took no time."""
    note = "not divided over functions: both sides were not sampled or counted alike"
    return replace(side, shares={}, instructions={}, notes=(*side.notes, note))


def changed_lines(project: Project, since: Commit, commit: Commit) -> dict[str, set[int]]:
    """None where a commit is no longer there."""
    with contextlib.suppress(UnladenError):
        return project.git.changed_lines(since, commit)
    return {}


def _failures(record: Record) -> list[tuple[str, str, str]]:
    if record.failed:
        return [("every benchmark", "failed", record.failed[:300])]
    fine = (Outcome.OK, Outcome.SKIPPED)
    return [
        (id, m.outcome.value, m.detail[:300])
        for id, m in record.measurements.items()
        if m.outcome not in fine
    ]
