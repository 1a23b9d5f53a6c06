"""what a worker answers, or how it fails to -> the result of one side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.measure.worker import Ended, Hung, Message
from unladen.model import Benchmark, Outcome, Run

MAX_SAID = 300
MAX_DETAIL = 500
WHOLE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """What one side said to one question."""

    outcome: Outcome
    detail: str = ""
    run: Run | None = None
    value: float | None = None
    answers: Mapping[str, str] | None = None
    workload: str = ""
    corpus: int = 0
    """Items that there are, where answers are of a sample of them."""
    alike: str = ""
    """Choices of parameters for which this is the same must answer the same."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """The suite as one side sees it; `raw` is what asv keeps of each benchmark, and `modules`
    says where each was found."""

    benchmarks: Mapping[str, Benchmark]
    problems: Sequence[str]
    raw: Mapping[str, Mapping[str, Any]]
    modules: Mapping[str, str]
    seconds: Mapping[str, float] = field(default_factory=dict)
    """That each module took to be imported."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """Benchmarks that are there and cannot be looked at, by name, and why."""
    died: Mapping[str, str] = field(default_factory=dict)
    """Modules that end a process which imports them, and how; under WHOLE, all of the suite."""

    @property
    def broken(self) -> str:
        """Why nothing of it can be imported; empty where something can."""
        told = dict.fromkeys((*self.died.values(), *self.problems))
        return "" if self.benchmarks else "; ".join(told)[:MAX_DETAIL]

    def lacks(self, others: Sequence["Suite"]) -> bool:
        """Whether it has fewer benchmarks than another one because a module cannot be imported."""
        every = {id for each in others for id in each.benchmarks}
        return bool(self.died or self.problems) and not every <= self.benchmarks.keys()

    def why_died(self, module: str) -> str:
        return self.died.get(module) or self.died.get(WHOLE, "")


class Failed(Exception):
    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.result = SideResult(outcome=outcome, detail=detail)


def fork_message(
    benchmark: Benchmark, folder: Path, with_cache: bool, seed: int | None = None
) -> dict[str, Any]:
    return {
        "seed": seed,
        "name": benchmark.name,
        "index": benchmark.param_index,
        "folder": str(folder),
        "cache": with_cache,
    }


def checked(reply: Message) -> Message:
    if reply.get("missing"):
        raise Failed(Outcome.MISSING, "not in the suite on this side")
    if reply.get("memory"):
        raise Failed(Outcome.OUT_OF_MEMORY, "MemoryError")
    if reply.get("undone"):
        raise Failed(Outcome.NOT_DONE, str(reply.get("error"))[:MAX_SAID])
    if "error" in reply:
        raise Failed(Outcome.EXCEPTION, str(reply["error"]))
    if why := reply.get("skipped"):
        said = why if isinstance(why, str) else "the benchmark says so"
        raise Failed(Outcome.SKIPPED, said[:MAX_SAID])
    return reply


def failure(error: Exception, benchmark: Benchmark) -> SideResult:
    if isinstance(error, Failed):
        return error.result
    if isinstance(error, Hung):
        detail = f"killed after {benchmark.timeout:g} s, with all it started"
        return SideResult(outcome=Outcome.TIMEOUT, detail=detail)
    assert isinstance(error, Ended)
    if error.code == -9:
        return SideResult(outcome=Outcome.OUT_OF_MEMORY, detail="killed by the system")
    return SideResult(outcome=Outcome.DIED, detail=str(error))
