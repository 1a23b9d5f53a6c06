"""A..B -> what each commit does alone on A, and what B loses without it; four changes are never
judged as one (I57)."""

import argparse
import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Protocol

from unladen.errors import ConfigError, Exit, ToolError
from unladen.judge.ablation import changed_by, together
from unladen.judge.stages import untouched
from unladen.measure.reached import note_reach
from unladen.measure.session import Session, measure
from unladen.measure.stop import Enough, pairs_for
from unladen.model import Commit, Interval
from unladen.model.commits import AskedBase
from unladen.model.options import Options
from unladen.model.searches import Ablated, Together
from unladen.output import ablate as told
from unladen.output.words import base_json, base_lines
from unladen.store.project import Project
from unladen.tools.worktree import Worktree
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of, ranged
from unladen.verbs.result import Result
from unladen.verbs.sent import sent_range

EXAMPLES = "  unladen ablate main..HEAD -b time_solve"

Changes = Callable[[Commit, Commit], Mapping[str, Interval | None]]
"""Two commits -> the change of each benchmark."""


class Tree(Protocol):
    """Commits made of others: None and why, where a patch does not apply."""

    def picked(self, onto: Commit, commit: Commit) -> tuple[Commit | None, str]: ...

    def reverted(self, on: Commit, commit: Commit) -> tuple[Commit | None, str]: ...


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("range", help="A..B, from where B left A")
    usual.exact_base(verb)
    usual.measuring(verb)
    usual.fleet(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    commits, asked = ranged(project, arguments)
    if asked is None or len(commits) < 2:
        raise ConfigError(f"{arguments.range} is no range of commits", "unladen ablate main..HEAD")
    if arguments.on:
        instead = {arguments.range: f"{asked.hash}..{commits[-1].hash}"}
        return sent_range(project, arguments, commits, asked, instead)
    each = _measured(project, commits, options_of(arguments))
    base = base_lines(commits[0], asked)
    lines = _json(each, asked) if arguments.json else _text(each, base)
    return Result(lines, warnings=project.records.warnings)


def _text(each: Iterator[Ablated | Together], base: Sequence[str]) -> Generator[str, None, Exit]:
    yield from base
    for one in each:
        yield from (told.commit_lines(one) if isinstance(one, Ablated) else told.whole_lines(one))
    return Exit.PASS


def _json(each: Iterator[Ablated | Together], asked: AskedBase) -> Iterator[str]:
    everything = list(each)
    commits = [one for one in everything if isinstance(one, Ablated)]
    whole = [one for one in everything if isinstance(one, Together)]
    yield json.dumps(told.as_json(commits, whole) | {"asked_base": base_json(asked)})


def _measured(
    project: Project, commits: Sequence[Commit], options: Options
) -> Iterator[Ablated | Together]:
    def changes(base: Commit, head: Commit) -> Mapping[str, Interval | None]:
        session = Session.opened(project, [base, head], options)
        old, new = measure(session, Enough(pairs_for("ablate", options.pairs)), note_reach)
        rules = project.config.rules
        return {
            name: changed_by(old[name], new[name], rules(name, 1))
            for name in new
            if untouched(old[name], new[name]) or (new[name].runs and old[name].runs)
        }

    with project.measuring(), Worktree(project.git, project.work / "ablate") as tree:
        yield from ablated(commits, tree, changes, project.progress.step)


def ablated(
    commits: Sequence[Commit], tree: Tree, changes: Changes, say: Callable[[str], None]
) -> Iterator[Ablated | Together]:
    """Each commit as it is measured; then what they are together."""
    first, last = commits[0], commits[-1]
    whole = changes(first, last)
    alone: dict[str, list[Interval | None]] = {name: [] for name in whole}

    def tried(base: Commit | None, head: Commit | None) -> Mapping[str, Interval | None]:
        if base is None or head is None:
            return {}
        try:
            return changes(base, head)
        except ToolError as error:
            say(f"           {error.what.splitlines()[0]}")
            return {}

    for commit in commits[1:]:
        say(f"alone      {commit.short} {commit.subject[:50]}")
        picked, why = tree.picked(first, commit)
        dropped, why_not = tree.reverted(last, commit)
        on_first, on_last = tried(first, picked), tried(dropped, last)
        for name in whole:
            alone[name].append(on_first.get(name))
            yield Ablated(
                benchmark=name,
                commit=commit,
                alone=on_first.get(name),
                without=on_last.get(name),
                why="; ".join(each for each in (why, why_not) if each),
            )
    for name, change in whole.items():
        yield Together(benchmark=name, change=change, alone=together(alone[name]))
