"""a benchmark and the files on disk -> on every save: did this edit help?"""

import argparse
import itertools
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from unladen.errors import ConfigError, DoesNotCompile, Exit, Stopped, UnladenError
from unladen.judge.decide import exit_code
from unladen.measure.quick_build import QuickBuilds
from unladen.measure.watching import Superseded, Watching
from unladen.model.commits import ComparedCommits
from unladen.model.watched import WatchedSave
from unladen.output import watch as watched
from unladen.output.painted import verdict_painted
from unladen.output.words import base_lines
from unladen.store.project import Project
from unladen.tools import merge_base
from unladen.tools.git import Git
from unladen.tools.saves import Saves
from unladen.tools.scratch import scratch
from unladen.tools.terminal import (
    NARROWEST,
    PassingProgress,
    Progress,
    has_unicode,
    is_plain,
    width_of,
)
from unladen.tools.working_tree import WorkingTree
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of, with_exact_base
from unladen.verbs.result import Result, Verbatim

EXAMPLES = """\
  unladen watch -b time_solve             the files on disk against HEAD, on every save
  unladen watch -b time_solve --base main
  unladen watch -b time_solve --once      once, with the exit code of a gate
  unladen watch -b time_solve --json | jq one object a save"""
BUDGET = 40.0
"""Seconds of an answer, unless somebody asks for another number."""
INDENT = 2
"""Of a picture."""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--base",
        default="HEAD",
        metavar="REV",
        help="the commit to compare with (HEAD); the one where HEAD left it",
    )
    usual.exact_base(verb)
    verb.add_argument("--once", action="store_true", help="measure now, and end")
    told = "largest slowdown tolerated, as 1%% (default)"
    verb.add_argument("--allow", type=usual.share, metavar="P", help=told)
    verb.add_argument("--all", action="store_true", help="show benchmarks that are the same, too")
    verb.add_argument(
        "--decide-by",
        type=usual.stages,
        metavar="WHAT",
        help="what may decide: code,instructions,time (all of them)",
    )
    verb.add_argument("--budget", type=usual.duration, metavar="S", help="seconds an answer (40)")
    usual.place(verb)
    usual.selection(verb)
    verb.set_defaults(witness="auto", seed=None, pairs=None, ignore_dirty=True, fresh=False)


def run(arguments: argparse.Namespace) -> Result:
    if arguments.environment == "all":
        raise ConfigError("watch measures in one environment", "-E NAME, or none for the first")
    if not sys.stdout.isatty():
        arguments.quiet = True  # a log has one line a save
    project = open_project(arguments)
    project.progress = PassingProgress(quiet=arguments.quiet)
    _compared(project, arguments)
    return Result(_watched(arguments, project), paint=verdict_painted)


def _compared(project: Project, arguments: argparse.Namespace) -> ComparedCommits:
    if arguments.exact_base:
        return merge_base.exactly(project.git, arguments.base, "HEAD")
    again = with_exact_base(arguments)
    return merge_base.compared_with_working_tree(project.git, arguments.base, again)


@contextmanager
def _watching(arguments: argparse.Namespace, project: Project) -> Iterator[Watching]:
    options = replace(options_of(arguments), budget=arguments.budget or BUDGET)
    git = Git(project.folder)
    top = Path(git.top())
    with scratch("watch-") as folder:
        aside = project.aside(folder / "records")
        saves = None if arguments.once else Saves(git, top)
        watching = Watching(
            project=aside,
            working_tree=WorkingTree(git, top, folder),
            compared=lambda: _compared(project, arguments),
            options=options,
            builds=QuickBuilds(aside),
            made=set(),
            saves=saves,
        )
        try:
            yield watching
        finally:
            project.progress.clear()
            watching.close()


def _watched(arguments: argparse.Namespace, project: Project) -> Generator[str, None, Exit]:
    with _watching(arguments, project) as watching:
        try:
            if arguments.once:
                save = watching.answer(1)
                yield from _lines(arguments, project, save)
                return exit_code(save.decision) if save.decision else Exit.PASS
            yield from _each_save(arguments, project, watching)
        except KeyboardInterrupt as error:
            ended = error.exit if isinstance(error, Stopped) else Exit.INTERRUPTED
    if not arguments.json:
        yield "watch ended; nothing of it is kept"
    return ended


def _each_save(
    arguments: argparse.Namespace, project: Project, watching: Watching
) -> Iterator[str]:
    saves = watching.saves
    assert saves is not None
    if not arguments.json and sys.stdout.isatty():
        yield f"against {arguments.base}, on every save; Ctrl-C ends"
    for number in itertools.count(1):
        if number > 1:
            _wait(saves, project.progress)
        while (save := _one(watching, number)) is None:
            saves.settled()
        yield from _lines(arguments, project, save)


def _wait(saves: Saves, progress: Progress) -> None:
    progress.tick("waiting for a save")
    saves.wait()
    progress.clear()
    saves.settled()


def _one(watching: Watching, number: int) -> WatchedSave | None:
    """None where somebody saved meanwhile. What cannot be measured is told, and the next save is
    waited for."""
    try:
        return watching.answer(number)
    except Superseded:
        return None
    except UnladenError as error:
        return WatchedSave(number=number, files=(), base=None, problem=_problem(error))


def _problem(error: UnladenError) -> str:
    if isinstance(error, DoesNotCompile):
        return f"does not compile: {error.what}"
    return " ".join(str(error).split())


def _lines(arguments: argparse.Namespace, project: Project, save: WatchedSave) -> Iterator[str]:
    project.progress.clear()
    if arguments.json:
        code = exit_code(save.decision) if save.decision else Exit.PASS
        yield watched.as_json(save, code)
        return
    if save.number == 1 and save.base is not None:
        yield from base_lines(save.base, save.asked_base)
    if not sys.stdout.isatty():
        yield Verbatim(watched.one_line_of(save))
        return
    width = width_of(sys.stdout) or NARROWEST
    yield from (line for line in watched.lines(save, arguments.all, str(project.folder)) if line)
    shown = {} if is_plain() else watched.pictures(save, width - INDENT, has_unicode(sys.stdout))
    for id in save.samples:
        if len(save.samples) > 1:
            yield f"  {id}"
        yield from (Verbatim(f"  {line}") for line in shown.get(id, ()))
        if not shown.get(id):
            yield from (f"  {line}" for line in watched.words_of(save, id))
