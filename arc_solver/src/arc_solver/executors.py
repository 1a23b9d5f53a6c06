"""number of jobs, or a cluster -> executor."""

import contextlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from arc_solver.errors import SolverError
from arc_solver.identity import code_identity

P = ParamSpec("P")
T = TypeVar("T")
CONNECT_SECONDS = 20


class SerialExecutor(Executor):
    """Does the work while it is handed over. Ctrl-C is not the work's exception: it passes."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it belongs to whoever asks for the result
            future.set_exception(error)
        return future


def executor_for(jobs: int) -> Executor:
    """Threads, each of which only waits for the guarded process that works for it."""
    return SerialExecutor() if jobs == 1 else ThreadPoolExecutor(jobs)


class ClusterExecutor(Executor):
    """The workers of a Dask cluster, an item each thread. What a worker has begun it finishes,
    within the limits of its item, also if nobody waits for it any more."""

    def __init__(self, client: Any) -> None:
        self._inner = client.get_executor(pure=False)
        self._max_workers = sum(client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._inner.submit(fn, *args, **kwargs)
        return future


@contextlib.contextmanager
def on_cluster(where: str) -> Iterator[Executor]:
    """`where` is a scheduler's address, or a file that names it. All workers must have the code
    that is here: results of two solvers in one run would be nobody's."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise SolverError(
            "a cluster needs Dask", "python -m pip install 'arc-solver[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    words = {"address": where} if "://" in where else {"scheduler_file": where}
    if "address" not in words and not Path(where).is_file():
        what = f"{where} is neither an address nor a scheduler's file"
        raise SolverError(what, "--on tcp://HOST:8786, or --on scheduler.json")
    try:
        client = distributed.Client(timeout=CONNECT_SECONDS, set_as_default=False, **words)
    except (OSError, TimeoutError, ValueError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise SolverError(f"no scheduler at {where}: {why[:200]}", "dask scheduler") from None
    with client:
        _check_workers(client)
        yield ClusterExecutor(client)


def _check_workers(client: Any) -> None:
    try:
        found = client.run(code_identity)
    except ImportError as error:
        what = f"a worker cannot import the solver: {error}"
        raise SolverError(what, "install arc-solver on every machine") from None
    if not found:
        raise SolverError("the cluster has no workers", "dask worker ADDRESS")
    other = sorted(worker for worker, digest in found.items() if digest != code_identity())
    if other:
        what = (
            f"{len(other)} of {len(found)} workers have another version of the solver: {other[0]}"
        )
        raise SolverError(what, "install the same on every machine, and restart the workers")
