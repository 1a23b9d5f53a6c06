"""watch, by a real process whose files are edited while it runs."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from tests.e2e.projects import Project, new_project
from tests.unit.unladen.test_terminal import COLOUR, on_a_terminal

SUITE = """
import victim


def time_work():
    victim.work()


def time_other():
    sum(range(2000))
"""
SECONDS = 240.0
"""In which an answer comes, on however busy a machine."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("watched") / "victim", SUITE)
    made.work(loops=20_000, extra="\n\ndef idle():\n    return 1\n")
    made.commit("base")
    return made


class Watch:
    """The process, and its lines as they come."""

    def __init__(self, project: Project, *words: str) -> None:
        command = [sys.executable, "-m", "unladen", "watch", *words]
        environment = {**os.environ, "COLUMNS": "80"}  # which makes no terminal of a pipe
        self.process = subprocess.Popen(
            command,
            cwd=project.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def line(self) -> str:
        try:
            return self._lines.get(timeout=SECONDS)
        except Empty:
            self.process.kill()
            raise AssertionError(self.process.communicate()) from None

    def end(self) -> tuple[int, list[str], str]:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)
        self._reader.join(timeout=60)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        left = []
        while not self._lines.empty():
            left.append(self._lines.get())
        return self.process.returncode, left, errors


@pytest.fixture
def clean(project: Project) -> Iterator[Project]:
    project.git("reset", "-q", "--hard", "base")
    yield project
    project.git("reset", "-q", "--hard", "base")
    project.git("clean", "-fdq", "victim", "benchmarks")


def edited(project: Project, old: str, new: str, name: str = "victim/__init__.py") -> None:
    path = project.folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def git_folder(project: Project) -> dict[str, bytes]:
    """What a watch might have changed: all that git keeps, but for its index's times."""
    top = project.folder / ".git"
    files = (path for path in sorted(top.rglob("*")) if path.is_file() and path.name != "index")
    return {str(path): path.read_bytes() for path in files}


def test_each_save_is_answered_and_nothing_is_left(clean: Project) -> None:
    project = clean
    before = git_folder(project)
    records = sorted((project.folder / "results").rglob("*"))
    scratch = {path.name for path in Path("/tmp").glob("unladen-watch-*")}
    edited(project, "return spin(n)", "return spin(n // 2)")
    watch = Watch(project, "-b", "time_work", "--decide-by", "code,time")
    first = watch.line()
    assert first.startswith("#1 victim/__init__.py: 1 faster; FASTER suite.time_work -")
    edited(project, "return spin(n // 2)", "return spin(n // 2")
    assert watch.line().startswith("#2: does not compile: victim/__init__.py:")
    edited(project, "return spin(n // 2", "return spin(n * 2)")
    assert "SLOWER suite.time_work " in watch.line()
    edited(project, "import victim\n", "import victim, nowhere\n", "benchmarks/suite.py")
    assert "No module named 'nowhere'" in watch.line()
    edited(project, "import victim, nowhere\n", "import victim\n", "benchmarks/suite.py")
    assert "SLOWER" in watch.line(), "it goes on"
    project.git("checkout", "-q", "--", ".")
    assert "nothing differs from HEAD" in watch.line()
    edited(project, "return 1", "return 2")
    assert "SAME suite.time_work (runs none of the changed code)" in watch.line()
    code, left, errors = watch.end()
    assert (code, left, errors) == (130, ["watch ended; nothing of it is kept"], "")
    project.git("checkout", "-q", "--", ".")
    assert git_folder(project) == before, "not an object more"
    assert sorted((project.folder / "results").rglob("*")) == records
    assert {path.name for path in Path("/tmp").glob("unladen-watch-*")} <= scratch
    assert project.git("fsck", "--unreachable") == ""


@pytest.mark.long
def test_once_ends_with_the_code_of_a_gate_and_json_says_how(clean: Project) -> None:
    project = clean
    words = ("watch", "-b", "time_work", "--once", "--json", "--decide-by", "code,time")
    assert json.loads(project.unladen(*words).stdout)["decision"] is None
    (project.folder / "victim" / "more.py").write_text("FACTOR = 2\n")
    edited(project, "return spin(n)", "from victim.more import FACTOR\n    return spin(n * FACTOR)")
    done = project.unladen(*words)
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert told["files"] == ["victim/__init__.py", "victim/more.py"], "a new file is part of it"
    (comparison,) = told["decision"]["comparisons"]
    assert comparison["verdict"] == "slower"
    assert "victim/__init__.py" in told["reach"]["suite.time_work"]
    both = told["samples"]["suite.time_work"]
    assert min(both["head"]) > max(0, min(both["base"]))
    # what is measured next is not disturbed by a commit that is gone
    project.git("checkout", "-q", "--", ".")
    (project.folder / "victim" / "more.py").unlink()
    edited(project, "return 1", "return 3")
    project.commit("next")
    done = project.unladen("gate", "base", "next", "-b", "time_work", "-q")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_terminal_is_shown_the_samples_and_a_plain_one_is_told(clean: Project) -> None:
    project = clean
    edited(project, "return spin(n)", "return spin(n // 2)")
    words = ["watch", "-b", "time_work", "--once", "--decide-by", "code,time"]
    told = on_a_terminal(project.folder, words, COLUMNS="60")
    assert "\x1b[1m\x1b[32mFASTER" in told
    plain = COLOUR.sub("", told)
    assert any(line.startswith("  base  ") and "█" in line for line in plain.splitlines()), plain
    assert "  edit  runs victim/__init__.py:work, which changed" in " ".join(plain.split("\r\n"))
    spoken = on_a_terminal(project.folder, words, COLUMNS="60", UNLADEN_PLAIN="1")
    assert "█" not in spoken
    assert "\x1b" not in spoken
    assert "half between" in spoken


def test_all_environments_at_once_are_refused(clean: Project) -> None:
    done = clean.unladen("watch", "--once", "-E", "all")
    assert done.returncode == 2
    assert "one environment" in done.stderr
