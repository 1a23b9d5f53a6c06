"""two commits of a history -> what pairs of processes, measured side by side, say of them."""

from unladen.history.groups import Group
from unladen.history.ledger import RECORD
from unladen.judge.compare import paired_runs, timed
from unladen.judge.sequential import LOOKS
from unladen.measure.session import rules
from unladen.model import Commit, Interval, Record
from unladen.store.project import World

KEPT = 8


class Proof:
    """Reads a record when it is asked for, and keeps the last few."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[str, Record | None] = {}

    def again(self, group: Group, since: Commit, commit: Commit, id: str) -> Interval | None:
        """The change by records, where both were measured in the same pairs; else nothing."""
        old, new = (self._record(group, each) for each in (since, commit))
        if old is None or new is None:
            return None
        if id not in old.measurements or id not in new.measurements:
            return None
        base, head = old.measurements[id], new.measurements[id]
        if len(paired_runs(base, head)) < LOOKS[0]:
            return None
        return timed(base, head, rules(self._world, id, 1)).change

    def _record(self, group: Group, commit: Commit) -> Record | None:
        row = group.places[commit.hash]
        if not any(source.rank == RECORD for source in group.sources[row]):
            return None
        records = self._world.records
        path = records.path(commit.hash, group.machine, group.environment)
        key = str(path)
        if key not in self._read:
            while len(self._read) >= KEPT:
                self._read.pop(next(iter(self._read)))
            self._read[key] = records.read(path)
        return self._read[key]
