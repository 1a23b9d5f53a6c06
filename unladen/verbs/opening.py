"""arguments -> the project they are about, and what is asked of it."""

import argparse
from dataclasses import replace
from pathlib import Path

from unladen.errors import NoProject
from unladen.model.options import Options
from unladen.store.project import Project
from unladen.tools import files
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
