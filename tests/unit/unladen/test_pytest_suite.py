"""A project's tests with pytest-benchmark's fixture: which they are, and what they need."""

from pathlib import Path

import pytest

from unladen.config import Config, from_table
from unladen.errors import ConfigError, NoProject, NoTests
from unladen.output.terminal import tail
from unladen.store.project import declared_tests
from unladen.tools.declared_requirements import declared, requirement
from unladen.tools.pytest_names import benchmark_tests
from unladen.tools.pytest_suite import suite_in
from unladen.tools.suite_sources import PytestSuite, digest_of
from unladen.tools.test_requirements import requirements_for

BENCH = """import numpy as np
from helpers import data

def test_it(benchmark):
    benchmark(np.sum)
"""


def put(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def found(root: Path) -> PytestSuite:
    suite = suite_in(root)
    assert suite is not None
    return suite


def test_tests_are_those_that_ask_for_the_fixture_directly_or_by_another_one() -> None:
    sources = {
        "tests/conftest.py": b"import pytest\n@pytest.fixture\ndef quick(benchmark): return 1\n",
        "tests/test_a.py": b"# benchmark\ndef test_plain(): pass\ndef test_it(benchmark): pass\n"
        b"def helper(benchmark): pass\nclass TestX:\n    def test_in(self, *, benchmark): pass\n",
        "tests/test_b.py": b"# benchmark\ndef test_by_fixture(quick): pass\n"
        b"import pytest\n@pytest.mark.usefixtures('benchmark')\ndef test_marked(): pass\n"
        b"if True:\n    def test_below_if(benchmark): pass\n",
        "tests/broken.py": b"benchmark ( is no Python",
    }
    assert [each.id for each in benchmark_tests(sources)] == [
        "tests/test_a.py::test_it",
        "tests/test_a.py::TestX::test_in",
        "tests/test_b.py::test_by_fixture",
        "tests/test_b.py::test_marked",
        "tests/test_b.py::test_below_if",
    ]


def test_environments_builds_and_other_repositories_are_not_looked_into(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            "tests/unit/test_a.py": BENCH,
            "env1/pyvenv.cfg": "",
            "env1/test_b.py": BENCH,
            ".tox/test_c.py": BENCH,
            "build/test_d.py": BENCH,
            "other/.git/HEAD": "",
            "other/test_e.py": BENCH,
        },
    )
    suite = found(tmp_path)
    assert suite.tests == ("tests/unit/test_a.py",)
    assert suite.folders == ("tests",)
    assert suite.inside == tmp_path / "tests"


def test_a_folder_of_the_package_is_not_taken_for_one_of_tests(tmp_path: Path) -> None:
    """Its digest would be another one with each edit of the package."""
    put(tmp_path, {"pkg/__init__.py": "", "pkg/test_a.py": BENCH, "pkg/code.py": "x = 1\n"})
    suite = found(tmp_path)
    assert suite.folders == ()
    before = digest_of(suite)
    (tmp_path / "pkg" / "code.py").write_text("x = 2\n")
    assert digest_of(suite) == before
    (tmp_path / "pkg" / "test_a.py").write_text(BENCH + "\n")
    assert digest_of(suite) != before


def test_of_the_options_of_a_project_only_those_are_kept_that_decide_what_is_imported(
    tmp_path: Path,
) -> None:
    options = "-ra -n auto --cov=pkg -p pkg.plugin -p no:cov --import-mode=importlib -m 'not slow'"
    table = f'[tool.pytest.ini_options]\naddopts = "{options} --benchmark-skip --ds settings"\n'
    put(tmp_path, {"test_a.py": BENCH, "pyproject.toml": table})
    assert found(tmp_path).options == (
        "-p",
        "pkg.plugin",
        "--import-mode=importlib",
        "--ds=settings",
    )


def test_what_is_imported_is_installed_if_the_project_declares_it_anywhere(tmp_path: Path) -> None:
    pyproject = """
[project.optional-dependencies]
fast = ["numpy>=1.26", "orjson", "msgspec>=0.19"]
[dependency-groups]
dev = ["pytest>=8", "pytest-benchmark==5.1.0", "pytest-cov", "pytest-mock", "mypy",
       {include-group = "x"}, "faker; python_version < '3'"]
"""
    put(
        tmp_path,
        {
            "pyproject.toml": pyproject,
            "tests/test_a.py": BENCH,
            "tests/helpers.py": "import yaml, pkg\nimport unheard_of\n"
            "from pkg.preconf.msgspec import make\n",
            "pkg/__init__.py": "",
            "tests/unused.py": "import orjson\n",
            "requirements-test.txt": "-r base.txt\nPyYAML>=6  # yaml\n./local\ngit+https://x\n",
        },
    )
    wanted, undeclared = requirements_for(found(tmp_path), (), "3.11")
    assert wanted == [
        "PyYAML>=6",
        "msgspec>=0.19",
        "numpy>=1.26",
        "pytest-benchmark==5.1.0",
        "pytest-mock",
        "pytest>=8",
    ]
    assert undeclared == ["unheard_of"]
    assert "numpy<2" in requirements_for(found(tmp_path), ("numpy<2",), "3.11")[0]


@pytest.mark.parametrize(
    "line",
    ["-r other.txt", "./here", "git+https://host/x", "x @ file:///x", "--index-url=x", "a b"],
)
def test_what_is_more_than_a_name_and_versions_is_no_requirement(line: str) -> None:
    assert requirement(line, "here") is None


def test_every_place_that_tools_keep_requirements_in_is_read(tmp_path: Path) -> None:
    pyproject = """
[tool.poetry.dev-dependencies]
a = "^1.2"
[tool.poetry.group.bench.dependencies]
b = {version = "2.0", optional = true}
python = ">=3.9"
[tool.pdm.dev-dependencies]
test = ["c"]
[tool.hatch.envs.test]
dependencies = ["d"]
[tool.uv]
dev-dependencies = ["e"]
"""
    put(
        tmp_path,
        {
            "pyproject.toml": pyproject,
            "setup.cfg": "[options.extras_require]\ntests =\n  f>1\n",
            "tox.ini": "[testenv]\ndeps =\n  g\n  py39: h==1\n",
        },
    )
    assert sorted(each.text for each in declared(tmp_path)) == [
        *("a>=1.2", "b==2.0", "c", "d", "e", "f>1", "g", "h==1", "python>=3.9"),
    ]


def test_asvs_suite_goes_first_unless_the_project_says_otherwise(tmp_path: Path) -> None:
    put(tmp_path, {"asv.conf.json": "{}", "tests/test_a.py": BENCH})
    assert declared_tests(tmp_path, Config()) is None
    chosen = declared_tests(tmp_path, Config(suite="pytest"))
    assert chosen is not None
    assert chosen.suite.tests == ("tests/test_a.py",)


def test_without_either_suite_it_is_said_what_was_looked_for(tmp_path: Path) -> None:
    assert declared_tests(tmp_path, Config()) is None
    assert "fixture" in str(NoProject(str(tmp_path)))
    with pytest.raises(NoTests):
        declared_tests(tmp_path, Config(suite="pytest"))


@pytest.mark.parametrize("value", [["-e ."], ["x @ https://x"], "numpy", [1], ["--pre"], ["a;b"]])
def test_a_setting_cannot_give_pip_options_or_addresses(value: object) -> None:
    with pytest.raises(ConfigError):
        from_table({"test-requirements": value})


def test_a_long_name_of_a_test_keeps_the_test_and_the_end_of_its_parameters() -> None:
    name = "bench/test_nested.py::test_unstructure_nested[Strategy.AS_DICT-BaseConverter]"
    assert tail(name, 40) == "test_unstructure_nested[…-BaseConverter]"
    assert tail("tests/test_a.py::test_it[1]", 40) == "tests/test_a.py::test_it[1]"
    assert tail("x" * 50 + "end", 10) == "…xxxxxxend"
