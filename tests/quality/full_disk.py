"""The disk is full from the Nth write on, for every N: what do verbs say, and is anything harmed?

    python -m tests.quality.full_disk        gate, run and publish, at each write
    python -m tests.quality.full_disk --every 10       at each tenth

A write that fails is not simulated in Python: a small library between the interpreter and the
system answers *no space left* (tests/quality/full_disk.c, gcc). What must hold each time: no bug
of unladen's is told and no traceback, an exit code that says what it is, a path in the message, no
record that cannot be read, nothing half written, and the same command succeeds afterwards.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e.projects import Project, new_project

SOURCE = Path(__file__).with_suffix(".c")
VERBS = {
    "gate": ("gate", "one", "two", "-b", "time_work", "--budget", "5", "--fresh", "--no-why"),
    "run": ("run", "one..two", "-b", "track_answer", "--no-profile", "--fresh"),
    "publish": ("publish", "-o", "pages"),
}
ALLOWED = {0, 1, 3, 4}
MOST = 2000


def library(folder: Path) -> Path:
    made = folder / "full_disk.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return made


def prepared(folder: Path) -> Project:
    project = new_project(folder)
    project.work(loops=30_000)
    project.commit("one")
    project.work(loops=30_001)
    project.commit("two")
    for words in VERBS.values():
        project.unladen(*words, "-q")
    return project


@dataclass
class Told:
    """Of one verb."""

    codes: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def harmed(project: Project) -> str:
    for path in (project.folder / "results").rglob("*"):
        if path.name.endswith(".unladen-part"):
            return f"{path.name} was left"
        if path.suffix == ".json" and path.is_file():
            try:
                json.loads(path.read_text())
            except ValueError:
                return f"{path} cannot be read"
    return ""


def once(project: Project, preload: Path, words: Sequence[str], number: int) -> tuple[int, str]:
    """Its exit code, or -1 where the disk did not get full any more; and what is wrong with it."""
    with tempfile.TemporaryFile() as count:
        variables = {
            "LD_PRELOAD": str(preload),
            "FULL_DISK_FROM": str(number),
            "FULL_DISK_BELOW": str(project.folder),
            "FULL_DISK_COUNT": str(count.fileno()),
        }
        done = subprocess.run(
            [sys.executable, "-m", "unladen", *words, "-q"],
            cwd=project.folder,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            pass_fds=[count.fileno()],
            timeout=300,
            check=False,
        )
        count.seek(0)
        if not count.read():
            return -1, ""
    said = done.stdout + done.stderr
    if done.returncode not in ALLOWED or "Traceback" in said:
        return done.returncode, f"exit code {done.returncode}: {said[-400:]}"
    if done.returncode == 4 and str(project.folder) not in said:
        return done.returncode, f"no path is named: {said[-400:]}"
    return done.returncode, harmed(project)


def tried(project: Project, preload: Path, verb: str, every: int) -> Told:
    told = Told()
    for number in range(1, MOST, every):
        code, wrong = once(project, preload, VERBS[verb], number)
        if code < 0:
            break
        told.codes[code] += 1
        if wrong:
            told.wrong.append(f"write {number}: {wrong}")
    done = project.unladen(*VERBS[verb], "-q")
    if done.returncode not in (0, 3):
        told.wrong.append(f"afterwards: {done.returncode} {done.stderr[-400:]}")
    return told


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--verb", choices=tuple(VERBS), action="append")
    asked = parser.parse_args(words)
    failed = False
    with tempfile.TemporaryDirectory() as place:
        preload = library(Path(place))
        project = prepared(Path(place) / "victim")
        for verb in asked.verb or VERBS:
            began = time.monotonic()
            told = tried(project, preload, verb, asked.every)
            codes = ", ".join(f"{n} times {code}" for code, n in sorted(told.codes.items()))
            took = time.monotonic() - began
            print(f"{verb}: full at {told.codes.total()} writes, exit codes: {codes}; {took:.0f} s")
            for each in told.wrong:
                print(f"  WRONG {each}")
            failed = failed or bool(told.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
