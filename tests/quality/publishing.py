"""What a site costs: asv publish and unladen publish, one after the other, on one collection.

    python -m tests.quality.publishing /tmp/big                       a collection that is there
    python -m tests.quality.publishing --commits 992 --series 10615   one that is made for it
    python -m tests.quality.publishing /tmp/big --asv-limit 300       asv is stopped, and said to be

Then a commit is added to the collection, and the second build of unladen measured. A folder that is
there is changed by that, and keeps both sites. This process stays small on purpose: Linux counts
what a process was before it became another one into the other's peak.
"""

import argparse
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
    """With nothing of it left running afterwards, whether it ended or was stopped."""
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
        told.seek(max(0, told.tell() - 2000))
        words = told.read().decode("utf-8", "replace").strip()
    return Cost(
        cpu_seconds=used.ru_utime + used.ru_stime,
        wall_seconds=wall,
        peak_mb=used.ru_maxrss / 1024,
        exit=process.returncode,
        stopped=late.is_set(),
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
    theirs, ours, least = told.asv, told.unladen, ">=" if told.asv.stopped else ""
    lines = [f"{'':22}{'asv':>12}{'unladen':>12}{'asv/unladen':>13}  target"]

    def line(name: str, pair: tuple[float, float], target: float | None, bound: str) -> None:
        ratio = pair[0] / pair[1] if pair[1] else float("inf")
        aim = f">= {target:g}x  {_met(ratio >= target, bool(bound))}" if target else ""
        asv_told, ratio_told = f"{bound}{pair[0]:.1f}", f"{bound}{ratio:.1f}x"
        lines.append(f"{name:22}{asv_told:>12}{pair[1]:>12.1f}{ratio_told:>13}  {aim}".rstrip())

    line("wall seconds", (theirs.wall_seconds, ours.wall_seconds), 20, least)
    cpu_bound = ">=" if told.asv.stopped else ""
    line("CPU seconds", (theirs.cpu_seconds, ours.cpu_seconds), 20, cpu_bound)
    line("peak memory, MB", (theirs.peak_mb, ours.peak_mb), 4, least)
    sizes = (told.asv_site.bytes / 1e6, told.unladen_site.bytes / 1e6)
    line("site, MB", sizes, 2, least)
    line("files", (told.asv_site.files, told.unladen_site.files), None, least)
    second = told.second.wall_seconds
    aim = f"  < 2 s  {_met(second < 2 and told.second.exit == 0, False)}"
    lines.append(f"{'second build, seconds':22}{'':12}{second:>12.1f}{'':13}{aim}")
    lines += [f"asv publish was stopped after {theirs.wall_seconds:.0f} s"] * theirs.stopped
    for name, cost in (("asv", theirs), ("unladen", ours), ("unladen, second", told.second)):
        if cost.exit and not cost.stopped:
            lines.append(f"{name} publish FAILED, exit {cost.exit}: {cost.last_words[-300:]}")
    return lines


def _met(good: bool, bound: bool) -> str:
    return "met" if good else "unknown" if bound else "MISSED"


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
