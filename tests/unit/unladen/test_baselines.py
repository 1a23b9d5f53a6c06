"""What a choice of a parameter is held against in the same run."""

from dataclasses import replace

import pytest

from tests.unit.unladen.values import benchmark
from unladen.judge.baselines import slower_than_baseline
from unladen.model import Benchmark


def family(*params: tuple[str, ...]) -> list[Benchmark]:
    """All choices, as asv numbers them: the last parameter is the quickest to change."""
    count = 1
    for choices in params:
        count *= len(choices)
    one = replace(benchmark("suite.time_batch"), params=params)
    return [replace(one, id=f"time_batch-{k}", param_index=k) for k in range(count)]


DEVICES, SIZES = ("'cpu'", "'gpu'"), ("10", "400")


def told(every: list[Benchmark], *seconds: float) -> list[str]:
    known = {one.id: each for one, each in zip(every, seconds, strict=True)}
    return [slower_than_baseline(one, every, known) for one in every]


def test_what_is_slower_than_the_baseline_of_its_own_size_is_told() -> None:
    """I51: a version for a GPU that was 10 to 830 times slower than the CPU."""
    small_cpu, large_cpu, small, large = told(family(DEVICES, SIZES), 1.0, 40.0, 830.0, 30.0)
    assert small == "830.0 times as long as with 'cpu', in the same run"
    assert (small_cpu, large_cpu, large) == ("", "", "")


def test_parameters_may_stand_in_any_order() -> None:
    each = told(family(SIZES, ("'numpy'", "'Scalar'")), 12.0, 1.0, 2.0, 8.0)
    assert [bool(said) for said in each] == [True, False, False, False]
    assert "'Scalar'" in each[0]


@pytest.mark.parametrize(
    ("choices", "seconds"),
    [
        (("'a'", "'b'"), (1.0, 9.0)),  # none is a baseline
        (("'serial'", "'threads'"), (1.0, 1.5)),  # that may be the machine's
        (("'serial'", "'threads'"), (0.0, 9.0)),  # nobody saw how long it takes
        (("'cpu'", "'reference'"), (1.0, 9.0)),
    ],
)
def test_otherwise_nothing_is_said(choices: tuple[str, ...], seconds: tuple[float, ...]) -> None:
    assert not any(told(family(choices), *seconds))


def test_a_benchmark_without_parameters_or_alone_has_no_baseline() -> None:
    one = benchmark()
    assert not slower_than_baseline(one, [one], {one.id: 1.0})
    (*_, gpu) = family(DEVICES)
    assert not slower_than_baseline(gpu, [gpu], {gpu.id: 1.0})
