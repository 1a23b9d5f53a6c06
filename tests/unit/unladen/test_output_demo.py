"""The demo tells what is true beside what the gate said: found, missed, or called wrongly."""

from dataclasses import replace

import pytest

from tests.unit.unladen.values import decision, verdict
from unladen.model import Comparison, Verdict
from unladen.model.plantings import Planting
from unladen.output import demo

PLANTING = Planting(
    benchmark="suite.time_it",
    function="pkg.module.Class.work",
    file="src/pkg/module.py",
    line=41,
    calls=16.0,
    rounds=290,
    by=0.2,
)
OTHER = "suite.time_other"
RUNNING = {PLANTING.benchmark}


def told(*comparisons: Comparison) -> list[str]:
    return demo.ending(PLANTING, decision(*comparisons), comparisons, RUNNING)


def test_what_was_found_is_told_with_the_function_and_the_line() -> None:
    because = ("pkg.module.Class.work +19.80 % of the whole (± 0.10), costs more per call",)
    slower = replace(verdict(Verdict.SLOWER), because=because)
    lines = told(slower, verdict(Verdict.SAME, OTHER))
    assert any(line.startswith("SLOWER        suite.time_it") for line in lines)
    assert "found      1 of 1 benchmarks that run it" in "\n".join(lines)
    assert "           0 of 1 that do not run it are called slower" in lines
    place = "where      pkg.module.Class.work, src/pkg/module.py:41"
    assert lines[-1] == f"{place}: named first by 1 of 1 verdicts with reasons"


def test_another_function_that_is_named_is_not_called_right() -> None:
    slower = replace(verdict(Verdict.SLOWER), because=("pkg.module.idle +1 % of the whole",))
    assert "named first by 0 of 1" in told(slower)[-1]


@pytest.mark.parametrize("kind", [Verdict.UNDECIDED, Verdict.SAME, Verdict.WITHIN])
def test_what_was_missed_is_told_with_the_reason_and_what_to_try(kind: Verdict) -> None:
    missed = replace(verdict(kind), reason="2 pairs of workers are too few")
    lines = told(missed)
    assert lines[-2:] == [
        f"missed     {kind.value}: 2 pairs of workers are too few",
        "  next  unladen demo --by 50% --budget 180",
    ]
    assert not demo.found(PLANTING, decision(missed))


def test_a_false_alarm_is_told_as_one() -> None:
    lines = told(verdict(Verdict.SLOWER), verdict(Verdict.SLOWER, OTHER))
    assert "           1 of 1 that do not run it are called slower" in lines
