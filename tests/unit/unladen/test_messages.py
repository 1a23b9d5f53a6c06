"""Whatever a worker says is of a known shape, or a failure with words: never a bug of unladen."""

import math
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.unit.unladen.test_mutants import mutants
from tests.unit.unladen.values import benchmark
from unladen.errors import ToolError
from unladen.judge.what_ran import Ran
from unladen.measure import messages
from unladen.measure.lockstep import Lockstep
from unladen.measure.messages import heard
from unladen.measure.ran import told_by
from unladen.measure.replies import Failed, SideResult
from unladen.measure.sampler import Pace, Sampler
from unladen.measure.suite import MOST_CHOICES, benchmarks_of, facts_of, suite_of
from unladen.measure.worker import Message, Worker
from unladen.model import Outcome

GOOD: dict[type, Message] = {
    messages.Calibrated: {"number": 3, "parallel": 1.0, "first": 0.01, "asked": 0},
    messages.Sample: {
        "wall": 0.01,
        "cpu": 0.01,
        "between": [0.0, 0.0],
        "waits": 0.0,
        "instructions": None,
    },
    messages.Dueled: {"number": 2, "wall": [[0.1], [0.2]], "cpu": [[0.1], [0.2]]},
    messages.Answered: {"answers": {"a": "1f"}, "workload": "w"},
    messages.Valued: {"value": 3.0},
    messages.Facts: {"python": "3.11.7", "packages": {"numpy": "2"}},
}
BENCHMARK = {
    "name": "suite.time_it",
    "type": "time",
    "module": "suite",
    "unit": "seconds",
    "version": "1",
    "params": [["1", "2"]],
    "param_names": ["n"],
    "timeout": 60.0,
    "setup_cache_key": None,
    "has_answers": False,
    "file": "suite.py",
    "line": 3,
    "raw": {"name": "suite.time_it"},
}
SUITE = {"benchmarks": [BENCHMARK], "problems": [["other", "it broke"]], "seconds": {"suite": 0.1}}
RAN = {
    "codes": [["a.py", 3]],
    "modules": ["a"],
    "foreign": [],
    "words": ["w"],
    "unseen": [],
    "opened": [],
    "seconds": 0.1,
    "each": 0.1,
    "waits": False,
    "steady": True,
    "draws": [],
}


class Says:
    """A worker with one answer."""

    child = None
    stopped = False

    def __init__(self, answer: Message) -> None:
        self.answer = answer
        self.facts = answer

    def send(self, _: Message) -> None:
        pass

    def receive(self, _: float) -> Message:
        return self.answer

    def ask(self, *_: object, **__: object) -> Message:
        return self.answer

    def last_words(self) -> str:
        return ""

    def release(self) -> None:
        pass


def refusal(ask: Callable[[], object]) -> SideResult | None:
    try:
        ask()
    except Failed as error:
        return error.result
    return None


@pytest.mark.parametrize("kind", GOOD, ids=lambda kind: kind.__name__)
def test_any_answer_is_of_its_shape_or_a_failure(kind: type) -> None:
    assert heard(kind, GOOD[kind])
    refused = 0
    for changed in mutants(GOOD[kind]):
        why = refusal(lambda changed=changed: heard(kind, changed))
        refused += bool(why)
        assert not why or (why.outcome is Outcome.DIED and "makes no sense" in why.detail)
    assert refused > 3


def test_seconds_that_are_none_are_not_taken() -> None:
    good = GOOD[messages.Sample]
    for odd in (math.nan, math.inf, -1.0, 1e400):
        with pytest.raises(Failed):
            heard(messages.Sample, {**good, "wall": odd})


def test_a_sampler_survives_whatever_it_is_told() -> None:
    for question in (messages.Calibrated, messages.Sample):
        for changed in mutants(GOOD[question]):
            sampler = Sampler(cast(Worker, Says(changed)))
            sampler.number = 1
            try:
                if question is messages.Calibrated:
                    sampler.calibrate(benchmark(), Pace(), 0)
                else:
                    sampler.sample(benchmark(), 1)
            except Failed:
                continue
            assert sampler.number >= 1


def test_a_suite_that_makes_no_sense_is_named_and_the_rest_goes_on() -> None:
    odd = {**BENCHMARK, "name": "suite.odd", "line": "three"}
    told = {**SUITE, "benchmarks": [BENCHMARK, odd]}
    found = suite_of(cast(Worker, Says(told)))
    assert list(found.benchmarks) == ["suite.time_it(1)", "suite.time_it(2)"]
    assert found.failed["suite.odd"].startswith("it makes no sense")


def test_any_suite_is_read_or_refused_with_words() -> None:
    read, said = 0, set()
    for changed in mutants(SUITE):
        try:
            found = suite_of(cast(Worker, Says(changed)))
        except ToolError as error:
            said.add(error.what[:30])
            continue
        read += 1
        for each in found.benchmarks.values():
            assert 0 < each.timeout < math.inf
    assert read > 50
    for changed in mutants(GOOD[messages.Facts]):
        try:
            facts_of(cast(Worker, Says(changed)))
        except ToolError as error:
            said.add(error.what[:30])
    assert said == {"the suite cannot be listed: wh", "the suite cannot be loaded: wh"}


def test_parameters_without_end_are_cut() -> None:
    many = [[str(k) for k in range(1000)]] * 4
    told = messages.Described(name="s.time_it", type="time", module="s", params=many)
    assert len(benchmarks_of([told])) == MOST_CHOICES


def test_what_ran_is_known_or_said_to_be_unknown() -> None:
    assert not told_by(RAN).unseen
    odd: tuple[object, ...] = (None, [], "x", 3)
    assert all(told_by(each).unseen for each in odd)
    for changed in mutants(RAN):
        found = told_by(changed)
        assert isinstance(found, Ran)
        assert found.seconds >= 0


def test_a_question_to_a_side_is_answered_with_a_result() -> None:
    for question in ("answers", "value"):
        kind = messages.Answered if question == "answers" else messages.Valued
        for changed in mutants(GOOD[kind]):
            lockstep: Any = object.__new__(Lockstep)
            lockstep._workers = [Says(changed)]
            lockstep._alive = lambda: None
            lockstep.set_up = lambda *_: None
            assert lockstep.ask(0, benchmark(), question).outcome in (Outcome.OK, Outcome.DIED)
