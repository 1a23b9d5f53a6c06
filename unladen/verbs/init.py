"""an asv project -> what unladen finds there, and a table of settings; nothing else is changed."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from unladen.config import load
from unladen.errors import ConfigError, NoProject
from unladen.model.findings import Finding
from unladen.output.doctor import finding_lines
from unladen.store.project import Project
from unladen.tools import environments as kinds
from unladen.tools import files, pythons
from unladen.tools.terminal import Progress
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen init
  unladen init --dry-run"""

TABLE = """
[tool.unladen]
# The largest slowdown that a gate lets pass, as a fraction. All settings may be left out.
allow = 0.01
# allow-of = { "pattern in a benchmark's name" = 0.05 }
# higher-is-better = ["pattern"]
# budget = 300
"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--dry-run", action="store_true", help="write nothing")


def run(arguments: argparse.Namespace) -> Result:
    folder = Path.cwd()
    config = load(folder)
    if not any((folder / name).is_file() for name in files.SUITES):
        raise NoProject(str(folder), files.suite_near(folder))
    project = Project(folder, config, Progress(quiet=True))
    environments, flags = environments_of(project)
    findings = [*found(project), environments]
    table = with_table(folder, arguments.dry_run)
    if project.git.changed_files(but=project.written):
        flags += " --ignore-dirty"
    step = f"unladen gate HEAD~1 HEAD{flags}"
    if arguments.json:
        told = [asdict(each) for each in findings]
        return Result([json.dumps({"schema": 1, "findings": told, "table": table, "next": step})])
    lines = [line for each in findings for line in finding_lines(each)]
    return Result([*lines, table, f"  next  {step}"])


def environments_of(project: Project) -> tuple[Finding, str]:
    """Those that can be made here; where none can, the flag that asks for another one."""
    wanted = str(project.asv.conf.environment_type or "virtualenv")
    try:
        names = [environment.name for environment in project.asv.environments("a")]
    except ConfigError:
        there = pythons.here()
        asked = ", ".join(map(str, project.asv.conf.pythons))
        told = f"none can be made: Python {asked} is asked for, {', '.join(there)} are here"
        flag = f" -E {kinds.of_python(there[0])}" if there else ""
        return Finding("environments", told), flag
    more = " ..." if len(names) > 3 else ""
    instead = "" if kinds.is_here(wanted) else f" ({wanted} is not here: {kinds.FALLBACK} instead)"
    return Finding("environments", f"{len(names)}: {', '.join(names[:3])}{more}{instead}"), ""


def found(project: Project) -> Iterator[Finding]:
    conf = project.asv.conf
    yield Finding("project", f"{conf.project}, benchmarks in {conf.benchmark_dir}/")
    if conf.build_command is None:
        told = "without isolation where setuptools is all that the build asks for"
        yield Finding("builds", told)
    elif not any("--no-deps" in str(command) for command in conf.build_command):
        told = "by the project's own command; --no-deps would make it faster and safer"
        yield Finding("builds", told)
    yield Finding("asv_runner", _runner(conf))


def _runner(conf: object) -> str:
    if "pip+asv_runner" in str(getattr(conf, "matrix", {})):
        return "pinned by the project's matrix"
    return "not pinned by the project: unladen installs 0.3.2 (asv takes the newest)"


def with_table(folder: Path, dry_run: bool) -> str:
    """Added where it is missing; said what was done."""
    path = folder / "pyproject.toml"
    text = path.read_text("utf-8") if path.is_file() else ""
    if "[tool.unladen" in text:
        return f"{path.name} has a [tool.unladen] table already"
    if not path.is_file():
        return f"no {path.name} here: the defaults hold; settings go into [tool.unladen] of one"
    if dry_run:
        return f"would add to {path.name}:{TABLE}"
    files.replace(path, text + TABLE)
    return f"{path.name}: a [tool.unladen] table was added; it only repeats the defaults"
