"""The first hour of somebody else's project: the commands of docs/unladen.md, as they stand there.

    python -m tests.quality.first_hour FOLDER BASE HEAD
    python -m tests.quality.first_hour ~/tqdm v4.68.4 v4.69.0 --words '-b format'

FOLDER is a clone with a suite of asv's, or tests with pytest-benchmark's fixture. It is cloned once
more, an environment gets this unladen by pip, and the page's first block is run line by line: only
the two commits are other ones, and what goes on until it is stopped (`watch`) or has nothing to do
with the project (`demo`) is left out. A site is made at the end. What is printed is a transcript
for docs/first-hour.md, with the minutes.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "unladen.md"
LEFT_OUT = ("unladen watch", "unladen demo", "cd ", "python3 -m venv", "export ")
MOST_LINES = 14


def commands() -> list[str]:
    """Of the page's first block, without its remarks."""
    block = re.search(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block is not None
    lines = [line.partition("  #")[0].strip() for line in block[1].splitlines()]
    return [line for line in lines if line and not line.startswith(LEFT_OUT)]


def adapted(line: str, base: str, head: str, words: str) -> str:
    if line.startswith("~/.unladen/bin/python -m pip install"):
        return f"pip install --quiet {shlex.quote(str(ROOT))}"
    if line == "unladen init":
        return f"{line} --install git+https://git.example/unladen@{base}"
    return (
        f"{line.replace('main HEAD', f'{base} {head}')} {words}".strip()
        if ("gate" in line)
        else line
    )


def transcript(folder: Path, base: str, head: str, words: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as place:
        clone, environment = Path(place) / folder.name, Path(place) / "environment"
        subprocess.run(["git", "clone", "-q", str(folder), str(clone)], check=True)
        began = time.monotonic()
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
        variables = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"}
        for line in (*commands(), "unladen publish"):
            command = adapted(line, base, head, words)
            started = time.monotonic()
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=clone,
                env={**variables, "PATH": path},
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            took = time.monotonic() - started
            told = command.replace(str(ROOT), "unladen").replace(" --quiet", "")
            yield f"$ {told}"
            yield from _shown(done.stdout.replace(place, "…").splitlines())
            if done.returncode not in (0, 1, 3):
                yield from _shown(done.stderr.splitlines()[-6:])
            yield f"[exit {done.returncode}, {took:.0f} s]"
        status = subprocess.run(
            ["git", "status", "--short"], cwd=clone, capture_output=True, text=True, check=True
        )
        yield "$ git status --short"
        yield from status.stdout.splitlines()
        yield f"[{(time.monotonic() - began) / 60:.1f} minutes in all]"


def _shown(lines: Sequence[str]) -> Iterator[str]:
    """The end, where the answer is; the beginning, where the verdict stands."""
    if len(lines) <= MOST_LINES:
        yield from lines
        return
    half = MOST_LINES // 2
    yield from lines[:half]
    yield f"[… {len(lines) - 2 * half} lines]"
    yield from lines[-half:]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("--words", default="", help="further ones of the gate")
    asked = parser.parse_args(words)
    for line in transcript(asked.folder.resolve(), asked.base, asked.head, asked.words):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
