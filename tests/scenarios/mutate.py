"""Takes each check away in a copy of the house, and runs its scenario, which has to fail.

    python -m tests.scenarios.mutate              all rows, two at a time
    python -m tests.scenarios.mutate I07 I33      these
    python -m tests.scenarios.mutate --jobs 1

Exit 1 if a scenario is green without its check, or red before anything was taken away.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.scenarios.page import rows
from tests.scenarios.rows import NUMBERS, ROOT, Row

LEFT_OUT = ("results/", "docs/pictures/", "node_modules/")
PASSED, FAILED = 0, 1


@dataclass(frozen=True)
class Copy:
    """Of what git knows of the house, with environments that stay from row to row."""

    folder: Path

    @property
    def house(self) -> Path:
        return self.folder / "house"

    def make(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if not name.startswith(LEFT_OUT) and (ROOT / name).is_file():
                (self.house / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.house / name)
        (self.folder / "environments").mkdir()

    def tests(self, names: list[str]) -> subprocess.CompletedProcess[str]:
        places = [self.house, self.house / "arc_solver" / "src"]
        known = os.environ | {
            "PYTHONPATH": os.pathsep.join(str(place) for place in places),
            "PYTHONDONTWRITEBYTECODE": "1",  # what is sabotaged and mended within a second
            "SCENARIO_ENVIRONMENTS": str(self.folder / "environments"),
        }
        words = [
            "-m",
            "pytest",
            "-q",
            "-x",
            "--full",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:randomly",
        ]
        return subprocess.run(
            [sys.executable, *words, *names],
            cwd=self.house, env=known, check=False, capture_output=True, text=True,
        )  # fmt: skip

    def without(self, row: Row) -> tuple[str, bool]:
        """What became of a row's scenario without its check, and whether it should have."""
        sabotage = row.sabotage
        if sabotage is None or not sabotage.fits(self.house):
            return "its sabotage does not fit the code", False
        original = (self.house / sabotage.file).read_text()
        sabotage.apply(self.house)
        try:
            done = self.tests(row.tests)
        finally:
            (self.house / sabotage.file).write_text(original)
        if done.returncode == FAILED:
            return f"red ({_reason(done.stdout)})", True
        return f"not red, exit {done.returncode}\n{done.stdout[-2000:]}", False


def _reason(output: str) -> str:
    told = [line for line in output.splitlines() if line.startswith("E ")]
    return told[0][2:].strip()[:100] if told else "no assertion told"


def one(row: Row, copies: SimpleQueue[Copy]) -> bool:
    copy, began = copies.get(), time.monotonic()
    try:
        told, right = copy.without(row)
    finally:
        copies.put(copy)
    print(f"{row.number}  {time.monotonic() - began:5.1f} s  {told}", flush=True)
    return right


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.scenarios.mutate")
    words.add_argument("rows", nargs="*", metavar="ROW", help="I01 ... I60; all if none is named")
    words.add_argument("--jobs", type=int, default=2)
    arguments = words.parse_args()
    known = rows()
    wanted = [known[number] for number in arguments.rows or NUMBERS if number in known]
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for job in range(arguments.jobs):
            copy = Copy(Path(folder) / str(job))
            copy.make()
            copies.put(copy)
        with ThreadPoolExecutor(arguments.jobs) as jobs:
            right = list(jobs.map(lambda row: one(row, copies), wanted))
    print(f"{sum(right)} of {len(right)} scenarios fail without their check")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
