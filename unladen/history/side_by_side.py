"""two commits of a history -> what pairs of processes, measured side by side, say of them."""

from unladen.judge.compare import paired_runs, timed
from unladen.judge.sequential import LOOKS
from unladen.model import Commit, Interval, Record
from unladen.model.histories import Group
from unladen.store.project import Project

KEPT = 8


class SideBySide:
    """Reads a record when it is asked for, and keeps the last few."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._read: dict[str, Record | None] = {}

    def change(self, group: Group, since: Commit, commit: Commit, id: str) -> Interval | None:
        """By records, where both were measured in the same pairs; else nothing."""
        old, new = (self._record(group, each) for each in (since, commit))
        if old is None or new is None:
            return None
        if id not in old.measurements or id not in new.measurements:
            return None
        base, head = old.measurements[id], new.measurements[id]
        if len(paired_runs(base, head)) < LOOKS[0]:
            return None
        return timed(base, head, self._project.config.rules(id, 1)).change

    def _record(self, group: Group, commit: Commit) -> Record | None:
        if not group.recorded(group.places[commit.hash]):
            return None
        records = self._project.records
        path = records.path(commit.hash, group.machine, group.environment)
        key = str(path)
        if key not in self._read:
            while len(self._read) >= KEPT:
                self._read.pop(next(iter(self._read)))
            self._read[key] = records.read(path)
        return self._read[key]
