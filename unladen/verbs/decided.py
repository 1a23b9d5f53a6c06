"""decisions -> Result: as text, in each file that was asked for, and one exit code for all."""

import argparse
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unladen.errors import Exit, ToolError, UnladenError
from unladen.judge.decide import exit_code, ranked, worst_exit
from unladen.model import Decision, NoDecision, RankedDecision
from unladen.output import codequality, decision_json, github, junit, markdown, terminal
from unladen.output.painted import verdict_painted
from unladen.store.project import Project
from unladen.tools import files
from unladen.verbs.result import ForRunner, Result
from unladen.verbs.words import share


@dataclass(frozen=True, slots=True)
class Output:
    """A file that a verb which decides can write: its flag, and what is in it."""

    flag: str
    what: str
    of: Callable[[Sequence[RankedDecision]], str]
    failed: Callable[[NoDecision], str] | None = None
    """What is in it where there is no decision; None: nothing is written then."""
    from_top: bool = False
    """Files are told as the forge knows them, from the top of the repository."""

    def place(self, arguments: argparse.Namespace) -> Path | None:
        path = getattr(arguments, self.flag.removeprefix("--").replace("-", "_"))
        return Path(path) if path else None


OUTPUTS = (
    Output("--markdown", "write a pull request comment", markdown.of, markdown.failed),
    Output("--junit", "write JUnit XML", junit.of, junit.failed),
    Output("--json-file", "write the decision as JSON", decision_json.of, decision_json.failed),
    Output("--annotations", "write annotations for GitHub's log", github.of, github.failed, True),
    Output(
        "--codequality", "write GitLab's report of lines", codequality.of, codequality.failed, True
    ),
)
UNFINISHED = "the gate was begun, and did not come to its end: it was stopped, or killed"


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--allow", type=share, metavar="P", help="largest slowdown tolerated, as 1%% (default)"
    )
    verb.add_argument("--all", action="store_true", help="show benchmarks that are the same, too")
    for output in OUTPUTS:
        verb.add_argument(output.flag, metavar="FILE", help=output.what)
    verb.add_argument("--github", action="store_true", help="print annotations for GitHub")


def files_asked(arguments: argparse.Namespace) -> list[str]:
    """By their flags; annotations are for who decides, too."""
    flags = [*(output.flag for output in OUTPUTS), "--github"]
    return [flag for flag in flags if getattr(arguments, flag[2:].replace("-", "_"))]


def decided(
    arguments: argparse.Namespace, project: Project, decisions: Sequence[Decision]
) -> Result:
    each_ranked = [ranked(decision) for decision in decisions]
    for output in OUTPUTS:
        if path := output.place(arguments):
            shown = _from_top(project, each_ranked) if output.from_top else each_ranked
            _write(path, output.of(shown))
    code = worst_exit([exit_code(decision) for decision in decisions])
    lines = _lines(arguments, project, each_ranked)
    return Result(lines, code, project.records.warnings, verdict_painted)


def _from_top(project: Project, each_ranked: Sequence[RankedDecision]) -> list[RankedDecision]:
    """A suite may lie in a folder of the repository; a mirror has no top."""
    top = project.git.top()
    roots = [top or each.decision.root for each in each_ranked]
    return [
        replace(each, decision=replace(each.decision, root=root))
        for each, root in zip(each_ranked, roots, strict=True)
    ]


@contextlib.contextmanager
def never_silent(arguments: argparse.Namespace) -> Iterator[None]:
    """Files that are asked for say what became of the gate, however it ends: an answer of before
    that is left there, or none, would be read as a pass."""
    _tell_failure(arguments, UNFINISHED, "the same command again goes on", Exit.INTERRUPTED)
    try:
        yield
    except UnladenError as error:
        _tell_failure(arguments, error.what, error.fix, error.exit)
        raise
    except OSError as error:
        _tell_failure(arguments, str(error), "unladen doctor", Exit.TOOL)
        raise


def _tell_failure(arguments: argparse.Namespace, what: str, fix: str, code: Exit) -> None:
    failure = NoDecision(
        base=str(arguments.base),
        head=str(arguments.head),
        what=what[:4000],
        next=fix[:1000],
        exit=int(code),
    )
    for output in OUTPUTS:
        path = output.place(arguments)
        if path and output.failed:
            _write(path, output.failed(failure))


def _lines(
    arguments: argparse.Namespace, project: Project, each_ranked: Sequence[RankedDecision]
) -> Iterator[str]:
    if arguments.json:
        yield decision_json.of(each_ranked).rstrip()
    else:
        for each in each_ranked:
            yield from terminal.decision_lines(each.decision, each.worst_first, arguments.all)
    if arguments.github:
        for each in each_ranked:
            yield from map(ForRunner, github.annotations(each.decision, project.git.top()))


def _write(path: Path, content: str) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}", "a file in a folder of yours") from error
