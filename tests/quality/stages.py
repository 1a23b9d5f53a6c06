"""Each stage by itself: how often does it find a slowdown of a given size, how often a false one?

    python -m tests.quality.stages --gates 30
    python -m tests.quality.stages --gates 30 --stage time --busy

One gate judges workloads of several kinds, each made slower by several sizes and left as it was;
so a gate of nothing but harmless changes is among them. Default options, but for the stage that
decides, and nothing of an earlier gate is used. None of these workloads was in sight when settings
were chosen.
"""

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from tests.e2e.projects import Project, new_project
from tests.quality.harmless import others

MORE = (0.0, 0.5, 1.5, 2.0, 3.0, 5.0, 20.0)
"""Per cent. The allowance is 1."""
KINDS = ("words", "heaps", "matrices")
STAGES = ("code", "code,instructions", "code,time")

SUITE = """
import victim


class Work:
    params = [{kinds}, {more}]
    param_names = ["kind", "more"]

    def time_work(self, kind, more):
        victim.strain(kind, more)


class Apart:
    params = {kinds}

    def time_apart(self, kind):
        victim.apart(kind)
"""
WORK = '''
import heapq

ROUNDS = {{"words": 1000, "heaps": 1000, "matrices": 1000}}
TEXT = "what is the airspeed velocity of an unladen swallow".split()


def words(k):
    counts = {{}}
    for word in TEXT:
        counts[word + str(k % 7)] = counts.get(word, 0) + 1
    return sorted(counts)


def heaps(k):
    heap = [(k * n) % 101 for n in range(12)]
    heapq.heapify(heap)
    return [heapq.heappop(heap) for _ in range(12)]


def matrices(k):
    rows = [[(k + a * b) % 5 for a in range(4)] for b in range(4)]
    return [[sum(x * y for x, y in zip(r, c)) for c in rows] for r in rows]


def apart(kind):
    for k in range(ROUNDS[kind]):
        globals()[kind](k)


def strain(kind, more):
    """{said}"""
    for k in range(round(ROUNDS[kind] * (1 + {factor} * more / 100))):
        globals()[kind](k)
'''


def made(place: Path) -> Project:
    project = new_project(place / "victim", SUITE.format(kinds=list(KINDS), more=list(MORE)))
    for name, factor in (("base", 0), ("slower", 1)):
        project.work(extra=WORK.format(said=name, factor=factor))
        project.commit(name)
    return project


Seen = dict[float, Counter[str]]


def gates(project: Project, stage: str, count: int, *more: str) -> tuple[Seen, list[float]]:
    """Verdicts by what was planted; of nothing planted by whether it could be reached."""
    seen: Seen = defaultdict(Counter)
    seconds = []
    for _ in range(count):
        words = ("--decide-by", stage, "--fresh", "--no-why", "-q", "--json", *more)
        done = project.unladen("gate", "base", "slower", *words, timeout=900)
        if not done.stdout:
            raise SystemExit(done.stderr)
        decision = json.loads(done.stdout)
        for each in decision["comparisons"]:
            planted = each["benchmark"].rpartition(", ")[2].rstrip(")")
            size = -1.0 if "time_apart" in each["benchmark"] else float(planted)
            seen[size][each["verdict"]] += 1
        seconds.append(decision["seconds"])
    return seen, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--gates", type=int, default=30)
    parser.add_argument("--stage", choices=("code", "instructions", "time"))
    parser.add_argument("--budget", help="seconds of a gate (as by default)")
    parser.add_argument("--busy", action="store_true", help="two other processes work meanwhile")
    asked = parser.parse_args()
    chosen = [each for each in STAGES if not asked.stage or each.endswith(asked.stage)]
    with tempfile.TemporaryDirectory() as place, others(2 if asked.busy else 0):
        project = made(Path(place))
        for stage in chosen:
            more = ("--budget", asked.budget) if asked.budget else ()
            seen, seconds = gates(project, stage, asked.gates, *more)
            middle, longest = sorted(seconds)[len(seconds) // 2], max(seconds)
            print(f"{stage}: {asked.gates} gates, median {middle:.1f} s, longest {longest:.1f} s")
            for size, verdicts in sorted(seen.items()):
                what = "not reached" if size < 0 else f"+{size:g} %"
                most = verdicts.most_common()
                told = ", ".join(f"{number} {verdict}" for verdict, number in most)
                print(f"  {what:<12} {told}", flush=True)


if __name__ == "__main__":
    main()
