"""Real A/A gates of a suite of 50 benchmarks: how many fail though nothing changed.

    python -m tests.quality.suite_of_50 --gates 30

Each gate is `unladen gate`, from the command line, on two commits that do the same work.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.e2e.projects import Project, new_project

ONE = """
def time_{number:02}():
    victim.spin({loops})

"""


def prepared(folder: Path, benchmarks: int) -> Project:
    suite = "import victim\n" + "".join(
        ONE.format(number=number, loops=20_000) for number in range(benchmarks)
    )
    project = new_project(folder, suite)
    project.commit("base")
    project.work(extra="\nUNUSED = 1\n")
    project.commit("same")
    return project


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--gates", type=int, default=30)
    parser.add_argument("--benchmarks", type=int, default=50)
    parser.add_argument("--budget", type=int, default=240)
    parser.add_argument("--allow", default="1%")
    words = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        project = prepared(Path(place) / "victim", words.benchmarks)
        for gate in range(words.gates):
            shutil.rmtree(project.folder / "results", ignore_errors=True)
            started = time.monotonic()
            options = ["--budget", str(words.budget), "--allow", words.allow, "--decide-by", "time"]
            done = project.unladen("gate", "base", "same", "-q", "--json", *options, timeout=3600)
            if not done.stdout:
                sys.exit(done.stderr)
            verdicts = Counter(each["verdict"] for each in json.loads(done.stdout)["comparisons"])
            failed += done.returncode == 1
            told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
            seconds = time.monotonic() - started
            print(f"{gate + 1:>3} exit {done.returncode} {seconds:5.0f} s  {told}", flush=True)
    print(f"{failed} of {words.gates} gates failed, of {words.benchmarks} benchmarks each")


if __name__ == "__main__":
    main()
