"""What became of a step: by later levels, by what was measured again, by who answers for it."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import cast

import pytest

from tests.unit.unladen.values import count_of, record, timed, verdict
from unladen.config import Config
from unladen.history.side_by_side import SideBySide
from unladen.judge.stages import UNTOUCHED
from unladen.judge.standing import Evidence, standing_of
from unladen.model import Commit, Interval, Stage, Verdict
from unladen.model.accepted import Accepted
from unladen.model.histories import RECORD, Column, Group, Source, Subject
from unladen.model.steps import Standing, Step
from unladen.site.answer_map import _drawn
from unladen.store.project import Project
from unladen.store.records import Records

COLUMN = Column(1, "suite.time_it", "1", "suite.time_it", "", "time", "seconds")
SLOWER = Step(index=2, before=1.0, after=1.1, score=9.0, since=1)
TODAY = date(2026, 11, 18)


def subject(rises: bool = False) -> Subject:
    commits = [Commit(hash=c * 40, tree="t", subject=c, seconds=1) for c in "abc"]
    return Subject(COLUMN, Group("here", "env", commits, [[], [], []]), 0, rises)


def known(again: Interval | None = None, *accepted: Accepted) -> Evidence:
    found = verdict(Verdict.UNDECIDED, "suite.time_it")
    told = replace(found, change=again, stage=Stage.TIME) if again else None
    return Evidence(again=told, accepted=accepted, today=TODAY)


def of(change: float) -> Interval:
    return Interval(estimate=change, low=change - 0.01, high=change + 0.01)


def test_a_step_that_nobody_looked_at_again_is_new() -> None:
    assert standing_of(subject(), SLOWER, [], known()) == (Standing.NEW, "")


def test_pairs_that_agree_confirm_and_pairs_that_see_nothing_take_it_away() -> None:
    standing, why = standing_of(subject(), SLOWER, [], known(of(0.09)))
    assert standing is Standing.CONFIRMED
    assert "+9.00 %" in why
    assert standing_of(subject(), SLOWER, [], known(of(0.0)))[0] is Standing.WENT_AWAY
    assert standing_of(subject(), SLOWER, [], known(of(-0.1)))[0] is Standing.WENT_AWAY


def test_what_ran_none_of_the_changed_code_was_not_the_commit() -> None:
    found = replace(verdict(Verdict.SAME, "suite.time_it"), stage=Stage.CODE, reason=UNTOUCHED)
    evidence = Evidence(again=found, accepted=(), today=TODAY)
    standing, why = standing_of(subject(), SLOWER, [], evidence)
    assert (standing, why) == (Standing.WENT_AWAY, "side by side it runs none of the changed code")


def test_a_count_of_instructions_confirms() -> None:
    found = replace(verdict(Verdict.SLOWER, "suite.time_it"), change=of(0.1))
    found = replace(found, stage=Stage.INSTRUCTIONS)
    evidence = Evidence(again=found, accepted=(), today=TODAY)
    standing, why = standing_of(subject(), SLOWER, [], evidence)
    assert standing is Standing.CONFIRMED
    assert why == "counted side by side: +10.00 % [+9.00, +11.00]"


def test_pairs_that_cannot_tell_take_nothing_away() -> None:
    wide = Interval(estimate=0.02, low=-0.1, high=0.12)
    assert standing_of(subject(), SLOWER, [], known(wide))[0] is Standing.CONFIRMED


@pytest.mark.parametrize(
    ("later", "fixed"), [(1.0, True), (1.02, True), (0.8, True), (1.05, False)]
)
def test_a_step_is_fixed_when_all_but_a_quarter_is_gone(later: float, fixed: bool) -> None:
    standing, _ = standing_of(subject(), SLOWER, [1.2, later], known())
    assert (standing is Standing.FIXED) == fixed


def test_a_repair_says_what_it_left_behind() -> None:
    large = replace(SLOWER, after=4.4)
    assert standing_of(subject(), large, [1.01], known())[1] == "a later commit brought it back"
    assert standing_of(subject(), large, [0.8], known())[1] == "a later commit brought it back"
    rest = standing_of(subject(), large, [1.2, 0.9], known())
    assert rest == (Standing.FIXED, "a later commit brought it back, but for +20.0 %")


def test_a_gain_that_is_lost_again_is_not_called_fixed() -> None:
    gain = replace(SLOWER, after=0.9)
    assert standing_of(subject(), gain, [1.0], known())[0] is Standing.NEW
    assert standing_of(subject(rises=True), gain, [1.0], known())[0] is Standing.FIXED


def test_an_acceptance_counts_for_any_commit_since_the_last_measured_one() -> None:
    entry = Accepted(
        commit="c" * 40, benchmark="time", upto=0.2, author="A", reason="why", expires=TODAY
    )
    standing, why = standing_of(subject(), SLOWER, [], known(None, entry))
    assert (standing, "why" in why) == (Standing.ACCEPTED, True)
    elsewhere = replace(entry, commit="b" * 40)
    assert standing_of(subject(), SLOWER, [], known(None, elsewhere))[0] is Standing.NEW


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
    standing, _ = standing_of(Subject(COLUMN, group, 0, False), step, [], known(None, entry))
    assert (standing is Standing.ACCEPTED) == counts


class Here:
    """As much of a project as records need."""

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
    project = Here(tmp_path)
    base, head = timed([1.1, 1.11, 1.09, 1.1, 1.1, 1.1])
    commits = []
    for name, measurement in (("a", base), ("b", head)):
        made = record(measurement, name)
        project.records.save(made)
        commits.append(made.commit)
    group = Group("here", "virtualenv-py3.11", commits, [[source(1)], [source(2)]])
    proof = SideBySide(cast(Project, project))
    found = proof.comparison(group, commits[0], commits[1], "suite.time_it")
    assert found is not None
    assert found.change is not None
    assert found.change.estimate == pytest.approx(0.1, abs=0.01)
    plain = Group("here", "virtualenv-py3.11", commits, [[source(1)], [source(2, rank=1)]])
    assert proof.comparison(plain, commits[0], commits[1], "suite.time_it") is None


def test_what_was_counted_or_looked_at_is_proof_without_pairs(tmp_path: Path) -> None:
    base, head = timed([])
    sides = {
        "counted": (
            replace(base, counts=count_of(1e6, 1e6)),
            replace(head, counts=count_of(1.3e6, 1.3e6)),
        ),
        "looked": (replace(base, reach={"ab": ""}), replace(head, reach={"ab": ""})),
        "reached": (replace(base, reach={"ab": ""}), replace(head, reach={"ab": "runs x"})),
    }
    found = {}
    for how, both in sides.items():
        folder = Here(tmp_path / how)
        made = [record(side, name) for side, name in zip(both, "ab", strict=True)]
        for each in made:
            folder.records.save(each)
        commits = [each.commit for each in made]
        group = Group("here", "virtualenv-py3.11", commits, [[source(1)], [source(2)]])
        proof = SideBySide(cast(Project, folder))
        found[how] = proof.comparison(group, commits[0], commits[1], "suite.time_it")
    assert {how: each and each.stage for how, each in found.items()} == {
        "counted": Stage.INSTRUCTIONS,
        "looked": Stage.CODE,
        "reached": None,
    }


def test_the_map_of_answers_shows_what_changed_was_lost_and_gained() -> None:
    answers = [{"a": "1", "b": "1"}, {"a": "2", "b": "1", "c": "1"}, {"a": "2", "c": "1"}]
    drawn = _drawn({"benchmark": "x", "group": 0, "rows": [0, 1, 2], "answers": answers})
    assert drawn["items"] == ["a", "b", "c"]
    assert drawn["states"] == [".. ", "x.+", ".-."]
