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
QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}


@dataclass
class Machines:
    """Some processes on this machine that take themselves for machines."""

    folder: Path
    scheduler: "subprocess.Popen[bytes] | None" = None
    workers: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def on(self) -> str:
        return str(self.folder / "scheduler.json")

    def start_scheduler(self, *words: str) -> None:
        Path(self.on).unlink(missing_ok=True)
        self.scheduler = self._started(
            ["scheduler", "--port", "0", "--scheduler-file", self.on, "--no-dashboard", *words],
            "scheduler",
        )
        until = time.monotonic() + 60
        while not Path(self.on).exists():
            assert time.monotonic() < until
            time.sleep(0.05)

    def start_worker(self, name: str, *words: str, resources: str = "bench=1") -> None:
        mine = self.folder / name
        self.workers[name] = self._started(
            [
                *("worker", "--scheduler-file", self.on, "--name", name, "--nthreads", "1"),
                *("--resources", resources, "--no-dashboard", "--local-directory", str(mine)),
                *words,
            ],
            name,
            UNLADEN_MACHINE=name,
            UNLADEN_WORKSPACES=str(mine / "workspaces"),
        )

    def _started(
        self, words: Sequence[str], name: str, **variables: str
    ) -> "subprocess.Popen[bytes]":
        outside = {k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [*COMMAND, *words],
                env={**outside, **variables, **QUIET},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

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
