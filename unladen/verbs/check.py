"""a suite and what is recorded of it -> traps that can be seen before anything is measured."""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unladen.config import Config
from unladen.errors import ConfigError, Exit, ToolError
from unladen.judge.traps.checking import checked, switched_on
from unladen.measure.tracing import traced
from unladen.model.options import Options
from unladen.model.trap_rules import BY_ID
from unladen.model.traps import Checked, Trap
from unladen.output import check as told
from unladen.output import check_sarif
from unladen.store.project import records_beside
from unladen.store.records import Records
from unladen.store.suite_texts import suite_texts
from unladen.tools import files
from unladen.tools.asv_configuration import suite_and_results
from unladen.tools.settings import load
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, project_folder
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen check                          the source of the suite, and records if there are any
  unladen check --trace                  build HEAD, and watch each benchmark run, too
  unladen check --sarif unladen.sarif    for code hosts
  unladen check --rules                  what is looked for
exit code 0: nothing, or notes only; 1: something was found"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--rules", action="store_true", help="list all rules, and look at nothing")
    verb.add_argument(
        "--only", action="append", default=[], metavar="RULE", help="no other; may be given again"
    )
    verb.add_argument("--sarif", metavar="FILE", help="write SARIF 2.1.0")
    verb.add_argument(
        "--trace", action="store_true", help="build HEAD and watch each benchmark run, untimed"
    )
    verb.add_argument(
        "--ignore-dirty", action="store_true", help="trace HEAD without uncommitted changes"
    )
    verb.add_argument(
        "--budget",
        type=usual.duration,
        default=300.0,
        metavar="S",
        help="seconds of --trace at most (or 30m, 8h; 5m), building apart",
    )
    usual.place(verb)
    usual.selection(verb)


def run(arguments: argparse.Namespace) -> Result:
    if arguments.rules:
        return Result([json.dumps(told.rules_json())] if arguments.json else told.rule_lines())
    folder = project_folder(Path.cwd())
    if not files.has_suite(folder):
        what = f"no asv.conf.json in {folder}: only suites of asv are read"
        raise ConfigError(what, "go to a folder that has one; --rules needs none")
    config = load(folder)
    asked = _asked(arguments, config)
    suite, results = suite_and_results(folder)
    records = Records(folder / (config.records or records_beside(results, folder)))
    _only_traced(arguments)
    traps, notes = _traced(arguments) if arguments.trace else (None, [])
    found = checked(suite_texts(suite), suite.resolve().name, asked, records.all(), traps)
    found = _named(found, os.path.relpath(suite), (*found.notes, *notes))
    if arguments.sarif:
        _write(Path(arguments.sarif), check_sarif.of(found, _below(Path.cwd())))
    lines = [json.dumps(told.as_json(found))] if arguments.json else told.lines(found)
    code = Exit.FOUND if told.failing(found.traps) else Exit.PASS
    return Result(lines, code, records.warnings)


def _asked(arguments: argparse.Namespace, config: Config) -> frozenset[str]:
    unknown = [id for id in arguments.only if id not in BY_ID]
    if unknown:
        raise ConfigError(f"there is no rule {unknown[0]!r}", "unladen check --rules lists them")
    return frozenset(arguments.only) or switched_on(config.check.on, config.check.off)


def _only_traced(arguments: argparse.Namespace) -> None:
    """What chooses among runs is refused where nothing runs."""
    if arguments.environment == "all":
        raise ConfigError("--trace watches one environment", "-E with the name of one")
    if not arguments.trace and (arguments.bench or arguments.environment):
        raise ConfigError("-b and -E choose what --trace runs", "unladen check --trace -b ...")


def _traced(arguments: argparse.Namespace) -> tuple[Sequence[Trap], Sequence[str]]:
    project = open_project(arguments)
    commit = project.commits("HEAD", "HEAD", arguments.ignore_dirty)[0]
    options = Options(patterns=arguments.bench, budget=arguments.budget)
    with project.measuring():
        return traced(project, commit, options)


def _named(found: Checked, prefix: str, notes: Sequence[str]) -> Checked:
    """Files as they are typed in this folder."""
    traps = tuple(
        replace(trap, file=os.path.normpath(f"{prefix}/{trap.file}")) for trap in found.traps
    )
    return replace(found, traps=traps, notes=tuple(notes))


def _below(folder: Path) -> str:
    """The way to it from the top of its repository; empty where there is none."""
    tops = (each for each in (folder, *folder.parents) if (each / ".git").exists())
    top = next(tops, folder)
    return "" if top == folder else folder.relative_to(top).as_posix()


def _write(path: Path, content: str) -> None:
    try:
        files.replace(path, content)
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}", "a file in a folder of yours") from error
