"""Evaluation: every candidate is accounted for, and a bad one costs only itself."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from arc_solver import item as item_module
from arc_solver.errors import SolverError
from arc_solver.evaluate import (
    Journal,
    Options,
    WorkloadMismatch,
    evaluate,
    guarded_item,
    measured_item,
    together,
)
from arc_solver.executors import SerialExecutor
from arc_solver.guard import Limits, close_all
from arc_solver.item import ValidationError, evaluate_item, solver_of, validate
from arc_solver.outcome import Evaluation, MiscountError, Outcome, TaskResult
from arc_solver.program.run import Mode
from arc_solver.spans import OFF, Spans
from arc_solver.store import Store
from arc_solver.tasks import Sample, load
from arc_solver.workload import load_workload
from tests.unit.arc_solver.programs_of_the_tests import (
    ENDLESS,
    FAILING,
    HUNGRY,
    RIGHT,
    RIGHT_TOO,
    WRONG,
    candidate,
    candidates,
    mirror_task,
    workload_of,
)

WORKLOADS = Path(__file__).parents[3] / "benchmarks" / "workloads"
TIGHT = Options(limits=Limits(seconds=1.5, megabytes=100))
ALL_KINDS = (FAILING, WRONG, RIGHT, RIGHT_TOO)


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    close_all()


def outcomes(result: TaskResult) -> list[str]:
    return [each.outcome.value for each in result.candidates]


def test_a_candidate_is_ok_only_if_it_is_exact_on_every_train_and_test_pair() -> None:
    result = evaluate_item(mirror_task(), candidates(*ALL_KINDS), Mode.STRICT, OFF)
    assert outcomes(result) == ["exception", "wrong", "ok", "ok"]
    almost = "x1 = vmirror(I)\nO = replace(x1, 9, 1)"  # right on train, wrong on the test
    result = evaluate_item(mirror_task(), candidates(almost), Mode.STRICT, OFF)
    assert outcomes(result) == ["wrong"]
    assert result.candidates[0].exact == (True, True, False)
    assert result.candidates[0].wrong_cells == 2


def test_candidates_with_the_same_outputs_are_joined_and_the_first_one_is_kept() -> None:
    result = evaluate_item(mirror_task(), candidates(*ALL_KINDS), Mode.STRICT, OFF)
    right, right_too = result.candidates[2:]
    assert right_too.duplicate_of == right.id
    assert right_too.outputs == right.outputs
    assert [solver.candidate for solver in result.solvers] == [right.id]
    assert result.solvers[0].expression == "vmirror(I)"


def test_safe_mode_counts_failures_and_calls_nothing_a_solver_that_failed() -> None:
    result = evaluate_item(mirror_task(), candidates(FAILING), Mode.SAFE, OFF)
    assert outcomes(result) == ["wrong"]
    assert result.candidates[0].failures == 3
    assert result.solvers == ()


def test_a_test_without_an_answer_does_not_count_against_a_candidate() -> None:
    task = mirror_task()
    hidden = replace(task, test=(Sample(input=task.test[0].input, output=None),))
    result = evaluate_item(hidden, candidates(RIGHT), Mode.STRICT, OFF)
    assert outcomes(result) == ["ok"]
    assert result.candidates[0].exact == (True, True, None)


def test_validation_can_fail() -> None:
    """The canary (I28): a check that passes everything would pass these too."""
    task, solver = mirror_task(), solver_of(candidate(RIGHT))
    outputs = evaluate_item(task, candidates(RIGHT), Mode.STRICT, OFF).candidates[0].outputs
    validate(task, solver, outputs)
    with pytest.raises(ValidationError, match="answers otherwise alone"):
        validate(task, solver_of(candidate(WRONG)), outputs)
    with pytest.raises(ValidationError, match="another expression"):
        validate(task, replace(solver, expression="hmirror(I)"), outputs)
    with pytest.raises(ValidationError, match="another program"):
        validate(task, replace(solver, hash="0" * 64), outputs)
    wrong = evaluate_item(task, candidates(WRONG), Mode.STRICT, OFF).candidates[0].outputs
    with pytest.raises(ValidationError, match="is wrong"):
        validate(task, solver_of(candidate(WRONG)), wrong)


@pytest.mark.parametrize(
    ("bad", "outcome"), [(ENDLESS, "timeout"), (HUNGRY, "out of memory"), (FAILING, "exception")]
)
def test_a_candidate_that_misbehaves_costs_only_itself(bad: str, outcome: str) -> None:
    # Only what ends by time has little of it: on a busy machine anything may take a second.
    options = TIGHT if bad == ENDLESS else replace(TIGHT, limits=Limits(seconds=60, megabytes=100))
    result = guarded_item(mirror_task(), candidates(WRONG, bad, RIGHT, RIGHT_TOO), options)
    assert outcomes(result) == ["wrong", outcome, "ok", "ok"]
    assert result.apart is (outcome != "exception")
    assert result.candidates[3].duplicate_of == result.candidates[2].id
    assert len(result.solvers) == 1


def test_outcomes_add_up_to_a_known_fixture_of_every_kind() -> None:
    """I31, I32: outcomes are proven on candidates whose fate is known."""
    tasks = [mirror_task("a"), mirror_task("b")]
    workload = workload_of(tasks, (RIGHT, WRONG, FAILING, ENDLESS, HUNGRY))
    by_id = {task.id: task for task in tasks}
    with ThreadPoolExecutor(2) as executor:
        evaluation = evaluate(workload, by_id, executor, TIGHT)
    assert {outcome.value: count for outcome, count in evaluation.counts.items()} == {
        "ok": 2,
        "wrong": 2,
        "exception": 2,
        "timeout": 2,
        "out of memory": 2,
        "not run": 0,
    }


def test_results_that_do_not_add_up_to_what_was_asked_for_are_an_error() -> None:
    result = evaluate_item(mirror_task(), candidates(RIGHT), Mode.STRICT, OFF)
    with pytest.raises(MiscountError, match="2 candidates asked for, 1 accounted for"):
        Evaluation(workload="", asked=2, results=(result,))


def test_an_evaluation_that_did_nothing_is_an_error() -> None:
    with pytest.raises(MiscountError, match="nothing"):
        Evaluation(workload="", asked=0, results=())


@pytest.mark.parametrize("jobs", ["serial", "guarded", "threads", "processes"])
def test_answers_do_not_depend_on_who_does_the_work(jobs: str) -> None:
    workload = load_workload(WORKLOADS / "small.jsonl")
    tasks = {task.id: task for task in load("arcagi", "training")}
    limits = Limits(seconds=30, megabytes=1024)
    executors: dict[str, tuple[Executor, Options]] = {
        "serial": (SerialExecutor(), Options()),
        "guarded": (SerialExecutor(), Options(limits=limits)),
        "threads": (ThreadPoolExecutor(2), Options(limits=limits)),
        "processes": (ProcessPoolExecutor(2, mp_context=get_context("spawn")), Options()),
    }
    executor, options = executors[jobs]
    with executor:
        evaluation = evaluate(workload, tasks, executor, options)
    reference = evaluate(workload, tasks, SerialExecutor(), Options())
    assert evaluation.answers == reference.answers
    assert evaluation.counts == reference.counts
    assert [r.sharing for r in evaluation.results] == [r.sharing for r in reference.results]


FAILS_BUT_RIGHT = """
x1 = crop(I, (9, 9), (1, 1))
x2 = height(x1)
x3 = canvas(x2, (1, 1))
x4 = vmirror(I)
x5 = square(x3)
O = branch(x5, x4, x4)
"""


@pytest.mark.parametrize("mode", Mode)
def test_running_apart_answers_like_a_batch(mode: Mode) -> None:
    task = mirror_task()
    many = candidates(FAILS_BUT_RIGHT, *ALL_KINDS, "x1 = trim(I)\nO = vmirror(x1)")
    batch = measured_item(task, many, mode, False)
    parts = [measured_item(task, (each,), mode, False) for each in many]
    apart = together(task, parts, 1.5)
    assert apart.answers == batch.answers
    assert apart.cpu_seconds > 1.5


def test_a_candidate_that_failed_never_stands_for_one_that_did_not() -> None:
    many = candidates(FAILS_BUT_RIGHT, RIGHT, RIGHT_TOO)
    result = evaluate_item(mirror_task(), many, Mode.SAFE, OFF)
    failed, right, right_too = result.candidates
    assert failed.outputs == right.outputs
    assert (failed.failures > 0, right.failures, right_too.failures) == (True, 0, 0)
    assert right_too.duplicate_of == right.id


def test_what_comes_after_a_failure_is_not_charged_to_the_candidate() -> None:
    hangs_later = f"x0 = crop(I, (9, 9), (1, 1)){ENDLESS.rstrip().replace('O =', 'x9 =')}\n"
    result = guarded_item(
        mirror_task(), candidates(f"{hangs_later}O = vconcat(x0, x9)", RIGHT), TIGHT
    )
    assert outcomes(result) == ["exception", "ok"]
    assert not result.apart


def test_a_number_that_grows_without_end_is_a_failure_everywhere() -> None:
    huge = "x1 = power(double, 20000)\nx2 = x1(1)\nO = canvas(x2, (1, 1))"
    result = evaluate_item(mirror_task(), candidates(huge), Mode.STRICT, OFF)
    assert "TooLarge" in result.candidates[0].detail


@pytest.mark.parametrize("times", [99, 100, 101, 985, 990])
def test_how_deep_functions_nest_does_not_depend_on_who_calls(times: int) -> None:
    deep = f"x1 = lbind(compose, identity)\nx2 = power(x1, {times})\nx3 = x2(identity)\nO = x3(I)"
    here = evaluate_item(mirror_task(), candidates(deep), Mode.STRICT, OFF)
    there = guarded_item(mirror_task(), candidates(deep), TIGHT)
    assert outcomes(here) == outcomes(there) == ["wrong" if times <= 100 else "exception"]


def test_a_workload_is_not_run_on_other_tasks_than_it_was_made_for() -> None:
    workload = workload_of([mirror_task()], (RIGHT,))
    other = replace(mirror_task(), test=())
    for tasks in ({}, {"mirror": other}):
        with pytest.raises(WorkloadMismatch):
            evaluate(workload, tasks, SerialExecutor(), Options())


def test_a_program_that_cannot_be_read_is_an_exception_of_its_own() -> None:
    bad = replace(candidate(RIGHT), id="bad", text="O = nonsense(I)")
    result = evaluate_item(mirror_task(), (bad, candidate(RIGHT)), Mode.STRICT, OFF)
    assert outcomes(result) == ["exception", "ok"]
    assert "line 1, column 5" in result.candidates[0].detail


def test_the_batch_answers_what_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """If scoring were broken so that everything is right, validation would still refuse it, and
    the others would not suffer."""
    monkeypatch.setattr(item_module, "_outcome", lambda *_: Outcome.OK)
    result = evaluate_item(mirror_task(), candidates(WRONG, RIGHT), Mode.STRICT, OFF)
    assert outcomes(result) == ["exception", "ok"]
    assert "not right alone" in result.candidates[0].detail
    assert len(result.solvers) == 1
    evaluation = Evaluation(workload="", asked=2, results=(result,))
    assert [each.id for each in evaluation.invalid] == [result.candidates[0].id]


def test_ctrl_c_ends_the_work_within_two_seconds_and_keeps_what_was_finished() -> None:
    tasks = [mirror_task("a"), mirror_task("b"), mirror_task("c")]
    quick, slow = workload_of(tasks[:1], (RIGHT,)), workload_of(tasks[1:], (ENDLESS,))
    workload = replace(quick, items=(*quick.items, *slow.items))
    patient = Options(limits=Limits(seconds=60, megabytes=300))
    pressed = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    def first_is_done(_: TaskResult) -> None:
        threading.Timer(0.3, press).start()

    with ThreadPoolExecutor(2) as executor:
        journal = Journal(on_result=first_is_done)
        evaluation = evaluate(workload, {t.id: t for t in tasks}, executor, patient, journal)
    assert time.monotonic() - pressed[0] < 2
    assert evaluation.interrupted
    assert [outcomes(result) for result in evaluation.results] == [["ok"], ["not run"], ["not run"]]


def test_a_second_run_goes_on_where_the_first_was_stopped(tmp_path: Path) -> None:
    tasks = {task.id: task for task in (mirror_task("a"), mirror_task("b"))}
    workload = workload_of(list(tasks.values()), ALL_KINDS)
    store = Store(tmp_path, workload, TIGHT)
    store.add(guarded_item(tasks["a"], workload.items[0].candidates, TIGHT))
    with (next((tmp_path / "runs").iterdir())).open("a") as file:
        file.write('{"task": "b", "cut short by a ki')
    again = Store(tmp_path, workload, TIGHT)
    finished = again.unfinished()
    assert list(finished) == ["a"]
    done: list[str] = []

    def keep(result: TaskResult) -> None:
        done.append(result.task)
        again.add(result)

    evaluation = evaluate(workload, tasks, SerialExecutor(), TIGHT, Journal(finished, keep))
    assert done == ["b"]
    assert evaluation.counts[Outcome.OK] == 4
    assert list(again.unfinished()) == ["a", "b"]


def test_a_run_goes_on_only_with_the_same_code_workload_mode_and_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workload = workload_of([mirror_task()], (RIGHT,))
    key = Store(tmp_path, workload, TIGHT).key
    assert Store(tmp_path, workload, replace(TIGHT, mode=Mode.SAFE)).key != key
    assert Store(tmp_path, workload, Options()).key != key
    assert Store(tmp_path, workload_of([mirror_task()], (WRONG,)), TIGHT).key != key
    monkeypatch.setattr("arc_solver.store.code_identity", lambda: "another DSL")
    assert Store(tmp_path, workload, TIGHT).key != key


def test_solvers_are_kept_by_content_hash_and_can_be_read_again(tmp_path: Path) -> None:
    from arc_solver.program.check import check
    from arc_solver.program.form import content_hash
    from arc_solver.program.text import parse

    workload = workload_of([mirror_task()], (RIGHT, RIGHT_TOO))
    store = Store(tmp_path, workload, TIGHT)
    store.add(evaluate_item(mirror_task(), workload.items[0].candidates, Mode.STRICT, OFF))
    (kept,) = (tmp_path / "solvers" / "mirror").iterdir()
    assert content_hash(check(parse(kept.read_text()))).startswith(kept.stem)


def test_the_spans_of_a_task_account_for_its_time() -> None:
    workload = load_workload(WORKLOADS / "small.jsonl")
    tasks = {task.id: task for task in load("arcagi", "training")}
    spans = Spans("total")
    guarded = Options(limits=Limits(seconds=30, megabytes=1024), spans=True)
    evaluate(workload, tasks, SerialExecutor(), guarded, Journal(spans=spans))
    tree = spans.freeze()
    (all_tasks,) = tree.children
    (task,) = all_tasks.children
    names = [child.name for child in task.children]
    assert {"check", "graph", "run", "dedupe", "score", "process"} <= set(names)
    assert task.calls == 5
    for part in (all_tasks, task):
        total = sum(child.wall_seconds for child in part.children) + part.unaccounted_wall
        assert total == pytest.approx(part.wall_seconds)


def test_two_runs_into_one_folder_are_refused(tmp_path: Path) -> None:
    workload = workload_of([mirror_task()], (RIGHT,))
    with (
        Store(tmp_path, workload, TIGHT).held(),
        pytest.raises(SolverError, match="another run"),
        Store(tmp_path, workload, TIGHT).held(),
    ):
        pass
