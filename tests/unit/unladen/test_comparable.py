"""What is not of the same thing is not judged."""

from dataclasses import replace

import pytest

from tests.unit.unladen.values import HERE, benchmark, counted, record, timed
from unladen.errors import NotComparable
from unladen.judge.compare import compare
from unladen.judge.records import check_comparable
from unladen.model import Kind, Rules, Verdict

RULES = Rules(allow=0.01)


def test_another_unit_or_kind_is_another_measure() -> None:
    base = counted(3.0, 3.0)
    for other in (replace(benchmark(kind=Kind.TRACK), unit="milliseconds"), benchmark()):
        found = compare(base, replace(base, benchmark=other), RULES)
        assert found.verdict is Verdict.UNDECIDED
        assert found.reason.startswith(f"another measure: {other.kind.value} in {other.unit} was")
    assert compare(base, base, RULES).verdict is Verdict.SAME


def test_two_machines_of_one_name_are_told_apart_by_what_they_are_made_of() -> None:
    old = record(timed([1.0])[0])
    other = replace(old, machine=replace(HERE, cpu="another\x1b cpu", cores=64))
    with pytest.raises(NotComparable, match=r"a cpu, 2 cores.*another  cpu, 64 cores"):
        check_comparable(old, other)
