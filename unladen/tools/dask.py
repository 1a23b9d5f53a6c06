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
from importlib import import_module
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError, ToolError
from unladen.tools import processes
from unladen.tools.files import home
from unladen.tools.handing_out import BENCH, Doing, Handed, TaskEnd, Window, Work

TOPIC = "unladen"
CONNECT_SECONDS = 20.0
END_SECONDS = 15.0
AGAIN_SECONDS = 1.0
INSTALL = "python -m pip install 'distributed>=2025.1'"
"""By its own name: no package index has ours, and anybody may register it there."""
FOLDER = "UNLADEN_WORKSPACES"
ALIVE = ("running", "newly-created")


class Lost(Exception):
    """The scheduler is gone, and with it what it knew."""


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
    anywhere = {"dashboard": False, "dashboard_address": ":0"}
    scheduler = {"cls": distributed.Scheduler, "options": anywhere}
    processes.start_safely()
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

    def workers(self, kinds: Sequence[str] = (), alone: bool = True) -> list[str]:
        """Names of workers of these kinds: of those that may measure, unless not `alone`."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        wanted = {BENCH, *kinds} if alone else {*kinds}
        return [str(each["name"]) for each in workers if wanted <= {*each.get("resources", ())}]

    def machines(self, name_there: Callable[[], str]) -> dict[str, list[str]]:
        """Addresses of workers by the names of their machines, as each of them tells it."""
        found: dict[str, list[str]] = {}
        for address, name in sorted(self._client.run(name_there, on_error="return").items()):
            if isinstance(name, str):
                found.setdefault(name, []).append(address)
        return found

    def shared(self, value: object) -> Any:
        """Sent once, however many tasks take it. As a task: the scheduler can have that done again
        where the worker is lost that had it."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")
            return self._client.submit(_itself, value, pure=False)

    def each(self, works: Sequence[Work], window: Window) -> Iterator[TaskEnd | None]:
        """As they end; nothing where none ended for some seconds. Whoever stops to listen takes
        back what is left, and waits until nothing of it runs."""
        handed = Handed(self._client, works, window.kinds)
        try:
            while len(handed.waiting) < window.most and handed.next():
                pass
            while handed.waiting:
                try:
                    future = handed.ended.get(timeout=window.seconds)
                except queue.Empty:
                    if self._client.status not in ALIVE:
                        raise Lost from None
                    yield None
                    continue
                number = handed.taken(future)
                self.doing.running.pop(number, None)
                yield self._ended(future, number, works[number].fetched)
                handed.let_go(number)
                handed.next()
        finally:
            self._taken_back(list(handed.waiting.values()))

    def _ended(self, future: Any, number: int, fetched: bool) -> TaskEnd:
        if future.status == "finished":
            return TaskEnd(number, future.result() if fetched else None)
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
        yield unwanted, Path(asked) if asked else _own_folder(worker)
    finally:
        _tell(worker, number, False)


def _own_folder(worker: Any) -> Path:
    """In the home of who runs the worker; where there is none, in the worker's own folder."""
    own = home()
    return own / ".cache" / "unladen" / "fleet" if own else Path(worker.local_directory)


def _tell(worker: Any, number: int, began: bool) -> None:
    with contextlib.suppress(OSError):
        worker.log_event(TOPIC, {"number": number, "began": began, "where": str(worker.name)})
