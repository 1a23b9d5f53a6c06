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
