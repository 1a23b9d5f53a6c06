"""BASE and HEAD -> a Decision, from their records alone: nothing is built or measured."""

import argparse
import time
from collections.abc import Sequence

from unladen.errors import NoRecord
from unladen.judge.records import compare_records
from unladen.model import Commit, Decision, Record
from unladen.store.asv_records import read
from unladen.store.project import Project
from unladen.verbs import decided
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = "  unladen compare v1.0 HEAD --all"


def words(verb: argparse.ArgumentParser) -> None:
    usual.pair(verb)
    usual.place(verb)
    usual.selection(verb)
    decided.words(verb)


def run(arguments: argparse.Namespace) -> Result:
    with decided.never_silent(arguments):
        project = open_project(arguments)
        decision = compared(project, arguments.base, arguments.head, arguments.bench)
        return decided.decided(arguments, project, [decision])


def compared(project: Project, base: str, head: str, patterns: Sequence[str]) -> Decision:
    started = time.monotonic()
    commits = project.git.commit(base), project.git.commit(head)
    old, new = _records(project, commits)
    return Decision(
        base=commits[0],
        head=commits[1],
        machine=project.machine,
        environment=new.environment.name,
        comparisons=compare_records(old, new, project.config.rules, patterns),
        seconds=time.monotonic() - started,
        seed=0,
        identical_code=bool(old.wheel) and old.wheel == new.wheel,
        root=str(project.folder),
    )


def _records(project: Project, commits: Sequence[Commit]) -> tuple[Record, Record]:
    """unladen's records; where either is missing, asv's own result files of both."""
    machine, name = project.machine.name, project.config.environment
    try:
        old, new = (project.records.get(commit, machine, name) for commit in commits)
        return _of_one_environment(project, old, new)
    except NoRecord:
        each = [list(read(project.asv.results, commit, machine)) for commit in commits]
        for old in each[0]:
            for new in each[1]:
                known = old.environment.name
                if new.environment.name == known and name in (None, known):
                    return old, new
        raise


def _of_one_environment(project: Project, old: Record, new: Record) -> tuple[Record, Record]:
    """Where one commit was only imported, what was imported of the other is beside it."""
    for name in (new.environment.name, old.environment.name):
        try:
            both = [project.records.get(r.commit, r.machine.name, name) for r in (old, new)]
            return both[0], both[1]
        except NoRecord:
            continue
    return old, new
