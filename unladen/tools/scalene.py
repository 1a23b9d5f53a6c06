"""a command -> the same under scalene; its JSON -> shares of lines, after health checks.

Everything here leans on how scalene 2.4.0 works inside, and is pinned to it: see docs/explain.md
and the extra `profile` of pyproject.toml.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.tools.foreign import UNREADABLE, bounded_bytes

OUT = "scalene.json"
RATE = "0.001"
"""Seconds between samples: a call of a library that takes less is taken for Python, and at its
usual rate, ten times slower, hashing in calls of 5 ms was."""
WHOLE = (95.0, 100.5)
"""Per cent that the shares of all files may sum to."""

MAX_BYTES = 1 << 27
LARGEST = 1e12


FIELDS = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent", "n_gpu_percent")
FEWEST = 50

Line = Mapping[str, Any]


class Unhealthy(Exception):
    """Why a profile must not be believed."""


def profiled(
    command: list[str], folder: Path, inside: Sequence[str], memory: bool = False
) -> list[str]:
    """The only combination that sees installed packages: all files, of which these are kept. It is
    switched on by the benchmark's process, when its region begins."""
    python, script, *words = command
    flags = ["--off", "--no-async", "--profile-all", "--profile-only", ",".join(inside)]
    flags += [] if memory else ["--cpu-only", "--cpu-sampling-rate", RATE]
    out = ["-o", str(folder / OUT)]
    return [python, "-m", "scalene", "run", *flags, *out, script, "---", *words]


BULKY = ("combined_stacks", "combined_stacks_timeline", "memory_stacks", "samples")
SAMPLES = ("cpu_samples_list", "memory_samples")


def condensed(path: Path) -> bytes:
    """The raw profile as it is kept, and as scalene's own viewer reads it: without what it has
    twice, and lines of which it says nothing. Half a megabyte becomes a few kilobytes; a profile
    that cannot be read is kept as it is."""
    try:
        told = dict(_loaded(path))
        for each in told.get("files", {}).values():
            each["lines"] = [
                {**line, **{key: [] for key in SAMPLES}} for line in each["lines"] if _says(line)
            ]
    except (Unhealthy, *UNREADABLE):
        return gzip.compress(path.read_bytes()[:MAX_BYTES], mtime=0)
    told |= {name: [] for name in BULKY if name in told}
    return gzip.compress(json.dumps(told).encode(), mtime=0)


def _says(line: Line) -> bool:
    return any(value for key, value in line.items() if key.startswith("n_"))


def _loaded(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        raise Unhealthy("scalene wrote no profile")
    try:
        told = json.loads(bounded_bytes(path, MAX_BYTES))
    except (*UNREADABLE, MemoryError):
        raise Unhealthy("the profile is no JSON") from None
    _checked(told)
    assert isinstance(told, dict)
    return told


@dataclass(frozen=True, slots=True)
class _Line:
    """What is read of each, whoever wrote it: a benchmark can, it knows where."""

    lineno: int
    n_cpu_percent_python: float = 0.0
    n_cpu_percent_c: float = 0.0
    n_sys_percent: float = 0.0
    n_gpu_percent: float = 0.0
    n_malloc_mb: float = 0.0
    n_peak_mb: float = 0.0

    def __post_init__(self) -> None:
        read = (self.n_cpu_percent_python, self.n_cpu_percent_c, self.n_sys_percent)
        if not all(0 <= each < LARGEST for each in (*read, self.n_gpu_percent)):
            raise ValueError("shares that are none")
        if not all(-LARGEST < each < LARGEST for each in (self.n_malloc_mb, self.n_peak_mb)):
            raise ValueError("megabytes that are none")


@dataclass(frozen=True, slots=True)
class _File:
    lines: list[_Line] = field(default_factory=list)
    percent_cpu_time: float = 0.0


@dataclass(frozen=True, slots=True)
class _Whole:
    files: dict[str, _File] | None = None
    memory: Any = None
    gpu: Any = None
    stacks: list[Any] | None = None


def _checked(told: object) -> None:
    import msgspec

    try:
        msgspec.convert(told, _Whole, strict=True)
    except (msgspec.ValidationError, *UNREADABLE) as error:
        raise Unhealthy(f"the profile is not as scalene writes it: {error}"[:200]) from None


def lines(path: Path) -> dict[str, list[Line]]:
    """File -> its lines that have samples, each with shares in per cent of the whole."""
    told = _loaded(path)
    files = told.get("files")
    if not files:
        raise Unhealthy("scalene saw nothing: no sample in the files asked for")
    if _samples(told) < FEWEST:
        raise Unhealthy(f"{_samples(told)} samples are too few")
    whole = sum(float(each.get("percent_cpu_time", 0.0)) for each in files.values())
    if not WHOLE[0] <= whole <= WHOLE[1]:
        raise Unhealthy(f"the shares of its files sum to {whole:.1f} %")
    return {
        name: [line for line in each.get("lines", ()) if _any(line)] for name, each in files.items()
    }


def memory_lines(path: Path) -> dict[str, list[Line]]:
    """File -> its lines that allocate; only growth of a megabyte and more is seen at all."""
    told = _loaded(path)
    if not told.get("memory"):
        raise Unhealthy("scalene did not follow memory")
    files = told.get("files") or {}
    return {
        name: [line for line in each.get("lines", ()) if line.get("n_malloc_mb")]
        for name, each in files.items()
    }


def _any(line: Line) -> bool:
    return any(float(line.get(name) or 0.0) > 0 for name in FIELDS)


def _samples(told: Mapping[str, Any]) -> int:
    """The only place where scalene says how many it took."""
    stacks = told.get("stacks") or []
    counts = [
        each[1].get("count", 0)
        for each in stacks
        if isinstance(each, list) and len(each) > 1 and isinstance(each[1], dict)
    ]
    return sum(count for count in counts if isinstance(count, int))


def has_gpu(path: Path) -> bool:
    return bool(_loaded(path).get("gpu"))
