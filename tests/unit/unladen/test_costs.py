"""Estimates rest on what was measured, and say how far they may be off."""

from pathlib import Path

from unladen.judge.forecast import typical
from unladen.model.stretches import BackfillTold, Foreseen
from unladen.output.backfill import beforehand, duration, lines
from unladen.store.costs import KEPT, Cost, Costs


def cost(seconds: float, patterns: tuple[str, ...] = ("x",), pairs: int = 8) -> Cost:
    return Cost(machine="m", patterns=patterns, pairs=pairs, profiled=False, seconds=seconds)


def test_what_was_asked_for_in_other_words_says_nothing(tmp_path: Path) -> None:
    costs = Costs(tmp_path)
    for each in (cost(10.0), cost(99.0, ("y",)), cost(98.0, pairs=2), cost(12.0)):
        costs.add(each)
    assert costs.like(["x"], 8, False) == [10.0, 12.0]


def test_a_damaged_file_is_begun_anew_and_a_long_one_forgets(tmp_path: Path) -> None:
    costs = Costs(tmp_path)
    for content in ("[{", '{"a": 1}', '[{"seconds": "x"}]', "[" * 5000):
        (tmp_path / "costs.json").write_text(content)
        assert costs.all() == []
    for number in range(KEPT + 5):
        costs.add(cost(1.0 + number))
    assert len(costs.all()) == KEPT
    assert costs.all()[-1].seconds == KEPT + 5


def test_few_measurements_are_told_to_be_a_guess_and_many_are_not() -> None:
    assert typical([]) == (None, 0.0)
    assert typical([10.0, 20.0]) == (15.0, 0.5)
    mean, spread = typical([10.0, 11.0] * 20)
    assert mean == 10.5
    assert spread < 0.1


def forecast(pairs: int, each: float | None) -> Foreseen:
    return Foreseen(
        commits=120,
        differing=41,
        missing=pairs,
        pairs=pairs,
        seconds_each=each,
        spread=0.1,
        rests_on=9,
    )


def test_what_a_budget_holds_is_told_before_anything_is_measured() -> None:
    told = "\n".join(beforehand(forecast(30, 60.0), 600.0, 1))
    assert "120 commits, 41 run other code" in told
    assert "30 pairs, 30 min of a machine [27 min, 33 min], by 9 measured pairs" in told
    assert "10 min holds about 10 pairs" in told
    assert "holds all of it" in "\n".join(beforehand(forecast(30, 60.0), 600.0, 4))
    assert "nothing is known yet" in "\n".join(beforehand(forecast(30, None), 600.0, 1))


def test_how_right_an_estimate_was_is_told_afterwards() -> None:
    told = BackfillTold(
        forecast=forecast(30, 60.0), budget=None, measured=10, seconds=700.0, machine_seconds=690.0
    )
    (line,) = lines(told)
    assert "estimated 10 min of a machine, took +15 %" in line


def test_durations_read_as_people_say_them() -> None:
    said = [duration(each) for each in (0.2, 59.6, 119.0, 121.0, 7199.0, 7230.0, 100_000.0)]
    assert said == ["0 s", "60 s", "119 s", "2 min", "2 h 00 min", "2 h 00 min", "27 h 47 min"]
