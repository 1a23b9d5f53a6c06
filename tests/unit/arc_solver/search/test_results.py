"""What a search found, on disk: a line a task, resumed where it left off, learned from."""

from dataclasses import replace
from pathlib import Path

import pytest

from arc_solver import library
from arc_solver.errors import SolverError
from arc_solver.executors import SerialExecutor
from arc_solver.generate import Request, generate
from arc_solver.program.run import run
from arc_solver.search.budget import Limits
from arc_solver.search.learned import learn, learnable, learned
from arc_solver.search.results import Guess, Result, ResultFile, ResultsError, read_results, scores
from arc_solver.search.sets import searched_all
from arc_solver.tasks import TaskSet, load
from arc_solver.values import grid_of

ALL = load("arcagi", "training")
TASKS = TaskSet(name="few", tasks=tuple(ALL[id] for id in ("007bbfb7", "67a3c6ac", "a416b8f3")))
LIMITS = Limits(depth=1, states=3000)


@pytest.fixture(scope="module")
def results() -> tuple[Result, ...]:
    return tuple(searched_all(TASKS.tasks, LIMITS, SerialExecutor()))


def test_every_task_has_a_result_with_its_guesses_and_what_they_cost(
    results: tuple[Result, ...],
) -> None:
    assert [result.task for result in results] == [task.id for task in TASKS]
    for result in results:
        assert result.solved(2)
        assert result.states > 0
        assert result.cpu_seconds > 0
    assert [(score.tasks, score.inputs) for score in scores(results)] == [(3, 3)] * 3


def test_a_result_is_read_back_as_it_was(tmp_path: Path, results: tuple[Result, ...]) -> None:
    file = ResultFile(tmp_path, TASKS, LIMITS)
    with file.held():
        for result in results:
            file.add(result)
        assert tuple(read_results(file.path)) == results
        file.finish(results[::-1])
    assert tuple(read_results(file.path)) == results[::-1]


def test_a_line_that_a_kill_cut_short_costs_that_task_only(
    tmp_path: Path, results: tuple[Result, ...]
) -> None:
    file = ResultFile(tmp_path, TASKS, LIMITS)
    with file.held():
        file.add(results[0])
        file.add(results[1])
    file.path.write_bytes(file.path.read_bytes()[:-20])
    assert dict(file.known()) == {results[0].task: results[0]}
    with file.held():
        file.add(results[2])
    assert set(file.known()) == {results[0].task, results[2].task}


def test_other_limits_or_other_tasks_are_another_file(tmp_path: Path) -> None:
    deeper = replace(LIMITS, depth=2)
    fewer = TaskSet(name="few", tasks=TASKS.tasks[:2])
    paths = {
        ResultFile(tmp_path, *what).path
        for what in ((TASKS, LIMITS), (TASKS, deeper), (fewer, LIMITS))
    }
    assert len(paths) == 3


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    with (
        ResultFile(tmp_path, TASKS, LIMITS).held(),
        pytest.raises(ResultsError, match="another run"),
        ResultFile(tmp_path, TASKS, LIMITS).held(),
    ):
        pass


def test_what_was_found_is_learned_once_and_does_what_it_did(
    tmp_path: Path, results: tuple[Result, ...]
) -> None:
    assert learn(tmp_path, learnable(results, unproven=False))[0] == [each.task for each in results]
    new, old = learn(tmp_path, learnable(results, unproven=False))
    assert (new, len(old)) == ([], 3)
    for task in TASKS:
        program = learned(tmp_path)[task.id]
        assert all(run(program, sample.input).output == sample.output for sample in task.samples)


def test_a_wrong_guess_is_not_learned_and_an_unproven_one_only_when_asked_for() -> None:
    guess = Guess(program="O = vmirror(I)", outputs=(grid_of([[1]]),), missed=0, right=(False,))
    wrong = Result(task="wrong", inputs=1, guesses=(guess,))
    unknown = Result(task="unknown", inputs=1, guesses=(replace(guess, right=(None,)),))
    missing = Result(task="missing", inputs=1, guesses=(replace(guess, missed=1, right=(True,)),))
    every = (wrong, unknown, missing)
    assert [task for task, _ in learnable(every, unproven=False)] == []
    assert [task for task, _ in learnable(every, unproven=True)] == ["unknown"]


def test_a_task_whose_id_is_a_path_is_not_written(tmp_path: Path) -> None:
    guess = Guess(program="O = vmirror(I)", outputs=(grid_of([[1]]),), missed=0, right=(True,))
    with pytest.raises(SolverError, match="cannot be called so"):
        learn(tmp_path / "lib", [("../outside", guess)])
    assert not (tmp_path / "outside.arc").exists()


def test_a_damaged_program_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bad.arc").write_text("O = nothing(I)\n")
    with pytest.raises(SolverError, match=r"bad\.arc, line 1, column 5") as caught:
        learned(tmp_path)
    assert "mv " in caught.value.fix


def test_learned_programs_are_drawn_and_mutated_like_any_other(
    tmp_path: Path, results: tuple[Result, ...]
) -> None:
    learn(tmp_path, [("f8c80d96", results[0].guesses[0])])
    assert "f8c80d96" not in library.programs()
    request = Request(name="m", seed=1, data="arcagi", split="training", tasks=1, per_task=5)
    only = TaskSet(name="one", tasks=(ALL["f8c80d96"],))
    drawn = generate(request, only, None, learned(tmp_path))
    assert drawn.library != library.digest()
    assert "f8c80d96" in {candidate.origin for candidate in drawn.items[0].candidates}
