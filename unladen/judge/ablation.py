"""the changes of commits alone -> what they add up to."""

from collections.abc import Sequence

from unladen.judge.compare import timed
from unladen.judge.stages import untouched
from unladen.model import Interval, Measurement, Rules

NOTHING = Interval(estimate=0.0, low=0.0, high=0.0)


def changed_by(base: Measurement, head: Measurement, rules: Rules) -> Interval | None:
    """What a commit does to a benchmark that runs none of what it changes is known: nothing."""
    return NOTHING if untouched(base, head) else timed(base, head, rules).change


def together(parts: Sequence[Interval | None]) -> Interval | None:
    """Changes multiply; their errors add up as squares. One that is not known leaves none."""
    if not parts:
        return None
    product, low, high = 1.0, 0.0, 0.0
    for part in parts:
        if part is None:
            return None
        product *= 1 + part.estimate
        low += (part.estimate - part.low) ** 2
        high += (part.high - part.estimate) ** 2
    change = product - 1
    return Interval(estimate=change, low=change - low**0.5, high=change + high**0.5)
