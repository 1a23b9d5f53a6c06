"""decisions -> Result: as text, in each file that was asked for, and one exit code for all."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.errors import ToolError
from unladen.judge.decide import exit_code, ranked, worst_exit
from unladen.model import Decision, RankedDecision
from unladen.output import decision_json, github, junit, markdown, terminal
from unladen.store.project import Project
from unladen.tools import files
from unladen.verbs.result import Result
from unladen.verbs.words import share


@dataclass(frozen=True, slots=True)
class Output:
    """A file that a verb which decides can write: its flag, and what is in it."""

    flag: str
    what: str
    of: Callable[[Sequence[RankedDecision]], str]


OUTPUTS = (
    Output("--markdown", "write a pull request comment", markdown.of),
    Output("--junit", "write JUnit XML", junit.of),
    Output("--json-file", "write the decision as JSON", decision_json.of),
)


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
        path = getattr(arguments, output.flag.removeprefix("--").replace("-", "_"))
        if path:
            _write(Path(path), output.of(each_ranked))
    code = worst_exit([exit_code(decision) for decision in decisions])
    return Result(_lines(arguments, project, each_ranked), code, project.records.warnings)


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
            yield from github.annotations(each.decision, project.git.top())


def _write(path: Path, content: str) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}", "a file in a folder of yours") from error
