"""Variables that git sets for its hooks do not reach any git that unladen starts."""

import os
import subprocess
from pathlib import Path

import pytest

from unladen import cli
from unladen.tools import git_variables


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_variables, "removed", {})


def test_all_that_git_calls_local_is_removed_and_nothing_else() -> None:
    command = ["git", "rev-parse", "--local-env-vars"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    numbered = {"GIT_CONFIG_KEY_0": "a.b", "GIT_CONFIG_VALUE_0": "c"}
    kept = {"GIT_AUTHOR_NAME": "A", "GIT_SSH_COMMAND": "ssh -v", "PATH": os.environ["PATH"]}
    environment = dict.fromkeys(printed, "x") | numbered | kept
    git_variables.remove_from(environment)
    assert environment == kept
    assert set(printed) <= git_variables.LOCAL
    assert git_variables.removed.keys() == {*printed, *numbered}


def test_a_variable_that_only_a_later_git_knows_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = tmp_path / "git"
    git.write_text("#!/bin/sh\necho GIT_DIR\necho GIT_OF_TOMORROW\n")
    git.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    environment = {"GIT_OF_TOMORROW": "x", "GIT_DIR": "y"}
    git_variables.remove_from(environment)
    assert not environment


def test_without_git_what_is_known_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    environment = {"GIT_DIR": "y", "GIT_EDITOR": "vi"}
    git_variables.remove_from(environment)
    assert environment == {"GIT_EDITOR": "vi"}


@pytest.mark.parametrize("verb", [["history"], ["demo"], ["gate", "main"]], ids=lambda v: v[0])
def test_a_repository_that_only_git_dir_names_is_not_used_and_the_error_says_so(
    verb: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = tmp_path / "work"
    (work / "benchmarks").mkdir(parents=True)
    (work / "asv.conf.json").write_text('{"version": 1, "project": "p", "repo": "."}')
    elsewhere = tmp_path / "dot files.git"
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], [*who, "commit", "-q", "--allow-empty", "-m", "first"]):
        variables = {"GIT_DIR": str(elsewhere), "GIT_WORK_TREE": str(work), **os.environ}
        subprocess.run(["git", *words], cwd=work, env=variables, check=True)
    before = {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
    monkeypatch.chdir(work)
    monkeypatch.setenv("GIT_DIR", "../dot files.git")
    monkeypatch.setenv("GIT_WORK_TREE", ".")

    assert cli.main(verb) == 2
    said = capsys.readouterr().err
    assert str(elsewhere) in said
    assert {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()} == before

    command = said.partition("next: ")[2].strip()
    done = subprocess.run(["sh", "-c", f"{command} && git rev-parse HEAD"], cwd=work, check=False)
    assert done.returncode == 0
