"""Samples of a benchmark and of processes that it starts: whose they are, and what they weigh."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.unladen.test_explain import installed
from unladen.profiling.places import Places
from unladen.profiling.tallies import Kin, Watched, Weights, shares, stacks
from unladen.tools import pyspy
from unladen.tools.suite_sources import AsvSuite

ROOT = 'process 100:"python alone.py"'
SPAWN = 'process 105:"python -c from multiprocessing.spawn import spawn_main; spawn_main(8)"'
LATER = 'process 130:"python -c x = 1\nwork(x)"'
BEFORE = 'process 102:"python made.py"'
MAIN = "<module> (/x/alone.py:1);unladen_region (/x/alone.py:30)"
START = "<module> (<string>:1);spawn_main (/l/python3.11/multiprocessing/spawn.py:1)"
BOOT = f"{START};BaseProcess._bootstrap (/l/python3.11/multiprocessing/process.py:1)"


def raw(path: Path, *lines: str) -> Path:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return path


def watched(folder: Path, kin: Kin, *lines: str) -> Watched:
    suite = folder / "suite"
    suite.mkdir(exist_ok=True)
    places = Places(installed(folder), AsvSuite(suite), [])
    return Watched(kin).add(pyspy.stacks(raw(folder / "stacks.txt.gz", *lines)), places)


def kin(cpu: float = 1.0, children: float = 3.0) -> Kin:
    """105 is the worker of a pool that a set-up made, and 102 a program of it that is over."""
    return Kin([(100, 110)], frozenset({105}), cpu, children)


def test_a_command_line_may_have_line_ends_and_semicolons(tmp_path: Path) -> None:
    lines = (
        f"{ROOT};{MAIN};work (/p/victim.py:3) 7",
        f"{ROOT};{LATER};<module> (<string>:2) 12",
        f"{ROOT};{SPAWN};{BOOT};spin (/p/victim.py:2) 30",
        "<module> (/x/alone.py:1) 2",
    )
    found = list(pyspy.stacks(raw(tmp_path / "s.gz", *lines)))
    assert [(s.pid, s.root, s.in_region, s.count) for s in found] == [
        (100, True, True, 7),
        (130, False, False, 12),
        (105, False, False, 30),
        (0, True, False, 2),
    ]
    assert found[1].frames == [("<string>", "<module>", 2)]
    assert found[0].below_region == [("/p/victim.py", "work", 3)]


def test_what_a_set_up_made_others_do_is_none_of_the_calls(tmp_path: Path) -> None:
    """A pool that was there before works for the calls, and was started before them."""
    seen = watched(
        tmp_path,
        kin(),
        f"{ROOT};{MAIN};work (/p/victim.py:3) 100",
        f"{ROOT};<module> (/x/alone.py:1);setup (/p/suite.py:1) 5000",
        f"{ROOT};{SPAWN};{START};_find_and_load (<frozen importlib._bootstrap>:1) 5000",
        f"{ROOT};{SPAWN};{START};prepare (/l/python3.11/multiprocessing/spawn.py:9) 5000",
        f"{ROOT};{BEFORE};<module> (/p/made.py:1) 5000",
        f"{ROOT};{SPAWN};{BOOT};spin (/p/victim.py:2) 290",
        f"{ROOT};{LATER};_find_and_load (<frozen importlib._bootstrap>:1) 10",
    )
    assert (seen.own.total, seen.others.total) == (100, 300)
    assert "spawn_main" not in "".join(seen.others.stacks)


def test_the_system_says_how_much_others_weigh_and_samples_which_functions(
    tmp_path: Path,
) -> None:
    """3 of 4 CPU seconds are theirs, of which half was seen: no part gets what nobody saw."""
    lines = (
        f"{ROOT};{MAIN};work (/p/victim.py:3) 500",
        f"{ROOT};{LATER};spin (/p/victim.py:2) 750",
    )
    seen = watched(tmp_path, kin(), *lines)
    weights = Weights.of([seen])
    assert (weights.own, weights.others, weights.unseen) == (0.25, 0.375, 0.375)
    found = {key: share.share for key, share in shares([seen], weights).items()}
    assert found == {"victim.py:work": 0.25, "victim.py:spin": 0.375}
    assert sum(stacks([seen], weights).values()) == pytest.approx(0.625)


def test_nearly_all_samples_are_all_and_one_process_alone_is_the_whole(tmp_path: Path) -> None:
    lines = (
        f"{ROOT};{MAIN};work (/p/victim.py:3) 500",
        f"{ROOT};{LATER};spin (/p/victim.py:2) 1400",
    )
    assert Weights.of([watched(tmp_path, kin(), *lines)]).unseen == 0
    assert Weights.of([watched(tmp_path, kin(1.0, 0.0), lines[0])]) == Weights(1.0, 0.0, 0.0)


def test_the_probe_counts_the_seconds_of_others_and_says_who_was_set_up() -> None:
    """A child of a set-up is none of the calls; one that still runs is counted as any other."""
    code = """
import subprocess, sys
import unladen_probe_others as p
spin = [sys.executable, "-c", "for k in range(3_000_000): k * k"]
others = p.Others()
others.let(lambda: subprocess.run(spin))
before = others.said()
subprocess.run(spin)
wait = [sys.executable, "-c", "for k in range(3_000_000): k * k\\nprint(1, flush=True); input()"]
child = subprocess.Popen(wait, stdin=-1, stdout=-1)
child.stdout.readline()
after = others.said()
assert before["children"] < 0.03, before
assert after["children"] > 0.1 and after["cpu"] < after["children"], after
assert len(after["set_up"]) == 2 and not after["alive"], after
assert not any(a <= child.pid <= b for a, b in after["set_up"])
others.let(lambda: None)
assert others.said()["alive"] == [child.pid]
p.forget_main()
assert not hasattr(sys.modules["__main__"], "__file__")
child.communicate(b"x")
"""
    probe = Path(__file__).parents[3] / "unladen" / "probe"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(probe)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
