"""How long until there are reasons: `unladen explain` of a benchmark of ten milliseconds.

    python -m tests.quality.explaining [--times 3]

The first time environments are made, too (`building apart`, as a budget has it, is not possible to
leave out of it); then what was found is removed, and it is asked again in the same environments.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.planted import base_plan, changed, planted_project, whole, write
from tests.e2e.projects import Project

ITERATIONS = 400_000
"""Of ten milliseconds, more or less."""


def ten_milliseconds(folder: Path) -> Project:
    project = planted_project(folder)
    base = base_plan(1)
    head = changed(base, 1, "slower")
    factor = ITERATIONS / whole(base)
    for name, plan in (("base", base), ("head", head)):
        for module in plan.modules.values():
            module.own, module.calls = int(module.own * factor), int(module.calls * factor)
        write(project, plan)
        project.commit(name)
    return project


def explained(project: Project) -> tuple[float, float]:
    """Seconds until the first reason, and until all is told."""
    began = time.monotonic()
    first = 0.0
    command = [sys.executable, "-m", "unladen", "explain", "base", "head"]
    with subprocess.Popen(
        command, cwd=project.folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("  why ") and not first:
                first = time.monotonic() - began
    if process.returncode:
        raise SystemExit(f"it ended with {process.returncode}")
    return first, time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        project = ten_milliseconds(Path(place) / "planted")
        for number in range(asked.times):
            first, last = explained(project)
            word = "environments made" if number == 0 else "environments there"
            print(f"{word}: reasons after {first:.0f} s, all after {last:.0f} s", flush=True)
            shutil.rmtree(project.folder / "results")


if __name__ == "__main__":
    main()
