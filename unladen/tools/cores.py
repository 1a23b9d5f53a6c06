"""a pure function x many inputs -> outputs in order, on all cores; Ctrl-C ends it at once."""

import itertools
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

In = TypeVar("In")
Out = TypeVar("Out")

AHEAD = 8
"""Inputs a core that are waiting at a time: memory holds no more of them."""


def on_all_cores(work: Callable[[In], Out], inputs: Iterable[In], least: int) -> Iterator[Out]:
    """With fewer than `least` inputs, or one core, it is not worth starting processes."""
    source = iter(inputs)
    first = list(itertools.islice(source, least))
    cores = len(os.sched_getaffinity(0))
    if len(first) < least or cores < 2:
        yield from map(work, itertools.chain(first, source))
        return
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(cores, mp_context=context, initializer=_quietly)
    waiting: deque[Future[Out]] = deque()
    try:
        for each in itertools.chain(first, source):
            waiting.append(pool.submit(work, each))
            if len(waiting) > AHEAD * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _quietly() -> None:
    """Ctrl-C is for the parent, which ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
