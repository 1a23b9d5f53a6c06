"""Commits that were measured pair by pair: each has its own step, as large as its pair says."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tests.unit.unladen.test_standing import COLUMN, Here, source
from tests.unit.unladen.values import record, timed, verdict
from unladen.history.checkpoints import End
from unladen.history.side_by_side import SideBySide
from unladen.history.staircase import sized, stairs
from unladen.model import Interval, Stage, Verdict
from unladen.model.histories import Group, Subject
from unladen.model.steps import Standing, StandingStep, Step
from unladen.store.project import Project

SPREAD = (0.999, 1.001, 1.0, 1.0005, 0.9995, 1.0) * 2


@pytest.fixture
def stairway(tmp_path: Path) -> tuple[Group, SideBySide]:
    """Each commit beside the one before it: +10 %, nothing, +20 %."""
    here = Here(tmp_path)
    sides: list[list[object]] = [[], [], [], []]
    for number, ratio in enumerate((1.1, 1.0, 1.2)):
        base, head = timed([ratio * each for each in SPREAD], session=f"session{number}")
        sides[number] += base.runs
        sides[number + 1] += head.runs
    measured, _ = timed([])
    commits = []
    for name, runs in zip("abcd", sides, strict=True):
        made = record(replace(measured, runs=tuple(runs)), name)  # type: ignore[arg-type]
        here.records.save(made)
        commits.append(made.commit)
    sources = [[source(number)] for number in range(1, 5)]
    group = Group("here", "virtualenv-py3.11", commits, sources)
    return group, SideBySide(cast(Project, here))


def end_of(group: Group, values: list[float]) -> End:
    window = SimpleNamespace(values=np.array(values)[:, None])
    return cast(End, SimpleNamespace(group=group, first=0, window=window))


def test_each_pair_that_moved_has_a_step_of_its_own_size_whatever_the_points_say(
    stairway: tuple[Group, SideBySide],
) -> None:
    group, proof = stairway
    subject = Subject(COLUMN, group, 0, False)
    end = end_of(group, [1.0, 1.3, 1.3, 1.31])  # single runs, which are off by a fifth
    found = [step for step, _ in stairs(subject, end, 0, [], proof)]
    assert [step.index for step in found] == [1, 3]
    assert [step.change for step in found] == pytest.approx([0.1, 0.2], abs=0.005)
    for step in found:
        assert step.low < step.change < step.high < step.change + 0.01
    known = [StandingStep(step=found[0], standing=Standing.CONFIRMED)]
    assert [step.index for step, _ in stairs(subject, end, 0, known, proof)] == [3]
    gone = end_of(group, [1.0, 1.1, 1.1, float("nan")])
    assert [step.index for step, _ in stairs(subject, gone, 0, [], proof)] == [1]


def test_a_step_is_as_large_as_pairs_say_but_not_as_counts_of_instructions_do() -> None:
    step = Step(index=2, before=10.0, after=16.3, score=9.0, since=1, low=0.5, high=0.7)
    change = Interval(estimate=0.176, low=0.16, high=0.19)
    timed_ = replace(verdict(Verdict.SLOWER), change=change, stage=Stage.TIME)
    found = sized(step, timed_, Standing.CONFIRMED)
    assert found.change == pytest.approx(0.176)
    assert (found.low, found.high) == (0.16, 0.19)
    assert sized(step, timed_, Standing.WENT_AWAY) == step
    counted = replace(timed_, stage=Stage.INSTRUCTIONS)
    assert sized(step, counted, Standing.CONFIRMED) == step
    assert sized(step, None, Standing.NEW) == step
