"""arguments -> the project they are about, and what is asked of it."""

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unladen.errors import NoProject
from unladen.model import Commit
from unladen.model.commits import AskedBase, ComparedCommits
from unladen.model.options import Options
from unladen.store.project import Project
from unladen.tools import files, merge_base
from unladen.tools.files import suite_folder
from unladen.tools.settings import load
from unladen.tools.terminal import Progress


def open_project(arguments: argparse.Namespace, only_records: bool = False) -> Project:
    """Of the current folder; flags go before its table of settings. `only_records`: there need be
    nothing to measure."""
    folder = project_folder(Path.cwd())
    config = load(folder)
    if only_records and config.suite is None and not files.has_suite(folder):
        config = replace(config, suite="none")
    changes: dict[str, object] = {}
    for name in ("allow", "environment", "machine", "decide_by"):
        given = getattr(arguments, name, None)
        if given is not None:
            changes[name] = given
    if "decide_by" in changes:
        changes["decide_by_of"] = {}
    if "allow" in changes:
        changes["allow_of"] = {}
    config = replace(config, **changes)  # type: ignore[arg-type]
    return Project(folder, config, Progress(quiet=arguments.quiet))


def project_folder(here: Path) -> Path:
    """Of asv's suite that is meant; of a project without any, the folder itself, whose tests may
    be one."""
    if files.has_suite(here) or load(here).suite in ("pytest", "none"):
        return here
    try:
        return suite_folder(here)
    except NoProject as none:
        if none.several:
            raise
        return here


def options_of(arguments: argparse.Namespace) -> Options:
    return Options(
        patterns=arguments.bench,
        budget=arguments.budget,
        seed=arguments.seed,
        pairs=arguments.pairs,
        ignore_dirty=arguments.ignore_dirty,
        witness=getattr(arguments, "witness", "never"),
        cache_sim=getattr(arguments, "cache_sim", False),
        fresh=getattr(arguments, "fresh", False),
        measure_identical=getattr(arguments, "measure_identical", False),
    )


def compared(
    project: Project, arguments: argparse.Namespace, base: str, head: str
) -> ComparedCommits:
    """The commit where head left base, and head; with --exact-base both as they were named."""
    if arguments.exact_base:
        return merge_base.exactly(project.git, base, head)
    return merge_base.compared(project.git, base, head, with_exact_base(arguments))


def with_exact_base(arguments: argparse.Namespace) -> str:
    """The same command, with the commit that was named."""
    verb, *rest = arguments.given
    return shlex.join(("unladen", verb, "--exact-base", *rest))


def ranged(
    project: Project, arguments: argparse.Namespace
) -> tuple[Sequence[Commit], AskedBase | None]:
    """The commits of `A..B`, from where B left A; one name means that one commit."""
    first, dots, last = arguments.range.replace("...", "..").partition("..")
    if not dots:
        return [project.git.commit(first)], None
    pair = compared(project, arguments, first or "HEAD", last or "HEAD")
    return project.git.range(f"{pair.base.hash}..{pair.head.hash}"), pair.asked
