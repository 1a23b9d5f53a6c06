"""an asv project, this machine -> what unladen finds there, and what to do about it."""

from collections.abc import Iterator
from pathlib import Path

from unladen.bench import Wanted
from unladen.world import World


def initialised(folder: Path, dry_run: bool) -> Iterator[str]:
    raise NotImplementedError


def examined(world: World, wanted: Wanted, measure: bool) -> Iterator[str]:
    raise NotImplementedError
