"""Which commits cannot have made a step: by what git knows of them."""

import itertools
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import unladen
from tests.e2e.projects import Project, new_project
from unladen.judge.changed_part import changed_part
from unladen.judge.packaging import Packaged, packaged, same_build
from unladen.judge.runnable import runnable, runs_alike
from unladen.judge.same_code import alike, what_runs
from unladen.model.commits import ChangedFile
from unladen.tools.git_objects import Objects, differences

SOURCES = sorted(Path(unladen.__file__).parent.rglob("*.py"))[::9]
EDITS = {
    "    return ": "    return 1 and ",
    '    """': '    """Other words. ',
    "def ": "def  ",
    "self": "this",
    " == ": " != ",
    "\n\n\n": "\n\n\n# a comment\n",
    ") -> ": ") ->  ",
    ": str": ": int",
    "@dataclass": "@other.dataclass",
    "import ": "import  ",
}


def edited(text: str, old: str, order: random.Random) -> str:
    """One of the places, if there is any."""
    places = [at for at in range(len(text)) if text.startswith(old, at)]
    if not places:
        return text
    at = order.choice(places)
    return text[:at] + EDITS[old] + text[at + len(old) :]


@pytest.mark.parametrize("old", EDITS)
def test_a_part_of_a_file_says_what_the_whole_of_it_says(old: str, full: bool) -> None:
    """Every third file, another third for each edit; all of them with `--full`."""
    order = random.Random(old)
    said = set()
    first = 0 if full else len(old) % 3
    for path in SOURCES[first :: 1 if full else 3]:
        base = path.read_text("utf-8")
        head = edited(edited(base, old, order), old, order).encode()
        for lazy in (b"", b"from __future__ import annotations\n"):
            one, other = lazy + base.encode(), lazy + head
            if what_runs(other) is None:
                continue
            whole = what_runs(one) == what_runs(other)
            assert alike(one, other) == whole, path
            part = changed_part(one, other)
            if part is not None and what_runs(part[0]) is not None:
                assert alike(*part) == whole, path
            assert runs_alike("a.py", one, other) == whole, path
            said.add(whole)
    assert said


def test_a_docstring_of_a_module_and_a_string_that_is_data_are_told_apart() -> None:
    assert runs_alike("a.py", b'"""One."""\nimport os\n', b'"""Two."""\nimport os\n')
    assert not runs_alike(
        "a.py", b'import os\n"""x"""\nA = """One."""\n', b'import os\nA = """"""\n'
    )
    lines = b"def f():\n    pass\n" * 3
    assert not runs_alike(
        "a.py", lines + b'A = """\nx = 1\n"""\n', lines + b'A = """\nx = 2\n"""\n'
    )


TREE = [
    "pyproject.toml",
    "src/victim/__init__.py",
    "src/victim/a.py",
    "src/victim/tests/test_a.py",
    "docs/conf/__init__.py",
    "tests/__init__.py",
    "other/__init__.py",
]


@pytest.mark.parametrize(
    ("texts", "roots"),
    [
        ({}, {"src/victim/", "other/"}),
        ({"pyproject.toml": '[tool.setuptools]\npackages = ["other"]'}, {"other/"}),
        (
            {"pyproject.toml": '[tool.setuptools.packages.find]\ninclude = ["vic*"]'},
            {"src/victim/"},
        ),
        ({"pyproject.toml": '[[tool.poetry.packages]]\ninclude = "victim"'}, {"src/victim/"}),
        (
            {"pyproject.toml": '[tool.hatch.build.targets.wheel]\npackages = ["src/victim"]'},
            {"src/victim/"},
        ),
        ({"setup.cfg": "[options]\npackages =\n    other\n    other.more\n"}, {"other/"}),
        ({"setup.cfg": "[options]\npackages = find:\n"}, {"src/victim/", "other/"}),
        ({"pyproject.toml": "not = = toml", "setup.cfg": "[[["}, {"src/victim/", "other/"}),
    ],
)
def test_the_project_says_what_is_in_its_wheel(texts: Mapping[str, str], roots: set[str]) -> None:
    assert set(packaged(texts, TREE, "benchmarks").roots) == roots


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("src/victim/a.py", True),
        ("src/victim/data.csv", True),
        ("src/victim/a.pyi", False),
        ("src/victim/README.md", False),
        ("src/victim/tests/test_a.py", False),
        ("src/victim/tests/data.csv", False),
        ("src/victim/test_b.py", False),
        ("benchmarks/suite.py", True),
        ("tests/conftest.py", False),
        ("docs/conf/make.py", False),
        (".github/CODEOWNERS", False),
        ("environment.yml", False),
        ("native/fast.pyx", True),
        ("native/fast.h.in", True),
        ("docs/example.c", False),
        ("setup.py", True),
        ("src/victim/meson.build", True),
        ("tool.py", False),
        ("named.py", True),
    ],
)
def test_a_file_counts_where_it_reaches_what_is_measured(name: str, counts: bool) -> None:
    places = Packaged(("src/victim/",), "benchmarks/", ("named.py",))
    assert places.counts(name) is counts


BUILD = '[project]\nname = "a"\ndependencies = ["b"]\n[tool.ruff]\nx = 1\n'


@pytest.mark.parametrize(
    ("name", "old", "new", "same"),
    [
        ("pyproject.toml", BUILD, BUILD.replace("x = 1", "x = 2"), True),
        ("pyproject.toml", BUILD, BUILD + "[tool.pytest.ini_options]\ny = 1\n", True),
        ("pyproject.toml", BUILD, BUILD.replace('"b"', '"b>2"'), False),
        ("pyproject.toml", BUILD, BUILD + '[build-system]\nrequires = ["c"]\n', False),
        ("pyproject.toml", BUILD, "= no toml", False),
        ("setup.cfg", "[flake8]\na = 1\n", "[flake8]\na = 2\n", True),
        ("setup.cfg", "[options]\na = 1\n", "[options]\na = 2\n", False),
        ("setup.cfg", "[metadata]\nurl = 1\n", "[metadata]\nurl = 2\n", True),
    ],
)
def test_what_only_people_and_checkers_read_builds_the_same(
    name: str, old: str, new: str, same: bool
) -> None:
    assert same_build(name, old, new) is same


def test_in_doubt_it_runs() -> None:
    places = Packaged(("victim/",))
    contents = {"1": b"x = 1\n", "2": b"x = 1  # the same\n", "3": b"x = = 1\n", "4": b""}

    def found(*files: ChangedFile) -> list[str]:
        return runnable(files, places, contents.__getitem__)

    assert found(ChangedFile("victim/a.py", "1", "2")) == []
    assert found(ChangedFile("victim/a.py", "1", "3")) == ["victim/a.py"]
    assert found(ChangedFile("victim/a.py", "", "1")) == ["victim/a.py"]
    assert found(ChangedFile("victim/a.so", "1", "2")) == ["victim/a.so"]
    assert found(ChangedFile("docs/a.py", "1", "3")) == []
    both = ChangedFile("victim/a.py", "1", "2"), ChangedFile("victim/b.bin", "1", "2")
    assert found(*both) == ["victim/b.bin", "victim/a.py"]


@pytest.fixture
def history(tmp_path: Path) -> Project:
    return new_project(tmp_path / "victim")


def test_git_is_asked_once_for_many_pairs_and_names_may_be_anything(history: Project) -> None:
    trees = [history.git("rev-parse", "HEAD^{tree}")]
    for name in ("plain.py", "with\nline.py", 'quote".py', "unicode-é.py"):
        history.write(name, f"x = {len(name)}\n")
        history.commit(f"c{len(trees)}")
        trees.append(history.git("rev-parse", "HEAD^{tree}"))
    pairs = [(trees[0], trees[0]), *itertools.pairwise(trees), (trees[0], trees[-1])]
    found = differences(history.folder, pairs)
    names = [[each.name for each in found[pair]] for pair in pairs]
    assert names[:3] == [[], ["plain.py"], ["with\nline.py"]]
    assert len(names[-1]) == 4
    with Objects(history.folder) as objects:
        assert objects.read(found[pairs[1]][0].head) == b"x = 8\n"
        assert objects.read("0" * 40) is None
        assert objects.read(found[pairs[2]][0].head) == b"x = 12\n"


def test_a_tree_that_is_not_here_is_left_out_and_files_that_are_not_here_count_as_running(
    history: Project,
) -> None:
    base = history.git("rev-parse", "HEAD^{tree}")
    history.write("victim/number.py", "x = 1\n")
    history.commit("more")
    head = history.git("rev-parse", "HEAD^{tree}")
    gone = "1" * 40
    found = differences(history.folder, [(base, head), (gone, base)])
    assert {*found} - {(base, head)} == set(), "nothing is told of a tree that is not here"
    inside = history.git("rev-parse", f"{head}:victim")
    (history.folder / ".git" / "objects" / inside[:2] / inside[2:]).unlink()
    found = differences(history.folder, [(base, base), (base, head)])
    assert [*found] == [(base, base)], "what git began to tell of, and could not end, is not told"
    runs = ChangedFile("victim/number.py", gone, "2" * 40)
    with Objects(history.folder) as objects:
        assert runnable([runs], Packaged(("victim/",)), objects.read) == ["victim/number.py"]


@pytest.mark.parametrize(
    ("build", "names", "counts", "never"),
    [
        ("", "src/a/__init__.py tests/t.py", "src/a/b.py src/a/data.bin", "tests/t.py b.py"),
        ("", "a/__init__.py b/__init__.py", "a/x.py b/x.py", "docs/x.py"),
        # packages of names have no mark on the upper folder
        (
            '[tool.setuptools.packages.find]\ninclude = ["google.*"]',
            "google/cloud/x/__init__.py google/cloud/x/tests/__init__.py",
            "google/cloud/x/a.py",
            "google/cloud/x/tests/test_a.py",
        ),
        # several projects in one repository
        (
            "",
            "projects/a/a/__init__.py projects/b/src/b/__init__.py docs/conf.py",
            "projects/a/a/x.py projects/b/src/b/x.py",
            "docs/conf.py",
        ),
        # one that is named, another that is for its authors
        (
            '[tool.hatch.build.targets.wheel]\npackages = ["src/a"]',
            "src/a/__init__.py helpers/__init__.py",
            "src/a/x.py",
            "helpers/x.py",
        ),
        # no package at all: a module, or files that a build puts together
        ("", "a.py tests/test_a.py", "a.py deep/b.py setup.py", "tests/test_a.py docs/c.py"),
        # the suite is measured, though it lies among tests
        ("", "a/__init__.py tests/benchmarks/b.py", "tests/benchmarks/b.py", "tests/b.py"),
    ],
)
def test_what_a_wheel_holds_is_read_from_the_build_files_or_all_of_it_counts(
    build: str, names: str, counts: str, never: str
) -> None:
    found = packaged({"pyproject.toml": build}, names.split(), "tests/benchmarks")
    assert [each for each in counts.split() if not found.counts(each)] == []
    assert [each for each in never.split() if found.counts(each)] == []


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("solver/src/solver/a.py", True),
        ("solver/pyproject.toml", True),
        ("solver/tests/test_a.py", False),
        ("solver/README.md", False),
        ("harness/cli.py", False),
        ("pyproject.toml", False),
        ("benchmarks/suite.py", True),
    ],
)
def test_where_asv_builds_a_folder_of_the_repository_the_rest_of_it_reaches_nothing(
    name: str, counts: bool
) -> None:
    """This repository's own site named commits of the harness as suspects of the solver."""
    tree = ["harness/__init__.py", "solver/src/solver/__init__.py", "solver/src/solver/a.py"]
    found = packaged({"pyproject.toml": ""}, tree, "benchmarks", "solver/")
    assert found.roots == ("src/solver/",)
    assert found.counts(name) is counts
