"""Answers over commits, as lines and as JSON."""

import json
from dataclasses import replace

from tests.unit.unladen.values import commit
from unladen.model.reports import AnswerChange
from unladen.output.answers import MOST, as_json, lines
from unladen.verbs.measuring import RunTold

LOST = AnswerChange(
    commit=replace(commit("b"), subject="A special case less\x1b[31m"),
    since=commit("a"),
    benchmark="suite.Solved.track_solved",
    before=360,
    after=328,
    items={"gained": [], "lost": [f"task{n:03}" for n in range(32)], "changed": ["task400"]},
)


def test_a_commit_that_lost_answers_is_named_with_some_of_them_and_what_next() -> None:
    told = list(lines([LOST]))
    assert not any("\x1b" in line for line in told)
    text = "\n".join(told)
    assert "A special case less" in text
    assert "360 -> 328 answers" in text
    assert "32 lost: task000 task001 task002 task003 task004 task005 and 26 more" in text
    assert "1 changed: task400" in text
    assert "gained" not in text
    assert f"next  unladen gate {LOST.since.short} {LOST.commit.short}" in text


def test_nothing_is_said_where_nothing_changed_and_many_are_cut() -> None:
    assert list(lines([])) == []
    assert list(lines([LOST] * (MOST + 3)))[-1] == "and 3 older ones (--json has them)"
    assert len(json.loads(json.dumps(as_json(LOST)))["lost"]) == 32


def test_what_another_machine_found_wrong_comes_home_as_a_line_and_older_ones_say_nothing() -> None:
    plain = {"measured": [], "profiles": 0, "flags": [], "notes": []}
    wrong = {"commit": "b" * 40, "benchmark": "suite.X", "why": "3 of 4 answers differ"}
    told = RunTold.read(json.dumps({**plain, "wrong_answers": [wrong]}))
    assert told.wrong == ("wrong answers at bbbbbbbb: suite.X: 3 of 4 answers differ",)
    assert RunTold.read(json.dumps(plain)).wrong == ()
