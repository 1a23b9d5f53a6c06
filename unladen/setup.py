"""an asv project, this machine -> what unladen finds there, and what to do about it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from unladen.config import load
from unladen.errors import NoProject
from unladen.measure.session import Wanted
from unladen.store.project import Progress, World
from unladen.tools import files, machine, pyspy, pythons
from unladen.tools.steady import cores

TABLE = """
[tool.unladen]
# The largest slowdown that a gate lets pass, as a fraction. All settings may be left out.
allow = 0.01
# allow-of = { "pattern in a benchmark's name" = 0.05 }
# higher-is-better = ["pattern"]
# budget = 300
"""


def initialised(folder: Path, dry_run: bool) -> Iterator[str]:
    """Say what is there; add the table where it is missing; change nothing else."""
    config = load(folder)
    if not any((folder / name).is_file() for name in ("asv.conf.json", "asv.conf.jsonc")):
        raise NoProject(str(folder))
    world = World(folder, config, Progress(quiet=True))
    conf = world.project.conf
    yield f"project      {conf.project}, benchmarks in {conf.benchmark_dir}/"
    names = [environment.name for environment in world.project.environments("a")]
    yield f"environments {len(names)}: {', '.join(names[:3])}{' ...' if len(names) > 3 else ''}"
    if conf.build_command is None:
        yield "builds       without isolation and dependencies, where the project says nothing else"
    elif not any("--no-deps" in str(command) for command in conf.build_command):
        yield "builds       by the project's own command; --no-deps would make it faster and safer"
    yield _pinned(conf)
    yield from _table(folder, dry_run)
    yield "  next  unladen gate HEAD~1 HEAD"


def _pinned(conf: object) -> str:
    pinned = "pip+asv_runner" in str(getattr(conf, "matrix", {}))
    if pinned:
        return "asv_runner   pinned by the project's matrix"
    return "asv_runner   not pinned by the project: unladen installs 0.3.2 (asv takes the newest)"


def _table(folder: Path, dry_run: bool) -> Iterator[str]:
    path = folder / "pyproject.toml"
    text = path.read_text("utf-8") if path.is_file() else ""
    if "[tool.unladen" in text:
        yield f"{path.name} has a [tool.unladen] table already"
        return
    if dry_run:
        yield f"would add to {path.name}:{TABLE}"
        return
    files.replace(path, text + TABLE)
    yield f"{path.name}: a [tool.unladen] table was added; it only repeats the defaults"


def examined(world: World, wanted: Wanted, measure: bool) -> Iterator[str]:
    """Each finding with what to do about it."""
    here = world.machine
    yield f"machine      {here.name}: {here.cpu}, {here.cores} cores, {here.memory_mb} MB"
    yield from _steadiness()
    yield from _witnesses()
    yield from _lanes()
    yield from _room(world)
    if measure:
        from unladen.aa import measured

        yield from measured(world, wanted)
    else:
        yield "  next  unladen doctor --measure   A/A runs: false alarms and power, measured"


def _steadiness() -> Iterator[str]:
    load, count = machine.load(), len(cores())
    yield f"load         {load:.1f} on {count} cores"
    if load > 0.5 * count:
        yield "             busy: stop other work, or expect more undecided verdicts"
    stolen = machine.steal_share()
    if stolen > 0.01:
        yield f"tenants      {100 * stolen:.1f} % of all time went to others on this host"
    governor = machine.governor()
    if not governor:
        yield "frequency    not visible here (a virtual machine): pairs run on one core, in turn"
    elif governor != "performance":
        yield f"frequency    governor {governor}: cpupower frequency-set -g performance"


def _witnesses() -> Iterator[str]:
    if shutil.which("valgrind"):
        yield "valgrind     there: instructions can be counted exactly"
    else:
        yield "valgrind     not there: apt-get install valgrind, for exact instruction counts"
    counters = Path("/sys/bus/event_source/devices/cpu/events/instructions").exists()
    yield f"counters     hardware counters are {'there' if counters else 'not visible here'}"


def _lanes() -> Iterator[str]:
    """What `unladen explain` can use here."""
    found = [version for version in ("3.12", "3.13") if pythons.on_path(version)]
    if found and shutil.which("valgrind"):
        yield f"exact        instructions of each function can be counted, by Python {found[0]}"
    else:
        yield "exact        needs valgrind and Python 3.12 or newer: pyenv install 3.12"
    sampler = pyspy.program()
    yield f"sampler      {'py-spy is there' if sampler else 'pip install py-spy'}"


def _room(world: World) -> Iterator[str]:
    world.work.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(world.work).free >> 30
    yield f"room         {free} GB free at {world.work}"
