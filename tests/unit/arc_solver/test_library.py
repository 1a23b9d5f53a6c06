"""The stored programs: right on every pair, together using every primitive."""

import pytest

from arc_solver import library
from arc_solver.dsl import PRIMITIVES
from arc_solver.program.form import canonical, content_hash
from arc_solver.program.lines import Name
from arc_solver.program.run import run
from arc_solver.search.steps import framed, steps_for
from arc_solver.tasks import load

STORED = tuple(library.texts())
LAST_LINES = {"aspicture", "asgrid", "blank", "blanked", "over", "changecolor"}
"""What search puts programs together with, beside its steps."""
TASKS = load("arcagi", "training")


def test_there_are_at_least_sixty_programs() -> None:
    assert len(STORED) >= 60


@pytest.mark.parametrize("task_id", STORED)
def test_a_stored_program_solves_all_train_and_test_pairs_of_its_task(task_id: str) -> None:
    task = TASKS[task_id]
    checked = library.programs()[task_id]
    for sample in task.samples:
        assert run(checked, sample.input).output == sample.output


def test_every_primitive_is_used_by_a_stored_program_or_by_search() -> None:
    by_search = {step.name for step in (*steps_for((1,), (1,)), *framed())}
    used = (
        by_search
        | LAST_LINES
        | {
            atom.text
            for checked in library.programs().values()
            for line in checked.program.assignments
            for atom in (line.function, *line.arguments)
            if isinstance(atom, Name)
        }
    )
    assert sorted(set(PRIMITIVES) - used) == []


def test_no_program_has_a_line_that_its_output_does_not_need() -> None:
    for task_id, checked in library.programs().items():
        lines = len(canonical(checked).program.assignments)
        assert lines == len(checked.program.assignments), task_id


def test_each_file_begins_with_a_sentence_about_the_puzzle() -> None:
    for task_id, text in library.texts().items():
        assert text.startswith("# "), task_id
        assert len(text.splitlines()[0]) > 20, task_id


def test_the_digest_changes_with_the_programs() -> None:
    hashes = {content_hash(checked) for checked in library.programs().values()}
    assert len(library.digest()) == 64
    assert len(hashes) > 60
