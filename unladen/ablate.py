"""A..B -> what each commit does alone on A, and what B loses without it; four changes are never
judged as one (I57)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from unladen import pipeline
from unladen.errors import ConfigError, ToolError
from unladen.judge.compare import timed
from unladen.measure.session import Wanted, measure, rules
from unladen.model import Commit, Interval
from unladen.store.project import World
from unladen.tools.worktree import Worktree

PAIRS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A benchmark under one commit: None is, could not be built or measured, and `why` says it."""

    benchmark: str
    commit: Commit
    alone: Interval | None
    without: Interval | None
    """B against B without it: what it still brings at the end."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A against B, and what the commits add up to when each is alone."""

    benchmark: str
    change: Interval | None
    alone: Interval | None

    @property
    def interacts(self) -> bool:
        """The whole lies outside of what the parts add up to."""
        if self.change is None or self.alone is None:
            return False
        return self.change.low > self.alone.high or self.change.high < self.alone.low


def ablate(world: World, spec: str, wanted: Wanted) -> Iterator[Row | Whole]:
    commits = world.git.range(spec)
    if len(commits) < 2:
        raise ConfigError(f"{spec} is no range of commits", "unladen ablate main..HEAD")
    first, last = commits[0], commits[-1]
    with world.measuring():
        whole = _changes(world, first, last, wanted)
        alone: dict[str, list[Interval | None]] = {name: [] for name in whole}
        with Worktree(world.git, world.work / "ablate") as tree:
            for commit in commits[1:]:
                world.progress.step(f"alone      {commit.short} {commit.subject[:50]}")
                picked, why = tree.picked(first, commit)
                dropped, why_not = tree.reverted(last, commit)
                on_first = _measured(world, first, picked, wanted)
                on_last = _measured(world, dropped, last, wanted)
                for name in whole:
                    alone[name].append(on_first.get(name))
                    yield Row(
                        benchmark=name,
                        commit=commit,
                        alone=on_first.get(name),
                        without=on_last.get(name),
                        why="; ".join(each for each in (why, why_not) if each),
                    )
        for name, change in whole.items():
            yield Whole(benchmark=name, change=change, alone=_together(alone[name]))


def _measured(
    world: World, base: Commit | None, head: Commit | None, wanted: Wanted
) -> dict[str, Interval | None]:
    if base is None or head is None:
        return {}
    try:
        return _changes(world, base, head, wanted)
    except ToolError as error:
        world.progress.step(f"           {error.what.splitlines()[0]}")
        return {}


def _changes(
    world: World, base: Commit, head: Commit, wanted: Wanted
) -> dict[str, Interval | None]:
    bench = pipeline.bench_of(world, [base, head], replace(wanted, enough=PAIRS))
    old, new = measure(bench, judged=False)
    names = [name for name in new if new[name].runs and old[name].runs]
    return {name: timed(old[name], new[name], rules(world, name, 1)).change for name in names}


def _together(parts: list[Interval | None]) -> Interval | None:
    """Changes multiply; their errors add up as squares."""
    if not parts or None in parts:
        return None
    product, low, high = 1.0, 0.0, 0.0
    for part in parts:
        assert part is not None
        product *= 1 + part.estimate
        low += (part.estimate - part.low) ** 2
        high += (part.high - part.estimate) ** 2
    change = product - 1
    return Interval(estimate=change, low=change - low**0.5, high=change + high**0.5)
