"""records of a range's commits -> which of them are measured, and what pairs of them showed.

Both commits of a pair were measured on one machine; what several machines say is held against each
other only to choose what is measured next.
"""

import contextlib
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from unladen.judge.backfill import Pair, effects_told
from unladen.judge.compare import paired_runs
from unladen.judge.selection import fits
from unladen.judge.stages import conclude
from unladen.model import Commit, Comparison, Measurement, Record
from unladen.model.stretches import Effects
from unladen.store.project import Project

LONGEST = 86_400.0


class MeasuredPairs:
    """Of commits by their places. A record is read once, and again when it was added to; of
    thousands only is kept what they say of each other."""

    def __init__(
        self,
        project: Project,
        commits: Sequence[Commit],
        patterns: Sequence[str],
        machine: str | None,
    ) -> None:
        """On one machine, or on any."""
        self.commits = commits
        self.told: dict[Pair, Effects] = {}
        self.seconds: list[float] = []
        """What sessions took, building apart, as far as records tell."""
        self._project = project
        self._patterns = patterns
        self._machine = machine
        self._sessions: dict[int, frozenset[str]] = {}
        for place in range(len(commits)):
            self._read(place)
        for pair in self._together():
            self._compare(pair)

    @property
    def measured(self) -> AbstractSet[int]:
        return self._sessions.keys()

    def look_again(self, pair: Pair) -> bool:
        """When it was measured; whether both are recorded now, side by side."""
        for place in pair:
            self._read(place)
        return self._compare(pair)

    def _read(self, place: int) -> None:
        records = self._records(place)
        if not records:
            return
        runs = [run for r in records for each in r.measurements.values() for run in each.runs]
        self._sessions[place] = frozenset(run.session for run in runs)
        for record in records:
            self.seconds += _seconds_of(record)

    def _records(self, place: int) -> list[Record]:
        records = self._project.records
        name = f"{self.commits[place].hash[:12]}-*.json"
        found = (records.read(path) for path in sorted(records.folder.glob(f"*/{name}")))
        return [each for each in found if each is not None and self._asked(each)]

    def _asked(self, record: Record) -> bool:
        """Anything of what is asked for, also that it fails there."""
        mine = self._machine in (None, record.machine.name) and not record.failed
        return mine and any(fits(id, self._patterns) for id in record.measurements)

    def _together(self) -> Iterator[Pair]:
        """Places that have a session in common."""
        by_session: dict[str, list[int]] = {}
        for place, sessions in self._sessions.items():
            for session in sessions:
                by_session.setdefault(session, []).append(place)
        pairs = {(places[0], places[1]) for places in by_session.values() if len(places) == 2}
        yield from sorted(pairs)

    def _compare(self, pair: Pair) -> bool:
        olds, news = (self._records(place) for place in pair)
        for old in olds:
            for new in news:
                where = (old.machine.name, old.environment.name)
                if where != (new.machine.name, new.environment.name):
                    continue
                found = list(self._compared(old, new))
                if found:
                    self.told[pair] = effects_told(found)
                    return True
        return False

    def _compared(self, old: Record, new: Record) -> Iterator[Comparison]:
        both = sorted(old.measurements.keys() & new.measurements.keys())
        asked = [id for id in both if fits(id, self._patterns)]
        for id in asked:
            base, head = old.measurements[id], new.measurements[id]
            if side_by_side(base, head):
                yield conclude(base, head, self._project.config.rules(id, len(asked)))


def side_by_side(base: Measurement, head: Measurement) -> bool:
    """Not what was timed apart; what has no times on one side did not get so far."""
    return bool(paired_runs(base, head)) or not (base.runs and head.runs)


def _seconds_of(record: Record) -> list[float]:
    """Of its last session: a session's name ends with the second in which it began."""
    runs = [run.session for each in record.measurements.values() for run in each.runs]
    found = []
    for session in set(runs):
        with contextlib.suppress(ValueError, IndexError):
            took = record.started - int(session.split("-")[1], 16)
            if 0 < took < LONGEST:
                found.append(took)
    return [min(found)] if found else []
