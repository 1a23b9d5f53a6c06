"""Events of a history: what else changed with a step is said of where the step was seen."""

from dataclasses import replace

import pytest

from tests.unit.unladen.test_standing import COLUMN, SLOWER, source, subject
from tests.unit.unladen.values import commit
from unladen.history.blame import environment_between
from unladen.model.histories import Event, Group, ResultFacts, Subject
from unladen.model.steps import Standing, StandingStep
from unladen.output.history import covered

FACTS = {1: ResultFacts(python="3.11"), 2: ResultFacts(python="3.12")}


def machine(name: str, *facts: int) -> Group:
    """Two commits, measured under these facts."""
    commits = [commit("a"), commit("b")]
    return Group(name, "env", commits, [[replace(source(each), facts=each)] for each in facts])


@pytest.mark.parametrize(("seen", "told"), [("steady", ()), ("changed", ("python 3.11 -> 3.12",))])
def test_a_change_of_another_machine_is_not_said_to_have_come_with_a_step(
    seen: str, told: tuple[str, ...]
) -> None:
    groups = {"changed": machine("changed", 1, 2), "steady": machine("steady", 1, 1)}
    step = StandingStep(step=replace(SLOWER, index=1, since=0), standing=Standing.NEW)
    steps = [(Subject(COLUMN, groups[seen], 0, False), step)]
    assert tuple(environment_between((commit("b"), commit("a")), steps, FACTS)) == told


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "covers no steps"), (1, "covers 1 step of"), (7, "covers 7 steps")],
)
def test_who_accepts_is_told_which_steps_that_covers(count: int, said: str) -> None:
    steps = []
    for number in range(count + 1):
        standing = Standing.ACCEPTED if number < count else Standing.NEW
        one = replace(subject(), column=replace(COLUMN, series=f"suite.time_{number}"))
        step = replace(SLOWER, after=1.1 + number / 10)
        steps.append((one, StandingStep(step=step, standing=standing)))
    first, *rest = covered([Event(commit("b"), commit("a"), steps)])
    assert said in first
    names = [f"suite.time_{number}" for number in reversed(range(count))]
    assert [line.split()[-1] for line in rest[:5]] == names[:5]
    assert rest[5:] == (["  and 2 more"] if count == 7 else [])
