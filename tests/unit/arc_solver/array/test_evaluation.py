"""`--array` changes who computes and never what comes out."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arc_solver.ahead import Chunk, ahead
from arc_solver.array.batch import ArrayBatch, plain
from arc_solver.array.choice import Arrays
from arc_solver.array.engine import answers
from arc_solver.array.plan import Use
from arc_solver.batch import Batch
from arc_solver.evaluate import Options, evaluate, guarded_item
from arc_solver.executors import SerialExecutor, executor_for
from arc_solver.guard import Limits, close_all
from arc_solver.outcome import Evaluation
from arc_solver.program.run import Mode
from arc_solver.spans import OFF
from arc_solver.store import Store, result_from_json, result_to_json
from arc_solver.tasks import Task, load
from arc_solver.workload import Workload, load_workload
from tests.unit.arc_solver.array.grids_of_the_tests import numpy_back_end
from tests.unit.arc_solver.programs_of_the_tests import (
    ENDLESS,
    RIGHT,
    WRONG,
    candidates,
    mirror_task,
    workload_of,
)

WORKLOADS = Path(__file__).parents[4] / "benchmarks" / "workloads"
NUMPY = Arrays(asked="numpy")


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    close_all()


def tasks() -> dict[str, Task]:
    return {task.id: task for task in load("arcagi", "training")}


def results(evaluation: Evaluation) -> list[object]:
    """All that a result says, but for times and for who computed."""
    return [
        replace(result, cpu_seconds=0.0, array=evaluation.results[0].array)
        for result in evaluation.results
    ]


def both(workload: Workload, options: Options) -> tuple[Evaluation, Evaluation]:
    known = tasks()
    with executor_for(1) as executor:
        plain = evaluate(workload, known, executor, options)
        arrays = evaluate(workload, known, executor, replace(options, array=NUMPY))
    return plain, arrays


@pytest.mark.parametrize("mode", [Mode.STRICT, pytest.param(Mode.SAFE, marks=pytest.mark.long)])
def test_small_is_evaluated_alike_in_this_process_and_in_guarded_ones(mode: Mode) -> None:
    workload = load_workload(WORKLOADS / "small.jsonl")
    for limits in (None, Limits(seconds=30, megabytes=1024)):
        plain, arrays = both(workload, Options(mode=mode, limits=limits))
        strip = [replace(r, array=plain.results[0].array, cpu_seconds=0.0) for r in arrays.results]
        assert strip == results(plain)
        assert all(result.array.taken == "numpy" for result in arrays.results)
        assert sum(result.array.values for result in arrays.results) > 500


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("mode", [pytest.param(Mode.STRICT, marks=pytest.mark.long), Mode.SAFE])
def test_standard_is_evaluated_alike(mode: Mode, full: bool) -> None:
    workload = load_workload(WORKLOADS / "standard.jsonl").first(100 if full else 10)
    plain, arrays = both(workload, Options(mode=mode))
    strip = [replace(r, array=plain.results[0].array, cpu_seconds=0.0) for r in arrays.results]
    assert strip == results(plain)


def test_arrays_really_compute_what_they_say_and_scalar_operations_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """I38: were the answers of arrays ignored, all would be right and nothing gained."""
    workload = load_workload(WORKLOADS / "small.jsonl")
    chunk = Chunk(workload.items, tasks())
    found = chunk.answers(numpy_back_end())
    brought = [
        (item, node)
        for item, slots in enumerate(chunk.plan.slots)
        for node in slots
        if slots[node].use is Use.BROUGHT
    ]
    assert len(brought) > 50
    called: list[int] = []

    def counted(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        called.append(len(arguments))
        return plain(arguments)

    monkeypatch.setattr("arc_solver.array.batch.plain", counted)
    for programs, known, grids in zip(chunk.programs, found, chunk.inputs, strict=True):
        batch = ArrayBatch(list(programs.values()), known)
        for grid in grids:
            batch.run(grid)
    values = sum(
        len(known.slots) * len(grids) for known, grids in zip(found, chunk.inputs, strict=True)
    )
    assert len(called) < values / 2


def test_a_wrong_answer_of_an_array_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: with one operation broken on the array side, the results are others."""
    from arc_solver.array.operations import VERSIONS

    broken = {**VERSIONS, "vmirror": VERSIONS["hmirror"]}
    monkeypatch.setattr("arc_solver.array.engine.VERSIONS", broken)
    workload = workload_of([mirror_task()], (RIGHT, WRONG))
    known = {"mirror": mirror_task()}
    plain = evaluate(workload, known, SerialExecutor(), Options())
    arrays = evaluate(workload, known, SerialExecutor(), Options(array=NUMPY))
    assert [r.answers for r in arrays.results] != [r.answers for r in plain.results]


def test_failures_keep_their_words_and_what_is_too_large_is_made_by_the_scalar_side() -> None:
    texts = (
        "x1 = crop(I, (9, 9), (1, 1))\nO = vmirror(x1)",
        "x1 = upscale(I, 20)\nx2 = vmirror(x1)\nO = downscale(x2, 20)",
        "x1 = replace(I, 0, 77)\nx2 = ofcolor(x1, 77)\nO = fill(I, 1, x2)",
        "x1 = canvas(300, (2, 2))\nO = hconcat(x1, x1)",
        "x1 = ofcolor(I, 1)\nx2 = fill(I, 300, x1)\nO = replace(x2, 300, 4)",
    )
    workload = workload_of([mirror_task()], (*texts, RIGHT))
    known = {"mirror": mirror_task()}
    for mode in Mode:
        plain = evaluate(workload, known, SerialExecutor(), Options(mode=mode))
        arrays = evaluate(workload, known, SerialExecutor(), Options(mode=mode, array=NUMPY))
        pairs = zip(plain.results[0].candidates, arrays.results[0].candidates, strict=True)
        assert all(one == other for one, other in pairs)
    assert (
        "inside of the grid"
        in evaluate(workload, known, SerialExecutor(), Options(array=NUMPY))
        .results[0]
        .candidates[0]
        .detail
    )


def test_a_batch_that_has_to_be_killed_runs_apart_without_arrays_and_says_so() -> None:
    tight = Options(limits=Limits(seconds=1.5, megabytes=200), array=NUMPY)
    workload = workload_of([mirror_task()], (ENDLESS, RIGHT))
    result = evaluate(workload, {"mirror": mirror_task()}, SerialExecutor(), tight).results[0]
    assert [c.outcome.value for c in result.candidates] == ["timeout", "ok"]
    assert (result.array.asked, result.array.taken) == ("numpy", "none")
    assert "apart" in result.array.why
    without = replace(tight, array=Options().array)
    again = guarded_item(mirror_task(), candidates(ENDLESS, RIGHT), without)
    assert again.answers == result.answers


def test_the_choice_is_in_every_saved_result_and_a_run_of_another_choice_is_another_run(
    tmp_path: Path,
) -> None:
    workload = workload_of([mirror_task()], (RIGHT, WRONG))
    options = Options(array=NUMPY)
    result = evaluate(workload, {"mirror": mirror_task()}, SerialExecutor(), options).results[0]
    saved = result_to_json(result)
    assert saved["array"]["taken"] == "numpy"
    assert saved["array"]["why"] == "asked for"
    assert result_from_json(saved) == result
    assert Store(tmp_path, workload, options).key != Store(tmp_path, workload, Options()).key


def test_a_program_that_cannot_be_read_does_not_shift_the_answers_of_others() -> None:
    good = candidates(WRONG, RIGHT)
    bad = replace(good[0], id="bad", text="O = nonsense(I)")
    workload = workload_of([mirror_task()], (WRONG, RIGHT))
    item = replace(workload.items[0], candidates=(good[0], bad, good[1]))
    workload = replace(workload, items=(item,))
    known = {"mirror": mirror_task()}
    plain = evaluate(workload, known, SerialExecutor(), Options())
    arrays = evaluate(workload, known, SerialExecutor(), Options(array=NUMPY))
    assert arrays.answers == plain.answers
    assert [c.outcome.value for c in arrays.results[0].candidates] == ["wrong", "exception", "ok"]


def test_many_tasks_are_one_batch() -> None:
    workload = load_workload(WORKLOADS / "small.jsonl")
    on = numpy_back_end()
    before = on.traffic.sent, on.traffic.brought
    chunk = Chunk(workload.items, tasks())
    answers(on, chunk.plan, chunk.inputs)
    assert (on.traffic.sent, on.traffic.brought) == (before[0] + 1, before[1] + 1)
    assert chunk.values > len(chunk.plan.steps) * 5
    assert len(list(ahead(workload.items, tasks(), NUMPY, OFF))) == 5


def test_what_is_not_asked_for_is_not_loaded() -> None:
    """Neither NumPy nor CuPy, when everything but arrays is used: evaluating, storing, solving."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from arc_solver.evaluate import Options, evaluate\n"
        "from arc_solver.executors import SerialExecutor\n"
        "from arc_solver.array.choice import Arrays\n"
        "import arc_solver.solve, arc_solver.store, arc_solver.ahead, arc_solver.array.engine\n"
        "from arc_solver.tasks import load\n"
        "from arc_solver.workload import load_workload\n"
        "tasks = {task.id: task for task in load('arcagi', 'training')}\n"
        "workload = load_workload(Path(sys.argv[1])).first(1)\n"
        "evaluate(workload, tasks, SerialExecutor(), Options())\n"
        "print(sorted({'numpy', 'cupy', 'array_api_compat'} & set(sys.modules)))\n"
        "evaluate(workload, tasks, SerialExecutor(), Options(array=Arrays(asked='numpy')))\n"
        "print(sorted({'numpy', 'cupy'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(WORKLOADS / "small.jsonl")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n['numpy']\n"


def test_the_graph_of_a_chunk_is_the_graph_of_the_evaluation() -> None:
    """Answers are looked up by the number of a node, which has to mean the same on both sides."""
    workload = load_workload(WORKLOADS / "small.jsonl")
    chunk = Chunk(workload.items, tasks())
    for programs in chunk.programs:
        again = Batch(list(programs.values())).graph.nodes
        assert again == Batch(list(programs.values())).graph.nodes
