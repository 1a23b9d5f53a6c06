"""The probe's side of tests as a suite: what is imported from where, and what a test has held."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import unladen_probe_held
from unladen_probe_answers import arguments_of
from unladen_probe_finder import InstalledOnly
from unladen_probe_held import HeldCall
from unladen_probe_pytest import EndOfTest, PytestTest, described_error
from unladen_probe_timed import Timed

NAME = "victim_of_finder"
PROBES = Path(unladen_probe_held.__file__).parent


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, Path]]:
    """A working tree that stands first on the path, and an environment with the same package."""
    root, prefix = tmp_path / "work", tmp_path / "env"
    site = prefix / "lib" / "python3" / "site-packages"
    for place, told in ((root, "working tree"), (site, "installed")):
        (place / NAME / "tests").mkdir(parents=True)
        (place / NAME / "__init__.py").write_text(f"WHERE = {told!r}\n")
        (place / NAME / "inside.py").write_text(f"WHERE = {told!r}\n")
        (place / NAME / "tests" / "__init__.py").write_text("")
        (place / NAME / "tests" / "test_it.py").write_text(f"WHERE = {told!r}\n")
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "path", [str(root), str(site), *sys.path])
    yield root, site
    for name in [each for each in sys.modules if each.partition(".")[0] == NAME]:
        del sys.modules[name]


def finder(root: Path, **loading: Any) -> Any:
    usual = {"packages": [NAME], "folders": [], "files": []}
    return InstalledOnly(str(root), usual | loading)


@pytest.mark.usefixtures("places")
def test_without_the_finder_the_working_tree_would_be_measured() -> None:
    assert importlib.import_module(NAME).WHERE == "working tree"


def test_the_project_comes_from_where_it_was_installed(
    places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "meta_path", [finder(places[0]), *sys.meta_path])
    assert importlib.import_module(NAME).WHERE == "installed"
    assert importlib.import_module(f"{NAME}.inside").WHERE == "installed"
    assert importlib.import_module(f"{NAME}.tests.test_it").WHERE == "installed"


def test_tests_inside_of_the_package_come_from_the_working_tree(
    places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = finder(places[0], folders=[f"{NAME}/tests"], files=[f"{NAME}/tests/test_it.py"])
    monkeypatch.setattr(sys, "meta_path", [mine, *sys.meta_path])
    mine.load_parents()
    assert sys.modules[NAME].WHERE == "installed"
    assert importlib.import_module(f"{NAME}.tests.test_it").WHERE == "working tree"
    assert importlib.import_module(f"{NAME}.inside").WHERE == "installed"


def test_pytests_own_way_to_ask_finders_does_not_lead_past_it(places: tuple[Path, Path]) -> None:
    """With `--import-mode=importlib` it names the folder of the working tree."""
    root, site = places
    spec = finder(root).find_spec(NAME, [str(root)])
    assert spec is not None
    assert str(spec.origin).startswith(str(site))


class Item:
    nodeid = "tests/test_it.py::test_it[1]"


def held(call: HeldCall, number: int = 0) -> PytestTest:
    test = PytestTest(Item(), "tests/test_it.py")
    test.take(call, number)
    return test


def test_a_plain_call_is_called_without_anything_around_it() -> None:
    test = held(HeldCall(max, (1, 2), {}))
    assert test.func is max
    assert arguments_of(test) == (1, 2)
    assert not Timed(test).fresh_setup


def test_names_of_arguments_stay() -> None:
    test = held(HeldCall(int, ("11",), {"base": 2}))
    assert test.func(*arguments_of(test)) == 3


def test_with_a_setup_each_call_has_one_before_and_a_teardown_after_it() -> None:
    said: list[str] = []

    def setup() -> Any:
        said.append("setup")
        return ("x",), {"n": 1}

    def call(text: str, n: int) -> None:
        said.append(f"call {text}{n}")

    test = held(HeldCall(call, (), None, (setup, lambda *_, **__: said.append("teardown"))))
    timed = Timed(test)
    assert timed.fresh_setup
    timed.sample(2)
    timed.sample(1)
    assert said == [
        *("setup", "call x1", "teardown"),
        *("setup", "call x1", "teardown"),
        *("setup", "call x1"),
    ]


def test_iterations_are_calls_of_a_sample() -> None:
    assert held(HeldCall(max, (1, 2), {}), 7).number == 7


def test_an_error_is_told_by_its_last_frame_that_is_the_projects() -> None:
    with pytest.raises(ValueError, match="wrong") as caught:
        raise ValueError("wrong\nand more")
    told = described_error(caught.value)
    assert told.startswith("ValueError: wrong (test_probe_pytest.py:")


class Report:
    def __init__(self, **fields: Any) -> None:
        self.skipped = self.failed = False
        self.longrepr: Any = None
        vars(self).update(fields)


def test_how_a_test_ended_is_what_pytest_says() -> None:
    end = EndOfTest()
    end.hear(Report(skipped=True, longrepr=("f.py", 1, "Skipped: not here")), None, False)
    assert end.skipped == "not here"
    end = EndOfTest()
    end.hear(Report(skipped=True, wasxfail="a bug"), ValueError(), True)
    assert end.skipped == "expected to fail: a bug"
    end = EndOfTest()
    end.hear(Report(failed=True), AssertionError("no"), False)
    end.hear(Report(failed=True), ValueError("later"), False)
    assert end.error == "AssertionError: no"


def test_no_timer_of_the_projects_ends_a_test_that_is_held(tmp_path: Path) -> None:
    """With a time-out of its own a suite would fail for being measured."""
    (tmp_path / "pytest.ini").write_text("[pytest]\ntimeout = 0.2\n")
    (tmp_path / "test_it.py").write_text(
        "import time, pytest\n@pytest.mark.timeout(0.1)\ndef test_it():\n    time.sleep(0.6)\n"
        "def test_other():\n    time.sleep(0.6)\n"
    )
    script = (
        f"import sys; sys.path.insert(0, {str(PROBES)!r})\n"
        "import pytest, unladen_probe_holding\n"
        "from types import SimpleNamespace as Some\n"
        "ours = type(unladen_probe_holding.plugin_of(Some()))\n"
        "class Plugin:\n"
        "    pytest_timeout_set_timer = ours.pytest_timeout_set_timer\n"
        "plugins = [Plugin()] if sys.argv[1] == 'ours' else []\n"
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '.'], plugins=plugins))\n"
    )
    codes = [
        subprocess.run(
            [sys.executable, "-c", script, who], cwd=tmp_path, capture_output=True, check=False
        ).returncode
        for who in ("ours", "nobody")
    ]
    assert codes == [0, 1]
