"""What is written to a terminal: its width, its colours, and who is spared both."""

import io
import math
import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.model import Verdict
from unladen.output.painted import PLAIN, diff_painted, verdict_painted
from unladen.output.samples import in_words, picture
from unladen.tools import terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SECONDS = st.lists(st.floats(1e-9, 1e3), min_size=2, max_size=40)


@given(base=SECONDS, head=SECONDS, width=st.integers(0, 250), unicode=st.booleans())
def test_a_picture_fits_the_terminal_whatever_the_samples(
    base: list[float], head: list[float], width: int, unicode: bool
) -> None:
    lines = picture(base, head, width, unicode)
    assert all(len(line) <= width for line in lines)
    assert len(lines) in (0, 3)
    assert bool(lines) == (width >= 26)
    if not unicode:
        assert all(line.isascii() for line in lines)


def rows(base: list[float], head: list[float]) -> tuple[str, str]:
    first, second, _ = picture(base, head, 76, unicode=False)
    return first[6:66], second[6:66]


def test_two_humps_that_lie_apart_are_drawn_apart() -> None:
    base = [1.0 + 0.001 * k for k in range(30)]
    first, second = rows(base, [2.0 + 0.001 * k for k in range(30)])
    assert first.strip()
    assert second.strip()
    assert len(first.rstrip()) < len(second) - len(second.lstrip()), "base is left of head"


def test_one_hiccup_does_not_flatten_the_picture() -> None:
    base = [1.0 + 0.001 * k for k in range(99)]
    first, _ = rows([*base, 50.0], base)
    assert len(first.replace(" ", "")) > 20


def test_the_same_samples_make_the_same_rows_and_equal_ones_no_error() -> None:
    assert rows([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])[0] == rows([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])[1]
    assert len(picture([1.0] * 3, [1.0] * 3, 60)) == 3
    assert picture([1.0], [1.0], 60) == []


def test_who_has_it_read_out_hears_the_same_in_words() -> None:
    told = in_words([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0])
    assert told[0].startswith("base: 2.5 s, half between ")
    assert told[1].startswith("head: 5 s, half between ")
    assert math.isfinite(len(in_words([1.0], [1.0])))


@pytest.mark.parametrize("verdict", Verdict)
def test_a_colour_changes_no_letter(verdict: Verdict) -> None:
    line = f"{verdict.value.upper():<13} suite.time_it   +1.00 %"
    painted = verdict_painted(line)
    assert painted != line
    assert painted.count(PLAIN) == 1
    assert COLOUR.sub("", painted) == line


@pytest.mark.parametrize("line", ["SLOWERS x", "  SLOWER x", "suite.SLOWER", "", "PASSED"])
def test_a_name_that_begins_like_a_verdict_is_none(line: str) -> None:
    assert verdict_painted(line) == line


def test_a_patch_is_painted_by_its_signs() -> None:
    assert diff_painted("+a") != "+a"
    assert COLOUR.sub("", diff_painted("-a")) == "-a"
    assert diff_painted(" a") == " a"


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"UNLADEN_PLAIN": "1"}, False),
    ],
)
def test_colours_are_for_terminals_of_people_who_want_them(
    variables: Mapping[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "UNLADEN_PLAIN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal.has_colours(Tty()) is coloured
    assert not terminal.has_colours(io.StringIO()), "a pipe has none"


def on_a_terminal(folder: Path, words: list[str], **variables: str) -> str:
    """What a terminal of this width is written, all of it."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **variables}
    for name in ("NO_COLOR", "UNLADEN_PLAIN"):
        if name not in variables:
            environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "unladen", *words],
        cwd=folder,
        stdout=follower,
        stderr=follower,
        stdin=subprocess.DEVNULL,
        env=environment,
    )
    os.close(follower)
    told = b""
    while True:
        try:
            part = os.read(leader, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        told += part
    os.close(leader)
    process.wait(timeout=60)
    return told.decode()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], cwd=folder, check=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "pkg"\n')
    (folder / "pkg").mkdir()
    (folder / "pkg" / "__init__.py").write_text("")
    (folder / "pkg" / "a_module_with_a_name.py").write_text("1\n")
    (folder / "benchmarks").mkdir()
    conf = '{"version": 1, "project": "pkg", "repo": ".", "environment_type": "virtualenv"}'
    (folder / "asv.conf.json").write_text(conf)
    return folder


def test_what_is_too_long_goes_on_below_its_own_column() -> None:
    line = "valgrind     there: instructions can be counted exactly"
    told = terminal.fitted(line, 40).splitlines()
    assert told == ["valgrind     there: instructions can be", "             counted exactly"]
    name = "…SuiteCached.time_downgrade_to_eight_bit"
    assert terminal.fitted(f"UNDECIDED     {name}", 40).splitlines() == ["UNDECIDED", name]
    assert terminal.fitted(f"UNDECIDED     {name}", 60) == f"UNDECIDED     {name}"
    command = f"  next  unladen gate {'x' * 60}"
    assert terminal.fitted(command, 40) == command, "it is to be copied"


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_a_terminal_of_any_width_breaks_no_line_but_those_to_be_copied(
    project: Path, columns: int
) -> None:
    told = on_a_terminal(project, ["init"], COLUMNS=str(columns))
    on_a_terminal(project, ["init", "--undo"])
    for line in COLOUR.sub("", told).splitlines():
        assert len(line) <= columns or "next" in line or " " not in line.strip(), line


def test_a_patch_has_colours_and_is_not_broken_into_lines(project: Path) -> None:
    told = on_a_terminal(project, ["init", "--dry-run"], COLUMNS="40")
    assert "\x1b[32m+[tool.unladen]\x1b[0m" in told
    wide = on_a_terminal(project, ["init", "--dry-run"], COLUMNS="40", NO_COLOR="1")
    assert COLOUR.search(wide) is None
    assert "+# what a change is a part of: the first pattern that fits; yours to edit\r\n" in wide
