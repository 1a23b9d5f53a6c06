"""A slowdown that was put into a clone, to see whether it is found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Planting:
    """What is made slower, by how much, and where."""

    benchmark: str
    function: str
    """By its qualified name, in"""
    file: str
    """of the repository."""
    line: int
    calls: float
    """In one call of the benchmark."""
    rounds: int
    by: float
    """About what that adds to the benchmark, as a share."""
