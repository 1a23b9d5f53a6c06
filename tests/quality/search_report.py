"""python -m tests.quality.search_report FILE...: what a search missed, and what it took.

FILE is a result file of `arc-solver search`. Tasks are told apart by how large their outputs are
beside their inputs, and by how far search came: no answer at all (the size of the output was not
explained), none that reproduces the shown pairs, one that does but is wrong on the test, solved.

    --keep training      keeps it, without programs and grids, as results/search/training.jsonl,
                         and writes what is kept into docs/search.md
"""

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from arc_solver.files import replace_file
from arc_solver.search.results import Result, read_results, scores
from arc_solver.tasks import Task, load

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "results" / "search"
PAGE = ROOT / "docs" / "search.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
SETS = ("training", "evaluation")
CAME = ("solved", "wrong on the test", "misses a shown pair", "no answer")
SIZES = ("as the input", "smaller", "larger", "mixed")


def came(result: Result) -> str:
    if result.solved(2):
        return CAME[0]
    if not result.guesses:
        return CAME[3]
    return CAME[2] if result.guesses[0].missed else CAME[1]


def size_of(task: Task) -> str:
    found = set()
    for sample in task.train:
        assert sample.output is not None
        before = len(sample.input) * len(sample.input[0])
        after = len(sample.output) * len(sample.output[0])
        found.add("as the input" if before == after else "smaller" if after < before else "larger")
    return found.pop() if len(found) == 1 else "mixed"


def told(results: Sequence[Result], tasks: dict[str, Task]) -> Iterator[str]:
    for score in scores(results):
        yield f"{score.guesses} guesses  {score.tasks} tasks  {score.inputs} test inputs"
    counts = Counter((size_of(tasks[each.task]), came(each)) for each in results)
    yield f"{'size of output':<16}" + "".join(f"{name:>21}" for name in CAME)
    for size in SIZES:
        yield f"{size:<16}" + "".join(f"{counts[size, name]:>21}" for name in CAME)
    whole = "".join(f"{sum(counts[size, name] for size in SIZES):>21}" for name in CAME)
    yield f"{'all':<16}{whole}"
    inputs = sum(each.inputs for each in results)
    each_input = [each.cpu_seconds / each.inputs for each in results]
    cpu, states = sum(r.cpu_seconds for r in results), sum(r.states for r in results)
    tenths = statistics.quantiles(each_input, n=10)
    yield (
        f"CPU s for each test input: {cpu / inputs:.2f}; median task {tenths[4]:.2f}, "
        f"nine of ten below {tenths[8]:.2f}, longest {max(each_input):.2f}"
    )
    yield f"states: {states / inputs:.0f} for each test input, {states / cpu:.0f} a CPU second"
    stopped = Counter(each.stopped.partition(":")[0] or "nothing" for each in results)
    yield "stopped by " + ", ".join(f"{name}: {count}" for name, count in stopped.most_common())


def kept(name: str) -> tuple[Result, ...]:
    path = KEPT / f"{name}.jsonl"
    return tuple(read_results(path)) if path.exists() else ()


def keep(path: Path, name: str) -> None:
    """Without programs and grids: what figures are made of."""
    slim = (
        replace(each, guesses=tuple(replace(g, program="", outputs=()) for g in each.guesses))
        for each in read_results(path)
    )
    lines = (json.dumps(asdict(each), separators=(",", ":")) for each in slim)
    replace_file(KEPT / f"{name}.jsonl", "".join(f"{line}\n" for line in lines))


def page() -> str:
    """The page with the figures of what is kept."""
    tasks = {t.id: t for split in SETS for t in load("arcagi", split)}
    blocks = []
    for name in SETS:
        results = kept(name)
        if results:
            head = f"{name}: {len(results)} of 400 tasks searched"
            blocks += ["", "```text", head, *(f"  {line}" for line in told(results, tasks)), "```"]
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([before + BEGIN, *blocks, "", END + after])


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--data", default="arcagi", choices=("arcagi", "arcagi2"))
    parser.add_argument("--missed", action="store_true", help="name the tasks that were missed")
    parser.add_argument("--keep", choices=SETS, help="what the file is of")
    chosen = parser.parse_args(words)
    tasks = {t.id: t for split in ("training", "evaluation") for t in load(chosen.data, split)}
    for path in chosen.files:
        results = tuple(read_results(path))
        print(f"{path}: {len(results)} tasks")
        for line in told(results, tasks):
            print(f"  {line}")
        if chosen.missed:
            for name in CAME[1:]:
                missed = [each.task for each in results if came(each) == name]
                print(f"{name}: {' '.join(missed)}")
    if chosen.keep:
        keep(chosen.files[0], chosen.keep)
        replace_file(PAGE, page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
