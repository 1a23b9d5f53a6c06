"""one task x its candidates -> TaskResult, in this process.

The stages, in order: read and check the programs, one graph for all, run it on train and test
samples together, join candidates with the same outputs, score, validate the survivors alone,
inline them.
"""

import gc
import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from arc_solver.array.choice import Known
from arc_solver.batch import Batch, BatchRun
from arc_solver.dsl import boxes, rays, seen
from arc_solver.errors import ProgramError
from arc_solver.outcome import INVALID, CandidateResult, Outcome, Solver, TaskResult
from arc_solver.program.check import Checked, check
from arc_solver.program.form import (
    InlineTooLarge,
    content_hash,
    inline,
    parse_expression,
    text_hash,
)
from arc_solver.program.run import Mode, Run, run
from arc_solver.program.text import parse
from arc_solver.score import differs
from arc_solver.spans import Spans
from arc_solver.tasks import Task
from arc_solver.values import Grid
from arc_solver.workload import Candidate

Outputs = tuple[Grid | None, ...]
ROWS_KEPT = 128


class ValidationError(AssertionError):
    """A candidate is right in the batch and not alone: the batch or the inliner has a bug."""


@dataclass(frozen=True, slots=True)
class _Answered:
    """What one candidate made of all samples."""

    candidate: Candidate
    runs: tuple[Run, ...]

    @property
    def outputs(self) -> Outputs:
        return tuple(each.output for each in self.runs)


def evaluate_item(
    task: Task,
    candidates: Sequence[Candidate],
    mode: Mode,
    spans: Spans,
    known: Known | None = None,
) -> TaskResult:
    collecting = gc.isenabled()
    gc.disable()  # values have no cycles to be searched for, and there are very many of them
    try:
        return _evaluated(task, candidates, mode, spans, known)
    finally:
        with spans("release"):
            for remembering in (boxes, rays, seen):
                remembering.forget()
            if collecting:
                gc.enable()
                gc.collect(0)  # it would come now, and its time be nobody's


def _evaluated(
    task: Task,
    candidates: Sequence[Candidate],
    mode: Mode,
    spans: Spans,
    known: Known | None,
) -> TaskResult:
    started = time.process_time()
    with spans("check"):
        programs, unreadable = _checked(candidates, known.programs if known else {})
    with spans("graph"):
        readable = [candidate for candidate in candidates if candidate.id in programs]
        checked = [programs[candidate.id] for candidate in readable]
        batch = known.batch(checked) if known else Batch(checked)
    with spans("run"):
        samples = [batch.run(sample.input, mode) for sample in task.samples]
    with spans("dedupe"):
        answered = _by_candidate(readable, samples)
        originals = _originals(answered)
    with spans("score"):
        results = unreadable
        for each, original in zip(answered, originals, strict=True):
            id = each.candidate.id
            first = original == id
            results[id] = _scored(task, each) if first else _duplicate(id, results[original])
    solvers = _solvers(task, candidates, results, spans)
    with spans("release"):
        result = TaskResult(
            task=task.id,
            candidates=tuple(results[candidate.id] for candidate in candidates),
            solvers=solvers,
            sharing=batch.sharing,
            evaluated=sum(sample.evaluated for sample in samples),
            failed=sum(sample.failed for sample in samples),
            cpu_seconds=time.process_time() - started,
        )
        del batch, samples, answered, checked, programs  # many values, and they take their time
    return result


def _checked(
    candidates: Iterable[Candidate], known: Mapping[str, Checked]
) -> tuple[Mapping[str, Checked], dict[str, CandidateResult]]:
    programs: dict[str, Checked] = {}
    unreadable: dict[str, CandidateResult] = {}
    for candidate in candidates:
        try:
            found = known.get(candidate.id)
            programs[candidate.id] = found or check(parse(candidate.text))
        except ProgramError as error:
            unreadable[candidate.id] = CandidateResult(
                id=candidate.id, outcome=Outcome.EXCEPTION, detail=error.what
            )
    return programs, unreadable


def _by_candidate(candidates: Sequence[Candidate], samples: Sequence[BatchRun]) -> list[_Answered]:
    return [
        _Answered(candidate, tuple(sample.runs[number] for sample in samples))
        for number, candidate in enumerate(candidates)
    ]


def _originals(answered: Sequence[_Answered]) -> list[str]:
    """For each the first that answered the same without a failure, which may be itself; one that
    failed anywhere stands for itself."""
    first: dict[Outputs, str] = {}
    return [
        each.candidate.id
        if any(run.failures for run in each.runs)
        else first.setdefault(each.outputs, each.candidate.id)
        for each in answered
    ]


def _duplicate(id: str, original: CandidateResult) -> CandidateResult:
    """A candidate that answered, without a failure, what another one had answered before."""
    return replace(original, id=id, duplicate_of=original.id)


def _scored(task: Task, answered: _Answered) -> CandidateResult:
    exact: list[bool | None] = []
    wrong_cells = 0
    for sample, output in zip(task.samples, answered.outputs, strict=True):
        known = sample.output
        exact.append(None if known is None else output == known)
        if known is not None and output is not None and output != known:
            error = differs(known, output)
            wrong_cells += error.removed + error.added
    failures = [failure for run in answered.runs for failure in run.failures]
    complete = None not in answered.outputs
    return CandidateResult(
        id=answered.candidate.id,
        outcome=_outcome(exact, complete),
        detail=_told(answered.runs),
        exact=tuple(exact),
        wrong_cells=wrong_cells if complete else None,
        failures=len(failures),
        outputs=digest(answered.outputs),
    )


def _outcome(exact: Sequence[bool | None], complete: bool) -> Outcome:
    if not complete:
        return Outcome.EXCEPTION
    return Outcome.OK if False not in exact and True in exact else Outcome.WRONG


def _told(runs: Sequence[Run]) -> str:
    """The first failure, with the sample in which it happened."""
    for number, each in enumerate(runs, 1):
        if each.failures:
            return f"sample {number}: {each.failures[0]}"
    return ""


def digest(outputs: Outputs) -> str:
    """Of what JSON makes of them."""
    text = f"[{','.join(map(_as_json, outputs))}]"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _as_json(output: Grid | None) -> str:
    return "null" if output is None else f"[{','.join(map(_row_as_json, output))}]"


@lru_cache(ROWS_KEPT)
def _row_as_json(row: tuple[int, ...]) -> str:
    """What candidates of one task answer has most rows in common."""
    return str(list(row)).replace(" ", "")


def _solvers(
    task: Task,
    candidates: Sequence[Candidate],
    results: dict[str, CandidateResult],
    spans: Spans,
) -> tuple[Solver, ...]:
    """The survivors: every different right answer once, by the first that gave it. One that is
    not right alone is a bug of ours: it is told as this candidate's result, and solves nothing."""
    solvers = []
    for candidate in candidates:
        result = results[candidate.id]
        if result.outcome is not Outcome.OK or result.duplicate_of or result.failures:
            continue
        with spans("inline"):
            solver = solver_of(candidate)
        with spans("validate"):
            try:
                validate(task, solver, result.outputs)
            except ValidationError as error:
                results[candidate.id] = replace(
                    result, outcome=Outcome.EXCEPTION, detail=f"{INVALID}: {error}"
                )
                continue
        solvers.append(solver)
    return tuple(solvers)


def solver_of(candidate: Candidate) -> Solver:
    checked, hash = _read(candidate.text)
    return Solver(
        hash=hash,
        candidate=candidate.id,
        text=candidate.text,
        expression=_expression(checked, hash),
    )


@lru_cache(1)
def _read(text: str) -> tuple[Checked, str]:
    """What will be stored, from its text: for the solver and, right after, to be validated."""
    checked = check(parse(text))
    return checked, content_hash(checked)


def _expression(checked: Checked, hash: str) -> str | None:
    """As one expression, if it is short enough and reads back as the same program."""
    try:
        expression = inline(checked)
        back = _canonical_hash(_read_expression(expression))
    except (InlineTooLarge, ProgramError):
        return None
    return expression if back == hash else None


@lru_cache(1)
def _read_expression(expression: str) -> Checked:
    """Read to see that it comes back, and once more to be validated: right after one another."""
    return parse_expression(expression)


def _canonical_hash(canonical: Checked) -> str:
    """Of what is canonical already, as an expression that was read."""
    return text_hash(str(canonical.program))


def validate(task: Task, solver: Solver, outputs: str) -> None:
    """Run what will be stored, alone and from its text: the batch has no part in it.

    Where there is an expression, text and expression have one canonical form, and that is run.
    """
    form, hash = _read(solver.text)
    if hash != solver.hash:
        raise ValidationError(f"{task.id}: solver {solver.hash[:16]} is another program")
    if solver.expression is not None:
        form = _read_expression(solver.expression)
        if _canonical_hash(form) != hash:
            raise ValidationError(f"{task.id}: solver {solver.hash[:16]} is another expression")
    alone = tuple(run(form, sample.input).output for sample in task.samples)
    if digest(alone) != outputs:
        raise ValidationError(f"{task.id}: solver {solver.hash[:16]} answers otherwise alone")
    for sample, output in zip(task.samples, alone, strict=True):
        if sample.output is not None and sample.output != output:
            raise ValidationError(f"{task.id}: solver {solver.hash[:16]} is wrong")
