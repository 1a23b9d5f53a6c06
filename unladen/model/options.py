"""What a user asks of a verb that measures."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Flags of the command line; how many pairs are enough is a rule of the verb (measure/stop)."""

    patterns: Sequence[str] = ()
    budget: float | None = None
    seed: int | None = None
    ignore_dirty: bool = False
    measure_identical: bool = False
    pairs: int | None = None
    witness: str = "never"
    cache_sim: bool = False
    """Count with simulated caches, too."""
    hash_seeds: int = 3
    """Under which answers are asked for."""
    fresh: bool = False
    """What earlier runs measured is left out."""
