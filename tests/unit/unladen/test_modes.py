"""Runs that took another way are of another program."""

from collections.abc import Mapping
from dataclasses import replace

from tests.unit.unladen.values import record, timed
from unladen.judge.compare import compare, paired_runs
from unladen.model import Measurement, Rules, Verdict
from unladen.output.terminal import record_lines
from unladen.store.records import measured_of, merge

RULES = Rules(allow=0.01)
THREADS, SERIAL = {"way": "threads"}, {"way": "one by one"}


def took(one: Measurement, *modes: Mapping[str, str]) -> Measurement:
    """The last of them from where they end on."""
    ways = [*modes, *[modes[-1]] * len(one.runs)]
    runs = tuple(replace(run, mode=mode) for run, mode in zip(one.runs, ways, strict=False))
    return replace(one, runs=runs)


def test_two_ways_are_not_compared_side_by_side_or_apart() -> None:
    base, head = timed([0.5] * 20)
    for session in ("s", "another"):
        runs = tuple(replace(run, session=session) for run in head.runs)
        found = compare(took(base, THREADS), took(replace(head, runs=runs), SERIAL), RULES)
        assert found.verdict is Verdict.UNDECIDED
        assert found.reason == "another way was taken: way was threads, is one by one"
    assert compare(took(base, SERIAL), took(head, SERIAL), RULES).verdict is Verdict.FASTER


def test_pairs_of_before_that_took_another_way_are_left_out_and_that_is_said() -> None:
    """Yesterday in threads, today one by one: what counts is today's."""
    base, head = timed([0.5] * 6 + [1.0] * 12)
    old = [THREADS] * 6
    both = (took(base, *old, SERIAL), took(head, *old, SERIAL))
    assert len(paired_runs(*both)) == 12
    found = compare(*both, RULES)
    assert found.verdict is Verdict.SAME
    assert "6 of 18 pairs took another way than way one by one: left out" in found.notes


def test_a_commit_that_logs_less_is_compared_and_another_level_around_it_is_not() -> None:
    base, head = timed([0.5] * 20)
    loud = took(base, {"log level": "DEBUG"})
    found = compare(loud, head, RULES)
    assert found.verdict is Verdict.FASTER
    assert "log level DEBUG -> WARNING" in found.notes
    apart = replace(head, runs=tuple(replace(run, session="another") for run in head.runs))
    assert "log level was DEBUG" in compare(loud, apart, RULES).reason


def test_what_was_measured_under_other_variables_is_neither_compared_nor_mixed() -> None:
    base, head = timed([1.0] * 12)
    loud = replace(head, variables={"LOG_LEVEL": "DEBUG"})
    found = compare(base, loud, RULES)
    assert found.verdict is Verdict.UNDECIDED
    assert found.reason == "under other variables: base no LOG_LEVEL; head LOG_LEVEL=DEBUG"
    merged = merge(record(loud), record(base))
    (measured,) = merged.measurements.values()
    assert (measured.runs, [each.variables for each in merged.earlier]) == (
        base.runs,
        [{"LOG_LEVEL": "DEBUG"}],
    )
    assert measured_of(merged, "w", {})[base.benchmark.id].variables == {}
    assert measured_of(merged, "w", {"LOG_LEVEL": "DEBUG"})[base.benchmark.id].runs == loud.runs
    assert measured_of(merged, "w", {"LOG_LEVEL": "INFO"}) == {}


def test_a_record_shows_under_what_it_was_measured() -> None:
    base, _ = timed([1.0])
    shown = record_lines(record(replace(took(base, SERIAL), variables={"DEBUG": "1\x1b[31m"})))
    assert "way one by one; DEBUG=1 [31m" in shown[-1]
