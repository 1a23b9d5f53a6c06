"""Whatever a stranger wrote, reading it ends in a value or in an error with a next step."""

import gzip
import os
from pathlib import Path

import pytest

from unladen.errors import ConfigError, Exit, ToolError
from unladen.tools import foreign


@pytest.mark.parametrize(
    "error", [ValueError("x"), MemoryError(), RecursionError(), KeyError("a"), OverflowError("big")]
)
def test_any_failure_to_read_names_the_source_and_the_next_step(error: Exception) -> None:
    with pytest.raises(ToolError) as caught, foreign.reading("results.tar", "unladen keep --pack"):
        raise error
    assert "results.tar" in caught.value.what
    assert caught.value.fix == "unladen keep --pack"
    assert caught.value.exit is Exit.TOOL


def test_errors_of_unladen_and_interrupts_pass_unchanged() -> None:
    with pytest.raises(ConfigError, match="mine"), foreign.reading("x", "y"):
        raise ConfigError("mine", "z")
    with pytest.raises(KeyboardInterrupt), foreign.reading("x", "y"):
        raise KeyboardInterrupt


def test_a_message_is_one_short_printable_line() -> None:
    with pytest.raises(ToolError) as caught, foreign.reading("a\x1b[31m\nb" * 999, "y"):
        raise ValueError("::error::\n\x07" * 10_000)
    assert len(caught.value.what) < 500
    assert caught.value.what.isprintable()


def test_json_that_is_nested_too_deeply_is_an_error_and_no_crash() -> None:
    with pytest.raises(ToolError, match="nested"), foreign.reading("an answer", "y"):
        foreign.bounded_json(b"[" * 200_000, foreign.MEGABYTE)


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"0" * 11)
    assert foreign.bounded_bytes(path, 11) == b"0" * 11
    with pytest.raises(ValueError, match="more than 10 bytes"):
        foreign.bounded_bytes(path, 10)
    with pytest.raises(ValueError, match="more than 10 bytes"):
        foreign.bounded_json(b"0" * 11, 10)


def test_a_named_pipe_and_a_device_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "zero", tmp_path):
        with pytest.raises(ValueError, match="regular"):
            foreign.bounded_bytes(path, 10)


@pytest.mark.parametrize("end", [5, 10, 15, 30, -9, -5, -1])
def test_a_packed_file_is_unpacked_up_to_a_size_or_is_a_value_error(end: int) -> None:
    packed = gzip.compress(b"0" * 100_000, mtime=0)
    assert foreign.bounded_gzip(packed, 100_000) == b"0" * 100_000
    with pytest.raises(ValueError, match="more than"):
        foreign.bounded_gzip(packed, 99_999)
    for damaged in (packed[:end], packed[:end] + b"\xff" * 8 + packed[end:]):
        with pytest.raises(ValueError, match=r"gzip|more than"):
            foreign.bounded_gzip(damaged, 100_000)
