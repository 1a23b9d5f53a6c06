"""An asv.conf.json of any shape is used, or refused in words: never a bug of unladen."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from unladen.errors import UnladenError
from unladen.tools.asv import AsvProject

GOOD = {
    "version": 1,
    "project": "p",
    "repo": ".",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "benchmark_dir": "benchmarks",
    "results_dir": "results",
}
MORE = (
    "build_command",
    "install_command",
    "repo_subdir",
    "include",
    "exclude",
    "matrix",
    "pythons",
)
ODD: tuple[object, ...] = (None, [], {}, 5, "\x00", "x", ["x"], [[]], {"a": [1]})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=tmp_path, check=True)
    words = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty"]
    subprocess.run([*words, "-m", "one"], cwd=tmp_path, check=True)
    (tmp_path / "benchmarks").mkdir()
    return tmp_path


def opened(folder: Path, text: str) -> str:
    """Why not; empty if it can be used."""
    (folder / "asv.conf.json").write_text(text)
    try:
        AsvProject(folder, folder / ".asv" / "unladen").environments("a")
    except UnladenError as error:
        return error.what
    return ""


def test_a_good_one_is_used(project: Path) -> None:
    assert opened(project, json.dumps(GOOD)) == ""


@pytest.mark.parametrize("name", [*GOOD, *MORE])
def test_any_value_is_used_or_refused(project: Path, name: str) -> None:
    for odd in ODD:
        assert len(opened(project, json.dumps({**GOOD, name: odd}))) < 500


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", '"x"', "[" * 5000, "{", '{"version": 1}'])
def test_what_is_no_configuration_is_refused(project: Path, text: str) -> None:
    assert "asv.conf.json" in opened(project, text)


LARGE = 1 << 26
BAD_TEXTS: dict[str, str] = {
    "Mercurial": json.dumps({**GOOD, "dvcs": "hg"}),
    "another system": json.dumps({**GOOD, "dvcs": ["git"]}),
    "a NUL in results_dir": json.dumps({**GOOD, "results_dir": "a\x00b"}),
    "half of a character": json.dumps({**GOOD, "results_dir": "a\ud800b"}),
    "white space": " " * LARGE + json.dumps(GOOD),
    "a long comment": f"//{'x' * LARGE}\n{json.dumps(GOOD)}",
    "a long text": json.dumps({**GOOD, "project": "x" * LARGE}),
    "deep": '{"a":' * 100_000,
    "deep with comments": "// x\n" + '{"a":' * 20_000,
    "5000 digits": json.dumps(GOOD)[:-1] + f', "hash_length": {"9" * 5000}}}',
    "a matrix of 10^20": json.dumps(
        {**GOOD, "matrix": {"req": {f"p{n}": [str(m) for m in range(10)] for n in range(20)}}}
    ),
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=BAD_TEXTS)
def test_a_pathological_one_is_refused_at_once(project: Path, text: str) -> None:
    began = time.monotonic()
    why = opened(project, text)
    assert "asv.conf.json" in why
    assert len(why) < 500
    assert time.monotonic() - began < 15


def test_mercurial_is_refused_with_what_unladen_needs(project: Path) -> None:
    assert "needs git" in opened(project, BAD_TEXTS["Mercurial"])


@pytest.mark.parametrize("digits", [30, 400])
def test_a_number_of_many_digits_is_used_or_refused(project: Path, digits: int) -> None:
    for name in ("hash_length", "install_timeout", "build_cache_size", "version"):
        text = json.dumps(GOOD)[:-1] + f', "{name}": {"9" * digits}}}'
        assert len(opened(project, text)) < 500


def test_comments_and_trailing_commas_are_read_as_asv_reads_them(project: Path) -> None:
    lines = json.dumps(GOOD, indent=1).removesuffix("\n}")
    assert opened(project, f"// ours\n{lines}, /* more */\n}}") == ""


def test_one_that_names_no_kind_of_environment_has_those_of_any_python(project: Path) -> None:
    """pyRecEst: its own environments were made, and one of another Python was refused."""
    known = {name: value for name, value in GOOD.items() if name != "environment_type"}
    (project / "asv.conf.json").write_text(json.dumps(known))
    here = AsvProject(project, project / ".asv" / "unladen")
    (usual,) = here.environments("a")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    (asked,) = here.environments("b", wanted=f"virtualenv:{version}")
    assert asked.name == usual.name == f"virtualenv-py{version}"
    assert here.notes == ("asv.conf.json names no environment_type: virtualenv",)


TRACKED = """
import pathlib, sys
from multiprocessing import resource_tracker
from unladen.tools.asv import AsvProject
folder = pathlib.Path(sys.argv[1])
AsvProject(folder, folder / ".asv" / "unladen").environments("a")
print(resource_tracker._resource_tracker._pid)
"""


def test_opening_asv_starts_no_process_that_outlives_what_unladen_ends(project: Path) -> None:
    """Python 3.14 started a tracker for asv's lock, and warned at exit that it had died."""
    (project / "asv.conf.json").write_text(json.dumps(GOOD))
    words = [sys.executable, "-c", TRACKED, str(project)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None"
