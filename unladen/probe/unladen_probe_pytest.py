"""Runs INSIDE the measured environment: tests with pytest-benchmark's fixture, as benchmarks.

pytest collects the files it is given, in this process. Each test is run in a fork, by pytest, with
its fixtures; where it calls `benchmark` it is held, and what it gave to it is the benchmark: called
as often as anybody likes, in the very place where the test stands. Let go, it runs to its end.
"""

import functools
import hashlib
import inspect
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from unladen_probe_finder import InstalledOnly
from unladen_probe_held import HeldCall
from unladen_probe_holding import hold_fixture, plugin_of

Message = dict[str, Any]
OPTIONS = (
    *("-o", "addopts=", "-o", "required_plugins=", "-o", "minversion="),
    *("-p", "no:cacheprovider", "-p", "no:codspeed", "-p", "no:randomly", "-p", "no:cov"),
    *("--assert=plain", "--capture=no", "-q", "--continue-on-collection-errors", "-W", "ignore"),
    *("-o", "faulthandler_timeout=0"),
)
"""No assertion is rewritten: what is measured is what the files say. A test is held for as long as
it is measured, and nobody's watchdog is to end it."""
MAX_REASON = 300
OURS = ("/_pytest/", "/pluggy/", "/pytest_benchmark/", "/unladen_probe_")
"""In names of files whose frames tell nobody anything."""
TIMEOUT = 60.0


class PytestTest:
    """One test: what it is, and how it is run until it holds a benchmark."""

    def __init__(self, item: Any, file: str) -> None:
        self.item, self.file = item, file
        self.name = str(item.nodeid)
        self.number = 0
        self.held: HeldCall | None = None
        self._redo_setup_next = False
        self._setups: list[Any] = []
        self.func: Any = None

    def described(self) -> Message:
        marker = self.item.get_closest_marker("benchmark")
        group = str(marker.kwargs.get("group") or "") if marker else ""
        return {
            "name": self.name,
            "type": "time",
            "unit": "seconds",
            "version": self.version(),
            "module": self.file,
            "timeout": TIMEOUT,
            "file": str(self.item.path if hasattr(self.item, "path") else self.item.fspath),
            "line": int(self.item.location[1] or 0) + 1,
            "group": group[:MAX_REASON],
        }

    def version(self) -> str:
        """A digest of what the test and its own fixtures say: another text is another benchmark."""
        found = self.item._fixtureinfo.name2fixturedefs
        definitions = [each for name in sorted(found) for each in found[name]]
        functions = [self.item.function, *(each.func for each in definitions)]
        digest = hashlib.sha256()
        for function in functions:
            file = getattr(getattr(function, "__code__", None), "co_filename", "")
            if "site-packages" not in file:
                digest.update(_source(function).encode("utf-8", "replace"))
        return digest.hexdigest()

    def take(self, held: HeldCall, number: int) -> None:
        """From here on it can be called."""
        self.held, self.number = held, number
        if held.plain:
            keywords = held.keywords
            self.func = functools.partial(held.target, **keywords) if keywords else held.target
            return
        self._setups = [held.set_up]
        self.func = held.again
        held.set_up()

    def _build_params(self) -> Sequence[Any]:
        """For who calls it."""
        return self.held.arguments if self.held is not None and self.held.plain else ()

    def redo_setup(self) -> None:
        """Like asv_runner's: the first that it is asked for was done already."""
        if not self._redo_setup_next:
            self._redo_setup_next = True
        elif self.held is not None:
            self.held.set_up()

    def do_teardown(self) -> None:
        """pytest does it, when the test is let go."""


def _source(function: Any) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


class EndOfTest:
    """How a test ended, as pytest says."""

    def __init__(self) -> None:
        self.skipped = ""
        self.error = ""

    def hear(self, report: Any, error: BaseException | None, expected: bool) -> None:
        if report.skipped or (expected and error is not None):
            self.skipped = _reason(report, error)
        elif report.failed and not self.error:
            self.error = described_error(error) if error else str(report.longrepr)[:MAX_REASON]


def _reason(report: Any, error: BaseException | None) -> str:
    expected = getattr(report, "wasxfail", None)
    if expected is not None:
        return f"expected to fail: {expected or error}"[:MAX_REASON]
    last = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(error)
    return str(last).removeprefix("Skipped: ")[:MAX_REASON] or "skipped"


def described_error(error: BaseException) -> str:
    """Where the innermost frame stands that is neither pytest's nor ours."""
    last = "".join(traceback.format_exception_only(type(error), error)).strip()
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not any(part in frame.filename for part in OURS)
    ][-1:]
    where = "".join(f" ({os.path.basename(f.filename)}:{f.lineno})" for f in frames)
    return last.splitlines()[0][:MAX_REASON] + where if last else "it failed"


class Tests:
    """The plugin: what pytest collected, and how each test is run."""

    def __init__(self, root: str, loading: Message) -> None:
        self.root, self.loading = root, loading
        self.found: dict[str, PytestTest] = {}
        self.problems: list[list[str]] = []
        self.seconds: dict[str, float] = {}
        self.collected: Callable[[], None] = lambda: None
        self.holding: Callable[[HeldCall, int], None] | None = None
        self.ended = EndOfTest()
        self.reached = False
        self._began = 0.0

    def collect(self, files: Sequence[str], collected: Callable[[], None]) -> None:
        """`collected` is called when all tests are there, and while pytest lasts."""
        self.collected = collected
        self._began = time.perf_counter()
        os.chdir(self.root)
        os.environ.pop("PYTEST_ADDOPTS", None)
        finder: Any = InstalledOnly(self.root, self.loading)
        sys.meta_path.insert(0, finder)
        finder.load_parents()
        import pytest

        hold_fixture(self)
        places = [os.path.join(self.root, name) for name in files]
        words = [*places, "--rootdir", self.root, *OPTIONS, *self.loading["options"]]
        code = pytest.main(words, plugins=[plugin_of(self)])
        if not self.reached:
            raise RuntimeError(f"pytest could not collect the tests (exit code {int(code)})")

    def take_items(self, items: Sequence[Any]) -> None:
        self.reached = True
        own = time.perf_counter() - self._began - sum(self.seconds.values())
        for name in self.seconds:  # who asks for one file asks for pytest, too
            self.seconds[name] += own / len(self.seconds)
        for item in items:
            names = getattr(item, "fixturenames", ())
            definitions = getattr(item, "_fixtureinfo", None)
            if "benchmark" not in names or definitions is None:
                continue
            known = definitions.name2fixturedefs.get("benchmark", ())
            if any("pytest_benchmark" in _module_of(each.func) for each in known):
                file = str(item.nodeid).partition("::")[0]
                self.found[str(item.nodeid)] = PytestTest(item, file)

    def run(
        self, test: PytestTest, holding: Callable[[HeldCall, int], None], folder: str
    ) -> EndOfTest:
        """By pytest's own protocol: marks, fixtures, the test, and their end."""
        self.holding, self.ended = holding, EndOfTest()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder  # goes with all that the worker leaves behind
        test.item.config.hook.pytest_runtest_protocol(item=test.item, nextitem=None)
        return self.ended

    def timed(self, name: str, began: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began


def _module_of(function: Any) -> str:
    return str(getattr(inspect.unwrap(function), "__module__", ""))
