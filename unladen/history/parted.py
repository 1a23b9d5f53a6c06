"""two commits that were taken apart -> Flags, from files; a machine's last commits -> reports."""

import contextlib
from collections.abc import Mapping, Sequence

from unladen.errors import UnladenError
from unladen.history.flagged import flags_between
from unladen.history.reports import Reporter, attribution_of, changed_lines
from unladen.judge.counted_alike import counted_alike
from unladen.model import Commit, Measurement
from unladen.model.flags import Flag
from unladen.model.histories import Group
from unladen.model.reports import CommitReport
from unladen.store.profiles import Profiles, profiles_of
from unladen.store.project import Project

LAST = 12
"""Commits of a machine whose verdicts and flags a first look shows."""


def flags_of_commits(
    project: Project,
    environment: str,
    commits: tuple[Commit, Commit],
    measured: tuple[Mapping[str, Measurement], Mapping[str, Measurement]],
) -> list[Flag]:
    """Of what is known: where nobody took them apart, only that one waits longer."""
    profiles = profiles_of(project)
    machine = project.machine.name
    base, head = (profiles.anatomies(machine, one.hash, environment) for one in commits)
    both = {id: counted_alike(base[id], head[id]) for id in head if id in base}
    changed = changed_lines(project, *commits) if both else {}
    old, new = measured
    reasons = [
        attribution_of(project, pair, (old.get(id), new.get(id)), changed)
        for id, pair in both.items()
    ]
    declared = _declared(project, *commits) if both else []
    return flags_between(project, measured, both, reasons, declared)


def _declared(project: Project, base: Commit, head: Commit) -> list[tuple[str, str]]:
    """By all commits between them."""
    with contextlib.suppress(UnladenError):
        between = project.git.range(f"{base.hash}..{head.hash}")[1:]
        claiming = project.git.claiming(one.hash for one in between)
        mine = [one for one in between if one.hash in claiming]
        return [trailer for one in mine for trailer in project.git.trailers(one)]
    return []


def last_reports(
    project: Project, profiles: Profiles, groups: Sequence[Group]
) -> list[CommitReport]:
    """The newest first, of each machine."""
    reporter = Reporter(project, profiles)
    found = []
    for group in groups:
        recorded = [row for row, _ in enumerate(group.sources) if group.recorded(row)]
        told = (reporter.report(group, row) for row in reversed(recorded[-LAST:]))
        found += [report for report in told if report is not None]
    return found
