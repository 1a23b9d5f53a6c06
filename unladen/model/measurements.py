"""What was measured: benchmarks, runs of them, and all of a commit as a record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from unladen.model.commits import Commit, Environment, Machine


class Kind(Enum):
    """What a benchmark's value is: seconds, or a number that is asked for once."""

    TIME = "time"
    PEAK_MEMORY = "peakmemory"
    MEMORY = "memory"
    TRACK = "track"


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """One benchmark with one choice of parameters; the id names both."""

    id: str
    name: str
    param_index: int | None
    kind: Kind
    unit: str
    version: str
    timeout: float
    file: str
    line: int
    setup_cache: str | None = None
    has_answers: bool = False
    params: tuple[tuple[str, ...], ...] = ()
    """All choices of all parameters, as asv writes them."""
    group: str = ""
    """That its author put it in, by pytest-benchmark's mark."""

    @property
    def exact(self) -> bool:
        return self.kind is not Kind.TIME


class Outcome(Enum):
    """How a benchmark ended on one side."""

    OK = "ok"
    SKIPPED = "skipped"
    MISSING = "missing"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    DIED = "died"
    NOT_BELIEVED = "not believed"
    """It says that it took less than it took."""
    NOT_DONE = "not done"
    """It did less than it was asked for, or answers otherwise than a variant of it."""
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What a process and all that came of it held: before its first sample, and after each one.

    As the system shows it from outside. Where something had grown, the last entry is of after a
    collection of garbage.
    """

    processes: tuple[int, ...]
    threads: tuple[int, ...]
    descriptors: tuple[int, ...]
    semaphores: tuple[int, ...]
    memory: tuple[int, ...]
    """Bytes of its own, without files that are mapped."""
    peaks: tuple[int, ...]
    """The most bytes since the entry before; of pages that processes share each counts all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One process's samples of one benchmark, in the order taken, per call.

    Runs of two records with the same session and pair were taken in lockstep: round by round, and
    with the same hash seed.
    """

    session: str
    pair: int
    hash_seed: int
    number: int
    wall: tuple[float, ...]
    cpu: tuple[float, ...]
    instructions: tuple[float, ...] = ()
    """By the machine's counters; empty where it shows none."""
    waits: tuple[float, ...] = ()
    """Seconds of each sample in which it gave its core away of itself; empty in older records."""
    footprint: Footprint | None = None
    """None in older records, and where nobody could look."""
    profiler: str = ""
    """Who looked at each call or line meanwhile; mostly nobody."""
    cold: float = 0.0
    """Seconds of the first call of the process, which is in no sample; 0 where it was not apart."""
    mode: Mapping[str, str] = field(default_factory=dict)
    """Which way it took, as the benchmark says; empty where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Instructions of a call, region by region, in one layout of memory.

    Counts of two records with the same session and layout are of the same calls.
    """

    session: str
    layout: int
    regions: tuple[float, ...]
    unit: str = "instructions"
    """Or blocks of them, of calls that are too long to count every one."""
    cycles: tuple[float, ...] = ()
    """As simulated caches would have it; empty where nobody asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One benchmark at one commit: raw values."""

    benchmark: Benchmark
    outcome: Outcome = Outcome.NOT_RUN
    detail: str = ""
    runs: tuple[Run, ...] = ()
    values: tuple[float, ...] = ()
    counts: tuple[Count, ...] = ()
    functions: tuple[str, ...] = ()
    """Of the project, that it runs: file and qualified name. Empty where nobody looked."""
    reach: Mapping[str, str] = field(default_factory=dict)
    """Two builds -> how what differs between them can reach it: empty if it cannot."""
    answers: Mapping[str, str] | None = None
    """Item id -> digest of the value; None where the benchmark does not say."""
    by_hash_seed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Hash seeds under which it was asked -> items that it answered otherwise than `answers`; an
    empty digest is no answer."""
    workload: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Of the environment, that can change what is measured: what was measured under others is
    another measurement."""
    notes: tuple[str, ...] = ()
    wheel: str = ""
    """The digest of the build that was measured, where it is not the record's."""
    doubt: float = 0.0
    """Of what another tool measured in one process: by how much of itself the value is taken to be
    off, where nothing tells. An assumption; 0 for what has processes enough to tell by itself."""
    passed: float = 0.0
    """Seconds on all cores while it was set up and gave a value, at most; 0 where that tells
    nothing, because something was set up before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Another tool's file that results of a record were read from."""

    tool: str
    file: str
    digest: str
    lacks: tuple[str, ...] = ()
    """What such a file does not say, and unladen's own records do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that is known of one commit in one environment on one machine."""

    commit: Commit
    machine: Machine
    environment: Environment
    wheel: str
    suite: str
    started: float
    load: float
    measurements: Mapping[str, Measurement] = field(default_factory=dict)
    earlier: tuple[Measurement, ...] = ()
    """Of other builds of the commit, or other versions of its benchmarks: kept, never mixed."""
    imported: tuple[Provenance, ...] = ()
    """Empty for what unladen measured itself."""
    failed: str = ""
    """Why nothing of the commit could be measured: it does not build, or cannot be imported."""

    def of(self, benchmark: Benchmark) -> Measurement:
        """What is recorded of a benchmark: also that it is missing, or failed with all others."""
        outcome = Outcome.EXCEPTION if self.failed else Outcome.MISSING
        return self.measurements.get(benchmark.id) or Measurement(
            benchmark=benchmark, outcome=outcome, detail=self.failed
        )
