"""`unladen` on a repository without an asv suite, but tests with pytest-benchmark's fixture.

Its tests are a package beside the project's own, so that pytest puts the working tree on the path:
whoever imported it there would compare it with itself. Changes are large: how small a change can be
found is measured by tests/quality.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import PYPROJECT, Project

GROUPS = """
[dependency-groups]
dev = ["pytest>=8", "pytest-benchmark>=5", "pytest-cov", "sphinx"]
[tool.pytest.ini_options]
addopts = "--cov=victim -n auto --benchmark-skip --strict-markers"
filterwarnings = ["error"]
asyncio_mode = "auto"
"""
CODE = """
def spin(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def work():
    return spin({loops})


def kind():
    return "{kind}"


def unused():
    return {unused}
"""
CONFTEST = """
import pytest

import victim


@pytest.fixture(scope="session")
def loops():
    return 3_000


@pytest.fixture
def opened():
    victim.is_open = True
    yield victim
    victim.is_open = False
"""
TESTS = """
import pytest

import victim

from .helpers import NUMBER


def test_work(benchmark):
    assert benchmark(victim.work) == victim.work()


@pytest.mark.parametrize("n", [1, 2], ids=["one", "two"])
def test_spin(benchmark, n, loops):
    benchmark.extra_info["n"] = n
    benchmark(victim.spin, n=n * loops)


@pytest.mark.benchmark(group="inside")
class TestInside:
    def test_open(self, benchmark, opened):
        def inside():
            assert victim.is_open
            return victim.spin(NUMBER)

        victim.name = "held"
        try:
            benchmark(inside)
        finally:
            victim.name = ""
        assert benchmark.stats.stats.mean > 0

    def test_pedantic(self, benchmark):
        made, gone = [], []

        def setup():
            made.append(1)
            return ([5, 4, 3],), {"reverse": False}

        def sort(items, reverse):
            assert items == [5, 4, 3]
            items.sort(reverse=reverse)
            victim.spin(NUMBER)

        teardown = lambda items, reverse: gone.append(items)
        benchmark.pedantic(sort, setup=setup, teardown=teardown, rounds=3)
        assert len(gone) > 0


def test_kind(benchmark):
    benchmark(victim.spin, NUMBER)
    assert victim.kind() == "good"


@pytest.mark.skip(reason="not on Tuesdays")
def test_skipped(benchmark):
    benchmark(victim.work)


@pytest.mark.xfail(reason="known to be wrong", strict=True)
def test_expected(benchmark):
    benchmark(lambda: 1 / 0)


def test_never_called(benchmark):
    pass


def test_without(tmp_path):
    raise AssertionError("no benchmark, and never run")
"""


def code(loops: int = 4_000, kind: str = "good", unused: int = 1) -> str:
    return CODE.format(loops=loops, kind=kind, unused=unused)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("pytest") / "victim")
    made.folder.mkdir()
    made.git("init", "-q", "-b", "main")
    made.git("config", "user.name", "A Test")
    made.git("config", "user.email", "test@example.org")
    made.write("pyproject.toml", PYPROJECT + GROUPS)
    made.write(".gitignore", ".asv/\nresults/\nsite/\n__pycache__/\n")
    made.write("tests/__init__.py", "")
    made.write("tests/conftest.py", CONFTEST)
    made.write("tests/helpers.py", "NUMBER = 2_000\n")
    made.write("tests/test_speed.py", TESTS)
    made.write("tests/test_other.py", "import nowhere_to_be_found\n\ndef test_it(): pass\n")
    made.write("victim/__init__.py", code())
    made.commit("first")
    made.write("victim/__init__.py", code() + "# a comment\n")
    made.commit("comment")
    made.write("victim/__init__.py", code(unused=2))
    made.commit("unused")
    made.write("victim/__init__.py", code(loops=12_000))
    made.commit("slower")
    made.write("victim/__init__.py", code(kind="bad"))
    made.commit("wrong")
    made.write("victim/__init__.py", code())
    made.commit("last")
    return made


def gate(project: Project, head: str, *words: str) -> tuple[int, dict[str, dict[str, Any]]]:
    done = project.unladen("gate", "first", head, "-q", "--json", "--budget", "20", *words)
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    return done.returncode, {each["benchmark"]: each for each in told["comparisons"]}


NAME = "tests/test_speed.py::{}"


def test_a_harmless_commit_passes_by_its_code(project: Project) -> None:
    code_, found = gate(project, "comment")
    assert code_ == 0
    assert {each["reason"] for each in found.values()} == {"identical code"}
    assert NAME.format("test_spin[two]") in found
    assert NAME.format("TestInside::test_open") in found
    assert NAME.format("test_without") not in found


def test_a_function_that_no_test_runs_reaches_none_of_them(project: Project) -> None:
    code_, found = gate(project, "unused")
    verdicts = {id.rpartition("::")[2]: each["verdict"] for id, each in found.items()}
    assert code_ == 0
    assert verdicts == {
        **dict.fromkeys(("test_work", "test_spin[one]", "test_spin[two]", "test_kind"), "same"),
        **dict.fromkeys(("test_open", "test_pedantic"), "same"),
        **dict.fromkeys(("test_skipped", "test_expected", "test_never_called"), "skipped"),
    }
    assert found[NAME.format("test_work")]["stage"] == "code"


def test_a_slowdown_is_found_where_it_is(project: Project) -> None:
    """Also where it is called under valgrind, and by pairs of workers."""
    code_, found = gate(project, "slower", "--no-why")
    slower = [id for id, each in found.items() if each["verdict"] == "slower"]
    assert code_ == 1
    assert slower == [NAME.format("test_work")]
    assert found[slower[0]]["instructions"]


def test_a_test_whose_assertion_fails_after_it_was_measured_has_failed(project: Project) -> None:
    code_, found = gate(project, "wrong", "-b", "test_kind", "-b", "test_spin")
    assert code_ == 1
    failed = found[NAME.format("test_kind")]
    assert failed["verdict"] == "failed"
    assert "AssertionError" in failed["reason"]
    assert "test_speed.py" in failed["reason"]


def test_a_group_can_be_asked_for(project: Project) -> None:
    _, found = gate(project, "unused", "-b", "^inside$")
    assert {id.rpartition("::")[2] for id in found} == {"test_open", "test_pedantic"}


def test_a_fleet_is_refused_in_words(project: Project) -> None:
    done = project.unladen("run", "first..comment", "-q", "--on", "local:1")
    assert done.returncode == 2
    assert "without --on" in done.stderr


@pytest.mark.long
def test_what_was_measured_is_shown_and_published(project: Project) -> None:
    words = ("-q", "-b", "test_work", "--budget", "6", "--no-profile")
    measured = project.unladen("run", "unused..slower", *words)
    assert measured.returncode in (0, 1, 3), measured.stderr
    history = project.unladen("history", "-q", "--json")
    assert history.returncode == 0, history.stderr
    assert "test_work" in project.unladen("show", "slower", "-q").stdout
    done = project.unladen("publish", "-q")
    assert done.returncode == 0, done.stderr
    pages = list(Path(project.folder, "site", "unladen").rglob("*.html"))
    assert any("test_work" in page.read_text("utf-8") for page in pages)
