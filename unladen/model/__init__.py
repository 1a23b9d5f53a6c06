"""Every value that flows: commits, measurements, records, comparisons, decisions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    hash: str
    tree: str
    subject: str
    seconds: int
    """Commit time, in seconds since 1970."""

    @property
    def short(self) -> str:
        return self.hash[:8]


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
    NOT_RUN = "not run"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One benchmark at one commit: raw values."""

    benchmark: Benchmark
    outcome: Outcome = Outcome.NOT_RUN
    detail: str = ""
    runs: tuple[Run, ...] = ()
    values: tuple[float, ...] = ()
    instructions: tuple[float, ...] = ()
    """Of a call, by callgrind, in regions of one process."""
    answers: Mapping[str, str] | None = None
    """Item id -> digest of the value; None where the benchmark does not say."""
    workload: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    name: str
    cpu: str
    cores: int
    system: str
    memory_mb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What a commit was measured in; the packages are what pip would freeze."""

    name: str
    python: str
    packages: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    compiler: str = ""


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


class Verdict(Enum):
    """`cannot tell` is a member: UNDECIDED is never a pass."""

    WRONG = "wrong answers"
    FAILED = "failed"
    SLOWER = "slower"
    WORSE = "worse"
    UNDECIDED = "undecided"
    WITHIN = "slower within allowance"
    FASTER = "faster"
    BETTER = "better"
    SAME = "same"
    MISSING = "missing"
    SKIPPED = "skipped"


FAILING = frozenset({Verdict.WRONG, Verdict.FAILED, Verdict.SLOWER, Verdict.WORSE})


class Standing(Enum):
    """What has become of a step in a history."""

    CANDIDATE = "candidate"
    """One to three points: too few to be sure of, early enough to look at."""
    NEW = "new"
    CONFIRMED = "confirmed"
    ACCEPTED = "accepted"
    FIXED = "fixed"
    WENT_AWAY = "went away"


class Clock(Enum):
    CPU = "cpu"
    WALL = "wall"
    COUNT = "count"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A relative change, head against base: +0.014 is 1.4 % more."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What is known of one benchmark between base and head."""

    benchmark: Benchmark
    verdict: Verdict
    allow: float
    change: Interval | None = None
    base: float | None = None
    head: float | None = None
    clock: Clock | None = None
    pairs: int = 0
    instructions: Interval | None = None
    """The second witness: by callgrind, or by the machine's counters."""
    reason: str = ""
    seconds_needed: float | None = None
    answers_changed: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    """The first few reasons, one line each (`unladen explain` has them all)."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a gate says: one verdict for each benchmark, and one for all."""

    base: Commit
    head: Commit
    machine: Machine
    environment: str
    comparisons: tuple[Comparison, ...]
    seconds: float
    seed: int
    identical_code: bool = False
    notes: tuple[str, ...] = ()
    root: str = ""
    """The project's folder; files are shown below it."""

    @property
    def verdict(self) -> Verdict:
        found = {comparison.verdict for comparison in self.comparisons}
        for verdict in Verdict:
            if verdict in found and (verdict in FAILING or verdict is Verdict.UNDECIDED):
                return verdict
        return Verdict.SAME
