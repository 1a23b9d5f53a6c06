"""The machine's counters: the same plumbing with an event that most machines have."""

import pytest
from unladen_probe_counter import SOFTWARE, TASK_CLOCK, Counter, instructions


def test_a_counter_counts_what_this_process_does() -> None:
    try:
        counter = Counter(SOFTWARE, TASK_CLOCK)
    except OSError as error:
        pytest.skip(f"not measured here: {error}")
    before = counter.read()
    sum(range(100_000))
    assert counter.read() > before
    counter.close()


def test_without_counters_there_is_none_and_no_number_in_its_place() -> None:
    counter = instructions()
    if counter is None:
        with pytest.raises(OSError, match=r"."):
            Counter()
    else:
        before = counter.read()
        sum(range(100_000))
        assert counter.read() - before > 100_000
