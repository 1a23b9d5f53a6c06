"""A busy machine makes the wall clock long, and is said to."""

from dataclasses import replace

from tests.unit.unladen.values import benchmark, decision, record, timed
from unladen.judge.compare import compare
from unladen.model import Clock, Kind, Measurement, Rules, Verdict
from unladen.output.terminal import decision_lines, record_lines

RULES = Rules(allow=0.01)


def crowded(one: Measurement, wall: float, waits: float = 0.001) -> Measurement:
    runs = tuple(
        replace(run, wall=tuple(wall * each for each in run.wall), waits=(waits,) * len(run.wall))
        for run in one.runs
    )
    return replace(one, runs=runs)


def test_work_whose_cores_others_had_is_judged_by_its_cpu_time_and_that_is_said() -> None:
    base, head = timed([1.0] * 8)
    found = compare(crowded(base, 1.5), crowded(head, 2.5), RULES)
    assert (found.verdict, found.clock) == (Verdict.SAME, Clock.CPU)
    assert found.notes == ("others had the cores: 1.5 to 2.5 times as long by the wall clock",)


def test_a_side_that_computes_less_was_not_kept_waiting_less() -> None:
    base, head = timed([0.1] * 8)
    (note,) = compare(crowded(base, 1.5), crowded(head, 2.0, 0.0001), RULES).notes
    assert "1.5 to 2.0 times" in note


def test_a_quiet_machine_and_one_who_waits_of_himself_are_not_told_to_be_kept_waiting() -> None:
    base, head = timed([1.0] * 8)
    assert compare(crowded(base, 1.1), crowded(head, 1.1), RULES).notes == ()
    waiting = compare(crowded(base, 2.0, waits=0.04), crowded(head, 2.0, waits=0.04), RULES)
    assert (waiting.clock, waiting.notes) == (Clock.WALL, ())


def test_a_record_shows_wall_and_cpu_time_as_far_apart_as_they_were() -> None:
    made = record(crowded(timed([1.0] * 3)[0], 2.0))
    assert "80 ms, CPU 40 ms, 3 processes" in record_lines(made)[-1]
    one, two = timed([1.0, 2.0])
    made = record(replace(two, runs=(*two.runs, one.runs[0])))
    assert "40 ms (40 ms to 80 ms), CPU 40 ms (40 ms to 80 ms), 3 processes" in str(
        record_lines(made)
    )


def undecided(ratios: list[float]) -> str:
    base, head = timed(ratios)
    found = compare(base, head, RULES)
    assert found.verdict is Verdict.UNDECIDED
    return "\n".join(decision_lines(decision(found), [found], False))


def test_what_is_undecided_says_what_was_seen_and_what_could_have_been() -> None:
    assert "40 ms -> 42 ms, CPU time, 1 pair: +5.00 %, and nothing says" in undecided([1.05])
    text = undecided([1.0, 1.02, 0.99, 1.03, 1.01, 0.98, 1.02, 1.0])
    assert "% slower could have been told" in text


def test_a_slowdown_of_the_size_that_could_have_been_told_is_called_slower() -> None:
    scatter = [1.0, 1.02, 0.99, 1.03, 1.01, 0.98, 1.02, 1.0] * 2
    found = compare(*timed(scatter), RULES)
    assert found.smallest is not None
    assert found.change is not None
    more = (1 + found.smallest) / (1 + found.change.estimate) + 0.002
    again = compare(*timed([more * each for each in scatter]), RULES)
    assert again.change is not None
    assert again.change.low > RULES.allow


def test_a_number_that_is_no_time_is_not_called_slower() -> None:
    base, head = timed([1.05])
    other = replace(benchmark(kind=Kind.TRACK), unit="")
    found = replace(compare(base, head, RULES), benchmark=other)
    assert "slower" not in "\n".join(decision_lines(decision(found), [found], False))
