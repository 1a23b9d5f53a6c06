"""GOOD..BAD x one benchmark -> the commit that made the step, asked for by bisection."""

import argparse
import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence

from unladen.errors import ConfigError, DidNotRun, EmptySelection, Exit, ToolError
from unladen.judge.bisection import RISK, Answer, bisect
from unladen.judge.compare import effects_of, paired_runs, timed
from unladen.judge.estimate import interval
from unladen.measure.session import Session, measure
from unladen.measure.stop import Enough, rounds_of_find
from unladen.model import Commit, Interval, Kind, Measurement, Outcome
from unladen.model.options import Options
from unladen.model.searches import Search
from unladen.output import find as told
from unladen.output.words import base_json, base_lines
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import compared, open_project, options_of
from unladen.verbs.result import Result
from unladen.verbs.sent import sent_range

EXAMPLES = "  unladen find v1.0 HEAD -b '^suite.time_solve$'"

Change = Callable[[Commit, Commit, float], tuple[Interval | None, str]]
"""Two commits, and what the interval should lie on one side of -> it, and the benchmark's name."""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("good", help="a commit from before the step")
    verb.add_argument("bad", nargs="?", default="HEAD", help="one from after it (HEAD)")
    usual.exact_base(verb)
    usual.measuring(verb)
    usual.fleet(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    options = options_of(arguments)
    pair = compared(project, arguments, arguments.good, arguments.bad)
    commits = project.git.range(f"{pair.base.hash}..{pair.head.hash}")
    if len(commits) < 2:
        what = f"there is no commit between {arguments.good} and {arguments.bad}"
        raise ConfigError(what, "git log --oneline")
    if arguments.on:
        instead = {arguments.good: pair.asked.hash, arguments.bad: pair.head.hash}
        return sent_range(project, arguments, commits, pair.asked, instead)

    def change(good: Commit, other: Commit, edge: float) -> tuple[Interval | None, str]:
        return measured_change(project, options, (good, other), edge)

    with project.measuring():
        for search in searched(commits, change):
            project.progress.step(f"suspects   {len(search.suspects)}")
    asked = base_json(pair.asked)
    lines = [json.dumps(told.as_json(search) | {"asked_base": asked})]
    if not arguments.json:
        lines = [*base_lines(pair.base, pair.asked), *told.lines(search)]
    code = Exit.PASS if search.found else Exit.UNDECIDED
    return Result(lines, code, project.records.warnings)


def searched(commits: Sequence[Commit], change: Change) -> Iterator[Search]:
    """The state after each question; at least one, and the last one is the answer."""
    good, bad = commits[0], commits[-1]
    whole, name = change(good, bad, 0.0)
    search = Search(benchmark=name, good=good, bad=bad, suspects=commits[1:], whole=whole)

    def ask(commit: Commit, half: float) -> Answer:
        try:
            seen, _ = change(good, commit, half)
        except ToolError as error:
            return error.what.splitlines()[0]
        return "cannot be told apart" if seen is None else seen

    yield from bisect(search, ask)


def measured_change(
    project: Project, options: Options, pair: tuple[Commit, Commit], edge: float
) -> tuple[Interval | None, str]:
    """More pairs until the interval lies on one side of the edge; else as it is at last."""
    seen: Interval | None = None
    name = ""
    rounds = rounds_of_find(options.pairs)
    for pairs in rounds:
        session = Session.opened(project, pair, options)
        if session.identical:
            return Interval(estimate=0.0, low=0.0, high=0.0), name
        old, new = measure(session, Enough(pairs))
        ids = [id for id in new if new[id].benchmark.kind is Kind.TIME]
        if len(ids) != 1:
            raise EmptySelection(f"{len(ids)} benchmarks fit, one is needed: {', '.join(ids[:3])}")
        name = ids[0]
        flag = "" if project.git.merge_base(*pair) == pair[0] else " --exact-base"
        _check_both_ran(pair, (old[name], new[name]), flag)
        clock = timed(old[name], new[name], project.config.rules(name, 1)).clock
        runs = paired_runs(old[name], new[name])
        if clock is None or len(runs) < rounds[0]:
            return None, name
        risk = RISK / len(rounds)
        seen = interval(effects_of(runs, clock), risk, risk)
        if seen.low > edge or seen.high < edge:
            break
    return seen, name


def _check_both_ran(
    pair: tuple[Commit, Commit], sides: tuple[Measurement, Measurement], flag: str = ""
) -> None:
    """What raises has no time: that is an answer, and not that nothing differs. `flag` is for the
    command that looks at the pair."""
    for commit, side in zip(pair, sides, strict=True):
        if side.outcome is not Outcome.OK:
            good, other = pair
            detail = f": {side.detail}" if side.detail else ""
            what = f"{side.benchmark.id} at {commit.short}: {side.outcome.value}{detail}"
            name = shlex.quote(f"^{re.escape(side.benchmark.id)}$")
            raise DidNotRun(what[:300], f"unladen gate {good.short} {other.short}{flag} -b {name}")
