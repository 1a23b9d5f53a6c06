"""Whatever a stranger wrote, reading it ends in a value or in an error with a next step."""

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
