"""A start is a figure of its own, and in no other."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.unladen.values import commit, record, timed
from unladen.judge.compare import compare
from unladen.model import Measurement, Rules, Verdict
from unladen.output.terminal import record_lines
from unladen.store.records import Records

RULES = Rules(allow=0.01)


def started(one: Measurement, *seconds: float) -> Measurement:
    runs = tuple(
        replace(run, cold=seconds[number % len(seconds)]) for number, run in enumerate(one.runs)
    )
    return replace(one, runs=runs)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        ((2.0, 2.01, 1.99), "first call 0.5 s -> 2 s, slower: +300.0 %"),
        ((0.5, 0.6, 0.4), "no sure change"),
        ((0.1, 0.101, 0.099), "faster: -80.0 %"),
    ],
)
@pytest.mark.parametrize("pairs", [4, 12])
def test_a_start_that_changed_is_told_beside_times_that_did_not(
    seconds: tuple[float, ...], told: str, pairs: int
) -> None:
    base, head = timed([0.5] * pairs)
    found = compare(started(base, 0.5, 0.501, 0.499), started(head, *seconds), RULES)
    assert found.verdict is Verdict.FASTER
    (note,) = found.notes
    assert told in note


def test_a_first_call_like_the_others_and_one_that_nobody_timed_are_not_told() -> None:
    base, head = timed([1.0] * 12)
    for cold in (0.0, 0.05):
        assert compare(started(base, cold), started(head, cold), RULES).notes == ()


def test_a_start_is_kept_and_shown(tmp_path: Path) -> None:
    made = record(started(timed([1.0] * 3)[0], 0.5))
    records = Records(tmp_path)
    path = records.save(made)
    assert records.get(commit("a"), "here") == made
    assert "3 processes, first call 500 ms" in record_lines(made)[-1]
    path.write_text(path.read_text().replace('"cold":0.5', '"cold":-0.5'))
    assert records.read(path) is None
