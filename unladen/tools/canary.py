"""an interpreter with scalene -> whether its splits can be believed: work whose split is known.

A loop is all Python, and hashing is all native; what scalene says of them is held against that. How
far it is off on a machine where it works stands in docs/statistics.md.
"""

import os
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

from unladen.tools import scalene
from unladen.tools.alone import run_below

FIELDS = dict(zip(("python", "native"), scalene.FIELDS, strict=False))
LEAST = {"python": 0.45, "native": 0.7}
"""Of each canary's time that is called what it is: a pure loop reads 42 % native on good days."""
TIMEOUT = 60.0


def has_scalene(python: Path) -> bool:
    find = "import importlib.util as u; exit(u.find_spec('scalene') is None)"
    words = [str(python), "-P", "-c", find]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def shares(python: Path) -> dict[str, float]:
    """Of each canary, what part of its time is called what it is."""
    with as_file(files("unladen.probe") / "canary.py") as script:
        return {kind: _share(python, script, kind) for kind in LEAST}


def _share(python: Path, script: Path, kind: str) -> float:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        words = [str(python), "-P", "-m", "scalene", "run", "--no-async", "--cpu-only"]
        words += ["--cpu-sampling-rate", scalene.RATE, "--profile-all", "--profile-only", "canary"]
        out = folder / scalene.OUT
        words += ["-o", str(out), str(script), "---", kind]
        run_below(words, {**os.environ, "TMPDIR": place}, folder, TIMEOUT)
        found = [line for each in scalene.lines(out).values() for line in each]
        return sum(float(line.get(FIELDS[kind]) or 0.0) for line in found) / 100


def doubts(told: Mapping[str, float]) -> str:
    """What is wrong; empty if it can be believed."""
    wrong = [
        f"of {'a loop' if kind == 'python' else 'hashing'} it calls {100 * told[kind]:.0f} % {kind}"
        for kind, least in LEAST.items()
        if told[kind] < least
    ]
    return " and ".join(wrong)
