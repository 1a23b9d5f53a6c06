"""Narrow terminals, wide ones, pipes: no line is longer than the terminal, and no word is lost."""

import contextlib
import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.tools.terminal import NARROWEST, fitted, width_of

ROOT = Path(__file__).parents[3]
LINE = "SLOWER        suite.TimeIt.time_it(1000)                   +12.50 % [+11.92, +13.08]"


@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs"))), st.integers(20, 90))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(text: str, width: int) -> None:
    """A word that is too long by itself stays whole: it may be a path."""
    told = fitted(text, width)
    assert all(len(line) <= width or len(line.split()) == 1 for line in told.split("\n"))
    assert "".join(told.split()) == "".join(text.split())


@pytest.mark.parametrize("width", [20, 40, 60])
def test_a_verdict_goes_on_below_further_in(width: int) -> None:
    first, *rest = fitted(LINE, width).split("\n")
    assert first.startswith("SLOWER")
    assert rest
    assert all(line.startswith("    ") for line in rest)


def test_a_command_to_be_copied_stays_in_one_piece() -> None:
    line = "  next  unladen explain 4f2a9c1 5b2e7d3 -b '^suite.time_it$' has the rest"
    assert fitted(line, 30) == line


def test_a_pipe_gets_lines_as_they_are_and_columns_asks_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert width_of(io.StringIO()) is None
    assert fitted(LINE, None) == LINE
    monkeypatch.setenv("COLUMNS", "33")
    assert width_of(io.StringIO()) == 33
    monkeypatch.setenv("COLUMNS", "3")
    assert width_of(io.StringIO()) == NARROWEST
    monkeypatch.setenv("COLUMNS", "wide")
    assert width_of(io.StringIO()) is None


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("words", [("show",), ("show", "0" * 12)], ids=["records", "error"])
def test_a_verb_in_a_narrow_terminal_writes_no_line_that_is_wider(
    words: tuple[str, ...], columns: int
) -> None:
    """A real terminal, by a pair of devices."""
    controller, terminal = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "unladen", *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": str(columns)},
        stdout=terminal,
        stderr=subprocess.STDOUT,
    )
    os.close(terminal)
    told = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(controller, 1 << 16):
            told += more
    os.close(controller)
    running.wait(60)
    every = told.decode().splitlines()
    lines = [line for line in every if not line.lstrip().startswith("next")]
    assert lines
    assert all(len(line) <= columns or len(line.split()) == 1 for line in lines)
