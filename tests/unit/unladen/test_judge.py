"""The judge: what an interval may say, what cannot be compared, and what everything exits with."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.unladen.values import benchmark, count_of, counted, decision, timed, verdict
from unladen.config import Config
from unladen.errors import Exit
from unladen.judge.compare import clock_for, compare
from unladen.judge.decide import exit_code, worst
from unladen.judge.estimate import centre_and_error, interval, pair_effect
from unladen.judge.sequential import LOOKS, Policy, named, state_of_effects
from unladen.model import Clock, Interval, Kind, Measurement, Outcome, Rules, Verdict

RULES = Rules(allow=0.01)


def scattered(ratio: float, count: int, seed: int = 1) -> list[float]:
    order = random.Random(seed)
    return [ratio * math.exp(order.gauss(0, 0.003)) for _ in range(count)]


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (1.05, Verdict.SLOWER),
        (1.0, Verdict.SAME),
        (1.006, Verdict.WITHIN),
        (0.95, Verdict.FASTER),
    ],
)
def test_a_verdict_follows_from_where_the_interval_lies(ratio: float, expected: Verdict) -> None:
    found = compare(*timed(scattered(ratio, 48)), RULES)
    assert found.verdict is expected
    assert found.change is not None
    assert found.change.low < ratio - 1 < found.change.high


def test_what_the_pairs_cannot_tell_is_undecided_and_says_how_long_it_would_take() -> None:
    order = random.Random(5)
    ratios = [math.exp(order.gauss(0.01, 0.05)) for _ in range(96)]
    found = compare(*timed(ratios), RULES)
    assert found.verdict is Verdict.UNDECIDED
    assert found.seconds_needed is not None


def test_slower_needs_two_measurements_that_agree() -> None:
    slow, fine = scattered(1.05, LOOKS[0]), scattered(1.0, 48)
    logs = [math.log(ratio) for ratio in slow + fine]
    first = state_of_effects(logs[: LOOKS[0]], Policy())
    assert (first.verdict, first.confirming) == (None, True)
    assert state_of_effects(logs, Policy()).verdict is Verdict.SAME
    twice = [math.log(ratio) for ratio in scattered(1.05, 40)]
    assert state_of_effects(twice, Policy()).verdict is Verdict.SLOWER


def test_a_run_that_resumes_decides_as_if_it_never_stopped() -> None:
    logs = [math.log(ratio) for ratio in scattered(1.05, 40)]
    decided = next(n for n in range(len(logs)) if state_of_effects(logs[:n], Policy()).verdict)
    assert all(
        state_of_effects(logs[:n], Policy()) == state_of_effects(logs, Policy())
        for n in range(decided, 40)
    )


def test_too_few_pairs_decide_nothing() -> None:
    assert compare(*timed([1.05] * (LOOKS[0] - 1)), RULES).verdict is Verdict.UNDECIDED
    assert compare(*timed([2.0] * 3), RULES).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ([1.2, 1.25, 1.22, 1.3], Verdict.SLOWER),
        ([4.0, 4.4, 3.6, 5.0], Verdict.SLOWER),
        ([0.8, 0.7, 0.75, 0.72], Verdict.FASTER),
        ([1.2, 1.25, 1.22, 1.09], Verdict.UNDECIDED),  # less than a tenth
        ([1.2, 1.25, 1.22, 1.9], Verdict.UNDECIDED),  # not alike
        ([1.2, 0.8, 1.22, 1.2], Verdict.UNDECIDED),
        ([1.0, 1.25, 1.22, 1.25], Verdict.UNDECIDED),
    ],
)
def test_a_plain_change_needs_four_pairs(ratios: list[float], expected: Verdict) -> None:
    """A slowdown of 4 on calls of two seconds was undecided for want of pairs."""
    found = compare(*timed(ratios), RULES)
    assert found.verdict is expected
    if expected is not Verdict.UNDECIDED:
        assert found.pairs == 4
        assert found.change is not None
        assert (found.change.low, found.change.high) == pytest.approx(
            (min(ratios) - 1, max(ratios) - 1)
        )


def test_what_is_plain_depends_on_the_allowance_and_on_how_many_are_judged() -> None:
    logs = [math.log(1.2)] * 4
    assert state_of_effects(logs, Policy(allow=0.01)).verdict is Verdict.SLOWER
    assert state_of_effects(logs, Policy(allow=0.05)).verdict is None
    assert state_of_effects(logs, Policy(together=50)).verdict is None
    assert state_of_effects([*logs, logs[0]], Policy(together=50)).verdict is Verdict.SLOWER


def test_only_the_first_pairs_may_be_plain() -> None:
    """To look for four that are alike among many would find them."""
    logs = [math.log(ratio) for ratio in (1.0, 1.2, 1.2, 1.2, 1.2)]
    assert state_of_effects(logs, Policy()).verdict is None


def test_the_more_benchmarks_are_judged_together_the_more_is_asked_of_each() -> None:
    assert Policy(together=50).risk_confirm < Policy(together=1).risk_confirm / 40


@given(st.lists(st.floats(-0.1, 0.1), min_size=6, max_size=40))
def test_swapping_base_and_head_turns_the_change_round(logs: Sequence[float]) -> None:
    there, back = interval(logs, 0.01, 0.01), interval([-log for log in logs], 0.01, 0.01)
    assert math.log1p(there.estimate) == pytest.approx(-math.log1p(back.estimate), abs=1e-9)
    assert math.log1p(there.low) == pytest.approx(-math.log1p(back.high), abs=1e-9)


@given(st.lists(st.floats(0.001, 1), min_size=4, max_size=12), st.floats(0.9, 1.1))
def test_the_effect_of_a_pair_is_the_ratio_whatever_the_times(
    base: Sequence[float], ratio: float
) -> None:
    head = [seconds * ratio for seconds in base]
    assert pair_effect(base, head) == pytest.approx(math.log(ratio), abs=1e-9)


def test_one_wild_pair_moves_neither_the_estimate_nor_the_interval_much() -> None:
    logs = [0.001 * n for n in range(-5, 6)]
    wild = [*logs[:-1], 3.0]
    assert centre_and_error(wild)[0] == pytest.approx(centre_and_error(logs)[0], abs=0.001)


def test_half_of_the_time_waiting_is_judged_by_the_wall_clock() -> None:
    base, head = timed(scattered(1.05, 40), busy=0.5)
    assert compare(base, head, RULES).clock is Clock.WALL
    assert clock_for(*(side.runs for side in timed([1.0] * 6))) is Clock.CPU
    busy, waiting = timed([1.0] * 6)[0], timed([1.0] * 6, busy=0.5)[1]
    assert clock_for(busy.runs, waiting.runs) is Clock.WALL, "one side that waits is enough"


def test_a_changed_answer_is_wrong_whatever_the_times() -> None:
    base, head = timed(scattered(0.2, 40))
    base = replace(base, answers={"a": "1", "b": "2", "c": "3"})
    head = replace(head, answers={"a": "1", "b": "9", "d": "4"})
    found = compare(base, head, RULES)
    assert found.verdict is Verdict.WRONG
    assert found.answers_changed == ("b", "c", "d")
    assert "1 lost, 1 gained" in found.reason


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        (Outcome.OK, Outcome.EXCEPTION, Verdict.FAILED),
        (Outcome.OK, Outcome.TIMEOUT, Verdict.FAILED),
        (Outcome.OK, Outcome.MISSING, Verdict.MISSING),
        (Outcome.MISSING, Outcome.OK, Verdict.MISSING),
        (Outcome.SKIPPED, Outcome.SKIPPED, Verdict.SKIPPED),
        (Outcome.SKIPPED, Outcome.OK, Verdict.UNDECIDED),
        (Outcome.EXCEPTION, Outcome.EXCEPTION, Verdict.UNDECIDED),
        (Outcome.EXCEPTION, Outcome.OK, Verdict.UNDECIDED),
    ],
)
def test_what_did_not_run_is_never_a_pass(base: Outcome, head: Outcome, expected: Verdict) -> None:
    old, new = (Measurement(benchmark=benchmark(), outcome=outcome) for outcome in (base, head))
    assert compare(old, new, RULES).verdict is expected


def test_what_is_known_to_work_is_no_better_for_failing_on_both_sides() -> None:
    """I59: 34 of 205 failed, and as all of them always had, nobody's change was to blame."""
    rules = replace(RULES, must_run=True)
    for outcome in (Outcome.EXCEPTION, Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY, Outcome.DIED):
        side = Measurement(benchmark=benchmark(), outcome=outcome, detail="it did")
        found = compare(side, side, rules)
        assert found.verdict is Verdict.FAILED
        assert found.reason.endswith("must-run says that it works")
    skipped = Measurement(benchmark=benchmark(), outcome=Outcome.SKIPPED)
    assert compare(skipped, skipped, rules).verdict is Verdict.SKIPPED
    asked = Config(must_run=("time_it",))
    assert asked.rules("suite.time_it", 1).must_run
    assert not asked.rules("suite.time_other", 1).must_run


def test_a_benchmark_whose_code_changed_is_not_comparable() -> None:
    base, head = timed([1.0] * 20)
    head = replace(head, benchmark=benchmark(version="2"))
    found = compare(base, head, RULES)
    assert found.verdict is Verdict.UNDECIDED
    assert "the benchmark itself was changed" in found.reason


def test_other_work_is_not_comparable() -> None:
    base, head = timed([1.0] * 20)
    found = compare(replace(base, workload="aaa"), replace(head, workload="bbb"), RULES)
    assert found.verdict is Verdict.UNDECIDED
    assert "other work" in found.reason


@pytest.mark.parametrize(
    ("old", "new", "rises", "expected"),
    [
        ((5.0, 5.0), (5.0, 5.0), False, Verdict.SAME),
        ((5.0, 5.0), (6.0, 6.0), False, Verdict.WORSE),
        ((5.0, 5.0), (4.0, 4.0), False, Verdict.BETTER),
        ((5.0, 5.0), (4.0, 4.0), True, Verdict.WORSE),
        ((0.0, 0.0), (1.0, 1.0), False, Verdict.WORSE),
        ((5.0, 6.0), (5.0, 6.0), False, Verdict.UNDECIDED),
    ],
)
def test_a_counted_value_that_changes_is_a_change(
    old: tuple[float, ...], new: tuple[float, ...], rises: bool, expected: Verdict
) -> None:
    found = compare(counted(*old), counted(*new), replace(RULES, higher_is_better=rises))
    assert found.verdict is expected


def test_memory_may_grow_within_the_allowance() -> None:
    sides = (counted(1000.0, 1000.0, kind=Kind.PEAK_MEMORY) for _ in range(1))
    (base,) = sides
    within = counted(1005.0, 1005.0, kind=Kind.PEAK_MEMORY)
    assert compare(base, within, RULES).verdict is Verdict.WITHIN
    more = counted(1200.0, 1200.0, kind=Kind.PEAK_MEMORY)
    assert compare(base, more, RULES).verdict is Verdict.WORSE


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ([Verdict.SAME, Verdict.FASTER, Verdict.WITHIN], Exit.PASS),
        ([Verdict.SAME, Verdict.UNDECIDED], Exit.UNDECIDED),
        ([Verdict.UNDECIDED, Verdict.SLOWER], Exit.SLOWER),
        ([Verdict.WRONG], Exit.SLOWER),
        ([Verdict.FAILED], Exit.SLOWER),
        ([Verdict.WORSE], Exit.SLOWER),
        ([Verdict.MISSING, Verdict.SKIPPED], Exit.PASS),
    ],
)
def test_each_exit_code_means_one_thing(verdicts: list[Verdict], code: Exit) -> None:
    made = [verdict(each, f"suite.time_{n}") for n, each in enumerate(verdicts)]
    assert exit_code(decision(*made)) is code


def test_the_worst_comes_first_by_number_and_not_by_text() -> None:
    """asv lists 115.9 below 3.0."""

    def slower(id: str, change: float) -> object:
        found = Interval(estimate=change, low=change, high=change)
        return replace(verdict(Verdict.SLOWER, id), change=found)

    made = [slower("a", 3.0), slower("b", 115.9), slower("c", 9.0)]
    ranked = worst(decision(*made).comparisons)  # type: ignore[arg-type]
    assert [each.benchmark.id for each in ranked] == ["b", "c", "a"]


def test_an_interval_that_touches_the_allowance_is_not_decided() -> None:
    assert named(Interval(estimate=0.01, low=0.005, high=0.015), 0.01) is None


def test_instructions_are_told_beside_the_clock_and_decide_nothing() -> None:
    base, head = timed([1.0] * 20)
    base = replace(base, counts=count_of(1e6, 1e6, 1e6))
    head = replace(head, counts=count_of(1.5e6, 1.5e6, 1.5e6))
    found = compare(base, head, Rules())
    assert found.verdict is Verdict.SAME
    assert found.instructions is not None
    assert found.instructions.estimate == pytest.approx(0.5)


def test_instructions_by_the_machines_counters_are_an_interval_over_pairs() -> None:
    base, head = timed([1.0] * 8)
    runs = tuple(replace(run, instructions=(100.0, 100.0)) for run in base.runs)
    more = tuple(replace(run, instructions=(102.0, 102.0)) for run in head.runs)
    found = compare(replace(base, runs=runs), replace(head, runs=more), Rules())
    assert found.instructions is not None
    assert found.instructions.low == pytest.approx(0.02)


def test_what_the_project_says_never_waits_is_judged_by_cpu_time_on_a_busy_machine() -> None:
    base, head = timed([1.1] * 8, busy=0.5)
    assert compare(base, head, Rules()).clock is Clock.WALL
    assert compare(base, head, Rules(cpu_time=True)).clock is Clock.CPU
