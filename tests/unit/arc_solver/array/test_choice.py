"""Which back end, and why: never silently another one."""

import json
import os
import sys
import types
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arc_solver.ahead import ahead
from arc_solver.array import backend
from arc_solver.array.backend import BackEnd, BackEndMissing, back_end, why_no_gpu
from arc_solver.array.choice import Arrays
from arc_solver.array.metrics import Figures, measured
from arc_solver.array.threshold import BreakEven, BreakEvenError, break_even, load, save
from arc_solver.cli import main
from arc_solver.errors import SolverError
from arc_solver.spans import OFF
from arc_solver.tasks import load as load_tasks
from arc_solver.values import Grid
from arc_solver.workload import load_workload
from tests.unit.arc_solver.array.grids_of_the_tests import numpy_back_end

SMALL = Path(__file__).parents[4] / "benchmarks" / "workloads" / "small.jsonl"
HERE = BreakEven(machine=os.uname().nodename, device="a GPU", values=100, tried=50000)


def cupy_that_sees(available: bool) -> Any:
    """As much of CuPy as the guard looks at: it imports everywhere, with or without a GPU."""
    module = types.ModuleType("cupy")
    module.__dict__["cuda"] = types.SimpleNamespace(is_available=lambda: available)
    module.__spec__ = types.SimpleNamespace(name="cupy")  # type: ignore[assignment]
    return module


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy_that_sees(False))


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a GPU, on which NumPy stands in for what would run there."""
    monkeypatch.setitem(sys.modules, "cupy", cupy_that_sees(True))
    monkeypatch.setattr(backend, "_cupy", lambda: replace(numpy_back_end(), name="cupy"))


def items_and_tasks() -> tuple[Any, Any]:
    return load_workload(SMALL).items, {t.id: t for t in load_tasks("arcagi", "training")}


def chosen(arrays: Arrays) -> tuple[str, str]:
    (choice,) = {
        (known.choice.taken, known.choice.why)
        for _, known in ahead(*items_and_tasks(), arrays, OFF)
    }
    return choice


@pytest.mark.usefixtures("no_gpu")
def test_cupy_without_a_gpu_is_an_error_with_a_reason_and_never_numpy() -> None:
    assert why_no_gpu() == "cupy.cuda.is_available() is False: no CUDA device or driver"
    with pytest.raises(BackEndMissing, match="is_available"):
        back_end("cupy")
    with pytest.raises(BackEndMissing):
        Arrays(asked="cupy").opened()


def test_cupy_that_is_not_installed_is_an_error_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backend.importlib.util, "find_spec", lambda _: None)  # type: ignore[attr-defined]
    for name, extra in (("cupy", "gpu"), ("numpy", "array")):
        with pytest.raises(BackEndMissing) as caught:
            back_end(name)
        assert f"arc-solver[{extra}]" in caught.value.fix
        assert "is not installed" in caught.value.what


def test_a_back_end_that_nobody_knows_is_refused() -> None:
    with pytest.raises(SolverError, match="no array back end 'torch'"):
        back_end("torch")


@pytest.mark.usefixtures("no_gpu")
def test_auto_without_a_gpu_takes_none_and_says_why() -> None:
    taken, why = chosen(Arrays(asked="auto", break_even=HERE))
    assert taken == "none"
    assert "is_available() is False" in why


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    ("found", "taken", "why"),
    [
        (None, "none", "not measured: arc-solver break-even"),
        (replace(HERE, machine="elsewhere"), "none", "measured on elsewhere"),
        (replace(HERE, values=None), "none", "slower here, in batches of up to 50000"),
        (replace(HERE, values=10**6), "none", "fewer than the break-even of 1000000"),
        (HERE, "cupy", "at least the break-even of 100"),
    ],
)
def test_auto_takes_a_gpu_only_from_the_measured_break_even_on(
    found: BreakEven | None, taken: str, why: str
) -> None:
    told = chosen(Arrays(asked="auto", break_even=found))
    assert told[0] == taken
    assert why in told[1]


def figures(values: int, scalar: float, steady: float) -> Figures:
    return Figures(
        back_end="cupy",
        tasks=1,
        values=values,
        scalar_seconds=scalar,
        steady_seconds=steady,
        first_seconds=1.0,
        sent_bytes=1,
        brought_bytes=1,
        device_seconds=None,
        device_peak_bytes=None,
    )


def test_the_break_even_is_the_least_batch_from_which_on_all_are_faster() -> None:
    lucky = [figures(10, 2, 1), figures(100, 1, 2), figures(1000, 2, 1), figures(5000, 3, 1)]
    assert break_even(lucky, "a GPU").values == 1000
    assert break_even(lucky[:2], "a GPU").values is None
    assert break_even(lucky, "a GPU").tried == 5000


def test_a_break_even_is_kept_in_a_file_and_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "break-even.json"
    assert load(path) is None
    save(path, HERE)
    assert load(path) == HERE
    for text in ("{", "{}", '{"schema": 2}', "[]"):
        path.write_text(text)
        with pytest.raises(BreakEvenError, match=r"break-even\.json"):
            load(path)
    with pytest.raises(BreakEvenError):
        save(path / "below a file", HERE)


def test_what_has_no_device_has_no_device_time_and_a_reason() -> None:
    grid = Grid(((1, 0, 2, 0), (0, 3, 0, 4), (1, 0, 2, 0), (0, 3, 0, 4)))
    found = measured(numpy_back_end, [[grid, grid]])
    assert (found.device_seconds, found.device_peak_bytes) == (None, None)
    assert found.missing == "numpy has no device of its own"
    assert min(found.scalar_seconds, found.steady_seconds, found.first_seconds) > 0
    assert found.sent_bytes > 2 * 900
    assert found.brought_bytes > found.values


def test_the_first_call_is_apart_from_the_others() -> None:
    """I50: starting a GPU takes seconds, once; in an average it hides or drowns what follows."""
    now = [0.0]

    def slow_to_open() -> BackEnd:
        now[0] += 100.0
        return numpy_back_end()

    def clock() -> float:
        now[0] += 1.0
        return now[0]

    found = measured(slow_to_open, [[Grid(((1, 0), (0, 3)))]], clock=clock)
    assert found.first_seconds > 100
    assert (found.steady_seconds, found.scalar_seconds) == (1.0, 1.0)


def test_a_back_end_that_answers_otherwise_is_not_measured_but_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from arc_solver.array.operations import VERSIONS

    broken = {**VERSIONS, "rot90": VERSIONS["rot270"]}
    monkeypatch.setattr("arc_solver.array.engine.VERSIONS", broken)
    with pytest.raises(AssertionError, match="answers otherwise"):
        measured(numpy_back_end, [[Grid(((1, 0), (0, 3)))]])


@pytest.mark.usefixtures("no_gpu")
def test_evaluate_refuses_cupy_with_exit_code_2_before_it_writes_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["evaluate", str(SMALL), "--array", "cupy", "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "--array cupy: cupy.cuda.is_available() is False" in told
    assert "next:" in told
    assert not out.exists()


@pytest.mark.usefixtures("no_gpu")
def test_evaluate_tells_and_keeps_what_auto_chose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["evaluate", str(SMALL), "--array", "auto", "--in-process", "--out", str(tmp_path)]
    words += ["--break-even", str(tmp_path / "none.json")]
    assert main(words) == 0
    assert "arrays     none: cupy.cuda.is_available() is False" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    (choice,) = json.loads(capsys.readouterr().out)["array"]
    assert (choice["asked"], choice["taken"], choice["tasks"]) == ("auto", "none", 5)
    (kept,) = (tmp_path / "runs").glob("*.jsonl")
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [line["array"]["taken"] for line in lines] == ["none"] * 5
    assert all("is_available" in line["array"]["why"] for line in lines)


@pytest.mark.usefixtures("no_gpu")
def test_break_even_without_a_gpu_says_not_measured_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "here.json"
    assert main(["break-even", "--tasks", "2", "--break-even", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cupy"] is None
    assert "is_available" in told["reason"]
    assert told["numpy"]["figures"][0]["device_seconds"] is None
    assert not path.exists()
    assert main(["break-even", "--tasks", "1", "--break-even", str(path)]) == 0
    assert "cupy     not measured: cupy.cuda.is_available() is False" in capsys.readouterr().out
