"""A helper that went into its caller is one row with it, whether or not it is still there."""

from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.matching import uncalled
from unladen.model.anatomy import Anatomy, Function
from unladen.model.attribution import Change

HELPER = Function(key="p.py:step", module="p", name="step", body="s", operations={"*": 1, "%": 1})
CALLER = Function(
    key="p.py:work", module="p", name="work", body="w", calls=frozenset({"step"}), operations={}
)
ITSELF = Function(key="p.py:work", module="p", name="work", body="x", operations={"*": 1, "%": 1})


def side(work: Function, calls: float, costs: tuple[float, float]) -> Anatomy:
    functions = {each.key: each for each in (HELPER, work)}
    return Anatomy(
        benchmark="suite.time_it",
        seconds=1.0,
        functions=functions,
        calls={HELPER.key: calls, work.key: 1.0},
        instructions=dict(zip(functions, costs, strict=True)),
    )


def test_a_helper_that_nobody_calls_any_longer_is_one_row_with_the_caller_it_went_into() -> None:
    """It is still defined, for others: its row was told as -100 % of itself (I23)."""
    base, head = side(CALLER, 100.0, (1000.0, 500.0)), side(ITSELF, 0.0, (0.0, 1450.0))
    found = attribute(base, head, Categories({}), None)
    (part,) = [part for part in found.parts if part.base]
    assert (part.change, part.base, part.head) == (Change.INLINED, 1500.0, 1450.0)
    assert part.other == "step went into it"
    assert found.unaccounted == (0.0, 0.0)


def test_a_helper_that_is_called_less_often_keeps_its_row() -> None:
    base, head = side(CALLER, 100.0, (1000.0, 500.0)), side(ITSELF, 1.0, (10.0, 1450.0))
    assert uncalled(base, head) == set()
    assert len(attribute(base, head, Categories({}), None).parts) == 2


def test_where_calls_were_not_counted_nobody_is_taken_to_be_uncalled() -> None:
    base, head = side(CALLER, 100.0, (1.0, 1.0)), Anatomy(benchmark="b", seconds=1.0)
    assert uncalled(base, head) == set()
