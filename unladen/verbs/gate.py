"""BASE and HEAD -> a Decision: built side by side, and sampled until every benchmark is decided."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypedDict

from unladen.errors import ConfigError, UnladenError
from unladen.history.parted import flags_of_commits
from unladen.judge.decide import faster_ones, slower_ones
from unladen.judge.leaks import as_before
from unladen.measure.cascade import decision_of, judged
from unladen.measure.session import Session, Sides, caches
from unladen.model import Culprit, Decision
from unladen.model.accepted import Accepted
from unladen.model.commits import ComparedCommits
from unladen.model.flags import Flag
from unladen.model.lanes import Depth
from unladen.output import flags as flags_told
from unladen.output.culprits import culprits
from unladen.output.explain import reasons
from unladen.output.words import percent
from unladen.profiling.dissect import Dissection, dissected
from unladen.store import accepted
from unladen.store.project import Project
from unladen.verbs import decided
from unladen.verbs import words as usual
from unladen.verbs.opening import compared, open_project, options_of
from unladen.verbs.result import Result
from unladen.verbs.sent import sent_pair

EXAMPLES = """\
  unladen gate main HEAD                 HEAD against the commit where it left main
  unladen gate main HEAD --exact-base    against main itself
  unladen gate main HEAD -b time_solve --allow 2% --budget 60
  unladen gate origin/main HEAD --markdown comment.md --junit unladen.xml --github"""
MOST_EXPLAINED = 3
MOST_FLAGS = 5
REASON_SECONDS = 15.0
"""About what the reasons of a benchmark take."""
COUNT_SECONDS = 5.0
"""And to count its calls."""


class Why(TypedDict, total=False):
    """What a comparison has to say of its reasons."""

    because: tuple[str, ...]
    culprits: tuple[Culprit, ...]


def words(verb: argparse.ArgumentParser) -> None:
    usual.pair(verb)
    usual.exact_base(verb)
    usual.measuring(verb)
    usual.fleet(verb)
    decided.words(verb)
    verb.add_argument(
        "--measure-identical",
        action="store_true",
        help="measure even if both are built to the same code: an A/A run",
    )
    verb.add_argument(
        "--no-why",
        action="store_true",
        help="do not look for the reasons of what is slower, nor whether what is faster does less",
    )
    verb.add_argument(
        "--witness",
        choices=("auto", "always", "never"),
        default="auto",
        help="count instructions by valgrind, where it is: of what the change can reach (auto)",
    )
    verb.add_argument(
        "--cache-sim",
        action="store_true",
        help="count with simulated caches, which takes three times as long: estimated cycles must"
        " be the same, too, before a count decides that nothing changed",
    )
    verb.add_argument(
        "--decide-by",
        type=usual.stages,
        metavar="WHAT",
        help="what may decide: code,instructions,time (all of them)",
    )


def run(arguments: argparse.Namespace) -> Result:
    """In one environment; or with `-E all` in each of asv's, one after the other."""
    _made_where_it_is_decided(arguments)
    with decided.never_silent(arguments):
        project = open_project(arguments)
        commits = compared(project, arguments, arguments.base, arguments.head)
        if arguments.on:
            return sent_pair(project, arguments, commits)
        decisions = [
            replace(gated(each, commits, arguments), asked_base=commits.asked)
            for each in project.in_each_environment()
        ]
        return decided.decided(arguments, project, decisions)


def _made_where_it_is_decided(arguments: argparse.Namespace) -> None:
    """What another machine found comes home as text or JSON; before any file is begun."""
    unsaid = decided.files_asked(arguments)
    if arguments.on and unsaid:
        what = f"{' '.join(unsaid)}: a machine of a fleet writes no such file"
        raise ConfigError(what, "--json, or the same without --on")


def gated(project: Project, commits: ComparedCommits, arguments: argparse.Namespace) -> Decision:
    """A verdict for each benchmark; below those that got slower the first few reasons."""
    base, head, options = commits.base.hash, commits.head.hash, options_of(arguments)
    with project.measuring():
        entries = accepted_between(project, base, head)
        project = allowing(project, entries)
        session, sides, decision = judged(project, base, head, options)
        session.notes += [
            f"accepted {each.benchmark}, up to {percent(each.upto)}: {each.answer}"
            for each in entries
        ]
        slower = slower_ones(decision.comparisons, MOST_EXPLAINED)
        asked = bool(slower and sides and not arguments.no_why)
        why = _why(session, sides, slower) if asked and _time_for_reasons(session) else {}
        if sides and not arguments.no_why:
            _count_calls(session, sides, faster_ones(decision.comparisons, MOST_EXPLAINED))
        flags = _flags(session, sides)
        session.notes += [flags_told.note(flag) for flag in flags[:MOST_FLAGS]]
        session.notes += _leaks_of_before(sides)
    comparisons = tuple(
        replace(each, **why.get(each.benchmark.id, {})) for each in decision.comparisons
    )
    unwanted = [flag for flag in flags if flag.kind in project.config.fail_on]
    return replace(
        decision_of(session, comparisons, decision.identical_code),
        unwanted=tuple(flags_told.note(flag) for flag in unwanted),
    )


def _flags(session: Session, sides: Sides) -> list[Flag]:
    """Of what is known of the parts: what was taken apart now, or by a run before."""
    if len(sides) < 2:
        return []
    commits = session.sides[0].commit, session.sides[1].commit
    environment = session.sides[-1].environment
    return flags_of_commits(session.project, environment, commits, (sides[0], sides[1]))


def _leaks_of_before(sides: Sides) -> list[str]:
    """No flag of this commit's: but nobody is to think that nothing leaks."""
    if len(sides) < 2:
        return []
    both = ((id, sides[0][id], head) for id, head in sides[1].items() if id in sides[0])
    lines = [
        f"leak in {id}, as in base: {flags_told.left_behind(left)}"
        for id, base, head in both
        for left in as_before(base, head)
    ]
    more = [f"and {len(lines) - MOST_FLAGS} leaks more"] if len(lines) > MOST_FLAGS else []
    return [*lines[:MOST_FLAGS], *more]


def _time_for_reasons(session: Session, seconds: float = REASON_SECONDS) -> bool:
    """A budget that somebody asked for is a promise; the usual one is for the verdicts."""
    if session.options.budget is None or session.left >= seconds:
        return True
    session.notes.append("no time was left for reasons: unladen explain has them")
    return False


def _why(session: Session, sides: Sides, ids: Sequence[str]) -> Mapping[str, Why]:
    """The verdict stands, and is told, whether there are reasons or not."""
    try:
        return _reasons(session, sides, ids)
    except UnladenError as error:
        session.notes.append(f"no reasons: {error}"[:200])
        return {}


def _reasons(session: Session, sides: Sides, ids: Sequence[str]) -> dict[str, Why]:
    git, (base, head) = session.project.git, (side.commit for side in session.sides)
    files, new_lines = git.names_of(head), git.changed_lines(base, head)
    with caches(session) as cache:
        of = Dissection(
            project=session.project,
            sides=session.sides,
            measured=sides,
            caches=cache,
            depth=Depth(splits=False),
            notes=session.notes,
        )
        return {
            each.comparison.benchmark.id: {
                "because": tuple(reasons(each.attribution)),
                "culprits": culprits(each.attribution, files, new_lines),
            }
            for each in dissected(of, ids)
        }


def _count_calls(session: Session, sides: Sides, ids: Sequence[str]) -> None:
    """Of what got faster: it may be that its work is no longer done."""
    if not ids or not _time_for_reasons(session, COUNT_SECONDS):
        return
    try:
        with caches(session) as cache:
            of = Dissection(
                project=session.project,
                sides=session.sides,
                measured=sides,
                caches=cache,
                depth=Depth(exact=False, splits=False, lanes=("calls",)),
            )
            for _ in dissected(of, ids):
                session.project.progress.clear()
    except UnladenError as error:
        session.notes.append(f"calls were not counted: {error}"[:200])


def accepted_between(project: Project, base: str, head: str) -> list[Accepted]:
    """What somebody answers for, of the commits that are judged."""
    known = accepted.load(project.folder)
    if not known:
        return []
    between = [commit.hash for commit in project.git.range(f"{base}..{head}")[1:]]
    today = datetime.now(UTC).date()
    return [entry for entry in known if entry.counts(between, today)]


def allowing(project: Project, entries: Sequence[Accepted]) -> Project:
    """The same project, where what is accepted is allowed."""
    if not entries:
        return project
    config = project.config
    allow_of: dict[str, float] = {}
    for entry in entries:
        usual_allowance = config.allow_of.get(entry.benchmark, config.allow)
        allow_of[entry.benchmark] = max(allow_of.get(entry.benchmark, usual_allowance), entry.upto)
    allow_of |= {key: value for key, value in config.allow_of.items() if key not in allow_of}
    return project.configured(replace(config, allow_of=allow_of))
