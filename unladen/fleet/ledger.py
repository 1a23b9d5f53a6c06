"""which units came home -> a file, so that the same command goes on where it was stopped.

Also which were given up: they took their workers along, and would again.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from unladen.model.units import Finished, Unit
from unladen.store.fields import decoded, json_of
from unladen.tools import files
from unladen.tools.foreign import UNREADABLE, bounded_bytes

FILE = "fleet.json"
MOST_BYTES = 1 << 26


@dataclass(slots=True)
class Units:
    """By what they do to which suite; `given_up` says why."""

    path: Path
    suite: str
    home: dict[str, str]
    given_up: dict[str, str]

    @classmethod
    def read(cls, folder: Path, suite: str) -> Self:
        """What is damaged is forgotten: then units are done once more, and nothing else happens."""
        path = folder / FILE
        try:
            told = decoded(dict[str, dict[str, str]], json_of(bounded_bytes(path, MOST_BYTES)))
        except (*UNREADABLE, MemoryError, OSError):
            told = {}
        return cls(path, suite, told.get("home", {}), told.get("given up", {}))

    def key(self, unit: Unit) -> str:
        told = json.dumps([self.suite, *unit.words])
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    def came_home(self, unit: Unit) -> bool:
        return self.key(unit) in self.home

    def is_given_up(self, unit: Unit) -> bool:
        return self.key(unit) in self.given_up

    def ended(self, finished: Finished) -> None:
        if finished.given_up:
            self.given_up[self.key(finished.unit)] = finished.unit.label
        elif not finished.failed and finished.exit in (0, 1, 3):
            self.home[self.key(finished.unit)] = finished.machine
        else:
            return
        text = json.dumps({"home": self.home, "given up": self.given_up}, sort_keys=True)
        files.replace(self.path, text + "\n")
