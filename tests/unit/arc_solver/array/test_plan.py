"""Which nodes arrays compute, and what is brought out."""

from arc_solver.array.batch import unit
from arc_solver.array.plan import Plan, Use, plan
from arc_solver.batch import Batch
from arc_solver.program.check import check
from arc_solver.program.text import parse


def planned(*texts: str, samples: int = 3) -> Plan:
    batch = Batch([check(parse(text)) for text in texts])
    return plan([unit(batch, samples)])


def uses(made: Plan) -> list[Use]:
    return [slot.use for slot in made.slots[0].values()]


def test_what_only_arrays_need_stays_on_the_device() -> None:
    made = planned("x1 = vmirror(I)\nx2 = ofcolor(x1, 3)\nO = fill(x1, 2, x2)")
    assert uses(made) == [Use.INNER, Use.INNER, Use.BROUGHT]


def test_a_set_that_the_scalar_side_asks_for_is_left_to_it_and_its_arguments_are_brought() -> None:
    made = planned(
        "x1 = vmirror(I)\nx2 = ofcolor(x1, 3)\nx3 = shift(x2, (1, 1))\n"
        "x4 = fill(x1, 2, x2)\nO = fill(x4, 5, x3)"
    )
    assert uses(made) == [Use.BROUGHT, Use.AGAIN, Use.BROUGHT]


def test_what_nobody_on_the_array_side_can_use_is_not_computed() -> None:
    made = planned("x1 = ofcolor(I, 3)\nx2 = shift(x1, (1, 1))\nO = fill(I, 5, x2)")
    assert made.steps == []
    cheap = planned("x1 = height(I)\nx2 = increment(x1)\nO = upscale(I, x2)")
    assert cheap.steps == []


def test_nodes_of_one_operation_and_depth_are_one_call() -> None:
    made = planned(
        "x1 = replace(I, 1, 2)\nO = vmirror(x1)",
        "x1 = replace(I, 3, 2)\nO = hmirror(x1)",
        "x1 = vmirror(I)\nO = replace(x1, 1, 2)",
    )
    told = [(step.operation, step.count) for step in made.steps]
    assert sorted(told) == [
        ("hmirror", 3),
        ("replace", 3),
        ("replace", 6),
        ("vmirror", 3),
        ("vmirror", 3),
    ]
    assert made.values == 18
    assert len(made.literals) == 3
