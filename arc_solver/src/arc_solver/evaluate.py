"""Workload x tasks x executor -> Evaluation.

The executor may be any of `concurrent.futures`, or one with its interface. With limits, each of its
workers keeps a child process in which the work is done, and which is killed when a limit is met.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace

from arc_solver.array.choice import NONE, NOTHING, Arrays, Known
from arc_solver.errors import SolverError
from arc_solver.guard import Ending, Limits, close_all, guard_for
from arc_solver.item import evaluate_item
from arc_solver.outcome import CandidateResult, Evaluation, Outcome, TaskResult
from arc_solver.program.run import Mode
from arc_solver.spans import OFF, Spans, SpanTree, merge
from arc_solver.tasks import Task
from arc_solver.workload import Candidate, Item, Workload

AHEAD = 4
"""Items handed over before the first is done: enough to keep many workers busy."""


class WorkloadMismatch(SolverError):
    """The tasks here are not those that the workload was made for (I01)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Without limits a task is evaluated in the worker itself: for profilers, and for trusted
    workloads. What arrays compute, they compute ahead, in this process, for many tasks at once."""

    mode: Mode = Mode.STRICT
    limits: Limits | None = None
    spans: bool = False
    array: Arrays = NONE


def evaluate(
    workload: Workload,
    tasks: Mapping[str, Task],
    executor: Executor,
    options: Options,
    journal: "Journal | None" = None,
) -> Evaluation:
    """Everything that was asked for, in the workload's order, whatever became of it.

    Ctrl-C ends it early: what is finished is returned and the rest is *not run*.
    """
    journal = journal or Journal()
    check_tasks(workload, tasks)
    results = dict(journal.finished)
    todo = [item for item in workload.items if item.task not in results]
    interrupted, why = False, "interrupted"
    try:
        with journal.spans("tasks"):
            work = _ahead(todo, tasks, options.array, journal.spans)
            for result in _completed(work, tasks, executor, options):
                result = replace(result, at_once=min(workers_of(executor), len(todo)))
                if result.spans is not None:
                    journal.spans.attach(result.spans, same_process=options.limits is None)
                results[result.task] = result
                journal.on_result(result)
    except KeyboardInterrupt:
        interrupted = True
        close_all()
    except BrokenExecutor as error:
        why = f"the executor broke: {error}"
    missing = [item for item in todo if item.task not in results]
    results |= {item.task: not_run(item, why) for item in missing}
    return Evaluation(
        workload=workload.digest,
        asked=workload.asked,
        results=tuple(results[item.task] for item in workload.items),
        interrupted=interrupted,
    )


def _ahead(
    todo: Sequence[Item], tasks: Mapping[str, Task], arrays: Arrays, spans: Spans
) -> Iterator[tuple[Item, Known]]:
    """Each item with what arrays know of it, and nobody pays for that who did not ask."""
    if arrays == NONE:
        return ((item, NOTHING) for item in todo)
    from arc_solver.ahead import ahead

    return ahead(todo, tasks, arrays, spans)


class Journal:
    """Who listens to an evaluation: earlier results to go on from, a call for each new one."""

    def __init__(
        self,
        finished: Mapping[str, TaskResult] | None = None,
        on_result: Callable[[TaskResult], None] = lambda _: None,
        spans: Spans = OFF,
    ) -> None:
        self.finished = finished or {}
        self.on_result = on_result
        self.spans = spans


def check_tasks(workload: Workload, tasks: Mapping[str, Task]) -> None:
    for item in workload.items:
        task = tasks.get(item.task)
        if task is None or task.digest != item.digest:
            what = "is not there" if task is None else "is another one under the same name"
            raise WorkloadMismatch(
                f"workload {workload.name}: task {item.task} of {workload.data} {what}",
                f"use the data it was made for: --data {workload.data} --split {workload.split}",
            )


def workers_of(executor: Executor) -> int:
    return int(getattr(executor, "_max_workers", 1))


def _completed(
    work: Iterable[tuple[Item, Known]],
    tasks: Mapping[str, Task],
    executor: Executor,
    options: Options,
) -> Iterator[TaskResult]:
    """Results as they come. Only so many items are under way as keep the workers busy, so that a
    serial executor, which works while it is handed an item, reports each before the next."""
    workers = workers_of(executor)
    pending: set[Future[TaskResult]] = set()
    try:
        for item, known in work:
            future = executor.submit(_work, tasks[item.task], item.candidates, options, known)
            pending.add(future)
            while future in pending and (future.done() or len(pending) >= AHEAD * workers):
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in done)
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        for future in pending:
            future.cancel()


def _work(
    task: Task, candidates: tuple[Candidate, ...], options: Options, known: Known
) -> TaskResult:
    """What a worker does with an item: here or in its child."""
    given = known if known.answers else None
    if options.limits is None:
        result = measured_item(task, candidates, options.mode, options.spans, given)
    else:
        result = guarded_item(task, candidates, options, given)
    choice = known.choice.apart() if result.apart else known.choice
    spent = result.cpu_seconds + choice.cpu_seconds
    return replace(result, array=choice, cpu_seconds=spent)


def measured_item(
    task: Task,
    candidates: tuple[Candidate, ...],
    mode: Mode,
    timed: bool,
    known: Known | None = None,
) -> TaskResult:
    spans = Spans("task") if timed else OFF
    result = evaluate_item(task, candidates, mode, spans, known)
    return replace(result, spans=spans.freeze() if timed else None)


def guarded_item(
    task: Task,
    candidates: tuple[Candidate, ...],
    options: Options,
    known: Known | None = None,
) -> TaskResult:
    """In the child, all candidates as one batch; if that has to be killed, or raises what no
    operation should, one after the other, so that each is charged with its own doing."""
    assert options.limits is not None
    guard = guard_for(options.limits)
    arguments = (options.mode, options.spans, known)
    started = time.perf_counter()
    reply = guard.call(measured_item, task, candidates, *arguments)
    if reply.ending is Ending.RETURNED:
        assert isinstance(reply.value, TaskResult)
        spans = _with_process(reply.value.spans, time.perf_counter() - started)
        return replace(reply.value, cpu_seconds=reply.cpu_seconds, spans=spans)
    if len(candidates) == 1:
        alone = _ended(candidates[0], reply.ending, reply.detail)
        return TaskResult(task=task.id, candidates=(alone,), cpu_seconds=reply.cpu_seconds)
    parts = [guarded_item(task, (candidate,), options) for candidate in candidates]
    return together(task, parts, reply.cpu_seconds)


def _with_process(spans: SpanTree | None, wall_seconds: float) -> SpanTree | None:
    """The child's tree, and what it took to start the child and to talk with it."""
    if spans is None:
        return None
    rest = max(0.0, wall_seconds - spans.wall_seconds)
    process = SpanTree(name="process", calls=1, wall_seconds=rest, cpu_seconds=0.0)
    whole = spans.wall_seconds + rest
    return replace(spans, wall_seconds=whole, children=(*spans.children, process))


_OUTCOMES = {
    Ending.TIMEOUT: Outcome.TIMEOUT,
    Ending.OUT_OF_MEMORY: Outcome.OUT_OF_MEMORY,
    Ending.RAISED: Outcome.EXCEPTION,
    Ending.DIED: Outcome.EXCEPTION,
}


def _ended(candidate: Candidate, ending: Ending, detail: str) -> CandidateResult:
    return CandidateResult(id=candidate.id, outcome=_OUTCOMES[ending], detail=detail)


def together(task: Task, parts: Sequence[TaskResult], lost_cpu: float) -> TaskResult:
    """The results of candidates that ran apart, deduplicated as a batch would have done."""
    first: dict[str, str] = {}
    candidates = []
    for (result,) in (part.candidates for part in parts):
        if result.outputs and not result.failures:
            original = first.setdefault(result.outputs, result.id)
            if original != result.id:
                result = replace(result, duplicate_of=original)
        candidates.append(result)
    kept = {result.id for result in candidates if not result.duplicate_of}
    trees = [part.spans for part in parts if part.spans is not None]
    return TaskResult(
        task=task.id,
        candidates=tuple(candidates),
        solvers=tuple(s for part in parts for s in part.solvers if s.candidate in kept),
        evaluated=sum(part.evaluated for part in parts),
        failed=sum(part.failed for part in parts),
        apart=True,
        cpu_seconds=lost_cpu + sum(part.cpu_seconds for part in parts),
        spans=merge(trees) if trees else None,
    )


def not_run(item: Item, why: str) -> TaskResult:
    return TaskResult(
        task=item.task,
        candidates=tuple(
            CandidateResult(id=candidate.id, outcome=Outcome.NOT_RUN, detail=why)
            for candidate in item.candidates
        ),
    )
