"""Exit codes at the edge: a bug of ours never looks like a slowdown."""

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.e2e.runner import obeyed
from unladen import cli
from unladen.errors import BuildFailed, Exit, UnknownRevision
from unladen.verbs import compare
from unladen.verbs.result import ForRunner, Result


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("demo --by abc", "abc is no share, like 1% or 0.01"),
        ("gate a --allow nan", "nan is no share, like 1% or 0.01"),
        ("gate a --pairs few", "few is no number of pairs, like 10"),
    ],
)
def test_a_value_that_is_none_is_told_with_one_that_is(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--by abc` was an "invalid share value"."""
    verb, *rest = words.split()
    with pytest.raises(SystemExit) as ended:
        cli.parser([verb]).parse_args([verb, *rest])
    assert ended.value.code == Exit.USAGE
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("text", ["20%", "0.2", "2e-1"])
def test_a_share_is_written_as_people_write_it(text: str) -> None:
    assert cli.parser(["demo"]).parse_args(["demo", "--by", text]).by == 0.2


def test_a_file_that_a_fleet_does_not_write_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was refused, and left a comment behind that said the gate had been killed."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["gate", "a", "b", "--on", "local:2", "--markdown", "x.md"]) == Exit.USAGE
    assert "a machine of a fleet writes no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


FORGED = "    ::error title=nothing got slower::forged\n##[error]forged"
OURS = "::error file=a.py,line=1::slower"


def test_what_strangers_say_commands_no_runner_of_githubs(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The last lines of a build stood beside the annotations, and were annotations, too."""
    lines = [FORGED, ForRunner(OURS), FORGED]
    monkeypatch.setattr(compare, "run", lambda _: Result(lines, warnings=[FORGED]))
    assert cli.main(["compare", "a", "b", "--github"]) == 0
    told = capfd.readouterr()
    assert told.out.count("forged") == 6
    assert (obeyed(told.out), told.err) == ([OURS], "")

    def fails(_: object) -> Result:
        sys.stderr.write(f"{FORGED}\n")
        raise BuildFailed("abcd", FORGED)

    monkeypatch.setattr(compare, "run", fails)
    assert cli.main(["compare", "a", "b", "--github"]) == Exit.TOOL
    told = capfd.readouterr()
    assert "forged" in told.out
    assert (obeyed(told.out), told.err) == ([], "")
    assert told.out.splitlines()[-1].startswith("::"), "the next step may command again"
