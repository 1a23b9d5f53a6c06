"""Small projects with an asv suite, made by the tests: a git history of known changes."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PYPROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "victim"
version = "1.0"
[tool.setuptools]
packages = ["victim"]
"""

WORK = '''
"""The code under measurement."""


def spin(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def work(n={loops}):
    return spin(n)


def answer(item):
    return spin(item){wrong}
'''

BENCHMARKS = '''
"""A suite of every kind that asv has."""

import time

import victim


class Work:
    def time_work(self):
        victim.work()

    def answers(self):
        return {f"item{n}": victim.answer(n) for n in range(1, 6)}


class Steady:
    def time_steady(self):
        victim.spin(20_000)


class Parameters:
    params = ([1, 2], ["x", "y"])
    param_names = ["n", "letter"]

    def setup(self, n, letter):
        if (n, letter) == (2, "y"):
            raise NotImplementedError
        self.n = n

    def time_with_parameters(self, n, letter):
        victim.spin(5_000 * self.n)


class Cached:
    def setup_cache(self):
        return {"n": 3_000}

    def time_cached(self, cache):
        victim.spin(cache["n"])

    def track_answer(self, cache):
        return victim.spin(cache["n"])


class Memory:
    def mem_list(self):
        return list(range(1000))

    def peakmem_list(self):
        return list(range(100_000))


def timeraw_import():
    return "import victim; victim.spin(10_000)"
'''

CONFIG = {
    "version": 1,
    "project": "victim",
    "repo": ".",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "results_dir": "results/asv",
    "env_dir": ".asv/env",
    "benchmark_dir": "benchmarks",
    "html_dir": "site",
}


SLOTS = tuple(f"env-{purpose}{side}" for purpose in ("", "exact-", "profile-") for side in "ab")
environments: Path | None = None
"""Where those of all projects are, while a session of end-to-end tests runs."""


@dataclass(frozen=True)
class Project:
    """A repository in a folder; commits get names by which tests ask for them."""

    folder: Path

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def write(self, name: str, content: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def work(self, loops: int = 40_000, wrong: str = "", extra: str = "") -> None:
        self.write("victim/__init__.py", WORK.format(loops=loops, wrong=wrong) + extra)

    def commit(self, name: str, message: str | None = None) -> str:
        """All changes, under a tag of this name."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message or name)
        self.git("tag", name)
        return self.git("rev-parse", "HEAD")

    def unladen(self, *words: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}
        return subprocess.run(
            [sys.executable, "-m", "unladen", *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )


def new_project(folder: Path, benchmarks: str = BENCHMARKS) -> Project:
    project = Project(folder)
    folder.mkdir(parents=True, exist_ok=True)
    project.git("init", "-q", "-b", "main")
    project.git("config", "user.name", "A Test")
    project.git("config", "user.email", "test@example.org")
    project.write("pyproject.toml", PYPROJECT)
    project.write(".gitignore", ".asv/\nresults/\nsite/\n__pycache__/\n")
    project.write("asv.conf.json", json.dumps(CONFIG))
    project.write("benchmarks/__init__.py", "")
    project.write("benchmarks/suite.py", benchmarks)
    project.work()
    project.commit("first")
    share_environments(project)
    return project


def share_environments(project: Project) -> None:
    """What asv finds in an environment of another project it replaces: its commit and its clone."""
    if environments is None:
        return
    work = project.folder / ".asv" / "unladen"
    work.mkdir(parents=True)
    for slot in SLOTS:
        (environments / slot).mkdir(exist_ok=True)
        (work / slot).symlink_to(environments / slot)


def asv_history(folder: Path, values: Sequence[float], machine: str = "here") -> Project:
    """A commit for each value, tagged c0, c1 ..., with asv's result files as asv writes them."""
    made = new_project(folder)
    place = made.folder / "results" / "asv" / machine
    place.mkdir(parents=True)
    (place / "machine.json").write_text(json.dumps({"machine": machine, "version": 1}))
    known = {"name": "suite.time_it", "type": "time", "unit": "seconds", "version": "1"}
    extra = {"params": [], "param_names": [], "timeout": 60, "code": "", "pretty_name": None}
    told = {"suite.time_it": known | extra, "version": 2}
    (place.parent / "benchmarks.json").write_text(json.dumps(told))
    for number, value in enumerate(values):
        asv_result(made, number, value, machine)
    return made


def asv_result(made: Project, number: int, value: float, machine: str = "here") -> str:
    """Of a new commit, that changes what runs: no other can make a step."""
    made.write("victim/number.py", f"NUMBER = {number}\n")
    commit = made.commit(f"c{number}", f"change {number} <b>\x1b[31m")
    asv_file(made, f"c{number}", value, machine)
    return commit


def asv_file(
    made: Project, name: str, value: float, machine: str = "here", benchmark: str = "suite.time_it"
) -> str:
    """Of a commit that is there; the version is that of benchmarks.json, if it is known there."""
    return asv_files(made, name, {benchmark: value}, machine)


def asv_files(made: Project, name: str, values: Mapping[str, float], machine: str = "here") -> str:
    commit = made.git("rev-parse", name)
    when = int(made.git("log", "-1", "--format=%ct", commit)) * 1000
    known = json.loads((made.folder / "results" / "asv" / "benchmarks.json").read_text())
    versions = {each: known.get(each, {}).get("version", "1") for each in values}
    content = {
        "commit_hash": commit,
        "env_name": "virtualenv-py3.11",
        "date": when,
        "params": {"machine": machine, "python": "3.11", "os": "Linux", "cpu": "a cpu"},
        "python": "3.11",
        "requirements": {},
        "env_vars": {},
        "result_columns": ["result", "params", "version"],
        "results": {each: [[value], [], versions[each]] for each, value in values.items()},
        "durations": {},
        "version": 2,
    }
    folder = made.folder / "results" / "asv" / machine
    (folder / f"{commit[:8]}-virtualenv-py3.11.json").write_text(json.dumps(content))
    return commit
