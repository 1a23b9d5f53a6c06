"""A solver of ARC puzzles: ARC task -> programs -> candidates -> answers."""

__version__ = "0.1.0"
