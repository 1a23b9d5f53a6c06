"""A pair of workers made ready: both sides alike, and a long call not made once more for it."""

from typing import cast

import pytest

from tests.unit.unladen.values import benchmark
from unladen.measure.sampler import SLOW_SECONDS, Calibration, Pace, Sampler, calibrated
from unladen.measure.worker import Ended, Message, Worker
from unladen.model import Outcome


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
        assert not any(calibrated(samplers, benchmark(), Pace(), known))
        assert [each for worker in workers for each in worker.asked] == asked
        assert [(sampler.number, sampler.parallel) for sampler in samplers] == [(3, 1.5)] * 2


class Dies(Fake):
    def ask(self, _: float, question: str, **words: object) -> Message:
        super().ask(_, question, **words)
        raise Ended(-6)


def test_a_side_that_dies_does_not_keep_the_other_from_being_tried() -> None:
    """It would be called fine without having run."""
    for workers in ([Dies(0.1), Dies(0.1)], [Dies(0.1), Fake(0.1)], [Fake(0.1), Dies(0.1)]):
        samplers = [Sampler(cast(Worker, worker)) for worker in workers]
        found = calibrated(samplers, benchmark(), Pace(), {})
        assert all(worker.asked for worker in workers)
        outcomes = [each.outcome if each else None for each in found]
        assert outcomes == [Outcome.DIED if isinstance(w, Dies) else None for w in workers]
