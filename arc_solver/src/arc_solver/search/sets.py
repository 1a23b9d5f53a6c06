"""Tasks x limits x executor -> results as they come."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from arc_solver.guard import close_all
from arc_solver.search.budget import Limits
from arc_solver.search.results import Result, searched
from arc_solver.tasks import Task

AHEAD = 2


def searched_all(tasks: Sequence[Task], limits: Limits, executor: Executor) -> Iterator[Result]:
    """In the order in which they are done. Ctrl-C ends all children, and is passed on."""
    workers = getattr(executor, "_max_workers", 1)
    pending: set[Future[Result]] = set()
    try:
        for task in tasks:
            future = executor.submit(searched, task, limits)
            pending.add(future)
            while future in pending and (future.done() or len(pending) >= AHEAD * workers):
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    except KeyboardInterrupt:
        close_all()
        raise
    finally:
        for future in pending:
            future.cancel()
