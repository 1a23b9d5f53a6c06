"""`learn`."""

import argparse
import json
import os
from pathlib import Path

from arc_solver.errors import SolverError
from arc_solver.search.learned import learn, learnable
from arc_solver.search.results import read_results


def library_folder(given: str | None) -> Path:
    """Where learned programs are kept."""
    if given:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home, "arc-solver", "programs")


def learn_(arguments: argparse.Namespace) -> int:
    path, folder = Path(arguments.results), library_folder(arguments.library)
    try:
        results = list(read_results(path))
    except OSError as error:
        fix = "arc-solver search --set training makes one"
        raise SolverError(f"{path}: {error.strerror}", fix) from error
    if not results:
        raise SolverError(f"{path}: no result of a search", "arc-solver search makes such a file")
    new, old = learn(folder, learnable(results, arguments.unproven))
    if arguments.json:
        print(json.dumps({"library": str(folder), "learned": new, "known": old}))
        return 0
    print(f"learned    {len(new)} programs of {len(results)} tasks{_known(old)}")
    print(f"library    {folder}")
    if new:
        print(f"  next: arc-solver solve {new[0]} --library {folder}")
    return 0


def _known(old: list[str]) -> str:
    return f"; {len(old)} were known already" if old else ""
