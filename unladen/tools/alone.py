"""an installed commit x benchmark x lane -> what one process of its own had to say.

A lane is one purpose whose times are thrown away: instructions, samples, calls, lines. Both sides
may run at the same time where what is found does not depend on how busy the machine is.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.model import Benchmark, Measurement
from unladen.tools import processes
from unladen.tools.asv import Installed
from unladen.tools.foreign import bounded_bytes, bounded_json, reason_of
from unladen.tools.isolation import isolated
from unladen.tools.scratch import scratch
from unladen.tools.suite_sources import BenchmarkSource

SCRIPT = Path(__file__).parents[1] / "probe" / "alone.py"
START_SECONDS = 60.0
TAIL = 400
MOST_BYTES = 1 << 28
RUNNING: set[subprocess.Popen[bytes]] = set()


class NoFinding(Exception):
    """Why a lane has nothing to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is run: one benchmark of one installed commit; `cache` is where its setup_cache is."""

    installed: Installed
    suite: BenchmarkSource
    benchmark: Benchmark
    cache: Path | None = None
    seconds: float = 0.01
    """Of a call, unprofiled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    lane: str
    number: int = 1
    warm: int = 3
    regions: int = 1
    dumped: bool = False
    """Whether callgrind writes what was before a region, too: only that clears all its counts."""
    seconds: float = 0.0
    packages: Sequence[str] = ()
    prologue: bool = False
    """Undo what scalene does to `os` and `threading` before anything is run."""


@dataclass(slots=True)
class Room:
    """A folder for one run: what it wrote, and what it said."""

    folder: Path
    told: dict[str, Any] = field(default_factory=dict)


def plain(command: list[str], _: Path) -> list[str]:
    return command


@contextmanager
def ran(
    subject: Target,
    order: Order,
    slowdown: float,
    around: Callable[[list[str], Path], list[str]] = plain,
    variables: Mapping[str, str] | None = None,
) -> Iterator[Room]:
    """Run it, under another program if `around` says so; the folder lasts as long as the block."""
    with scratch("alone-") as folder:
        room = Room(folder)
        done = folder / "done.json"
        wheel = subject.installed.wheel
        words = {
            "lane": order.lane,
            "root": str(subject.suite.root),
            "loading": subject.suite.loading(wheel.packages if wheel else ()),
            "name": subject.benchmark.name,
            "index": subject.benchmark.param_index,
            "folder": str(subject.cache or folder),
            "number": order.number,
            "warm": order.warm,
            "regions": order.regions,
            "dumped": order.dumped,
            "seconds": order.seconds,
            "packages": list(order.packages),
            "prologue": order.prologue,
            "done": str(done),
        }
        command = [str(subject.installed.python), str(SCRIPT), json.dumps(words)]
        calls = order.warm + order.regions * order.number + 2
        most = START_SECONDS + slowdown * (subject.seconds * calls + order.seconds)
        setting = {"PYTHONHASHSEED": "0", **subject.installed.variables, **(variables or {})}
        setting["TMPDIR"] = str(folder)  # what profilers leave behind goes with the folder
        protected = subject.installed.protected
        run_below(around(command, folder), setting, folder, most, protected)
        if not done.is_file():
            raise NoFinding(f"it ended before it was done: {_tail(folder / 'output.log')}")
        room.told = _left_in(done)
        yield room


def _left_in(done: Path) -> dict[str, Any]:
    """The last line of the log, to which a benchmark can write, too."""
    try:
        told = bounded_json(bounded_bytes(done, MOST_BYTES), MOST_BYTES)
    except (ValueError, MemoryError) as error:
        raise NoFinding(f"what its process left cannot be read: {reason_of(error)}") from error
    if not isinstance(told, dict):
        raise NoFinding("what its process left is not as the probe writes it")
    return told


def run_below(
    command: list[str],
    variables: Mapping[str, str],
    folder: Path,
    seconds: float,
    protected: Sequence[Path] = (),
) -> None:
    """Below a guard, ended with all it started when it takes too long."""
    log = folder / "output.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            isolated(processes.guarded(command), protected),
            env=dict(variables),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        RUNNING.add(process)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise NoFinding(f"it took more than {seconds:.0f} s") from None
        finally:
            processes.end(process)
            RUNNING.discard(process)
    if code:
        raise NoFinding(f"{Path(command[0]).name} ended with {code}: {_tail(log)}")


def end_all() -> None:
    """Whatever runs for a lane, at once."""
    for process in list(RUNNING):
        processes.hang_up(process)


def _tail(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").strip().splitlines() if log.is_file() else []
    return " ".join(lines[-2:])[-TAIL:]


def seconds_of(measured: Sequence[Measurement], otherwise: float = 0.01) -> float:
    """Of a call, on the slower side, when it was quietest: how often a call is repeated while it is
    looked at should not depend on what else the machine did."""
    quietest = [
        min(min(run.wall) for run in side.runs if run.wall)
        for side in measured
        if any(run.wall for run in side.runs)
    ]
    return max(quietest, default=otherwise)
