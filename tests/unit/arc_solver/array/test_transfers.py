"""On a device that is not the host: one transfer in, one out, and no hidden look at a value.

array-api-strict's second device refuses to mix with the first; what it would let through (`int()`,
`bool()`, `__array__`, `__dlpack__`, values made of host data) is counted here.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

from arc_solver.ahead import Chunk
from arc_solver.array import comparing, components
from arc_solver.array.backend import BackEnd
from arc_solver.array.engine import answers
from arc_solver.array.grids import pack
from arc_solver.array.operations import ARGUMENTS, VERSIONS
from arc_solver.tasks import load
from arc_solver.workload import load_workload
from tests.unit.arc_solver.array.grids_of_the_tests import (
    Drawn,
    all_grids,
    arrays,
    columns_for,
    numpy_back_end,
    status_of,
    told,
)

strict = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")

WORKLOADS = Path(__file__).parents[4] / "benchmarks" / "workloads"
LOOKS = [
    "__bool__",
    "__int__",
    "__float__",
    "__complex__",
    "__index__",
    "__array__",
    "__dlpack__",
    "__buffer__",
]
LOOKS += ["__iter__", "tolist"]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each door was used."""
    counts: Counter[str] = Counter()
    array = type(strict.asarray(0))
    for name in (*LOOKS, "to_device"):
        if hasattr(array, name):
            monkeypatch.setattr(array, name, counted(getattr(array, name), name, counts))
    make = strict.asarray

    def asarray(obj: Any, **how: Any) -> Any:
        if not isinstance(obj, array):
            counts["asarray of host data"] += 1
        return make(obj, **how)

    monkeypatch.setattr(strict, "asarray", asarray)
    return counts


def counted(door: Callable[..., Any], name: str, counts: Counter[str]) -> Callable[..., Any]:
    def through(*given: Any, **how: Any) -> Any:
        counts[name] += 1
        return door(*given, **how)

    return through


def second_device() -> BackEnd:
    device = strict.Device("device1")

    def to_device(data: bytes) -> Any:
        return strict.asarray(numpy.frombuffer(data, dtype=numpy.uint8), device=device)

    def to_host(array: Any) -> bytes:
        return bytes(numpy.asarray(array.to_device(strict.Device("CPU_DEVICE"))).tobytes())

    return BackEnd(
        name="strict",
        version=strict.__version__,
        xp=strict,
        array_type=type(strict.asarray(0)),
        to_device=to_device,
        to_host=to_host,
        device=device,
    )


CASES = [(name, kinds) for name, every in sorted(ARGUMENTS.items()) for kinds in every]
IN = {"asarray of host data": 1}
OUT = {"to_device": 1}


def looks(counts: Counter[str]) -> dict[str, int]:
    """Without the one that `bring` itself uses after its `to_device`."""
    found = dict(counts)
    found["__array__"] = found.get("__array__", 0) + found.pop("__buffer__", 0)
    return {name: n for name, n in found.items() if n}


def test_a_batch_of_many_tasks_goes_in_once_and_out_once(seen: Counter[str]) -> None:
    items = load_workload(WORKLOADS / "small.jsonl").items
    tasks = {task.id: task for task in load("arcagi", "training")}
    chunk, on = Chunk(items, tasks), second_device()
    seen.clear()
    found = answers(on, chunk.plan, chunk.inputs)
    entered = looks(seen)
    taken_out = entered.pop("__array__", 0)
    assert entered == IN | OUT
    assert taken_out <= 1
    assert (on.traffic.sent, on.traffic.brought) == (1, 1)
    assert found == answers(numpy_back_end(), chunk.plan, chunk.inputs)
    assert chunk.values > 500


@pytest.mark.parametrize(("name", "kinds"), CASES, ids=lambda value: value)
def test_every_operation_works_on_the_second_device_and_looks_at_nothing(
    name: str, kinds: str, seen: Counter[str]
) -> None:
    on, draw = second_device(), Drawn(all_grids()[:500:10], seed=3)
    columns = list(zip(kinds, columns_for(name, kinds, draw), strict=True))
    given = [arrays(on, letter, column) for letter, column in columns]
    seen.clear()
    found = VERSIONS[name](*given)
    assert looks(seen) == {}
    wanted = VERSIONS[name](*(arrays(numpy_back_end(), *column) for column in columns))
    assert told(found) == told(wanted)
    assert status_of(found) == status_of(wanted)


def test_hashes_duplicates_differences_and_labels_look_at_nothing(seen: Counter[str]) -> None:
    on = second_device()
    grids = pack(on, all_grids()[:64])
    seen.clear()
    first = comparing.first_of_equal(grids)
    comparing.differs(grids, grids)
    labels = components.objects(grids, False, False, True)
    assert looks(seen) == {}
    here = pack(numpy_back_end(), all_grids()[:64])
    as_bytes = strict.astype(first, strict.uint8)
    assert list(on.bring(as_bytes)) == comparing.first_of_equal(here).tolist()
    scalar = list(all_grids()[:64])
    assert components.objects_of(labels, scalar) == components.objects_of(
        components.objects(here, False, False, True), scalar
    )


def test_a_look_at_a_value_would_be_counted(seen: Counter[str]) -> None:
    """The canary: a device that pretends to be the host asks whether its labels are done."""
    on = replace(second_device(), host=True)
    grids = pack(on, all_grids()[:4])
    seen.clear()
    bool(strict.any(grids.cells == 0))
    assert looks(seen) == {"__bool__": 1}
    seen.clear()
    int(grids.cells[0, 0, 0])
    assert looks(seen)["__int__"] == 1


def test_another_device_is_not_mixed_in_silently() -> None:
    on = second_device()
    grids = pack(on, all_grids()[:4])
    with pytest.raises(ValueError, match="device"):
        _ = grids.cells == strict.asarray(numpy.zeros((4, 30, 30), numpy.uint8))
