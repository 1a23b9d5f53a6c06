"""Search: what it knows, what it answers, and where it stops."""

import dataclasses
import typing
from dataclasses import replace

import pytest

from arc_solver.program.check import check
from arc_solver.program.run import run
from arc_solver.program.text import parse
from arc_solver.search.answers import told_apart
from arc_solver.search.budget import STATE_BYTES, Limits, Meter
from arc_solver.search.find import Answer, Search, search
from arc_solver.search.puzzle import Puzzle, Shown, puzzle_of
from arc_solver.search.results import result_of, scores
from arc_solver.search.views import views_of
from arc_solver.tasks import Sample, Task, load
from arc_solver.values import Grid, grid_of

TASKS = load("arcagi", "training")
SOLVED = ("67a3c6ac", "a416b8f3", "1cf80156", "72ca375d", "0520fde7", "67e8384a")
"""A mirror image, two copies, a part cut out, an odd part, a meeting of halves, four images."""
STACKED = "a65b410d"
"""One whose answer is laid together of several pieces."""
FEW = Limits(depth=2, states=6000)


def found(id: str, limits: Limits = FEW) -> tuple[Answer, ...]:
    return search(puzzle_of(TASKS[id]), limits).answers


def with_tests(task: Task, output: Grid | None) -> Task:
    return replace(task, test=tuple(Sample(input=s.input, output=output) for s in task.test))


def test_a_puzzle_has_no_place_for_a_test_output() -> None:
    """Not a promise, but a type: what search receives are pairs that are shown, and inputs."""
    hints = typing.get_type_hints(Puzzle)
    assert hints == {"shown": tuple[Shown, ...], "asked": tuple[Grid, ...]}
    assert typing.get_type_hints(search)["puzzle"] is Puzzle
    assert [field.name for field in dataclasses.fields(Puzzle)] == ["shown", "asked"]


@pytest.mark.parametrize("id", SOLVED[:2])
def test_answers_are_the_same_whatever_the_test_outputs_are(id: str) -> None:
    task = TASKS[id]
    wrong = with_tests(task, grid_of([[7]]))
    assert puzzle_of(task) == puzzle_of(wrong) == puzzle_of(with_tests(task, None))


@pytest.mark.parametrize("id", SOLVED)
def test_it_solves_puzzles_that_it_has_no_program_for(id: str) -> None:
    result = result_of(TASKS[id], search(puzzle_of(TASKS[id]), Limits(depth=2, states=60_000)), 0.0)
    assert result.solved(2)


@pytest.mark.parametrize("id", SOLVED)
def test_the_text_of_an_answer_makes_the_answer(id: str) -> None:
    task = TASKS[id]
    for answer in found(id):
        checked = check(parse(answer.text))
        made = [run(checked, sample.input).output for sample in task.test]
        assert made == list(answer.outputs)
        right = [run(checked, sample.input).output == sample.output for sample in task.train]
        assert right.count(False) == answer.missed


def test_what_the_text_makes_is_what_was_found_and_no_answer_is_lost_for_that() -> None:
    """A draft whose text makes something else is dropped: none should have to be."""
    puzzle = puzzle_of(TASKS[STACKED])
    work = Search(puzzle, views_of(puzzle)[0], Meter(Limits(depth=2, states=60_000)))
    work.grow()
    work.stack()
    drafts = [*told_apart(work.drafts, work.laying, work.walk, len(puzzle.shown))]
    answers = [*work.answers()]
    assert [answer.rank for answer in answers] == [draft.rank for draft, _ in drafts]
    assert "over(" in answers[0].text


def test_answers_differ_and_those_that_reproduce_most_pairs_come_first() -> None:
    for id in SOLVED:
        answers = found(id)
        assert len({answer.outputs for answer in answers}) == len(answers) <= 3
        assert [answer.missed for answer in answers] == sorted(a.missed for a in answers)


def test_a_number_of_states_is_not_exceeded_by_more_than_one_expansion() -> None:
    puzzle = puzzle_of(TASKS["a5f85a15"])
    work = Search(puzzle, views_of(puzzle)[0], Meter(Limits(depth=2, states=500)))
    work.grow()
    assert work.meter.reason == "states"
    graphs, steps = len(work.walk.graphs), len(work.walk.steps)
    assert 500 <= work.meter.states < 500 + graphs * steps


def test_memory_is_bounded_by_what_is_counted() -> None:
    result = search(puzzle_of(TASKS["a5f85a15"]), Limits(depth=3, megabytes=3))
    assert result.stopped == "memory"
    assert result.states * STATE_BYTES < 4 << 20


def test_a_search_that_runs_out_gives_the_best_answers_so_far() -> None:
    result = search(puzzle_of(TASKS["67a3c6ac"]), Limits(depth=2, states=400))
    assert result.stopped == "states"
    assert result.answers[0].missed == 0
    late = search(puzzle_of(TASKS["67a3c6ac"]), Limits(depth=2, seconds=1e-9))
    assert late.stopped == "time"


def test_a_puzzle_that_shows_two_outputs_for_one_input_gets_answers_that_miss_a_pair() -> None:
    one, other = grid_of([[1, 2]]), grid_of([[2, 1]])
    shown = (Shown(input=one, output=other), Shown(input=one, output=one))
    answers = search(Puzzle(shown=shown, asked=(one,)), Limits(depth=1)).answers
    assert answers
    assert all(answer.missed for answer in answers)


def test_scores_count_whole_tasks_and_test_inputs() -> None:
    task = TASKS["67a3c6ac"]
    twice = replace(task, test=task.test * 2)
    result = result_of(twice, search(puzzle_of(twice), Limits(depth=1)), 1.0)
    one, two, three = scores([result, replace(result, guesses=(), inputs=1)])
    assert (one.tasks, one.inputs) == (two.tasks, two.inputs) == (three.tasks, three.inputs)
    assert (one.guesses, one.tasks, one.inputs) == (1, 1, 2)


@pytest.mark.parametrize("id", ["67a3c6ac", "0520fde7"])
def test_colours_of_the_background_are_exchanged_before_and_back_in_what_is_answered(
    id: str,
) -> None:
    """Search in any other colours than the puzzle's gives the answers in those."""
    table = {0: 7, 7: 0}

    def changed(grid: Grid) -> Grid:
        return grid_of([[table.get(colour, colour) for colour in row] for row in grid])

    puzzle = puzzle_of(TASKS[id])
    other = Puzzle(
        shown=tuple(Shown(input=changed(s.input), output=changed(s.output)) for s in puzzle.shown),
        asked=tuple(map(changed, puzzle.asked)),
    )
    best = search(puzzle, Limits(depth=2, states=60_000)).answers[0]
    assert search(other, Limits(depth=2, states=60_000)).answers[0].outputs == tuple(
        map(changed, best.outputs)
    )
