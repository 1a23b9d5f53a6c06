"""What stands first on the overview: size times how many times how sure, candidates apart."""

import re
from collections.abc import Sequence

from unladen.model import Commit
from unladen.model.histories import Column, Event, Group, Subject
from unladen.model.steps import Standing, StandingStep, Step
from unladen.site.pages.event import OPEN, SETTLED, OverviewFacts, weight
from unladen.site.pages.html import Page
from unladen.site.pages.overview import TOP, Sizes, overview

COMMITS = [Commit(hash=f"{n:040x}", tree="", seconds=n, subject=f"number {n}") for n in range(40)]
GROUP = Group("here", "env", COMMITS, [[] for _ in COMMITS])


def moved(
    name: str, row: int, change: float, standing: Standing, score: float = 20.0
) -> tuple[Subject, StandingStep]:
    column = Column(1, name, "1", name, "", "time", "seconds")
    step = Step(index=row, before=1.0, after=1.0 + change, score=score, since=row - 1)
    return Subject(column, GROUP, 0, False), StandingStep(step=step, standing=standing)


def event(row: int, *steps: tuple[Subject, StandingStep]) -> Event:
    return Event(COMMITS[row], COMMITS[row - 1], list(steps))


def test_many_sure_ones_weigh_more_than_one_that_is_large_and_candidates_are_not_settled() -> None:
    many = event(5, *(moved(f"a{n}", 5, 0.3, Standing.CONFIRMED) for n in range(20)))
    one = event(6, moved("b", 6, 2.0, Standing.NEW))
    unsure = event(7, moved("c", 7, 2.0, Standing.NEW, score=4.0))
    maybe = event(8, moved("d", 8, 5.0, Standing.CANDIDATE))
    better = event(9, moved("e", 9, -0.5, Standing.NEW))
    assert weight(many, SETTLED) > weight(one, SETTLED) > weight(unsure, SETTLED) > 0
    assert weight(maybe, SETTLED) == 0 < weight(maybe, OPEN)
    assert weight(better, OPEN) == 0


def shown(events: Sequence[Event]) -> str:
    names = {s.column.name: s.column.name for e in events for s, _ in e.steps}
    known = OverviewFacts(names, {}, (), {(0, "b"): (1.0, 1.0, 2.0)})
    sizes = Sizes(benchmarks=1, series=1, commits=1, machines=1)
    return overview(Page(name="overview", title="t", project="p"), sizes, events, [], known)


def test_the_heaviest_are_whole_and_pictured_the_others_have_a_line() -> None:
    events = [event(n, moved("b", n, 0.1 * n, Standing.NEW)) for n in range(1, TOP + 5)]
    maybe = event(30, moved("d", 30, 9.0, Standing.CANDIDATE))
    text = shown([*events, maybe])
    worse, _, rest = text.partition("May be beginning")
    whole = re.findall(r"event-0+([0-9a-f]+)-", worse)
    assert len(whole) == TOP
    assert "<h3>And 4 more</h3>" in worse
    assert worse.index("number 16") < worse.index("number 15") < worse.index("number 2<")
    assert worse.count("<svg") == TOP
    assert "number 30" in rest
    assert "number 30" not in worse
