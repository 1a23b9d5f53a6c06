"""Candidates: the same seed gives the same bytes, and what is frozen stays frozen."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arc_solver import library
from arc_solver.generate import GenerateError, Request, generate
from arc_solver.mutate import mutant_of
from arc_solver.program.check import check
from arc_solver.program.form import canonical, content_hash
from arc_solver.program.text import parse
from arc_solver.randomness import Random
from arc_solver.tasks import load
from arc_solver.workload import Workload, WorkloadError, load_workload

ROOT = Path(__file__).parents[3]
SMALL = ROOT / "benchmarks" / "workloads" / "small.jsonl"


def drawn(seed: int = 3, tasks: int = 4, per_task: int = 12, known_only: bool = False) -> Workload:
    request = Request(
        name="test",
        seed=seed,
        data="arcagi",
        split="training",
        tasks=tasks,
        per_task=per_task,
        known_only=known_only,
    )
    return generate(request, load("arcagi", "training"))


def test_random_choices_are_the_same_for_ever() -> None:
    random = Random("golden")
    assert [random.below(1000) for _ in range(5)] == GOLDEN_NUMBERS
    assert Random("golden").sample("abcdef", 6) == GOLDEN_SAMPLE


GOLDEN_NUMBERS = [878, 977, 423, 972, 201]
GOLDEN_SAMPLE = ["c", "d", "f", "a", "e", "b"]


def test_the_same_seed_gives_the_same_workload_and_another_seed_another_one() -> None:
    assert drawn(seed=3).digest == drawn(seed=3).digest
    assert drawn(seed=3).digest != drawn(seed=4).digest


def test_a_task_gets_the_same_candidates_whichever_other_tasks_are_drawn() -> None:
    few = {item.task: item for item in drawn(tasks=3, known_only=True).items}
    many = {item.task: item for item in drawn(tasks=30, known_only=True).items}
    assert set(few) & set(many)
    assert all(many[task] == item for task, item in few.items() if task in many)


def test_candidates_are_different_programs_in_canonical_form_and_have_types() -> None:
    for item in drawn().items:
        assert len({candidate.id for candidate in item.candidates}) == 12
        for candidate in item.candidates:
            checked = check(parse(candidate.text))
            assert candidate.text == str(canonical(checked).program)
            assert content_hash(checked).startswith(candidate.id)


def test_a_task_with_a_stored_program_has_it_among_its_candidates() -> None:
    workload = drawn(known_only=True)
    for item in workload.items:
        own = content_hash(library.programs()[item.task])[:16]
        assert own in {candidate.id for candidate in item.candidates}


def test_every_way_of_mutation_occurs_and_gives_a_program_that_has_types() -> None:
    programs = list(library.programs().values())
    random = Random("mutations")
    ways = set()
    for _ in range(200):
        way, mutant = mutant_of(random.choice(programs), random, programs)
        ways.add(way)
        assert check(mutant.program) == mutant
    assert ways >= {"constant", "operation", "argument", "splice"}


@pytest.mark.parametrize(("tasks", "per_task"), [(0, 1), (1, 0), (100_000, 1)])
def test_what_cannot_be_drawn_is_refused(tasks: int, per_task: int) -> None:
    with pytest.raises(GenerateError):
        drawn(tasks=tasks, per_task=per_task)


def test_a_workload_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    workload = drawn()
    workload.save(tmp_path / "w.jsonl")
    assert load_workload(tmp_path / "w.jsonl") == workload


def test_a_workload_that_was_changed_after_it_was_frozen_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.jsonl"
    drawn().save(path)
    path.write_text(path.read_text().replace("vmirror", "hmirror", 1).replace("rot90", "rot180", 1))
    with pytest.raises(WorkloadError, match="changed after it was frozen"):
        load_workload(path)


def test_a_file_that_is_no_workload_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "w.jsonl"
    for content in (b"", b"{", b"[]", b"{}", b"\xff", b'{"format": 3}\n{"task": 1}'):
        path.write_bytes(content)
        with pytest.raises(WorkloadError, match=r"w\.jsonl"):
            load_workload(path)
    with pytest.raises(WorkloadError, match="No such file"):
        load_workload(tmp_path / "absent")


@pytest.mark.parametrize(
    ("name", "tasks", "candidates"),
    [("small", 5, 165), ("standard", 100, 3300), ("full", 400, 13200)],
)
def test_the_committed_workloads_are_whole_and_fit_the_bundled_tasks(
    name: str, tasks: int, candidates: int
) -> None:
    workload = load_workload(SMALL.with_name(f"{name}.jsonl"))
    assert (len(workload.items), workload.asked) == (tasks, candidates)
    known = load("arcagi", "training")
    assert all(known[item.task].digest == item.digest for item in workload.items)


def test_a_workload_that_would_be_counted_wrong_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.jsonl"
    one = drawn(tasks=1, per_task=2)
    item = one.items[0]
    twice = replace(item, candidates=(item.candidates[0], item.candidates[0]))
    empty = replace(item, candidates=())
    for items in ((item, item), (twice,), (empty,), ()):
        replace(one, items=items).save(path)
        with pytest.raises(WorkloadError, match=r"occurs twice|there is no"):
            load_workload(path)


def test_the_header_says_what_is_inside() -> None:
    header = json.loads(SMALL.read_text().splitlines()[0])
    assert header["tasks"] == 5
    assert header["candidates"] == 165
    assert len(header["sha256"]) == 64
