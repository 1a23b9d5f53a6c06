"""files that outlive a run, by the benchmark that leaves them -> what to say of its times."""

from collections.abc import Iterable
from itertools import islice

from unladen.tools.files import home

MOST = 3


def warm_ones(files: Iterable[tuple[str, str]]) -> list[str]:
    """A cache that is there already makes another benchmark of one that has to fill it (I27)."""
    own = str(home() or "~")
    return [
        f"{id[:50]} leaves {file.replace(own, '~', 1)[-70:]}: cold the first time, warm whenever"
        " it is there; parameters cold and warm, made so in setup, tell them apart"
        for file, id in islice(files, MOST)
    ]
