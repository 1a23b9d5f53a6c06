"""I55: instrumentation proves itself. Who runs past its counters is found by the interpreter."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from unladen.profiling.calls import _proven
from unladen.profiling.places import Places
from unladen.tools.alone import NoFinding

PROBE = Path(__file__).parents[3] / "unladen" / "probe"
PACKAGE = """
import dataclasses


@dataclasses.dataclass
class Point:
    x: int

    def far(self):
        class Local:
            pass
        return [each for each in range(self.x) if (lambda k: k)(each)]


def work():
    return Point(3).far()
"""
HOOK = """
import importlib.machinery, sys


class Loader(importlib.machinery.SourceFileLoader):
    pass


class Hook:
    def find_spec(self, name, path=None, target=None):
        if not name.startswith("hooked."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, Hook())
from hooked.core import work
"""
CODE = """
import json, sys
sys.path.insert(0, ".")
import unladen_probe_calls as counters
from unladen_probe_witness import entered, uncounted
counters.count_calls_of([sys.argv[1]])
package = __import__(sys.argv[1])
ran = entered([sys.argv[1]], package.work)
moved = [(s[0], s[1]) for s, n in zip(counters.SITES, counters.COUNTS) if n]
print(json.dumps([sorted(name for _, name in ran), [name for _, name in uncounted(ran, moved)]]))
"""


def told(folder: Path, package: str) -> tuple[list[str], list[str]]:
    words = [sys.executable, "-c", CODE, package]
    known = {"PYTHONPATH": str(PROBE)}
    done = subprocess.run(words, cwd=folder, env=known, capture_output=True, text=True, check=True)
    ran, unmoved = json.loads(done.stdout)
    return ran, unmoved


def test_every_counter_of_what_runs_moves(tmp_path: Path) -> None:
    """Also where nobody wrote what runs: no body of a class, no comprehension, no __init__."""
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/__init__.py").write_text(PACKAGE)
    assert told(tmp_path, "plain") == (["Point.far", "work"], [])


def test_who_was_imported_past_the_counters_is_named(tmp_path: Path) -> None:
    (tmp_path / "hooked").mkdir()
    (tmp_path / "hooked/__init__.py").write_text(HOOK)
    (tmp_path / "hooked/core.py").write_text(PACKAGE)
    assert told(tmp_path, "hooked") == (["Point.far", "work"], ["Point.far", "work"])


def test_a_count_that_is_not_proven_is_not_told() -> None:
    places = cast(Places, SimpleNamespace(file_of=lambda path: path.removeprefix("/site/")))
    _proven([], places)
    with pytest.raises(NoFinding, match=r"pkg/core.py:work and 1 more ran, and its counter did"):
        _proven([["/site/pkg/core.py", "work"], ["/site/pkg/core.py", "rest"]], places)
