"""two commits of a history -> what was found out of them side by side: in pairs of processes, by
counting instructions, or by looking which of the changed code runs."""

from unladen.judge.sequential import LOOKS
from unladen.judge.stages import conclude
from unladen.model import Commit, Comparison, Record, Stage
from unladen.model.histories import Group
from unladen.store.project import Project

KEPT = 8


class SideBySide:
    """Reads a record when it is asked for, and keeps the last few."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._read: dict[str, Record | None] = {}

    def comparison(self, group: Group, since: Commit, commit: Commit, id: str) -> Comparison | None:
        """By records, where both were there in the same session; else nothing."""
        old, new = (self._record(group, each) for each in (since, commit))
        if old is None or new is None:
            return None
        if id not in old.measurements or id not in new.measurements:
            return None
        base, head = old.measurements[id], new.measurements[id]
        found = conclude(base, head, self._project.config.rules(id, 1))
        if found.stage in (Stage.CODE, Stage.INSTRUCTIONS) or found.pairs >= LOOKS[0]:
            return found
        return None

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
