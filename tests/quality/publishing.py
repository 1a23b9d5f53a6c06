"""What a site costs: asv publish and unladen publish, one after the other, on one collection.

    python -m tests.quality.publishing /tmp/big                       a collection that is there
    python -m tests.quality.publishing --commits 992 --series 10615   one that is made for it
    python -m tests.quality.publishing /tmp/big --asv-limit 300       asv is stopped, and said to be

Then a commit is added to the collection, and the second build of unladen measured. A folder that is
there is changed by that, and keeps both sites. This process stays small on purpose: Linux counts
what a process was before it became another one into the other's peak.
"""

import argparse
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ASV_SITE = "asv-site"
UNLADEN_SITE = "unladen-site"
SECOND_BUILD = 2
COLLECTION = [sys.executable, "-m", "tests.quality.collection"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of a process and all that it waited for; the memory is that of the largest among them."""

    cpu_seconds: float
    wall_seconds: float
    peak_mb: float
    exit: int
    stopped: bool = False
    """It took longer than it was given: each number is a lower bound."""
    last_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    files: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    asv: Cost
    asv_site: Site
    unladen: Cost
    unladen_site: Site
    second: Cost


def measured(command: Sequence[str], cwd: Path, limit: float | None = None) -> Cost:
    """What it told is kept from the screen; one that is stopped takes along all that it started."""
    with tempfile.TemporaryFile() as told:
        started = time.monotonic()
        process = subprocess.Popen(
            command, cwd=cwd, stdout=told, stderr=subprocess.STDOUT, start_new_session=True
        )
        late = threading.Event()
        timer = threading.Timer(limit or 0, _stop, (process.pid, late))
        if limit is not None:
            timer.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:
            _stop(process.pid, late)
            raise
        finally:
            timer.cancel()
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(max(0, told.seek(0, os.SEEK_END) - 2000))
        words = told.read().decode("utf-8", "replace").strip()
    return Cost(
        cpu_seconds=used.ru_utime + used.ru_stime,
        wall_seconds=wall,
        peak_mb=used.ru_maxrss / 1024,
        exit=process.returncode,
        stopped=late.is_set() and process.returncode < 0,
        last_words=words,
    )


def _stop(group: int, late: threading.Event) -> None:
    late.set()
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        late.clear()


def site(folder: Path) -> Site:
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return Site(files=len(sizes), bytes=sum(sizes))


def compared(
    folder: Path,
    asv: Sequence[str],
    unladen: Sequence[str],
    add: Sequence[str],
    limit: float | None,
) -> Outcome:
    """Both from nothing, on files that are in memory already; then a commit more."""
    for name in (ASV_SITE, UNLADEN_SITE):
        shutil.rmtree(folder / name, ignore_errors=True)
    _warm(folder / "results")
    theirs = measured(asv, folder, limit)
    their_site = site(folder / ASV_SITE)
    _warm(folder / "results")
    ours = measured(unladen, folder)
    our_site = site(folder / UNLADEN_SITE)
    subprocess.run(add, check=True, capture_output=True)
    return Outcome(
        asv=theirs,
        asv_site=their_site,
        unladen=ours,
        unladen_site=our_site,
        second=measured(unladen, folder),
    )


def _warm(folder: Path) -> None:
    for path in folder.rglob("*.json"):
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass


def table(told: Outcome) -> list[str]:
    """A line a quantity: both, how many times more asv takes, and what was aimed at."""
    theirs, ours, second = told.asv, told.unladen, told.second
    sizes = (told.asv_site.bytes / 1e6, told.unladen_site.bytes / 1e6)
    lines = [
        f"{'':22}{'asv':>12}{'unladen':>12}{'asv/unladen':>13}  target",
        _line(told, "wall seconds", (theirs.wall_seconds, ours.wall_seconds), 20),
        _line(told, "CPU seconds", (theirs.cpu_seconds, ours.cpu_seconds), 20),
        _line(told, "peak memory, MB", (theirs.peak_mb, ours.peak_mb), 4),
        _line(told, "site, MB", sizes, 2),
        _line(told, "files", (told.asv_site.files, told.unladen_site.files), None),
    ]
    aim = "failed" if second.exit else "met" if second.wall_seconds < SECOND_BUILD else "MISSED"
    took = f"{second.wall_seconds:.1f}"
    lines.append(f"{'second build, seconds':22}{'':12}{took:>12}{'':13}  < {SECOND_BUILD} s  {aim}")
    if theirs.stopped:
        lines.append(f"asv publish was stopped after {theirs.wall_seconds:.0f} s")
    for name, cost in (("asv", theirs), ("unladen", ours), ("unladen's second", second)):
        if cost.exit and not cost.stopped:
            lines.append(f"{name} publish failed, exit {cost.exit}: {cost.last_words[-300:]}")
    return lines


def _line(told: Outcome, name: str, pair: tuple[float, float], target: float | None) -> str:
    least = ">=" if told.asv.stopped else ""
    ratio = pair[0] / pair[1] if pair[1] else math.inf
    numbers = f"{f'{least}{pair[0]:.1f}':>12}{pair[1]:>12.1f}{f'{least}{ratio:.1f}x':>13}"
    aim = "" if target is None else f"  >= {target:g}x  {_met(told, ratio >= target)}"
    return f"{name:22}{numbers}{aim}"


def _met(told: Outcome, enough: bool) -> str:
    """Nothing is met by a build that failed; one that was stopped may only prove too little."""
    if told.unladen.exit or (told.asv.exit and not told.asv.stopped):
        return "failed"
    return "met" if enough else "cannot tell" if told.asv.stopped else "MISSED"


def _folder(words: argparse.Namespace, place: Path) -> Path:
    """The one that was named and is there; else a new one."""
    folder: Path = words.folder or place / "collection"
    if not (folder / "asv.conf.json").exists():
        options = [f"--{name}={getattr(words, name)}" for name in ("commits", "series", "noise")]
        options += [f"--benchmarks={words.benchmarks}"] * bool(words.benchmarks)
        done = subprocess.run([*COLLECTION, str(folder), *options], check=False)
        if done.returncode:
            sys.exit(done.returncode)
    return folder.absolute()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--commits", type=int, default=992)
    parser.add_argument("--series", type=int, default=10_615)
    parser.add_argument("--benchmarks", type=int)
    parser.add_argument("--noise", choices=("real", "synthetic"), default="real")
    parser.add_argument("--asv-limit", type=float, metavar="SECONDS")
    words = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder = _folder(words, Path(place))
        python = [sys.executable, "-m"]
        told = compared(
            folder,
            [*python, "asv", "publish", "--no-pull"],
            [*python, "unladen", "publish", "-q", "-o", str(folder / UNLADEN_SITE)],
            [*COLLECTION, str(folder), "--more", "1"],
            words.asv_limit,
        )
    print("\n".join(table(told)))
    return int(
        bool(told.unladen.exit or told.second.exit or (told.asv.exit and not told.asv.stopped))
    )


if __name__ == "__main__":
    sys.exit(main())
