"""What is said of two commits: verdicts, intervals, comparisons, a decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from unladen.model.commits import AskedBase, Commit, Machine
from unladen.model.measurements import Benchmark
from unladen.model.shown import Shown, Tone


class Verdict(Shown):
    """The worst first. `cannot tell` is a member: UNDECIDED is never a pass."""

    WRONG = "wrong answers", "‼", Tone.BAD
    FAILED = "failed", "✖", Tone.BAD
    SLOWER = "slower", "▲", Tone.BAD
    WORSE = "worse", "⊖", Tone.BAD
    UNDECIDED = "undecided", "?", Tone.OPEN
    WITHIN = "slower within allowance", "△", Tone.ANSWERED
    FASTER = "faster", "▼", Tone.GOOD
    BETTER = "better", "⊕", Tone.GOOD
    SAME = "same", "=", Tone.QUIET
    MISSING = "missing", "∅", Tone.OPEN
    SKIPPED = "skipped", "»", Tone.QUIET


FAILING = frozenset({Verdict.WRONG, Verdict.FAILED, Verdict.SLOWER, Verdict.WORSE})


class Stage(Enum):
    """The evidence that decides a benchmark, the cheapest first."""

    CODE = "code"
    INSTRUCTIONS = "instructions"
    TIME = "time"


class Isolation(Enum):
    """How far the measured code was kept from the rest of the machine."""

    FULL = "full"
    """It could not write into environments, results and history, nor signal unladen."""
    FILES = "files only"
    """It could signal unladen and the user's other processes."""
    NONE = "none"
    """It ran with all rights of the user."""


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
class Rules:
    """What the project says about one benchmark, fixed before the run."""

    allow: float = 0.01
    together: int = 1
    """How many benchmarks are judged at once: all of them share one risk of a false alarm."""
    higher_is_better: bool = False
    decide_by: tuple[Stage, ...] = tuple(Stage)
    cpu_time: bool = False
    """The project says that it never waits: what is not CPU time is then the machine's doing."""
    must_run: bool = False
    """The project says that it works: that base fails, too, is no excuse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Culprit:
    """A function that made a benchmark slower, where it stands in head's repository."""

    file: str
    line: int
    end: int
    """Of the first lines of it that are new; of the whole function where none is."""
    new: bool
    """Whether base does not have these lines: a reader finds them in the diff."""
    reason: str


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
    """Counted by valgrind, or by the machine's counters."""
    stage: Stage | None = None
    """What decided; None where it is undecided, or no such evidence is needed."""
    reason: str = ""
    seconds_needed: float | None = None
    answers_changed: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    """The first few reasons, one line each (`unladen explain` has them all)."""
    culprits: tuple[Culprit, ...] = ()
    """Where those of them stand that are functions of the project."""
    notes: tuple[str, ...] = ()

    @property
    def smallest(self) -> float | None:
        """The slowdown that what was measured could have told; None where there is no interval."""
        return self.allow + self.change.estimate - self.change.low if self.change else None


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
    asked: tuple[str, ...] = ()
    """Words that chose benchmarks and environment: the next command repeats them."""
    unwanted: tuple[str, ...] = ()
    """Flags of kinds that the project fails on, one line each."""
    isolation: Isolation | None = None
    """None where nothing was run for this decision."""
    asked_base: AskedBase | None = None
    """How `base` was chosen; None if nobody named a commit."""

    @property
    def verdict(self) -> Verdict:
        found = {comparison.verdict for comparison in self.comparisons}
        for verdict in Verdict:
            if verdict in found and (verdict in FAILING or verdict is Verdict.UNDECIDED):
                return verdict
        return Verdict.SAME


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDecision:
    """A decision as it is told: the worst first, and the exit code that it ends with."""

    decision: Decision
    worst_first: Sequence[Comparison]
    exit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDecision:
    """Why a gate has no answer: what happened, what to do next, and the exit code it ends with."""

    base: str
    head: str
    """As they were asked for: perhaps there is no such commit."""
    what: str
    next: str
    exit: int
