"""BASE and HEAD -> why: times first, unprofiled; then the worst few are taken apart, one by one.

Answers come before all of it: what answers otherwise than before is told, and not taken apart.
"""

import argparse
import json
from collections.abc import Generator, Iterator, Mapping, Sequence

from unladen.errors import ConfigError, EmptySelection, Exit, ToolError
from unladen.judge.answers import agree
from unladen.judge.compare import compare
from unladen.judge.decide import most_changed, timed_on_both
from unladen.judge.findings import no_profile
from unladen.measure.session import Session, caches, measure
from unladen.measure.stop import Enough, pairs_for
from unladen.model import Comparison, Measurement, Verdict
from unladen.model.attribution import Explained
from unladen.model.commits import ComparedCommits
from unladen.model.lanes import LANES, Depth
from unladen.output import explain as why
from unladen.output import terminal
from unladen.output.words import base_json, base_lines
from unladen.profiling import dissect
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import compared, open_project, options_of
from unladen.verbs.result import Result
from unladen.verbs.sent import sent_pair

EXAMPLES = """\
  unladen explain main HEAD
  unladen explain main HEAD -b time_solve --precision 1%
exit code 4: too much of the time is in none of the parts, so that they explain nothing"""
NOT_TAKEN_APART = (
    "not taken apart: make the answers right, or --despite-answers if they are meant to differ"
)
MOST = 5
MOST_NAMED = 20
"""Of those that were asked for by name."""


def words(verb: argparse.ArgumentParser) -> None:
    usual.pair(verb)
    usual.exact_base(verb)
    usual.measuring(verb)
    usual.fleet(verb)
    verb.add_argument(
        "--precision",
        type=usual.share,
        default=0.02,
        metavar="P",
        help="of shares by sampling, in points (2%%): it decides the seconds",
    )
    verb.add_argument("--no-exact", action="store_true", help="do not count instructions")
    verb.add_argument(
        "--lanes",
        type=lanes,
        default=(),
        metavar="NAMES",
        help=f"look only by these: {','.join(lane.name for lane in LANES)} (all)",
    )
    verb.add_argument("--all", action="store_true", help="show every function")
    verb.add_argument(
        "--despite-answers",
        action="store_true",
        help="take apart also what answers otherwise than before: it is meant to",
    )


def lanes(text: str) -> tuple[str, ...]:
    """Names, with commas between them."""
    names = tuple(text.split(","))
    for name in names:
        if name not in {lane.name for lane in LANES}:
            raise argparse.ArgumentTypeError(f"{name!r} is no lane")
    return names


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    commits = compared(project, arguments, arguments.base, arguments.head)
    if arguments.on:
        return sent_pair(project, arguments, commits)
    wrong: list[Comparison] = []
    each = explained(project, arguments, commits, wrong)
    if arguments.json:
        return Result(_json(each, commits, wrong), warnings=project.records.warnings)
    lines = _text(each, wrong, project, arguments.all)
    first = base_lines(commits.base, commits.asked)
    return Result(_after(first, lines), warnings=project.records.warnings)


def _after(first: Sequence[str], lines: Generator[str, None, Exit]) -> Generator[str, None, Exit]:
    yield from first
    return (yield from lines)


def explained(
    project: Project,
    arguments: argparse.Namespace,
    pair: ComparedCommits,
    wrong: list[Comparison],
) -> Iterator[Explained]:
    """Those that are taken apart; `wrong` is filled with those that are not."""
    options = options_of(arguments)
    with project.measuring():
        commits = project.commits(pair.base.hash, pair.head.hash, options.ignore_dirty)
        session = Session.opened(project, commits, options)
        if session.identical:
            what = "both commits are built to the same code: nothing to explain"
            raise ConfigError(what, f"git diff {commits[0].short} {commits[1].short}")
        pairs = pairs_for("explain", options.pairs)
        old, new = measure(session, Enough(pairs, only_right=not arguments.despite_answers))
        if not arguments.despite_answers:
            wrong += _wrong(old, new, project)
        answered = {id: one for id, one in new.items() if agree(old[id], one) or not wrong}
        ids = timed_on_both(old, answered)[:MOST_NAMED]
        if not options.patterns:
            ids = most_changed(old, answered, project.config.rules, MOST)
        if not ids and wrong:
            return
        if not ids:
            raise EmptySelection("no time benchmark that was asked for ran on both sides")
        with caches(session) as cache:
            of = dissect.Dissection(
                project=project,
                sides=session.sides,
                measured=(old, new),
                caches=cache,
                depth=Depth(
                    precision=arguments.precision,
                    exact=not arguments.no_exact,
                    lanes=arguments.lanes,
                ),
                notes=session.notes,
            )
            found = []
            for each in dissect.explained(of, ids):
                found += [each] if each.whole else []
                yield each
            if nothing := no_profile([side for each in found for side in each.sides], of.depth):
                raise ToolError(nothing, "unladen doctor says which profilers work here")


def _wrong(
    old: Mapping[str, Measurement], new: Mapping[str, Measurement], project: Project
) -> list[Comparison]:
    rules = project.config.rules
    found = (compare(old[id], new[id], rules(id, len(new))) for id in new if id in old)
    return [each for each in found if each.verdict is Verdict.WRONG]


def _json(
    each: Iterator[Explained], commits: ComparedCommits, wrong: Sequence[Comparison]
) -> Generator[str, None, Exit]:
    those = [one for one in each if one.whole]
    told = [why.as_json(one.attribution, one.answers) for one in those]
    base = {"base": commits.base.hash, "asked_base": base_json(commits.asked)}
    yield json.dumps([found | {"compared": base} for found in (*map(why.wrong_json, wrong), *told)])
    return _exit(those, wrong)


def _exit(each: Sequence[Explained], wrong: Sequence[Comparison]) -> Exit:
    """Where too much is left over, the profilers have failed."""
    if wrong:
        return Exit.SLOWER
    return Exit.TOOL if any(one.attribution.unexplained for one in each) else Exit.PASS


def _text(
    each: Iterator[Explained], wrong: Sequence[Comparison], project: Project, all_: bool
) -> Generator[str, None, Exit]:
    """Reasons as soon as there are any; then all that is known; wrong answers last, where they are
    read."""
    those = []
    for one in each:
        if not one.whole:
            yield from terminal.comparison_lines(one.comparison, str(project.folder))
            yield from why.answer_lines(one.answers)
            yield from (f"  why   {reason}" for reason in why.reasons(one.attribution))
            yield ""
            continue
        those.append(one)
        yield from why.lines(one.attribution, all_)
        yield from why.family(one.family)
        yield from why.lane_lines(one.sides)
        yield from why.overheads(one.sides)
        yield ""
    for comparison in wrong:
        yield from terminal.comparison_lines(comparison, str(project.folder))
    if wrong:
        yield f"  next  {NOT_TAKEN_APART}"
    return _exit(those, wrong)
