"""A pair of workers made ready: both sides alike, and a long call not made once more for it."""

from typing import cast

import pytest

from tests.unit.unladen.values import benchmark
from unladen.measure.sampler import SLOW_SECONDS, Calibration, Pace, Sampler, calibrate
from unladen.measure.worker import Message, Worker


class Fake:
    """A worker whose calls take this long; it keeps how it was asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked: list[tuple[int, bool]] = []

    def ask(self, _: float, question: str, **words: object) -> Message:
        assert question == "calibrate"
        self.asked.append((cast(int, words["number"]), cast(bool, words["warm"])))
        return {"number": words["number"] or 3, "parallel": 1.5, "first": self.seconds}


@pytest.mark.parametrize(("seconds", "warm"), [(SLOW_SECONDS, True), (SLOW_SECONDS + 0.1, False)])
def test_only_a_call_of_seconds_is_not_made_again_to_be_warm(seconds: float, warm: bool) -> None:
    """The first pair is always warm: how long a call takes is not known before."""
    known: dict[str, Calibration] = {}
    first, then = (0, True), (3, warm)
    for asked in ([first, (3, True)], [then, then], [then, then]):
        workers = [Fake(seconds), Fake(0.01)]
        samplers = [Sampler(cast(Worker, worker)) for worker in workers]
        for side in range(2):
            calibrate(samplers, side, benchmark(), Pace(), known)
        assert [each for worker in workers for each in worker.asked] == asked
        assert [(sampler.number, sampler.parallel) for sampler in samplers] == [(3, 1.5)] * 2
