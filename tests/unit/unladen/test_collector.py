"""What a call pays for the collector, which whoever times it stops."""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import unladen_probe_collector
from unladen_probe_collector import collecting

from tests.unit.unladen.values import benchmark
from unladen.measure.messages import Collecting, heard
from unladen.measure.tracing import COLLECTOR_SHARE, LEAST_SEARCHES, _hidden
from unladen.model.trap_rules import BY_ID
from unladen.model.traps import Needs, Severity
from unladen.store.project import Project

KEPT: list[list[int]] = []


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(unladen_probe_collector, "LONGEST_SECONDS", 0.1)
    yield
    KEPT.clear()
    gc.enable()


def timed(function: Callable[[], object], setup: Callable[[], object] | None = None) -> object:
    made = SimpleNamespace(benchmark=SimpleNamespace(func=function), arguments=())
    made.fresh_setup, made.set_up_anew = setup is not None, setup
    return made


def containers() -> object:
    """As many that stay until the call is done as start the collector often."""
    return [[k] for k in range(20_000)]


def numbers() -> object:
    return sum(k * k for k in range(20_000))


def test_calls_that_make_containers_are_searched_and_calls_that_make_none_are_not() -> None:
    found = heard(Collecting, collecting(timed(containers)))
    assert found.stopped
    assert found.searches >= LEAST_SEARCHES
    assert 0 < found.hidden < found.seconds
    assert heard(Collecting, collecting(timed(numbers))).searches == 0
    assert gc.isenabled()


def test_what_a_call_collects_of_itself_is_timed_and_hides_nothing() -> None:
    def tidy() -> None:
        made = gc.isenabled()
        gc.disable()
        containers()
        gc.collect(0)
        if made:
            gc.enable()

    found = heard(Collecting, collecting(timed(tidy)))
    assert found.hidden < COLLECTOR_SHARE * found.seconds


def test_a_set_up_that_starts_the_collector_shows_what_it_takes() -> None:
    assert not heard(Collecting, collecting(timed(containers, gc.enable))).stopped
    assert heard(Collecting, collecting(timed(containers, lambda: None))).stopped


def test_a_set_up_that_takes_longer_than_its_call_does_not_take_for_ever() -> None:
    calls: list[int] = []

    def setup() -> None:
        calls.append(1)
        time.sleep(0.05)

    heard(Collecting, collecting(timed(lambda: None, setup)))
    assert len(calls) <= 10


@pytest.mark.parametrize(
    ("hidden", "searches", "stopped", "told"),
    [
        (0.14, LEAST_SEARCHES, True, True),
        (0.09, 1000, True, False),
        (0.5, LEAST_SEARCHES - 1, True, False),  # one search of all there is, in few calls
        (0.5, 1000, False, False),
    ],
)
def test_a_tenth_of_a_call_and_more_is_told_where_it_is_seen_often_enough(
    hidden: float, searches: int, stopped: bool, told: bool
) -> None:
    seen = Collecting(stopped=stopped, seconds=1.0, hidden=hidden, searches=searches, each=2.5)
    root = SimpleNamespace(asv=SimpleNamespace(source=SimpleNamespace(root=Path("/project"))))
    found = list(_hidden(benchmark(), seen, cast(Project, root)))
    assert bool(found) is told
    if found:
        assert found[0].what == (
            "suite.time_it: 14 % of a call are the collector's where it runs (2.5 searches), "
            "and nothing of them while it is timed"
        )


def test_the_rule_fails_nothing_by_itself() -> None:
    """That a timer stops the collector is asv's choice, and no mistake of a suite."""
    rule = BY_ID["collector-stopped"]
    assert (rule.level, rule.needs) == (Severity.NOTE, Needs.TRACE)
