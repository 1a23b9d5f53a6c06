"""The quick ways to put members in order give the order of `order_key`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arc_solver.values import least, order_key, ordered

numbers = st.integers(-3, 12)
pairs = st.tuples(numbers, numbers)
cells = st.tuples(st.integers(0, 3), pairs)
kinds = st.sampled_from(
    [
        numbers,
        st.booleans(),
        pairs,
        cells,
        st.frozensets(cells, max_size=4),
        st.frozensets(pairs, max_size=4),
        st.frozensets(numbers, max_size=3),
        st.tuples(pairs, pairs),
        st.tuples(st.tuples(numbers, numbers, numbers)),
        st.one_of(numbers, cells, st.frozensets(cells, max_size=2)),
    ]
)


@given(kinds.flatmap(lambda kind: st.frozensets(kind, max_size=8)))
def test_the_quick_order_is_the_order(members: frozenset[object]) -> None:
    expected = sorted(members, key=order_key)
    assert list(ordered(members)) == expected
    if expected:
        assert least(members) == expected[0]


def test_nothing_has_no_least_member() -> None:
    with pytest.raises(IndexError):
        least(frozenset())
