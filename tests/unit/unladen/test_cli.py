"""Exit codes at the edge: a bug of ours never looks like a slowdown."""

import subprocess
import sys
from collections.abc import Generator

import pytest

from unladen import cli
from unladen.errors import Exit, UnknownRevision
from unladen.verbs.result import Result


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (ZeroDivisionError("oops"), Exit.BUG, "bug of unladen"),
        (OSError(28, "No space left on device"), Exit.TOOL, "No space left"),
        (KeyboardInterrupt(), Exit.INTERRUPTED, "what was measured is kept"),
        (UnknownRevision("x", shallow=False), Exit.USAGE, "next:"),
    ],
)
def test_each_way_to_end_early_has_its_own_exit_code(
    error: BaseException,
    code: Exit,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(_: object) -> int:
        raise error

    monkeypatch.setattr(cli, "_run", broken)
    assert cli.main(["show"]) == code
    assert told in capsys.readouterr().err


def test_who_stops_reading_is_no_failed_tool() -> None:
    """`unladen show | head` ended with 4, as if a tool had failed."""
    script = "from unladen import cli; import sys; cli._run = broken; sys.exit(cli.main(['show']))"
    broken = "def broken(_):\n    raise BrokenPipeError\n"
    done = subprocess.run([sys.executable, "-c", broken + script], check=False)
    assert done.returncode == Exit.UNREAD


@pytest.mark.parametrize("option", ["-E", "--machine"])
@pytest.mark.parametrize("verb", ["publish", "accept", "init"])
def test_a_verb_that_takes_all_results_refuses_to_be_asked_for_some(
    verb: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parser([verb]).parse_args([verb, option, "other"])
    assert ended.value.code == Exit.USAGE
    assert option in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", ["gate a", "compare a", "explain a", "claims", "history", "find a", "ablate a..b"]
)
def test_a_verb_that_chooses_among_results_is_told_where_they_were_measured(words: str) -> None:
    told = cli.parser(words.split()).parse_args(
        [*words.split(), "-E", "uv:3.13", "--machine", "other"]
    )
    assert (told.environment, told.machine) == ("uv:3.13", "other")


def test_who_is_stopped_while_a_line_is_printed_says_itself_what_became_of_its_work() -> None:
    told: list[str] = []

    def lines() -> Generator[str, None, Exit]:
        try:
            yield "first"
            yield "never"
        except KeyboardInterrupt:
            yield "ended"
        return Exit.INTERRUPTED

    def say(line: str) -> None:
        told.append(line)
        if line == "first":
            raise KeyboardInterrupt

    assert Result(lines()).tell(say) is Exit.INTERRUPTED
    assert told == ["first", "ended"]
    with pytest.raises(KeyboardInterrupt):
        Result(["first"]).tell(say)
