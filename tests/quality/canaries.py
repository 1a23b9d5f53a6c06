"""Benchmarks whose split and memory are known, taken apart by `unladen run`: what each lane says.

    python -m tests.quality.canaries [--times 2]

Two commits of the same code are taken apart, so that beside the truth it is seen by how much two
looks at the same thing differ: thresholds of flags (judge/flags.py) must be beyond that.
"""

import argparse
import json
import math
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.projects import Project, new_project
from unladen.model.anatomy import Anatomy
from unladen.store.profiles import Profiles

SUITE = """
import hashlib
import subprocess
import sys
import threading
import time

BLOCK = bytes(2_000_000)
KEPT = []
total = 0
for k in range(3_000_000):  # at import, which is none of the calls
    total += k


class Canary:
    def setup(self):
        self.rows = [k * k for k in range(300_000)]  # at set-up: neither

    def time_native(self):
        for _ in range(12):
            hashlib.sha256(BLOCK).digest()

    def time_python(self):
        total = 0
        for k in range(400_000):
            total += k * k % 7

    def time_half(self):
        total = 0
        for k in range(200_000):
            total += k * k % 7
        for _ in range({blocks}):
            hashlib.sha256(BLOCK).digest()

    def time_sleep(self):
        time.sleep(0.03)

    def time_kept(self):
        KEPT[:] = [bytearray(50_000_000)]

    def time_freed(self):
        bytearray(50_000_000)

    def time_copy(self):
        first = bytearray(20_000_000)
        bytes(first)

    def time_generator(self):
        sum(k * k % 7 for k in range(400_000))

    def time_threads(self):
        each = [threading.Thread(target=self.time_native) for _ in range(2)]
        for one in each:
            one.start()
        for one in each:
            one.join()

    def time_child(self):
        subprocess.run([sys.executable, "-S", "-c", "sum(range(2_000_000))"], check=True)
"""
TABLE = """
[tool.unladen.profile]
benchmarks = ["Canary"]
most = 20
lanes = ["calls", "splits", "memory"]
"""


@dataclass(frozen=True)
class Truth:
    """None is: it is not said what it should be."""

    python: float | None = None
    native: float | None = None
    system: float | None = None
    peak: float | None = None
    """Megabytes, of a call."""


TRUTHS = {
    "native": Truth(python=0, native=1),
    "python": Truth(python=1, native=0, peak=0),
    "half": Truth(python=0.5, native=0.5),
    "sleep": Truth(system=1),
    "kept": Truth(peak=50),
    "freed": Truth(peak=50),
    "copy": Truth(peak=40),
    "generator": Truth(python=1, native=0, peak=0),
    "threads": Truth(python=0, native=1),
    "child": Truth(system=1),
}


def taken_apart(folder: Path) -> tuple[dict[str, Anatomy], dict[str, Anatomy]]:
    project = new_project(folder, SUITE.replace("{blocks}", "6"))
    text = (project.folder / "pyproject.toml").read_text()
    project.write("pyproject.toml", text + TABLE)
    project.commit("one")
    project.write("README", "nothing that runs")
    project.commit("two")
    done = project.unladen("run", "one..two", "--pairs", "2", "--json", "-q", timeout=3600)
    if done.returncode:
        raise SystemExit(done.stderr)
    for note in json.loads(done.stdout)["notes"]:
        print(f"note  {note}")
    for flag in json.loads(done.stdout)["flags"]:
        print(f"FLAG  {flag['kind']} of {flag['benchmark']}: {flag['what']}")
    return tuple(_anatomies(project, name) for name in ("one", "two"))  # type: ignore[return-value]


def _anatomies(project: Project, name: str) -> dict[str, Anatomy]:
    profiles = Profiles(project.folder / "results" / "profiles")
    (machine,) = {profile.machine for profile in profiles.all()}
    return profiles.anatomies(machine, project.git("rev-parse", name), None)


def shares(anatomy: Anatomy) -> tuple[float, float, float] | None:
    """Python, native, system; None where scalene saw nothing that may be believed."""
    if not anatomy.splits:
        return None
    each = anatomy.splits.values()
    parts = [sum(getattr(s, part) for s in each) for part in ("python", "native", "system")]
    whole = math.fsum(parts) or 1.0
    return (parts[0] / whole, parts[1] / whole, parts[2] / whole)


def line(name: str, truth: Truth, one: Anatomy, two: Anatomy) -> str:
    told = f"{name:<10}"
    both = shares(one), shares(two)
    for index, part in enumerate(("python", "native", "system")):
        known = getattr(truth, part)
        wanted = "" if known is None else f" (truth {100 * known:.0f})"
        seen = " ".join("   -" if s is None else f"{100 * s[index]:4.0f}" for s in both)
        told += f"  {part} {seen} %{wanted:<12}"
    peaks = " ".join(f"{(side.peak or 0) / 1e6:6.2f}" for side in (one, two))
    wanted = "" if truth.peak is None else f" (truth {truth.peak:.0f})"
    return f"{told}  peak {peaks} MB{wanted}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=1)
    asked = parser.parse_args()
    for _ in range(asked.times):
        with tempfile.TemporaryDirectory() as place:
            one, two = taken_apart(Path(place) / "canaries")
            for name, truth in TRUTHS.items():
                id = f"suite.Canary.time_{name}"
                if id in one and id in two:
                    print(line(name, truth, one[id], two[id]), flush=True)
                else:
                    print(f"{name:<10}  not taken apart", flush=True)


if __name__ == "__main__":
    main()
