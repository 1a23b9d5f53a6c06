"""Where the probe meets pytest and pytest-benchmark: a plugin, a fixture that holds its test."""

import sys
import time
from typing import Any

from unladen_probe_held import HeldCall


def plugin_of(tests: Any) -> Any:
    import pytest

    class UnladenPlugin:
        """Collection is pytest's; instead of its loop over all tests, ours is asked for single
        ones."""

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: Any) -> bool:
            tests.take_items(session.items)
            tests.collected()
            return True

        @pytest.hookimpl(hookwrapper=True)
        def pytest_make_collect_report(self, collector: Any) -> Any:
            began = time.perf_counter()
            yield
            if isinstance(collector, pytest.Module):
                tests.timed(str(collector.nodeid), began)

        def pytest_collectreport(self, report: Any) -> None:
            if report.outcome != "passed":
                lines = str(report.longrepr).strip().splitlines()
                told = [line.strip("E ") for line in lines if line.startswith("E ")] or lines
                tests.problems.append([str(report.nodeid), told[-1][:500] if told else "?"])

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
            outcome = yield
            error = call.excinfo.value if call.excinfo is not None else None
            expected = item.get_closest_marker("xfail") is not None
            tests.ended.hear(outcome.get_result(), error, expected)

        @pytest.hookimpl(optionalhook=True, tryfirst=True)
        def pytest_timeout_set_timer(self) -> bool:
            """pytest-timeout's: none is set. Who measures has a time-out of its own."""
            return True

    return UnladenPlugin()


NO_COMMIT = {
    **dict.fromkeys(("id", "project", "branch"), "unknown"),
    **dict.fromkeys(("time", "author_time"), None),
    "dirty": False,
}


def hold_fixture(tests: Any) -> None:
    """pytest-benchmark's own class stays, with all it offers; only what measures is replaced. For a
    name that it might save results by it would ask git and hg, half a dozen processes each time."""
    from pytest_benchmark import utils
    from pytest_benchmark.fixture import BenchmarkFixture

    plain: Any = utils
    plain.get_commit_info = lambda *_, **__: dict(NO_COMMIT)

    def raw(self: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
        return _held(tests, self, HeldCall(function, args, kwargs), 0)

    def raw_pedantic(  # noqa: PLR0913 - as pytest-benchmark has it
        self: Any,
        target: Any,
        args: Any = (),
        kwargs: Any = None,
        setup: Any = None,
        teardown: Any = None,
        rounds: int = 1,  # noqa: ARG001
        warmup_rounds: int = 0,  # noqa: ARG001
        iterations: int = 1,
    ) -> Any:
        held = HeldCall(target, args, kwargs, (setup, teardown))
        number = iterations if iterations > 1 and held.plain else 0
        return _held(tests, self, held, number)

    fixture: Any = BenchmarkFixture
    fixture._raw, fixture._raw_pedantic = raw, raw_pedantic


def _held(tests: Any, fixture: Any, held: HeldCall, number: int) -> Any:
    """What the test goes on with is the result of one more call."""
    assert tests.holding is not None
    tests.holding(held, number)
    if not held.plain:
        held.set_up()
    began = time.perf_counter()
    result = held.again()
    took = time.perf_counter() - began
    held.end()
    try:
        fixture._make_stats(1).update(took)
    except (AttributeError, TypeError, ValueError):
        sys.stderr.write("no statistics of this pytest-benchmark\n")
    return result
