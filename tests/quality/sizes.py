"""Single benchmarks from ten microseconds to two seconds, each 2 % slower: decided, how, how soon?

    python -m tests.quality.sizes --gates 10
    python -m tests.quality.sizes --gates 10 --same        # head does what base does
    python -m tests.quality.sizes --gates 10 --busy        # two other processes work meanwhile

Default allowance (1 %), nothing of an earlier gate, `--budget 20`. Where head does the same, it
still differs in a function that all benchmarks run.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.e2e.projects import Project, new_project
from tests.quality.harmless import others

SECONDS = (1e-5, 1e-3, 1e-2, 4e-2, 2.0)
TRIED = 2_000_000
"""Loops, to know how many take a second here."""
MORE = 1.02

SUITE = """
import victim


class Sizes:
    params = {loops}

    def time_size(self, loops):
        victim.spin(loops)
"""
SPIN = '''

def spin(n):
    """{said}"""
    n = int(n * {factor})
    total = {start}
    for k in range(n):
        total += k & 7
    return total
'''


def loops_in_a_second() -> float:
    namespace: dict[str, Callable[[int], int]] = {}
    exec(SPIN.format(said="here", factor=1.0, start=0), namespace)
    took = []
    for _ in range(5):
        begun = time.process_time()
        namespace["spin"](TRIED)
        took.append(time.process_time() - begun)
    return TRIED / statistics.median(took)


def made(place: Path) -> tuple[Project, list[int]]:
    loops = [round(seconds * loops_in_a_second()) for seconds in SECONDS]
    project = new_project(place / "victim", SUITE.format(loops=loops))
    for name, factor, start in (("base", 1.0, 0), ("slower", MORE, 0), ("same", 1.0, 1)):
        project.work(extra=SPIN.format(said=name, factor=factor, start=start))
        project.commit(name)
    return project, loops


def gates(project: Project, loops: int, head: str, count: int) -> str:
    verdicts: Counter[str] = Counter()
    seconds = []
    for _ in range(count):
        words = ("--budget", "20", "--fresh", "--no-why", "-q", "--json")
        pattern = rf"time_size\({loops}\)"
        done = project.unladen("gate", "base", head, "-b", pattern, *words, timeout=600)
        if not done.stdout:
            raise SystemExit(done.stderr)
        decision = json.loads(done.stdout)
        (one,) = decision["comparisons"]
        verdicts[f"{one['verdict']} by {one['stage']}" if one["stage"] else one["verdict"]] += 1
        seconds.append(decision["seconds"])
    told = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    return f"median {statistics.median(seconds):4.1f} s, longest {max(seconds):4.1f} s: {told}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--gates", type=int, default=10)
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--busy", action="store_true")
    asked = parser.parse_args()
    head = "same" if asked.same else "slower"
    with tempfile.TemporaryDirectory() as place, others(2 if asked.busy else 0):
        project, all_loops = made(Path(place))
        for seconds, loops in zip(SECONDS, all_loops, strict=True):
            told = gates(project, loops, head, asked.gates)
            print(f"{1000 * seconds:8.2f} ms  {told}", flush=True)


if __name__ == "__main__":
    main()
