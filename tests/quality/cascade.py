"""Gates of real suites, on changes whose truth is known: how many benchmarks are decided, by what.

    python -m tests.quality.cascade ../rich --environment virtualenv:3.11 --release v14.3.1 v14.3.3
    python -m tests.quality.cascade ../pydicom -b uid -b dataset --busy --asv

FOLDER is a clone with an asv suite, or with tests that ask for pytest-benchmark's fixture; nothing
in it is changed. Planted in another clone: a comment; a function that no benchmark runs, slower;
and one that some run, slower by about 3 % and 20 % of the benchmark that runs it most. The truth of
a planted change is the count of instructions that `--decide-by instructions` tells of it, so the
planted loops are counted before they are judged.
`--asv` runs `asv continuous` on the same pairs of commits.
"""

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.projects import Project
from tests.quality.harmless import commented, others, sources, suite_folder

LOOP = 2_000
SIZES = (0.03, 0.20)
ALLOW = 0.01
SHOWN = 4


@dataclass
class Suite:
    """A clone of a project, and what is asked of every gate."""

    project: Project
    suite: Project
    package: str
    words: list[str]
    asv_words: list[str]

    def gate(self, base: str, head: str, *more: str) -> tuple[dict[str, Any], float]:
        """The decision, and the seconds of the whole command."""
        begun = time.monotonic()
        words = ("gate", base, head, "-q", "--json", "--no-why", *self.words, *more)
        done = self.suite.unladen(*words, timeout=3600)
        if not done.stdout:
            raise SystemExit(f"{' '.join(words)}: exit {done.returncode}\n{done.stderr}")
        return json.loads(done.stdout), time.monotonic() - begun

    def asv(self, base: str, head: str) -> str:
        """Its marks and their number; building is in its time."""
        asv = [sys.executable, "-m", "asv"]
        variables = {**os.environ, "HOME": str(self.project.folder.parent)}

        def run(*words: str) -> str:
            done = subprocess.run(
                [*asv, *words],
                cwd=self.suite.folder,
                env=variables,
                capture_output=True,
                text=True,
                check=False,
            )
            return done.stdout + done.stderr

        run("machine", "--yes")
        begun = time.monotonic()
        words = ("--factor", "1.01", "--no-only-changed", *self.asv_words)
        said = run("continuous", base, head, *words)
        told = Counter(re.findall(r"^\| ([+\-~]| )", said, flags=re.MULTILINE))
        marks = dict(told) or said.strip().splitlines()[-1:]
        return f"asv {marks} in {time.monotonic() - begun:.0f} s"


def cloned(source: Path, place: Path, asked: argparse.Namespace) -> Suite:
    project = Project(place / source.name)
    subprocess.run(["git", "clone", "-q", str(source), str(project.folder)], check=True)
    for key, value in (("user.name", "A Test"), ("user.email", "test@example.org")):
        project.git("config", key, value)
    (project.folder / ".git" / "info" / "exclude").write_text("results/\n.asv/\n")
    words = [word for pattern in asked.bench for word in ("-b", pattern)]
    environment = ["-E", asked.environment] if asked.environment else []
    budget = ["--budget", asked.budget] if asked.budget else []
    return Suite(
        project,
        Project(suite_folder(project)),
        asked.package or source.name,
        [*words, *environment, *budget],
        [*words, *environment],
    )


def functions_in(record: dict[str, Any]) -> dict[str, set[str]]:
    """Function -> benchmarks that run it, by `unladen show --json`."""
    found: dict[str, set[str]] = {}
    for id, measured in record["measurements"].items():
        for number in measured.get("functions", ()):
            found.setdefault(record["functions"][number], set()).add(id)
    return found


def slowed(path: Path, qualname: str, loop: int) -> str:
    """The text of a file in which a function counts to so many before it begins."""
    text = path.read_text("utf-8")
    node: Any = ast.parse(text)
    for part in qualname.partition("#")[0].split("."):
        node = next(n for n in node.body if getattr(n, "name", "") == part)
    body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
    lines = text.splitlines(keepends=True)
    lines.insert(body[0].lineno - 1, f"{' ' * body[0].col_offset}for _ in range({loop}): pass\n")
    return "".join(lines)


def first_function(path: Path) -> str:
    found = [n for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
    return found[0].name if found else ""


def candidates(suite: Suite, runs: dict[str, set[str]], all_: int) -> Iterator[tuple[str, str]]:
    """Plain functions that some benchmarks run, but not all."""
    for name, who in sorted(runs.items(), key=lambda item: (-len(item[1]), item[0])):
        file, _, key = name.partition(":")
        if 1 <= len(who) <= max(1, all_ // 2) and "#" not in key:
            for place in (suite.project.folder / file, suite.project.folder / "src" / file):
                if place.is_file():
                    yield str(place.relative_to(suite.project.folder)), key


def told(name: str, decision: dict[str, Any], slower: set[str] | None) -> str:
    """One line: decided by what, found, false."""
    every = decision["comparisons"]
    comparisons = [c for c in every if not c["reason"].startswith("fails on both sides")]
    decided = [c for c in comparisons if c["verdict"] != "undecided"]
    undecided = [c["benchmark"] for c in comparisons if c["verdict"] == "undecided"]
    stages = Counter(c["stage"] or c["verdict"] for c in decided)
    line = f"{name:<24} {len(decided):>3} of {len(comparisons):<3} decided in "
    line += f"{decision['seconds']:>5.1f} s  {dict(stages)}"
    if len(comparisons) < len(every):
        line += f"  ({len(every) - len(comparisons)} more fail on both sides)"
    if slower is not None:
        called = {c["benchmark"] for c in comparisons if c["verdict"] == "slower"}
        line += f"  found {len(called & slower)} of {len(slower)}, false {len(called - slower)}"
    return "\n    open ".join([line, *undecided[:SHOWN]])


def planted(suite: Suite, order: random.Random, asv: bool) -> Iterator[str]:
    paths = sources(suite.project, suite.package)
    for name, text in commented(suite.project.folder, order.choice(paths), order).items():
        suite.project.write(name, text)
    suite.project.commit("planted-comment")
    yield told("comment", suite.gate("planted-comment~1", "planted-comment")[0], set())
    with_functions = [path for path in paths if first_function(path)]
    path = order.choice(with_functions)
    changed = slowed(path, first_function(path), 1)
    suite.project.write(str(path.relative_to(suite.project.folder)), changed)
    suite.project.commit("planted-any")
    suite.gate("planted-any~1", "planted-any", "--decide-by", "code")
    (record,) = json.loads(suite.suite.unladen("show", "planted-any", "--json").stdout)
    runs = functions_in(record)
    all_ = len(record["measurements"])
    if asv:
        yield f"  {suite.asv('planted-any~1', 'planted-any')}"
    yield from _unrun(suite, runs, order, paths)
    chosen = list(candidates(suite, runs, all_))
    order.shuffle(chosen)
    for size in SIZES:
        for where, key in chosen[:8]:
            line = _slower(suite, where, key, size)
            if line:
                yield line
                if asv:
                    yield f"  {suite.asv('planted-base', 'planted-slower')}"
                break


def _unrun(
    suite: Suite, runs: dict[str, set[str]], order: random.Random, paths: list[Path]
) -> Iterator[str]:
    keys = {name.rpartition(":")[2] for name in runs}
    for path in order.sample(paths, len(paths)):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name not in keys:
                name = str(path.relative_to(suite.project.folder))
                suite.project.write(name, slowed(path, node.name, LOOP))
                suite.project.commit("planted-unrun", f"{name}:{node.name}, that nobody runs")
                yield told("a function nobody runs", suite.gate("HEAD~1", "HEAD")[0], set())
                return


def _slower(suite: Suite, where: str, key: str, size: float) -> str:
    """Planted twice: to count what a loop costs, then as large as it is to be."""
    suite.project.git("tag", "-f", "planted-base")
    path = suite.project.folder / where
    before = path.read_text("utf-8")
    try:
        loop = LOOP
        for _ in range(2):
            suite.project.write(where, before)
            suite.project.write(where, slowed(path, key, loop))
            suite.project.git("commit", "-qam", f"{where}:{key} {loop}")
            suite.project.git("tag", "-f", "planted-slower")
            words = ("--decide-by", "code,instructions", "--budget", "300", "--fresh")
            decision, _ = suite.gate("planted-base", "planted-slower", *words)
            changes = {
                c["benchmark"]: c["instructions"]["estimate"] if c["instructions"] else 0.0
                for c in decision["comparisons"]
            }
            most = max(changes.values())
            if most < 0.004:  # so little is noise
                return ""
            loop = max(1, int(loop * size / most))
        truth = {id for id, change in changes.items() if change > 1.5 * ALLOW}
        found, _ = suite.gate("planted-base", "planted-slower", "--fresh")
        return told(f"+{100 * size:.0f} % ({key[:14]})", found, truth)
    finally:
        suite.project.write(where, before)
        suite.project.git("commit", "-qam", "as before", "--allow-empty")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--environment")
    parser.add_argument("--package", help="the folder of the package (the repository's name)")
    parser.add_argument("--release", nargs=2, action="append", default=[])
    parser.add_argument("-b", "--bench", action="append", default=[])
    parser.add_argument("--budget")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", action="store_true", help="two other processes work meanwhile")
    parser.add_argument("--asv", action="store_true", help="asv continuous on the same commits")
    parser.add_argument("--no-planted", action="store_true", help="releases only")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, others(2 if asked.busy else 0):
        suite = cloned(asked.folder.resolve(), Path(place), asked)
        print(f"{asked.folder.resolve().name}, {'busy' if asked.busy else 'as it is'}", flush=True)
        for base, head in asked.release:
            print(told(f"{base} {head}", suite.gate(base, head)[0], None), flush=True)
            if asked.asv:
                print(f"  {suite.asv(base, head)}", flush=True)
        if not asked.no_planted:
            for line in planted(suite, random.Random(asked.seed), asked.asv):
                print(line, flush=True)


if __name__ == "__main__":
    main()
