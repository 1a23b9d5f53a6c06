"""a Dask cluster -> tasks that run on its workers, one a machine at a time: nobody else imports it.

A worker that may measure holds one resource `bench`; what a task needs besides is named by kinds of
machines, which are resources, too. A thread cannot be stopped: a task asks, by `unwanted`, whether
anybody still waits for it.
"""

import contextlib
import logging
import os
import queue
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError, ToolError

BENCH = "bench"
TOPIC = "unladen"
CONNECT_SECONDS = 20.0
END_SECONDS = 15.0
AGAIN_SECONDS = 1.0
INSTALL = "python -m pip install 'unladen[fleet]'"
FOLDER = "UNLADEN_WORKSPACES"
ALIVE = ("running", "newly-created")


class Lost(Exception):
    """The scheduler is gone, and with it what it knew."""


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """A task, by its number: what it gave back, or why nothing."""

    number: int
    value: object = None
    failed: str = ""
    poisoned: bool = False
    """It took its worker along, again and again."""


@dataclass(slots=True)
class Doing:
    """What workers do just now, as far as they have told: by task, where."""

    running: dict[int, str] = field(default_factory=dict)

    def heard(self, event: tuple[float, Any]) -> None:
        told = event[1]
        if told["began"]:
            self.running[told["number"]] = told["where"]
        else:
            self.running.pop(told["number"], None)


@contextlib.contextmanager
def connected(where: str, patience: float, waiting: Callable[[str], None]) -> Iterator["Cluster"]:
    """`where` is a scheduler's address, a file that names it, or `local:N`. One that does not
    answer is asked again for some seconds: it may be being started anew."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ConfigError("a fleet needs Dask", INSTALL) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if where.startswith("local:"):
        with _local(distributed, where.partition(":")[2]) as client:
            yield Cluster(distributed, client)
        return
    until = time.monotonic() + patience
    while True:
        try:
            client = _client(distributed, where)
            break
        except ToolError as error:
            if time.monotonic() > until:
                raise
            waiting(error.what)
            time.sleep(AGAIN_SECONDS)
    with client:
        yield Cluster(distributed, client)


def _client(distributed: Any, where: str) -> Any:
    words = {"address": where} if "://" in where else {"scheduler_file": where}
    if "address" not in words and not Path(where).is_file():
        what = f"{where} is neither an address nor a scheduler's file"
        raise ConfigError(what, "--on tcp://HOST:8786, scheduler.json, or local:2")
    try:
        return distributed.Client(timeout=CONNECT_SECONDS, set_as_default=False, **words)
    except (OSError, TimeoutError, ValueError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise ToolError(f"no scheduler at {where}: {why[:200]}", "dask scheduler") from None


@contextlib.contextmanager
def _local(distributed: Any, number: str) -> Iterator[Any]:
    """So many workers here, of which one may measure: there is only this machine."""
    if not number.isdecimal() or not 0 < int(number) < 100:
        raise ConfigError(f"local:{number} is no number of workers", "--on local:2")
    quiet = {"dashboard": False, "silence_logs": logging.CRITICAL}
    workers = {
        place: {
            "cls": distributed.Nanny,
            "options": {"nthreads": 1, "resources": {} if place else {BENCH: 1.0}, **quiet},
        }
        for place in range(int(number))
    }
    scheduler = {"cls": distributed.Scheduler, "options": {"dashboard": False}}
    with (
        distributed.SpecCluster(
            workers=workers, scheduler=scheduler, silence_logs=logging.CRITICAL
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


class Cluster:
    """As it is connected to."""

    def __init__(self, distributed: Any, client: Any) -> None:
        self._distributed = distributed
        self._client = client
        self.doing = Doing()
        client.subscribe_topic(TOPIC, self.doing.heard)

    def measuring(self, kinds: Sequence[str] = ()) -> list[str]:
        """Names of workers that may measure, of these kinds."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        wanted = {BENCH, *kinds}
        return [str(each["name"]) for each in workers if wanted <= {*each.get("resources", ())}]

    def shared(self, value: object) -> Any:
        """Sent once, however many tasks take it. As a task: the scheduler can have that done again
        where the worker is lost that had it."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")
            return self._client.submit(_itself, value, pure=False)

    def each(
        self,
        do: Callable[..., object],
        given: Sequence[tuple[Any, ...]],
        kinds: Sequence[str],
        seconds: float,
    ) -> Iterator[TaskEnd | None]:
        """As they end; nothing where none ended for some seconds. Whoever stops to listen takes
        back what is left, and waits until nothing of it runs."""
        session = f"{os.getpid():x}-{time.time_ns():x}"
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        waiting: dict[str, int] = {}
        futures = []  # held here: what nobody holds is not wanted
        for number, words in enumerate(given):
            future = self._client.submit(
                do,
                number,
                *words,
                key=f"unladen-{session}-{number}",
                resources={BENCH: 1.0, **dict.fromkeys(kinds, 1e-6)},
                pure=False,
            )
            waiting[future.key] = number
            futures.append(future)
            future.add_done_callback(ended.put)
        try:
            yield from self._heard(ended, waiting, seconds)
        finally:
            self._taken_back([future for future in futures if future.key in waiting])

    def _heard(
        self, ended: "queue.SimpleQueue[Any]", waiting: dict[str, int], seconds: float
    ) -> Iterator[TaskEnd | None]:
        while waiting:
            try:
                future = ended.get(timeout=seconds)
            except queue.Empty:
                if self._client.status not in ALIVE:
                    raise Lost from None
                yield None
                continue
            number = waiting.pop(future.key)
            self.doing.running.pop(number, None)
            yield self._ended(future, number)
            future.release()

    def _ended(self, future: Any, number: int) -> TaskEnd:
        if future.status == "finished":
            return TaskEnd(number, future.result())
        if future.status == "error":
            error = future.exception()
            poisoned = isinstance(error, self._distributed.KilledWorker)
            return TaskEnd(number, None, f"{type(error).__name__}: {error}"[:500], poisoned)
        raise Lost

    def _taken_back(self, futures: Sequence[Any]) -> None:
        """Ctrl-C once more does not wait."""
        if not futures:
            return
        with contextlib.suppress(OSError, TimeoutError):
            self._client.cancel(futures, force=True)
        until = time.monotonic() + END_SECONDS
        while self.doing.running and time.monotonic() < until:
            time.sleep(0.05)


def _itself(value: object) -> object:
    return value


@contextlib.contextmanager
def task(number: int) -> Iterator[tuple[Callable[[], bool], Path]]:
    """Inside of one: whether nobody waits for it any more, and where its worker may keep files."""
    worker = import_module("distributed").get_worker()
    key = worker.get_current_task()
    _tell(worker, number, True)

    def unwanted() -> bool:
        known = worker.state.tasks.get(key)
        status = str(getattr(worker.status, "value", worker.status))
        return known is None or known.state != "executing" or status not in ALIVE

    try:
        asked = os.environ.get(FOLDER)
        yield unwanted, Path(asked) if asked else Path.home() / ".cache" / "unladen" / "fleet"
    finally:
        _tell(worker, number, False)


def _tell(worker: Any, number: int, began: bool) -> None:
    with contextlib.suppress(OSError):
        worker.log_event(TOPIC, {"number": number, "began": began, "where": str(worker.name)})
