"""GOOD..BAD x one benchmark -> the commit that made the step, by bisection under noise.

Every question is: is this commit like the good one or like the bad one, that is, on which side of
half of the whole step does its interval lie? What cannot be answered leaves several commits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from unladen import pipeline
from unladen.errors import ConfigError, EmptySelection, ToolError
from unladen.judge.compare import effects_of, paired_runs, timed
from unladen.judge.estimate import interval
from unladen.measure.session import Wanted, measure, rules
from unladen.model import Commit, Interval, Kind
from unladen.store.project import World

PAIRS = (12, 24, 48, 96)
RISK = 0.01
"""Of a wrong answer to one question, on either side."""


@dataclass(slots=True)
class Search:
    benchmark: str
    good: Commit
    bad: Commit
    suspects: list[Commit]
    whole: Interval | None = None
    questions: int = 0
    differs: bool = True
    """Whether good and bad are apart at all."""
    told: list[str] = field(default_factory=list)

    @property
    def confidence(self) -> float:
        """That every answer on the way was right."""
        return (1 - RISK) ** max(1, self.questions + 1)


def find(world: World, good: str, bad: str, wanted: Wanted) -> Iterator[Search]:
    """The state after each question; the last one is the answer."""
    commits = world.git.range(f"{good}..{bad}")
    if len(commits) < 2:
        raise ConfigError(f"there is no commit between {good} and {bad}", "git log --oneline")
    with world.measuring():
        whole, name = _change(world, commits[0], commits[-1], wanted, None)
        search = Search(name, commits[0], commits[-1], commits[1:], whole)
        if whole is None or whole.low <= 0 <= whole.high:
            search.differs = False
            yield search
            return
        half = whole.estimate / 2
        yield search
        while len(search.suspects) > 1:
            before = list(search.suspects)
            _ask(world, search, half, wanted)
            yield search
            if len(search.suspects) == len(before):
                return


def _ask(world: World, search: Search, half: float, wanted: Wanted) -> None:
    """The middle one; if it cannot be built or told apart, its neighbours."""
    inner = search.suspects[:-1]
    middle = len(inner) // 2
    order = sorted(range(len(inner)), key=lambda index: abs(index - middle))
    for index in order:
        commit = inner[index]
        try:
            found, _ = _change(world, search.good, commit, wanted, half)
        except ToolError as error:
            search.told.append(f"{commit.short}: {error.what.splitlines()[0]}")
            continue
        search.questions += 1
        if found is None or found.low <= half <= found.high:
            search.told.append(f"{commit.short}: cannot be told apart")
            continue
        like_bad = abs(found.estimate) > abs(half) and (found.estimate > 0) == (half > 0)
        search.told.append(f"{commit.short}: like {'bad' if like_bad else 'good'}")
        if like_bad:
            search.suspects = search.suspects[: index + 1]
        else:
            search.suspects = search.suspects[index + 1 :]
        return


def _change(
    world: World, good: Commit, other: Commit, wanted: Wanted, half: float | None
) -> tuple[Interval | None, str]:
    """More pairs until the interval lies on one side of half a step; else as it is at last."""
    found: Interval | None = None
    name = ""
    for pairs in PAIRS:
        bench = pipeline.bench_of(world, [good, other], replace(wanted, enough=pairs))
        if pipeline.identical(bench.sides):
            return Interval(estimate=0.0, low=0.0, high=0.0), name
        old, new = measure(bench, judged=False)
        ids = [id for id in new if new[id].benchmark.kind is Kind.TIME]
        if len(ids) != 1:
            raise EmptySelection(f"{len(ids)} benchmarks fit, one is needed: {', '.join(ids[:3])}")
        name = ids[0]
        clock = timed(old[name], new[name], rules(world, name, 1)).clock
        runs = paired_runs(old[name], new[name])
        if clock is None or len(runs) < PAIRS[0]:
            return None, name
        found = interval(effects_of(runs, clock), RISK / len(PAIRS), RISK / len(PAIRS))
        edge = 0.0 if half is None else half
        if found.low > edge or found.high < edge:
            break
    return found, name
