"""two commits of a history -> what was found out of them side by side: in pairs of processes, by
counting instructions, or by looking which of the changed code runs."""

from collections.abc import Mapping

from unladen.judge.sequential import LOOKS
from unladen.judge.stages import conclude
from unladen.model import Commit, Comparison, Record, Stage, Verdict
from unladen.model.histories import Group
from unladen.store.project import Project

KEPT = 8
MOVED = (Verdict.SLOWER, Verdict.FASTER)


class SideBySide:
    """Reads a record when it is asked for, and keeps the last few."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._read: dict[str, Record | None] = {}
        self._moved: dict[str, dict[str, dict[int, Comparison]]] = {}

    def comparison(
        self, group: Group, since: Commit, commit: Commit, id: str, together: int = 1
    ) -> Comparison | None:
        """By records, where both were there in the same session; else nothing. `together`: of how
        many that are judged at once."""
        old, new = (self._record(group, each) for each in (since, commit))
        if old is None or new is None:
            return None
        if id not in old.measurements or id not in new.measurements:
            return None
        base, head = old.measurements[id], new.measurements[id]
        found = conclude(base, head, self._project.config.rules(id, together))
        if found.stage is not None or found.pairs >= LOOKS[0]:
            return found
        return None

    def moved(self, group: Group, first: int, id: str) -> Mapping[int, Comparison]:
        """By row, from `first` on: where pairs of it and the row before it got slower or faster."""
        if group.name not in self._moved:
            self._moved[group.name] = self._all_moved(group, first)
        return self._moved[group.name].get(id, {})

    def _all_moved(self, group: Group, first: int) -> dict[str, dict[int, Comparison]]:
        """Of all benchmarks at once, so that each record is read once."""
        found: dict[str, dict[int, Comparison]] = {}
        for row in range(max(1, first), len(group.commits)):
            if not (group.recorded(row - 1) and group.recorded(row)):
                continue
            since, commit = group.commits[row - 1 : row + 1]
            old, new = self._record(group, since), self._record(group, commit)
            if old is None or new is None:
                continue
            for id in old.measurements.keys() & new.measurements.keys():
                told = self.comparison(group, since, commit, id, len(new.measurements))
                if told is not None and told.stage is Stage.TIME and told.verdict in MOVED:
                    found.setdefault(id, {})[row] = told
        return found

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
