"""words of the command line -> what is printed, and an exit code."""

import argparse
from collections.abc import Sequence

from unladen import __version__


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="unladen",
        description="Benchmark and regression tracking on top of asv and scalene. "
        "This version has no verbs yet: measure with asv itself (.ci/measure in the repository).",
    )
    parser.add_argument("--version", action="version", version=f"unladen {__version__}")
    parser.parse_args(words)
    parser.print_help()
    return 0
