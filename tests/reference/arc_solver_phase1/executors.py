"""number of jobs -> executor."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


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
