"""unladen killed at random moments, by the signal that nobody hears: is anything lost or left?

    python -m tests.quality.kills --kills 200

Verbs take turns: run, gate, explain, publish. After each kill every record, profile and asv file
can be read, no run of a worker is there twice, none that was there is gone, and within two seconds
no process is left of it. Afterwards each verb succeeds, and what killed ones left in the folder for
temporary files is swept.
"""

import argparse
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e.projects import Project, new_project

VERBS: dict[str, tuple[str, ...]] = {
    "run": ("run", "one..two", "-b", "time_work|track", "--pairs", "2"),
    "gate": ("gate", "one", "two", "-b", "time_work", "--budget", "10", "--fresh", "--no-why"),
    "explain": ("explain", "one", "two", "-b", "time_work", "--pairs", "2"),
    "publish": ("publish", "-o", "pages"),
}
GONE_SECONDS = 2.0
OLD = 10_000.0


@dataclass
class Killed:
    """What was seen after all kills so far."""

    kills: int = 0
    late: int = 0
    """It had ended by itself."""
    wrong: list[str] = field(default_factory=list)
    runs: set[tuple[str, str, str, int]] = field(default_factory=set)
    slowest: float = 0.0
    """Seconds until no process was left."""


def prepared(folder: Path) -> tuple[Project, dict[str, float]]:
    """And how long each verb takes here."""
    project = new_project(folder)
    project.work(loops=30_000)
    project.commit("one")
    project.work(loops=30_600)
    project.commit("two")
    took = {}
    for _ in range(2):  # the first time environments are made
        for verb, words in VERBS.items():
            began = time.monotonic()
            done = project.unladen(*words, "-q")
            took[verb] = time.monotonic() - began
            if done.returncode not in (0, 1, 3):
                raise SystemExit(f"{verb}: {done.returncode} {done.stderr}")
    return project, took


def left_of(folder: Path, temporary: Path) -> list[str]:
    """Processes that know one of these folders."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes()
            told = command + (entry / "environ").read_bytes()
        except OSError:
            continue
        mine = entry.name == str(os.getpid())
        if not mine and (os.fsencode(folder) in told or os.fsencode(temporary) in told):
            found.append(command[:100].decode("utf-8", "replace"))
    return found


def kill_once(project: Project, temporary: Path, verb: str, seconds: float, told: Killed) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "unladen", *VERBS[verb], "-q"],
        cwd=project.folder,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        running.wait(seconds)
        told.late += 1
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGKILL)
        running.wait()
    told.kills += 1
    began = time.monotonic()
    while (left := left_of(project.folder, temporary)) and time.monotonic() - began < 10:
        time.sleep(0.02)
    told.slowest = max(told.slowest, time.monotonic() - began)
    if left or time.monotonic() - began > GONE_SECONDS:
        told.wrong.append(f"{verb} killed after {seconds:.2f} s: left {left[:3]}")
    told.wrong += [f"{verb} killed after {seconds:.2f} s: {each}" for each in harmed(project, told)]


def harmed(project: Project, told: Killed) -> list[str]:
    wrong = []
    seen: list[tuple[str, str, str, int]] = []
    for path in sorted((project.folder / "results").rglob("*")):
        if ".damaged" in path.name:
            wrong.append(f"{path.name} was set aside")
        if path.name.startswith(".") or not path.is_file():
            continue
        try:
            if path.name.endswith(".json.gz"):
                json.loads(gzip.decompress(path.read_bytes()))
            elif path.suffix == ".json":
                value = json.loads(path.read_text())
                if "measurements" in value:
                    seen += _runs(path.name, value)
        except (OSError, ValueError, EOFError) as error:
            wrong.append(f"{path} cannot be read: {error}")
    doubled = [run for run, count in Counter(seen).items() if count > 1]
    lost = told.runs - set(seen)
    told.runs |= set(seen)
    wrong += [f"twice: {run}" for run in doubled[:3]] + [f"lost: {run}" for run in sorted(lost)[:3]]
    return wrong


def _runs(
    name: str, record: dict[str, dict[str, dict[str, object]]]
) -> list[tuple[str, str, str, int]]:
    found = []
    for id, each in record["measurements"].items():
        runs = each["runs"]
        assert isinstance(runs, list)
        found += [(name, id, str(run["session"]), int(run["pair"])) for run in runs]
    return found


def afterwards(project: Project, temporary: Path) -> list[str]:
    wrong = []
    for path in temporary.iterdir():
        then = time.time() - OLD
        os.utime(path, (then, then), follow_symlinks=False)
    for verb, words in VERBS.items():
        done = subprocess.run(
            [sys.executable, "-m", "unladen", *words, "-q"],
            cwd=project.folder,
            env={**os.environ, "TMPDIR": str(temporary)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1, 3):
            wrong.append(f"afterwards {verb}: {done.returncode} {done.stderr[-300:]}")
    left = [path.name for path in temporary.iterdir()]
    return wrong + ([f"left for ever: {left[:5]}"] if left else [])


def killed(kills: int, seed: int, place: Path) -> Killed:
    project, took = prepared(place / "victim")
    temporary = place / "temporary"
    temporary.mkdir()
    told, order = Killed(), random.Random(seed)
    harmed(project, told)
    for number in range(kills):
        verb = [*VERBS][number % len(VERBS)]
        kill_once(project, temporary, verb, order.uniform(0.05, took[verb]), told)
    told.wrong += afterwards(project, temporary)
    return told


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        told = killed(asked.kills, asked.seed, Path(place))
    clean = told.kills - len({each.partition(":")[0] for each in told.wrong})
    took = time.monotonic() - began
    print(
        f"{told.kills} kills ({told.late} came too late), {clean} clean; the last process was gone "
        f"after {told.slowest:.2f} s at most; {took:.0f} s"
    )
    for each in told.wrong:
        print(f"  WRONG {each}")
    return int(bool(told.wrong))


if __name__ == "__main__":
    sys.exit(main())
