"""What a gate costs beside building and the benchmarks themselves, by commit.

    python -m tests.quality.overhead

Both commits are built first. Then the seconds of a gate, less those that the benchmarks ran
(each sample, and the warm-up of each process, which is one sample more).
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.projects import new_project

SUITE = "import victim\n\ndef time_work():\n    victim.work()\n"


def benchmark_seconds(folder: Path) -> float:
    """Of all samples in all records, and one more for each process."""
    total = 0.0
    for path in (folder / "results" / "records").glob("*/*.json"):
        for measurement in json.loads(path.read_text())["measurements"].values():
            for run in measurement["runs"]:
                total += run["number"] * (sum(run["wall"]) + statistics.median(run["wall"]))
    return total


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        project = new_project(Path(place) / "victim", SUITE)
        project.commit("base")
        project.work(extra="\nUNUSED = 1\n")
        project.commit("same")
        options = ("-q", "--pairs", "8", "--decide-by", "time")
        project.unladen("gate", "base", "same", *options)
        costs = []
        for _ in range(5):
            shutil.rmtree(project.folder / "results", ignore_errors=True)
            started = time.monotonic()
            project.unladen("gate", "base", "same", *options)
            whole = time.monotonic() - started
            costs.append((whole - benchmark_seconds(project.folder)) / 2)
        middle = statistics.median(costs)
        print(f"a gate of 8 pairs, less its benchmarks: {middle:.2f} s a commit (5 gates)")
    started = time.monotonic()
    for _ in range(5):
        subprocess.run([sys.executable, "-m", "unladen", "--help"], capture_output=True, check=True)
    print(f"unladen --help: {(time.monotonic() - started) / 5 * 1000:.0f} ms")


if __name__ == "__main__":
    main()
