"""What a record says of waits, of several cores, and of choices that make a sum."""

from dataclasses import replace

from tests.unit.unladen.values import benchmark
from unladen.model import Measurement, Outcome, Run
from unladen.output.choices import at_it, families


def measured(
    name: str, wall: float, cpu: float, waits: float = 0.0, **words: object
) -> Measurement:
    run = Run(session="s", pair=0, hash_seed=0, number=1, wall=(wall,), cpu=(cpu,), waits=(waits,))
    made = replace(benchmark(name), **words)  # type: ignore[arg-type]
    return Measurement(benchmark=made, outcome=Outcome.OK, runs=(run, run))


def test_what_waits_has_its_cpu_seconds_beside_and_no_cores() -> None:
    """I45: eighteen waits at once were called 18x parallel."""
    assert at_it(measured("b", 1.0, 0.01, waits=0.98)) == ", waits 98 % of it"
    assert at_it(measured("b", 1.0, 1.9)) == ", 1.9 cores"


def test_what_stands_in_a_queue_for_a_core_does_not_wait() -> None:
    assert at_it(measured("b", 1.0, 0.5)) == ""
    assert at_it(measured("b", 1.0, 1.0)) == ""


def family(costs: dict[str, float]) -> list[str]:
    params = (tuple(costs),)
    each = {
        f"suite.time_it({id})": measured(
            "suite.time_it", cost, cost, params=params, param_index=place
        )
        for place, (id, cost) in enumerate(costs.items())
    }
    return list(families(each))


def test_a_choice_that_is_most_of_the_sum_is_named() -> None:
    """I34: 4 tasks took 639 of 1054 s."""
    first, second = family({"'a'": 1.0, "'b'": 1.2, "'c'": 0.9, "'d'": 40.0})
    assert "4 choices: sum 43.1 s, median 1.1 s, geometric mean 2.56 s" in first
    assert second.split()[0] == "suite.time_it('d')"
    assert second.endswith("93 % of the sum, 36 times the median")


def test_choices_that_are_alike_or_sizes_are_not() -> None:
    assert len(family({"'a'": 1.0, "'b'": 1.2, "'c'": 3.9})) == 1
    assert len(family({"1": 1.0, "10": 10.0, "100": 100.0, "1000": 1000.0})) == 1
    assert family({"'a'": 1.0, "'b'": 40.0}) == []
