"""What became of a step: by later levels, by what was measured again, by who answers for it."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import cast

import pytest

from tests.unit.unladen.values import record, timed
from unladen.config import Config
from unladen.history.groups import Group
from unladen.history.ledger import RECORD
from unladen.history.series import Subject
from unladen.history.side_by_side import Proof
from unladen.history.states import Judge
from unladen.judge.trend import Step
from unladen.model import Commit, Interval, Standing
from unladen.site.profile_data import _drawn
from unladen.store.accepted import Accepted
from unladen.store.archive import Column, Source
from unladen.store.project import World
from unladen.store.records import Records

COLUMN = Column(1, "suite.time_it", "1", "suite.time_it", "", "time", "seconds")
SLOWER = Step(index=2, before=1.0, after=1.1, score=9.0, since=1)
TODAY = date(2026, 11, 18)


class Told:
    """In place of records: what pairs of processes say."""

    def __init__(self, found: Interval | None) -> None:
        self.found = found

    def again(self, *_: object) -> Interval | None:
        return self.found


def subject(rises: bool = False) -> Subject:
    commits = [Commit(hash=c * 40, tree="t", subject=c, seconds=1) for c in "abc"]
    return Subject(COLUMN, Group("here", "env", commits, [[], [], []]), 0, rises)


def judge(found: Interval | None = None, *accepted: Accepted) -> Judge:
    return Judge(cast(Proof, Told(found)), accepted, TODAY)


def of(change: float) -> Interval:
    return Interval(estimate=change, low=change - 0.01, high=change + 0.01)


def test_a_step_that_nobody_looked_at_again_is_new() -> None:
    assert judge().standing(subject(), SLOWER, []) == (Standing.NEW, "")


def test_pairs_that_agree_confirm_and_pairs_that_see_nothing_take_it_away() -> None:
    standing, why = judge(of(0.09)).standing(subject(), SLOWER, [])
    assert standing is Standing.CONFIRMED
    assert "+9.00 %" in why
    assert judge(of(0.0)).standing(subject(), SLOWER, [])[0] is Standing.WENT_AWAY
    assert judge(of(-0.1)).standing(subject(), SLOWER, [])[0] is Standing.WENT_AWAY


def test_pairs_that_cannot_tell_take_nothing_away() -> None:
    wide = Interval(estimate=0.02, low=-0.1, high=0.12)
    assert judge(wide).standing(subject(), SLOWER, [])[0] is Standing.CONFIRMED


@pytest.mark.parametrize(
    ("later", "fixed"), [(1.0, True), (1.02, True), (0.8, True), (1.05, False)]
)
def test_a_step_is_fixed_when_all_but_a_quarter_is_gone(later: float, fixed: bool) -> None:
    standing, _ = judge().standing(subject(), SLOWER, [1.2, later])
    assert (standing is Standing.FIXED) == fixed


def test_a_gain_that_is_lost_again_is_not_called_fixed() -> None:
    gain = replace(SLOWER, after=0.9)
    assert judge().standing(subject(), gain, [1.0])[0] is Standing.NEW
    assert judge().standing(subject(rises=True), gain, [1.0])[0] is Standing.FIXED


def test_an_acceptance_counts_for_any_commit_since_the_last_measured_one() -> None:
    entry = Accepted(
        commit="c" * 40, benchmark="time", upto=0.2, author="A", reason="why", expires=TODAY
    )
    standing, why = judge(None, entry).standing(subject(), SLOWER, [])
    assert (standing, "why" in why) == (Standing.ACCEPTED, True)
    elsewhere = replace(entry, commit="b" * 40)
    assert judge(None, elsewhere).standing(subject(), SLOWER, [])[0] is Standing.NEW


@pytest.mark.parametrize(
    ("accepted", "counts"), [("a", False), ("x", True), ("b", True), ("y", False)]
)
def test_an_acceptance_counts_for_a_commit_that_was_skipped_and_not_for_the_one_before_the_step(
    accepted: str, counts: bool
) -> None:
    """In history: a, x, b, y, of which a and b were measured; the step is from a to b."""
    commits = [Commit(hash=c * 40, tree="t", subject=c, seconds=1) for c in "ab"]
    order = {c * 40: place for place, c in enumerate("axby")}
    group = Group("here", "env", commits, [[], []], order=order)
    step = replace(SLOWER, index=1, since=0)
    entry = Accepted(
        commit=accepted * 40, benchmark="time", upto=0.2, author="A", reason="why", expires=TODAY
    )
    standing, _ = judge(None, entry).standing(Subject(COLUMN, group, 0, False), step, [])
    assert (standing is Standing.ACCEPTED) == counts


class Here:
    """As much of a world as records need."""

    def __init__(self, folder: Path) -> None:
        self.records = Records(folder)
        self.config = Config()


def source(number: int, rank: int = RECORD) -> Source:
    return Source(
        id=number,
        path="p",
        stamp="s",
        rank=rank,
        machine="here",
        environment="virtualenv-py3.11",
        commit="a",
        seconds=1,
        layout=1,
        facts=1,
    )


def test_records_of_the_same_pairs_are_the_proof(tmp_path: Path) -> None:
    world = Here(tmp_path)
    base, head = timed([1.1, 1.11, 1.09, 1.1, 1.1, 1.1])
    commits = []
    for name, measurement in (("a", base), ("b", head)):
        made = record(measurement, name)
        world.records.save(made)
        commits.append(made.commit)
    group = Group("here", "virtualenv-py3.11", commits, [[source(1)], [source(2)]])
    proof = Proof(cast(World, world))
    found = proof.again(group, commits[0], commits[1], "suite.time_it")
    assert found is not None
    assert found.estimate == pytest.approx(0.1, abs=0.01)
    plain = Group("here", "virtualenv-py3.11", commits, [[source(1)], [source(2, rank=1)]])
    assert proof.again(plain, commits[0], commits[1], "suite.time_it") is None


def test_the_map_of_answers_shows_what_changed_was_lost_and_gained() -> None:
    answers = [{"a": "1", "b": "1"}, {"a": "2", "b": "1", "c": "1"}, {"a": "2", "c": "1"}]
    drawn = _drawn({"benchmark": "x", "group": 0, "rows": [0, 1, 2], "answers": answers})
    assert drawn["items"] == ["a", "b", "c"]
    assert drawn["states"] == [".. ", "x.+", ".-."]
