"""The batch, where one graph serves many candidates."""

from arc_solver.batch import Batch
from arc_solver.program.check import Checked, check
from arc_solver.program.run import Mode
from arc_solver.program.text import parse
from arc_solver.values import Grid

GRID = Grid(((1, 2), (2, 1)))


def read(*lines: str) -> Checked:
    return check(parse("\n".join(lines)))


def test_what_candidates_share_is_evaluated_once() -> None:
    shared = ("x1 = vmirror(I)", "x2 = hmirror(x1)")
    batch = Batch([read(*shared, "O = rot90(x2)"), read(*shared, "O = rot270(x2)")])
    assert (batch.sharing.calls_alone, batch.sharing.calls_shared) == (6, 4)
    assert round(batch.sharing.saved, 3) == 0.333
    assert batch.run(GRID).evaluated == 4


def test_nothing_that_needs_a_failed_value_is_evaluated() -> None:
    failing = read("x1 = trim(I)", "x2 = hmirror(x1)", "O = vmirror(x2)")
    batch = Batch([failing, read("O = vmirror(I)")])
    strict = batch.run(GRID)
    assert (strict.evaluated, strict.failed) == (2, 1)
    assert [run.output for run in strict.runs] == [None, ((2, 1), (1, 2))]
    safe = batch.run(GRID, Mode.SAFE)
    assert (safe.evaluated, safe.failed) == (4, 1)
    assert safe.runs[0].output == ((0,),)


def test_a_batch_of_nothing_shares_nothing() -> None:
    assert Batch([]).sharing.saved == 0.0
    assert Batch([]).run(GRID).runs == ()


def test_what_was_evaluated_before_nobody_waits_for_it_counts_as_evaluated() -> None:
    """Both end at a crop; `rot90` was still awaited by the second when its turn came."""
    first = read("x1 = crop(I, (9, 9), (1, 1))", "x2 = rot90(I)", "O = hconcat(x1, x2)")
    second = read("x1 = crop(I, (8, 8), (1, 1))", "x2 = rot90(I)", "O = vconcat(x1, x2)")
    batch = Batch([first, second])
    for _ in range(2):
        found = batch.run(GRID)
        assert (batch.sharing.calls_shared, found.evaluated, found.failed) == (5, 3, 2)


def test_a_constant_nobody_asked_for_in_one_sample_is_computed_in_the_next() -> None:
    batch = Batch(
        [read("x1 = crop(I, (0, 0), (1, 3))", "x2 = canvas(5, (1, 3))", "O = vconcat(x1, x2)")]
    )
    narrow, wide = GRID, Grid(((1, 2, 3),))
    assert batch.run(narrow).evaluated == 1
    for _ in range(2):
        found = batch.run(wide)
        assert found.runs[0].output == ((1, 2, 3), (5, 5, 5))
        assert found.evaluated == 3
    assert batch.run(narrow).evaluated == 1
