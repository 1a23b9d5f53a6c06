"""what measuring a pair of commits took -> a file beside the environments, for estimates."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from unladen.store.fields import decoded, json_of
from unladen.tools import files
from unladen.tools.foreign import UNREADABLE, bounded_bytes

FILE = "costs.json"
MOST_BYTES = 1 << 22
KEPT = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of a pair: seconds with building and installing; the rest is what they depend on."""

    machine: str
    patterns: tuple[str, ...]
    pairs: int
    profiled: bool
    seconds: float


class Costs:
    """The last few hundred. One that cannot be read is begun anew: it is for estimates only."""

    def __init__(self, work: Path) -> None:
        self._path = work / FILE

    def all(self) -> list[Cost]:
        try:
            found = decoded(list[Cost], json_of(bounded_bytes(self._path, MOST_BYTES)))
        except (*UNREADABLE, MemoryError, OSError):
            return []
        return [each for each in found if 0 < each.seconds < 1e7]

    def like(self, patterns: Sequence[str], pairs: int, profiled: bool) -> list[float]:
        """Seconds of those that were asked for in the same words."""
        asked = (tuple(patterns), pairs, profiled)
        return [c.seconds for c in self.all() if (c.patterns, c.pairs, c.profiled) == asked]

    def add(self, cost: Cost) -> None:
        with files.one_writer(self._path.parent):
            told = [asdict(each) for each in (*self.all(), cost)][-KEPT:]
            files.replace(self._path, json.dumps(told) + "\n")
