"""Who says that its samples took less than they took is not believed."""

import os
import threading
import time

from hypothesis import given
from hypothesis import strategies as st

from unladen.measure import outside
from unladen.measure.outside import Hidden, Outside, doubts, hidden

HONEST = [Hidden(0.01, 0.0005, 0.0003), Hidden(0.01, 0.004, 0.0002)]


def test_a_third_of_each_sample_that_is_not_told_is_found() -> None:
    """Head patched the probe in its process: 38 % faster, and a pass."""
    patched = [Hidden(0.0062, 0.0045, 0.0041), Hidden(0.0062, 0.009, 0.0040)]
    why = doubts(patched, HONEST)
    assert why == (
        "its times cannot be believed: the kernel counted for it 3.8 ms more than the 6.2 ms that "
        "it says, sample by sample"
    )
    assert doubts(HONEST, patched) == ""


def test_who_waits_longer_than_it_says_is_found_by_our_clock() -> None:
    asleep = [Hidden(0.1, 0.2, 0.0002)] * 2
    assert "we waited for it 199.5 ms more" in doubts(asleep, HONEST)


def test_one_late_answer_is_the_machine_s() -> None:
    """Of some samples one was taken while nobody disturbed it."""
    late = [Hidden(0.01, 0.3, 0.02), Hidden(0.01, 0.0006, 0.0003)]
    assert doubts(late, HONEST) == ""


def test_both_sides_alike_are_the_protocol_s() -> None:
    dear = [Hidden(0.01, 0.2, 0.005)] * 3
    assert doubts(dear, dear) == ""
    assert doubts(dear, []) != ""


def test_where_the_kernel_tells_nothing_the_clock_is_left() -> None:
    assert doubts([Hidden(0.01, 0.001, None)], [Hidden(0.01, 0.001, None)]) == ""
    assert doubts([Hidden(0.01, 0.5, None)], [Hidden(0.01, 0.001, None)]) != ""
    assert doubts([], HONEST) == ""


def test_set_up_in_a_sample_is_no_part_of_it() -> None:
    before, after = Outside(1.0, 5.0), Outside(1.5, 5.4)
    found = hidden(before, after, (0.1, 0.1), (0.3, 0.25))
    assert abs(found.wall - 0.1) < 1e-9
    assert found.cpu is not None
    assert abs(found.cpu - 0.05) < 1e-9


def test_what_the_kernel_counted_is_what_a_process_used() -> None:
    before, own = outside.cpu_of(os.getpid()), time.process_time()
    if before is None:
        return  # a kernel that does not tell
    sum(k * k for k in range(300_000))
    after = outside.cpu_of(os.getpid())
    assert after is not None
    assert abs((after - before) - (time.process_time() - own)) < 0.02
    assert outside.cpu_of(-5) is None


@given(st.lists(st.floats(0, 1e-4), min_size=1, max_size=9), st.floats(1e-4, 1.0))
def test_what_a_question_costs_is_never_taken_for_cheating(costs: list[float], told: float) -> None:
    own = [Hidden(told, cost + 0.001, cost) for cost in costs]
    assert doubts(own, [Hidden(told, 0.0, 0.0)]) == ""


def test_a_process_with_other_threads_is_not_judged_by_its_cpu() -> None:
    """One that spins between samples would look like hidden work."""
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert outside.cpu_of(os.getpid()) is None
    finally:
        ended.set()
        thread.join()
