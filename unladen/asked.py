"""what the command line was given -> what is asked for: the world, the benchmarks, how long."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from unladen.config import load
from unladen.measure.session import Wanted
from unladen.output.words import one_line
from unladen.store.project import Progress, World


def open_world(arguments: argparse.Namespace) -> World:
    folder = Path.cwd()
    config = load(folder)
    changes: dict[str, object] = {}
    for name in ("allow", "environment", "machine"):
        given = getattr(arguments, name, None)
        if given is not None:
            changes[name] = given
    if "allow" in changes:
        changes["allow_of"] = {}
    config = replace(config, **changes)  # type: ignore[arg-type]
    return World(folder, config, Progress(quiet=arguments.quiet))


def wanted(arguments: argparse.Namespace) -> Wanted:
    return Wanted(
        patterns=arguments.bench,
        budget=arguments.budget,
        seed=arguments.seed,
        pairs=arguments.pairs,
        ignore_dirty=arguments.ignore_dirty,
        witness=getattr(arguments, "witness", "never"),
        measure_identical=getattr(arguments, "measure_identical", False),
    )


def warnings(world: World) -> Iterator[str]:
    """Of records that could not be read: which, why, and what to do."""
    for text in world.records.warnings:
        yield "\n".join(one_line(line, 300) for line in text.splitlines())
