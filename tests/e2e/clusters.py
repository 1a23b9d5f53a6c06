"""A Dask scheduler and its workers as people start them: by the command line, one process each."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

COMMAND = (sys.executable, "-m", "dask")
QUIET = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "15s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "20s",
}
"""And machines that are gone are missed sooner than after five minutes."""


@dataclass
class Machines:
    """Some processes on this machine that take themselves for machines."""

    folder: Path
    host: str = "127.0.0.1"
    """Of the scheduler."""
    port: int = 0
    """Of the scheduler; 0: another one each time."""
    scheduler: "subprocess.Popen[bytes] | None" = None
    variables: dict[str, str] = field(default_factory=dict)
    """Of workers."""
    workers: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def on(self) -> str:
        return str(self.folder / "scheduler.json")

    def start_scheduler(self, *words: str) -> None:
        Path(self.on).unlink(missing_ok=True)
        self.scheduler = self._started(
            [
                *("scheduler", "--host", self.host, "--port", str(self.port), "--no-dashboard"),
                *("--scheduler-file", self.on, *words),
            ],
            "scheduler",
        )
        until = time.monotonic() + 60
        while not Path(self.on).exists():
            assert time.monotonic() < until
            time.sleep(0.05)

    def without_an_index(self) -> None:
        """What environments are made of, for machines that reach nobody but the scheduler."""
        house = self.folder / "wheels"
        words = ["asv_runner==0.3.2", "build", "wheel", "setuptools", "pip", "pympler"]
        command = [sys.executable, "-m", "pip", "download", "-q", "-d", str(house), *words]
        subprocess.run(command, check=True, capture_output=True)
        self.variables = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(house)}

    def start_worker(
        self, name: str, *words: str, on: Sequence[str] = (), bench: bool = True
    ) -> None:
        """`on`: a command that runs another one where this machine is. Without `bench` it may not
        measure."""
        mine = self.folder / name
        resources = ("--resources", "bench=1") if bench else ()
        self.workers[name] = self._started(
            [
                *("worker", "--scheduler-file", self.on, "--name", name, "--nthreads", "1"),
                *(*resources, "--no-dashboard", "--local-directory", str(mine)),
                *words,
            ],
            name,
            on,
            **self.variables,
            UNLADEN_MACHINE=name,
            UNLADEN_WORKSPACES=str(mine / "workspaces"),
        )

    def _started(
        self, words: Sequence[str], name: str, on: Sequence[str] = (), **variables: str
    ) -> "subprocess.Popen[bytes]":
        outside = {k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [*on, *COMMAND, *words],
                env={**outside, **variables, **QUIET},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_for(self, workers: int) -> None:
        """Until so many have come to the scheduler."""
        from distributed import Client

        with Client(scheduler_file=self.on, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=60)

    def kill(self, name: str) -> None:
        """As a power cut does it: the worker, and its nanny, at once."""
        process = self.workers.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        for child in below(process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        every = [*self.workers.values(), *([self.scheduler] if self.scheduler else [])]
        for process in every:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in every:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def machines(folder: Path, *names: str) -> Iterator[Machines]:
    made = Machines(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        made.start_scheduler()
        for name in names:
            made.start_worker(name)
        yield made
    finally:
        made.close()


def below(pid: int) -> list[int]:
    """Children of children, too."""
    found = []
    for path in Path("/proc").glob(f"{pid}/task/*/children"):
        with contextlib.suppress(OSError):
            for child in path.read_text().split():
                found += [int(child), *below(int(child))]
    return found


def at_work_in(folder: Path) -> list[str]:
    """Processes of unladen's, or of a suite, that know a machine's workspaces."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            known = (entry / "environ").read_bytes()
            cwd = os.readlink(entry / "cwd")
        except OSError:
            continue
        mine = os.fsencode(folder) in known or cwd.startswith(str(folder))
        if mine and " dask " not in command and "multiprocessing" not in command and command:
            found.append(command[:150])
    return found


NET = "10.77.3"


@contextlib.contextmanager
def hosts(folder: Path, *names: str) -> Iterator[Machines]:
    """Each a network namespace with an address and a cable of its own; the scheduler is outside."""
    bridge = "unladen-br"
    _ip("link", "add", bridge, "type", "bridge")
    try:
        _ip("addr", "add", f"{NET}.1/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        for number, name in enumerate(names):
            _ip("netns", "add", name)
            _ip("link", "add", f"v-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("link", "set", f"v-{name}", "master", bridge, "up")
            _ip("-n", name, "addr", "add", f"{NET}.{11 + number}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")
            _ip("-n", name, "link", "set", "lo", "up")
        made = Machines(folder, f"{NET}.1", 18786)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            made.without_an_index()
            made.start_scheduler()
            for name in names:
                made.start_worker(name, on=inside(name))
            yield made
        finally:
            made.close()
    finally:
        for name in names:
            _ip("netns", "del", name, check=False)
        _ip("link", "del", bridge, check=False)


def inside(name: str) -> tuple[str, ...]:
    return "ip", "netns", "exec", name


def cut_off(name: str) -> None:
    """Its cable is pulled."""
    _ip("link", "set", f"v-{name}", "down")


def may_make_hosts() -> bool:
    try:
        _ip("netns", "add", "unladen-try")
    except (OSError, subprocess.CalledProcessError):
        return False
    _ip("netns", "del", "unladen-try")
    return True


def _ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, capture_output=True)
