"""a suite's folder -> the files that are the suite's own.

Results, environments and sites often lie below it: what measuring writes there would make another
suite of it each time.
"""

import os
from collections.abc import Container, Iterator
from pathlib import Path

NOT_OURS = frozenset({"__pycache__", "node_modules"})
ENVIRONMENT = "pyvenv.cfg"


def suite_files(suite: Path, but: Container[Path] = (), suffix: str = "") -> Iterator[Path]:
    """In a fixed order; hidden folders and whole environments are nobody's benchmarks."""
    for place, folders, names in os.walk(suite):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in NOT_OURS
            and here / name not in but
            and not (here / name / ENVIRONMENT).is_file()
        )
        for name in sorted(names):
            if name.endswith(suffix) and (here / name).is_file():
                yield here / name
