"""What became of every candidate: the values that flow out of an evaluation."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arc_solver.array.choice import NOT_ASKED, Choice
from arc_solver.batch import Sharing
from arc_solver.spans import SpanTree

INVALID = "not right alone"


class Outcome(Enum):
    OK = "ok"
    WRONG = "wrong"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateResult:
    """`exact` has one entry for each sample, train before test; None where nothing is known.

    `wrong_cells` counts, over all samples, cells that are missing or should not be there: it
    ranks near misses for a reader and decides nothing. `outputs` is a digest of all outputs.
    """

    id: str
    outcome: Outcome
    detail: str = ""
    exact: tuple[bool | None, ...] = ()
    wrong_cells: int | None = None
    failures: int = 0
    outputs: str = ""
    duplicate_of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver:
    """A candidate that solved its task and was validated alone; inlined where that fits."""

    hash: str
    candidate: str
    text: str
    expression: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """One item of a workload; `apart` says that its candidates had to be run one by one, `array`
    which back end computed what of it, `at_once` how many items were under way with it: above 1 its
    seconds are those of a machine that did other things, too, and rank no task (I58)."""

    task: str
    candidates: tuple[CandidateResult, ...]
    solvers: tuple[Solver, ...] = ()
    sharing: Sharing | None = None
    evaluated: int = 0
    failed: int = 0
    apart: bool = False
    cpu_seconds: float = 0.0
    spans: SpanTree | None = None
    array: Choice = NOT_ASKED
    at_once: int = 1

    @property
    def solved(self) -> bool:
        return bool(self.solvers)

    @property
    def answers(self) -> str:
        """A digest of what every candidate answered: equal for equal answers, whatever the time,
        the machine, the words of an exception, or the way in which the work was shared out."""
        told = [
            [c.id, c.outcome.value, list(c.exact), c.failures, c.outputs, c.duplicate_of]
            for c in self.candidates
        ]
        solvers = [solver.hash for solver in self.solvers]
        text = json.dumps([self.task, told, solvers], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class MiscountError(AssertionError):
    """Work was lost or done twice: a bug, and worse than a crash (I30, I42, I43)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """All results of a workload, in its order."""

    workload: str
    asked: int
    results: tuple[TaskResult, ...]
    interrupted: bool = False

    def __post_init__(self) -> None:
        counted = sum(self.counts.values())
        if counted != self.asked:
            raise MiscountError(f"{self.asked} candidates asked for, {counted} accounted for")
        if self.asked == 0:
            raise MiscountError("an evaluation of nothing")

    @property
    def counts(self) -> Mapping[Outcome, int]:
        found = Counter(c.outcome for result in self.results for c in result.candidates)
        return {outcome: found[outcome] for outcome in Outcome}

    @property
    def solved(self) -> tuple[str, ...]:
        return tuple(result.task for result in self.results if result.solved)

    @property
    def invalid(self) -> tuple[CandidateResult, ...]:
        """Right in the batch and not alone: each one is a bug of this solver."""
        found = (c for result in self.results for c in result.candidates)
        return tuple(c for c in found if c.detail.startswith(INVALID))

    @property
    def at_once(self) -> int:
        return max(result.at_once for result in self.results)

    @property
    def answers(self) -> Mapping[str, str]:
        return {result.task: result.answers for result in self.results}

    @property
    def sharing(self) -> Sharing:
        """Summed over the tasks that were evaluated as one batch."""
        known = [result.sharing for result in self.results if result.sharing]
        return Sharing(
            candidates=sum(each.candidates for each in known),
            calls_alone=sum(each.calls_alone for each in known),
            calls_shared=sum(each.calls_shared for each in known),
        )
