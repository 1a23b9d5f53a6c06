"""Real histories: how many steps are blamed on commits that change nothing, and on the right one?

    python -m tests.quality.blame ASV_RUNNER PANDAS
    python -m tests.quality.blame ../asv-runner ../pandas --branch pandas_20250203 --plants 40

ASV_RUNNER is a clone of pandas-dev/asv-runner, PANDAS one of pandas-dev/pandas; nothing in them is
changed. Of commits that change nothing that runs, every step is the machine's doing: how often they
happen there says how many of the others are of the same kind (*share that is ambient*). Planted
steps begin at random commits that change something, in some series of one module, on top of what
was measured.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unladen.history.blame import opened
from unladen.history.checkpoints import End, end_of, settled_of
from unladen.history.elsewhere import NOTHING_RAN, OUT_OF_REACH, Answerable, ambient_in, answerable
from unladen.history.ledger import Ledger, gathered
from unladen.judge.ambient import module_of
from unladen.judge.candidates import YOUNG
from unladen.model.steps import NOBODYS, Step
from unladen.store.project import Project
from unladen.tools.settings import load
from unladen.tools.terminal import Progress

SIZES = (0.03, 0.05, 0.10, 0.20)
MOST_SERIES = 40
CONFIGURATION = {
    "version": 1,
    "project": "pandas",
    "repo": ".",
    "branches": ["main"],
    "environment_type": "virtualenv",
    "benchmark_dir": "asv_bench/benchmarks",
    "results_dir": "results/asv",
}


def laid_out(place: Path, results: Path, source: Path, branch: str) -> Project:
    """A project in which asv's results lie where asv would have put them."""
    folder = place / "pandas"
    clone = ["git", "clone", "-q", "-s", "-n", str(source), str(folder)]
    subprocess.run(clone, check=True)
    target = folder / "results" / "asv"
    target.mkdir(parents=True)
    packed = subprocess.Popen(
        ["git", "-C", str(results), "archive", branch, "data/results"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # of folders that a partial clone does not have
    )
    unpack = ["tar", "x", "-C", str(target), "--strip-components=2"]
    subprocess.run(unpack, stdin=packed.stdout, check=True)
    if not any(target.rglob("*.json")):
        raise SystemExit(f"{results} has no data/results on the branch {branch}")
    (folder / "asv.conf.json").write_text(json.dumps(CONFIGURATION))
    return Project(folder, load(folder), Progress(quiet=True))


def blamed(project: Project) -> Counter[str]:
    """Steps by what became of them, as `unladen history` tells it."""
    return Counter(
        told.standing.value for series in opened(project).series() for told in series.steps
    )


@dataclass(frozen=True)
class Known:
    """One group, with all that is asked of it."""

    ledger: Ledger
    end: End
    answers: Answerable

    def module(self, column: int) -> str:
        return module_of(self.end.group.columns[column].name)

    def whose(
        self, answers: Answerable, step: Step, column: int, steps: Sequence[Step]
    ) -> tuple[str, Step]:
        """Why it is no commit's doing, and where it was put."""
        placed, why = answers.whose(step, self.module(column), steps)
        return why, placed


def share_that_is_ambient(known: Known) -> str:
    """Of what is left when events of the machine, and doubtful kinds, are taken out."""
    runs = known.answers.runs
    idle, busy = int((~runs).sum()), int(runs.sum())
    left = blamed_on_nothing = out_of_reach = found_on_nothing = steps = 0
    for column, settled in enumerate(known.end.settled):
        for step in settled.steps:
            steps += 1
            at = slice(step.since + 1, step.index + 1)
            found_on_nothing += not known.answers.runs[at].any()
            why, placed = known.whose(known.answers, step, column, settled.steps)
            left += not why
            blamed_on_nothing += why == NOTHING_RAN
            out_of_reach += why == OUT_OF_REACH
            assert why or known.answers.can(placed, known.module(column))
    before = found_on_nothing / idle * busy / max(1, steps - found_on_nothing)
    after = blamed_on_nothing / idle * busy / max(1, left)
    return (
        f"{steps} settled steps, {found_on_nothing} found at the {idle} of {len(runs)} commits "
        f"that change nothing that runs; share that is ambient {100 * before:.0f} %\n"
        f"{left} steps are blamed on commits, 0 of them on such; {blamed_on_nothing} more fitted "
        f"only such, {out_of_reach} only commits of other benchmarks: share that is ambient "
        f"{100 * after:.0f} %"
    )


def planted(known: Known, order: random.Random, size: float, trials: int) -> str:
    found = right = ranges = total = 0
    for _ in range(trials):
        row, columns = chosen(known, order)
        block = known.ledger.block(known.end.group, [known.end.group.columns[n] for n in columns])
        values = block.values.copy()
        values[row:] *= 1 + size
        settled = list(known.end.settled)
        for place, number in enumerate(columns):
            kind = known.end.group.columns[number].kind
            settled[number] = settled_of(values[: known.end.at, place].copy(), kind)
        end = replace(known.end, settled=settled)
        answers = replace(known.answers, ambient=ambient_in(end, known.answers.runs))
        for number in columns:
            total += 1
            near = [s for s in settled[number].steps if abs(s.index - row) <= 5 and s.change > 0]
            found += bool(near)
            steps = settled[number].steps
            for why, placed in (known.whose(answers, step, number, steps) for step in near):
                if not why and placed.since < row <= placed.index:
                    right += 1
                    ranges += placed.index - placed.since > 1
                    break
    return (
        f"+{100 * size:.0f} %: found {100 * found / total:.0f} %, blamed on the right commit or a "
        f"range that holds it {100 * right / total:.0f} % ({ranges} of {right} on a range)"
    )


def chosen(known: Known, order: random.Random) -> tuple[int, list[int]]:
    """A commit that changes something, and some series of one module that have points there."""
    by_module: dict[str, list[int]] = {}
    for number, column in enumerate(known.end.group.columns):
        if column.kind == "time" and known.end.settled[number].points > known.end.at // 2:
            by_module.setdefault(module_of(column.name), []).append(number)
    rows = [n for n in range(YOUNG, known.end.at - 2 * YOUNG) if known.answers.runs[n]]
    module = order.choice(sorted(by_module))
    most = min(MOST_SERIES, len(by_module[module]))
    return order.choice(rows), order.sample(by_module[module], order.randint(1, most))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("results", type=Path, metavar="ASV_RUNNER")
    parser.add_argument("source", type=Path, metavar="PANDAS")
    parser.add_argument("--branch", default="pandas_20250203")
    parser.add_argument("--plants", type=int, default=30, help="planted commits of each size")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        source, results = asked.source.resolve(), asked.results.resolve()
        project = laid_out(Path(place), results, source, asked.branch)
        ledger = gathered(project)
        ends = [end_of(ledger, group, True, lambda _: None) for group in ledger.groups]
        begun = time.process_time()
        every = answerable(project, ledger.archive, ends)
        seconds = time.process_time() - begun
        end, answers = max(zip(ends, every, strict=True), key=lambda pair: len(pair[0].settled))
        ledger.archive.commit()
        known = Known(ledger, end, answers)
        rows = len(end.group.commits)
        series = len(end.group.columns)
        print(f"{rows} commits, {series} series; who can have done it: {seconds:.1f} s of CPU")
        print(share_that_is_ambient(known))
        for row, why in sorted(answers.ambient.rows.items()):
            if "beside" not in why:
                print(f"  {end.group.commits[row].short}  {why}")
        order = random.Random(asked.seed)
        for size in SIZES:
            print(planted(known, order, size, asked.plants), flush=True)
        told = blamed(project)
        left = sum(told[each] for each in told) - sum(told[each.value] for each in NOBODYS)
        print(f"history: {dict(told.most_common())}, {left} blamed on commits")


if __name__ == "__main__":
    main()
