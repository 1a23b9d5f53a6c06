"""One bad thing ends nothing but itself: a commit, a benchmark, a user, a stream."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from tests.e2e.projects import Project, new_project
from unladen import cli
from unladen.errors import Exit
from unladen.tools import files
from unladen.verbs import VERBS

WORDS = {
    "gate": ("main", "HEAD"),
    "watch": ("--once",),
    "compare": ("main",),
    "explain": ("main",),
    "claims": ("main",),
    "accept": ("main", "-b", "x", "--reason", "y"),
    "project": ("time_work", "--to", "5"),
    "find": ("main", "HEAD"),
    "ablate": ("main..HEAD",),
    "run": ("main",),
    "build": ("main",),
    "import": ("nothing.json",),
    "comment": ("nothing.json", "--dry-run"),
    "keep": ("--environments",),
    "init": ("--dry-run",),
    "publish": ("-o", "public"),
}
"""With which a verb starts; those that measure stop where they would begin to."""


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Nothing is measured in it."""
    return new_project(tmp_path_factory.mktemp("idle") / "victim")


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on OpenShift: a number of a user that no file knows, and no HOME."""

    def unknown(_: object) -> NoReturn:
        raise KeyError("getpwuid(): uid not found")

    for name in ("HOME", "USER", "LOGNAME", "PYENV_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_starts_for_a_user_without_a_name_and_a_home(
    verb: str, idle: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(idle.folder)
    monkeypatch.setattr(files, "MEGABYTES_NEEDED", 1 << 60)  # here measuring would begin
    code = cli.main([verb, *WORDS.get(verb, ())])
    said = capsys.readouterr().err
    assert code != Exit.BUG, said
    assert "home" not in said.lower()


@pytest.mark.usefixtures("nobody")
def test_what_is_made_while_measuring_has_a_home_then(
    idle: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """virtualenv makes no environment without one."""
    from unladen.config import Config
    from unladen.store import project
    from unladen.tools.terminal import Progress

    monkeypatch.chdir(idle.folder)
    monkeypatch.setenv("HOME", "")
    with project.Project(idle.folder, Config(), Progress(quiet=True)).measuring():
        assert Path(os.environ["HOME"]).is_dir()


@pytest.fixture
def of_nobody(idle: Project) -> Iterator[Project]:
    """A copy that belongs to a user whom no file knows."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root may become another user")
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.chmod(place, 0o755)
        shutil.copytree(idle.folder, f"{place}/victim", symlinks=True)
        subprocess.run(["chown", "-R", "12345", place], check=True)
        yield Project(Path(place) / "victim")


def test_doctor_looks_around_for_such_a_user(of_nobody: Project) -> None:
    try:
        subprocess.run(
            ["setpriv", "--reuid", "12345", sys.executable, "-c", "import unladen"],
            check=True,
            cwd="/",
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("another user may not read this unladen")
    become = ["setpriv", "--reuid", "12345", "--clear-groups", "env", "-u", "HOME"]
    done = subprocess.run(
        [*become, sys.executable, "-m", "unladen", "doctor"],
        cwd=of_nobody.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "redirection", "code"),
    [
        ("show", ">&-", 0),
        ("show", ">&- 2>&- <&-", 0),
        ("show --json", "2>&-", 0),
        ("show xyz", ">&- 2>/dev/full", 2),
        ("show", ">/dev/full", 4),
        ("show", ">/dev/full 2>&1", 4),
        ("--version", ">/dev/full", 4),
        ("init --dry-run", ">&-", 0),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_bug_and_no_verdict(
    idle: Project, words: str, redirection: str, code: int
) -> None:
    call = f"{sys.executable} -m unladen {words} {redirection}"
    script = f"set -o pipefail; {call}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=idle.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_help_that_nobody_reads_on_is_no_failure() -> None:
    read, write = os.pipe()
    os.close(read)
    words = [sys.executable, "-m", "unladen", "--help"]
    done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (Exit.UNREAD, "")


def test_no_file_takes_the_place_of_a_closed_stream(idle: Project) -> None:
    """Otherwise the output of unladen would go into that file."""
    look = "from unladen import cli; import os; cli.main = lambda: os.open('new', os.O_CREAT); "
    script = f'{sys.executable} -c "{look}raise SystemExit(cli.entry())" <&- >&- 2>&-'
    done = subprocess.run(["bash", "-c", script], cwd=idle.folder, check=False)
    assert done.returncode > 2
