"""task -> guesses: programs that are right on the train pairs, and what they make of the tests.

Whether a guess is right is looked up only after it was chosen: the test outputs are taken away
before any program is run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arc_solver_phase1 import library
from arc_solver_phase1.evaluate import Options, guarded_item
from arc_solver_phase1.generate import candidate_of, draw
from arc_solver_phase1.guard import Ending, guard_for
from arc_solver_phase1.outcome import Outcome
from arc_solver_phase1.program.check import check
from arc_solver_phase1.program.run import run
from arc_solver_phase1.program.text import parse
from arc_solver_phase1.tasks import Sample, Task
from arc_solver_phase1.values import Grid
from arc_solver_phase1.workload import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """One way to answer all tests; `right` is None where the answer is not known."""

    origin: str
    text: str
    outputs: tuple[Grid | None, ...]
    right: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    task: str
    tried: int
    fitting: int
    guesses: tuple[Guess, ...]


def mutants_for(task: Task, count: int, seed: int) -> tuple[Candidate, ...]:
    """So many mutants that are not stored programs, for a task that none of these fits."""
    known = library.programs()
    stored = {candidate.id for candidate in stored_candidates()}
    drawn = draw(task, count + len(stored), seed, known).candidates if count else ()
    return tuple(candidate for candidate in drawn if candidate.id not in stored)[:count]


def own_candidate(task: Task) -> tuple[Candidate, ...]:
    own = library.programs().get(task.id)
    return () if own is None else (candidate_of(own, task.id),)


def stored_candidates() -> tuple[Candidate, ...]:
    """The whole library; of equal programs the first."""
    found: dict[str, Candidate] = {}
    for name, checked in library.programs().items():
        candidate = candidate_of(checked, name)
        found.setdefault(candidate.id, candidate)
    return tuple(found.values())


def solve(task: Task, candidates: Sequence[Candidate], options: Options, guesses: int) -> Solution:
    hidden = replace(task, test=tuple(Sample(input=s.input, output=None) for s in task.test))
    result = guarded_item(hidden, tuple(candidates), options)
    right_on_train = {
        each.id
        for each in result.candidates
        if each.outcome is Outcome.OK and not each.duplicate_of
    }
    fitting = [candidate for candidate in candidates if candidate.id in right_on_train]
    fitting.sort(key=lambda candidate: _rank(task, candidate))
    chosen = [_guess(task, candidate, options) for candidate in fitting[:guesses]]
    return Solution(
        task=task.id, tried=len(candidates), fitting=len(fitting), guesses=tuple(chosen)
    )


def _rank(task: Task, candidate: Candidate) -> tuple[bool, int, str]:
    """The task's own program, then the shortest: fewer steps fit fewer things by chance."""
    return (candidate.origin != task.id, len(candidate.text.splitlines()), candidate.id)


def _guess(task: Task, candidate: Candidate, options: Options) -> Guess:
    assert options.limits is not None
    reply = guard_for(options.limits).call(outputs_of, candidate.text, task.test)
    outputs = reply.value if reply.ending is Ending.RETURNED else (None,) * len(task.test)
    assert isinstance(outputs, tuple)
    known = all(sample.output is not None for sample in task.test)
    right = outputs == tuple(sample.output for sample in task.test)
    return Guess(
        origin=candidate.origin,
        text=candidate.text,
        outputs=outputs,
        right=right if known else None,
    )


def outputs_of(text: str, samples: Sequence[Sample]) -> tuple[Grid | None, ...]:
    checked = check(parse(text))
    return tuple(run(checked, sample.input).output for sample in samples)
