"""this machine -> what it offers for measuring, and how small a change it can show.

With --measure HEAD is measured against itself, built twice: everything that may differ between two
commits differs, except the code.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from unladen.errors import Exit
from unladen.judge.compare import clock_for, effects_of, paired_runs
from unladen.judge.power import PLANTED, power
from unladen.judge.sequential import LOOKS
from unladen.measure.session import Session, measure
from unladen.measure.steady import cores
from unladen.measure.stop import Another, pairs_for
from unladen.model.findings import Finding
from unladen.model.options import Options
from unladen.model.searches import Power
from unladen.output import doctor as told
from unladen.store.project import Project
from unladen.tools import canary, files, isolation, machine, pyspy, pythons
from unladen.tools.alone import NoFinding
from unladen.tools.scalene import Unhealthy
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen doctor
  unladen doctor --measure -b time_solve"""
WORK = {"python": "a loop Python", "native": "hashing native"}
MEASURE = "  next  unladen doctor --measure   A/A runs: false alarms and power, measured"


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--measure",
        action="store_true",
        help="A/A runs of HEAD: false alarms and the power curve of each benchmark",
    )
    usual.measuring(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    lines = _json(arguments, project) if arguments.json else _text(arguments, project)
    return Result(lines, warnings=project.records.warnings)


def _json(arguments: argparse.Namespace, project: Project) -> Iterator[str]:
    findings = list(examined(project))
    curves = curves_of(project, options_of(arguments)) if arguments.measure else []
    yield json.dumps(told.as_json(findings, curves))


def _text(arguments: argparse.Namespace, project: Project) -> Generator[str, None, Exit]:
    """What is there at once; what takes minutes afterwards."""
    for finding in examined(project):
        yield from told.finding_lines(finding)
    if arguments.measure:
        curves = curves_of(project, options_of(arguments))
        yield from told.power_lines(curves, project.config.allow, PLANTED)
        yield f"stored       {_power_file(project)}"
    else:
        yield MEASURE
    return Exit.PASS


def curves_of(project: Project, options: Options) -> list[Power]:
    """By resampling the pairs that were measured now; kept beside the records.

    Both sides are one commit with one record: what that had before would be paired with itself, and
    look like a machine without noise.
    """
    with project.measuring():
        head = project.git.commit("HEAD")
        session = Session.opened(project, [head, head], options)
        old, new = measure(session, Another(pairs_for("doctor", options.pairs)))
    curves = []
    for id in old:
        pairs = [pair for pair in paired_runs(old[id], new[id]) if session.took(pair[0])]
        if len(pairs) >= LOOKS[0]:
            clock = clock_for([b for b, _ in pairs], [h for _, h in pairs])
            curves.append(power(id, effects_of(pairs, clock), project.config.allow))
    _store(project, curves)
    return curves


def _power_file(project: Project) -> Path:
    return project.records.folder / "power.json"


def _store(project: Project, curves: Sequence[Power]) -> None:
    content = json.dumps([told.power_json(curve) for curve in curves], indent=1)
    files.replace(_power_file(project), content + "\n")


def examined(project: Project) -> Iterator[Finding]:
    here = project.machine
    text = f"{here.name}: {here.cpu}, {here.cores} cores, {here.memory_mb} MB"
    yield Finding("machine", text)
    yield from _steadiness()
    yield from _witnesses()
    yield from _lanes()
    project.work.mkdir(parents=True, exist_ok=True)
    yield _isolation(project.work)
    free = shutil.disk_usage(project.work).free >> 30
    yield Finding("room", f"{free} GB free at {project.work}")


def _steadiness() -> Iterator[Finding]:
    load, count = machine.load(), len(cores())
    busy = "busy: stop other work, or expect more undecided verdicts"
    yield Finding("load", f"{load:.1f} on {count} cores", busy if load > 0.5 * count else "")
    stolen = machine.steal_share()
    if stolen > 0.01:
        yield Finding("tenants", f"{100 * stolen:.1f} % of all time went to others on this host")
    governor = machine.governor()
    if not governor:
        text = "not visible here (a virtual machine): pairs run on one core, in turn"
        yield Finding("frequency", text)
    elif governor != "performance":
        text = f"governor {governor}: cpupower frequency-set -g performance"
        yield Finding("frequency", text)


def _witnesses() -> Iterator[Finding]:
    if shutil.which("valgrind"):
        yield Finding("valgrind", "there: instructions can be counted exactly")
    else:
        text = "not there: apt-get install valgrind, for exact instruction counts"
        yield Finding("valgrind", text)
    counters = Path("/sys/bus/event_source/devices/cpu/events/instructions").exists()
    seen = "there" if counters else "not visible here"
    yield Finding("counters", f"hardware counters are {seen}")


def _isolation(folder: Path) -> Finding:
    """What the code that is measured may write to."""
    if isolation.works(folder):
        text = "environments and results are read-only for what is measured"
        return Finding("isolation", text)
    text = "none: what is measured runs with your rights, and may write where you may"
    return Finding("isolation", text, "docs/security.md; who writes into environments is found out")


def _lanes() -> Iterator[Finding]:
    """What `unladen explain` can use here."""
    versions = [version for version in ("3.12", "3.13") if pythons.on_path(version)]
    if versions and shutil.which("valgrind"):
        text = f"instructions of each function can be counted, by Python {versions[0]}"
        yield Finding("exact", text)
    else:
        yield Finding("exact", "needs valgrind and Python 3.12 or newer: pyenv install 3.12")
    sampler = pyspy.program()
    yield Finding("sampler", "py-spy is there" if sampler else "pip install py-spy")
    yield _canary(Path(sys.executable))


def _canary(python: Path) -> Finding:
    """Whether the splits of the scalene that is here can be believed: it takes four seconds."""
    if not canary.has_scalene(python):
        text = "not beside unladen: pip install 'unladen[profile]', and doctor tries it"
        return Finding("scalene", text)
    try:
        told = canary.shares(python)
    except (NoFinding, Unhealthy) as error:
        return Finding("scalene", "there, and does not work", f"its splits are left out: {error}")
    if doubts := canary.doubts(told):
        text = f"there, and tells wrongly: {doubts}"
        return Finding(
            "scalene", text, "do not believe its splits here; an idle machine may do better"
        )
    shown = ", ".join(f"{100 * share:.0f} % of {WORK[kind]}" for kind, share in told.items())
    return Finding("scalene", f"there; it calls {shown}")
