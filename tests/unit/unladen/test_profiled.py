"""Times that were taken under a profiler."""

from dataclasses import replace

import pytest

from tests.unit.unladen.values import timed
from unladen.config import Config
from unladen.judge.compare import compare
from unladen.judge.profiled import profiled_otherwise
from unladen.measure.stop import Decided
from unladen.model import Measurement, Verdict

RULES = Config().rules


def under(side: Measurement, profiler: str, first: int = 0) -> Measurement:
    """From the pair `first` on."""
    runs = (replace(r, profiler=profiler) if r.pair >= first else r for r in side.runs)
    return replace(side, runs=tuple(runs))


def test_times_under_a_profiler_and_without_are_not_compared() -> None:
    """I19: 2.6 times slower, under a profiler."""
    base, head = timed([2.6] * 8)
    profiled = under(head, "cProfile.Profile", first=1)
    found = compare(base, profiled, RULES("suite.time_it", 1))
    assert found.verdict is Verdict.UNDECIDED
    assert "head was timed under a profiler (cProfile.Profile), base without it" in found.reason
    assert "(2.6 times apart)" in found.reason
    assert "base was timed" in profiled_otherwise(profiled, base)
    assert not Decided(RULES).is_open([base, profiled], 1), "more pairs could tell nothing"


@pytest.mark.parametrize("profiler", ["", "coverage"])
def test_where_both_are_timed_alike_they_are_compared(profiler: str) -> None:
    base, head = (under(side, profiler) for side in timed([2.6] * 8))
    assert compare(base, head, RULES("suite.time_it", 1)).verdict is Verdict.SLOWER
