"""this machine -> what it offers for measuring, one finding a line."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from unladen.measure.steady import cores
from unladen.model import Isolation
from unladen.model.findings import Finding
from unladen.store.project import Project
from unladen.tools import canary, files, isolation, machine, profilers, pyspy, pythons
from unladen.tools.alone import NoFinding
from unladen.tools.scalene import Unhealthy

ISOLATION = {
    Isolation.FULL: "measured code cannot write into environments and results, nor signal others",
    Isolation.FILES: "measured code cannot write into environments and results, but can signal all"
    " your processes",
    Isolation.NONE: "off: measured code runs with all your rights",
}
HOW_TO_ISOLATE = "root, or user namespaces and a /proc of one's own, allow more: docs/security.md"
WORK = {"python": "a loop Python", "native": "hashing native"}


def examined(project: Project) -> Iterator[Finding]:
    here = project.machine
    text = f"{here.name}: {here.cpu}, {here.cores} cores, {here.memory_mb} MB"
    yield Finding("machine", text)
    yield from _steadiness()
    yield from _witnesses()
    yield from _lanes()
    files.ignored_by_git(project.work)
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
    """How far the measured code is isolated: files and processes."""
    how = isolation.isolation_of([folder])
    return Finding("isolation", ISOLATION[how], "" if how is Isolation.FULL else HOW_TO_ISOLATE)


def _lanes() -> Iterator[Finding]:
    """What `unladen explain` can use here."""
    versions = [version for version in ("3.12", "3.13") if pythons.interpreter(version)]
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
        wanted = " ".join(f"{name}=={version}" for name, version in profilers.declared().items())
        text = f"not beside unladen: pip install {wanted or 'scalene'}, and doctor tries it"
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
