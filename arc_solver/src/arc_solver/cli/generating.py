"""`generate`."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from arc_solver.cli.browse import open_told
from arc_solver.cli.terminal import Progress
from arc_solver.errors import SolverError
from arc_solver.generate import Request, generate
from arc_solver.program.check import Checked
from arc_solver.search.learned import learned
from arc_solver.workload import Workload


def generate_(arguments: argparse.Namespace) -> int:
    path = Path(arguments.out)
    if path.exists() and not arguments.force:
        raise SolverError(f"{path} is there already", "--force replaces it")
    workload = drawn(arguments)
    try:
        workload.save(path)
    except OSError as error:
        raise SolverError(f"{path}: {error.strerror}", "--out FILE in a folder of yours") from error
    told = {
        "file": str(path),
        "tasks": len(workload.items),
        "candidates": workload.asked,
        "sha256": workload.digest,
    }
    if arguments.json:
        print(json.dumps(told))
    else:
        print(f"{path}: {workload.asked} candidates for {len(workload.items)} tasks")
        print(f"  sha256 {workload.digest}")
        print(f"  next: arc-solver evaluate {path}")
    return 0


def _learned(arguments: argparse.Namespace) -> Mapping[str, Checked]:
    """Only what was asked for: what is drawn should not depend on whose machine it is."""
    if not arguments.library:
        return {}
    folder = Path(arguments.library)
    if not folder.is_dir():
        fix = f"arc-solver learn FILE --library {folder} makes one"
        raise SolverError(f"{folder}: no folder of programs", fix)
    return learned(folder)


def drawn(arguments: argparse.Namespace) -> Workload:
    data, split = arguments.data or "arcagi", arguments.split or "training"
    tasks = open_told(data, split)
    request = Request(
        name=arguments.name or "drawn",
        seed=arguments.seed or 0,
        data=data,
        split=split,
        tasks=arguments.tasks or 20,
        per_task=arguments.per_task or 33,
        known_only=arguments.known_only,
    )
    progress = Progress("tasks drawn", request.tasks)
    try:
        return generate(request, tasks, lambda _: progress.advance(), _learned(arguments))
    finally:
        progress.close()
