"""environment x suite -> a worker process in it, asked by messages with deadlines.

The worker forks a child for each benchmark; both can be killed with all they started.
"""

import json
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.errors import NotLoaded, ToolError
from unladen.model import Isolation
from unladen.tools import processes
from unladen.tools.foreign import UNREADABLE, whole_characters
from unladen.tools.isolation import isolated, isolation_of

SCRIPT = Path(__file__).parents[1] / "probe" / "worker.py"
START_SECONDS = 300.0
SHOWS_ALL = "asv run --quick --show-stderr (of tests: pytest --collect-only) shows the whole output"
END_SECONDS = 10.0
MAX_LINE = 1 << 26
BLOCK = 1 << 20

Message = dict[str, Any]


class Hung(Exception):
    """No answer in time; what was asked has been killed."""


class Ended(Exception):
    """The process ended before it answered."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code

    def __str__(self) -> str:
        if self.code is None:
            return "the worker is gone"
        if self.code < 0:
            names = {number.value: number.name for number in signal.Signals}
            return f"ended by signal {names.get(-self.code, -self.code)}"
        return f"ended with exit code {self.code}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a side's worker finds its packages; which modules of the suite, or all."""

    prefix: Path
    variables: Mapping[str, str]
    modules: Sequence[str] = ()
    watch: Sequence[str] | None = None
    """Packages whose code is traced beside the suite's; None: nothing is traced."""
    seed: int = 0
    """Of whoever draws while the suite is imported."""
    loading: Mapping[str, Any] = field(default_factory=dict)
    """Of a suite of tests what pytest is given; empty for asv's."""
    careful: bool = False
    """Leave out modules that end a process which imports them."""


class Zygote:
    """The process that the workers of a pair are forked from, so that their memory lies alike."""

    def __init__(
        self,
        python: Path,
        variables: Mapping[str, str],
        log: Path,
        protected: Sequence[Path] = (),
    ) -> None:
        self._python, self._variables, self.log = python, dict(variables), log
        self._protected = tuple(protected)
        self._process: subprocess.Popen[bytes] | None = None
        self._input: socket.socket | None = None
        """It ends itself and all its workers when this is closed."""

    def start(
        self,
        places: Sequence[Place],
        words: Sequence[str],
        more: Sequence[str],
        around: Sequence[str] = (),
    ) -> list["Worker"]:
        """`around` is a program that runs it, with its options."""
        processes.adopt_orphans()
        pipes = [(*os.pipe(), *os.pipe()) for _ in places]
        inner = [end for to_worker, _, _, from_worker in pipes for end in (to_worker, from_worker)]
        command = [str(self._python), str(SCRIPT), *words, str(len(places)), *more]
        command = isolated([*around, *command], self._protected)
        apart = isolation_of(self._protected) is Isolation.FULL
        try:
            pid = self._started(command, inner)
        except OSError as error:
            for _, to, source, _ in pipes:
                os.close(to)
                os.close(source)
            what = f"{self._python} cannot be started: {error}"
            raise ToolError(what, "unladen doctor") from error
        finally:
            for end in inner:
                os.close(end)
        workers = [Worker((to, source), self.log, pid, apart) for _, to, source, _ in pipes]
        for worker, place in zip(workers, places, strict=True):
            worker.begin(place)
        return workers

    def _started(self, command: Sequence[str], ends: Sequence[int]) -> int:
        """Descriptors are sent to it. Inherited ones would stay open in the programs around it, and
        nobody would see that a worker ended."""
        self._input, theirs = socket.socketpair()
        try:
            with theirs, self.log.open("ab") as output:
                socket.send_fds(self._input, [b"+"], ends)
                self._process = subprocess.Popen(
                    command,
                    env=self._variables,
                    cwd=self.log.parent,
                    stdin=theirs.fileno(),
                    stdout=output,
                    stderr=output,
                    start_new_session=True,
                )
        except OSError:
            self._input.close()
            raise
        return self._process.pid

    def kill(self) -> None:
        """With all that came of it."""
        if self._input is not None:
            self._input.close()

    def close(self) -> None:
        if self._process is not None:
            self.kill()
            processes.end(self._process)
            self._process = None


class Worker:
    """One side: a process that has imported the suite, and forks a child for each benchmark."""

    def __init__(self, ends: tuple[int, int], log: Path, zygote: int, apart: bool) -> None:
        """`apart`: it runs in a PID namespace below `zygote`, and has another number there."""
        self._to, self._from = ends
        self._log, self._zygote, self._apart = log, zygote, apart
        self._rest = bytearray()
        self._child: int | None = None
        self._pid: int | None = None
        self.facts: Message = {}
        self.stopped = False
        """By a signal, once or more often, the child that was released last."""

    def begin(self, place: Place) -> None:
        variables = dict(place.variables)
        modules = list(place.modules)
        words = {"prefix": str(place.prefix), "variables": variables, "modules": modules}
        watch = None if place.watch is None else list(place.watch)
        more = {"watch": watch, "seed": place.seed, "loading": dict(place.loading)}
        self.send(words | more | {"careful": place.careful})

    def greet(self, seconds: float = START_SECONDS) -> None:
        """Wait until the suite is imported."""
        try:
            self.facts = self.receive(seconds)
            self._pid = self._own(self.facts.pop("pid", None))
        except (Hung, Ended) as error:
            self.close()
            what = f"the suite cannot be loaded: {error or 'no answer'}\n{self.last_words()}"
            raise NotLoaded(what, SHOWS_ALL, isinstance(error, Ended)) from error
        if "error" in self.facts:
            self.close()
            raise NotLoaded(f"the suite cannot be loaded: {self.facts['error']}", SHOWS_ALL)

    def last_words(self) -> str:
        try:
            text = self._log.read_bytes()[-4000:].decode(errors="replace")
        except OSError:
            return ""
        return "\n".join(f"    {line[:160]}" for line in text.splitlines()[-4:])

    def send(self, message: Message) -> None:
        data = json.dumps(message).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except OSError:
            raise Ended(None) from None

    def receive(self, seconds: float) -> Message:
        deadline = time.monotonic() + seconds
        looked = 0
        while (end := self._rest.find(b"\n", looked)) < 0:
            looked = len(self._rest)
            if looked > MAX_LINE:
                raise Ended(None)
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self._from], [], [], left)[0]
            if not ready:
                raise Hung(f"no answer in {seconds:.0f} s")
            block = os.read(self._from, BLOCK)
            if not block:
                self._pid = None
                raise Ended(None)
            self._rest += block
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        try:
            message = json.loads(line)
            if b"\\ud" in line.lower():
                message = whole_characters(message)
        except (*UNREADABLE, MemoryError):
            raise Ended(None) from None
        if not isinstance(message, dict):
            raise Ended(None)
        return message

    def fork(self, message: Message, seconds: float) -> Message:
        """A child for one benchmark; its answer to being set up."""
        self.send(message | {"do": "fork"})
        self._child = self._own(self.receive(END_SECONDS).get("started"))
        return self._answer(seconds)

    def _own(self, told: object) -> int:
        """The number, as seen from here, of a process of ours; no other one is signalled."""
        if isinstance(told, int):
            pid = processes.outside(told, self._zygote) if self._apart else told
            if pid is not None and processes.is_below(pid, self._zygote):
                return pid
        raise Ended(None)

    def ask(self, seconds: float, do: str, **fields: Any) -> Message:
        """A message to the child, and its answer; Hung or Ended when there is none."""
        self.send(fields | {"do": do})
        return self._answer(seconds)

    def _answer(self, seconds: float) -> Message:
        try:
            answer = self.receive(seconds)
        except Hung:
            self.kill_child()
            raise
        if "ended" in answer:
            self._child = None
            code = answer["ended"]
            raise Ended(code if isinstance(code, int) else None)
        return answer

    @property
    def child(self) -> int | None:
        return self._child

    def release(self) -> None:
        """The child has done its work."""
        if self._child is None:
            return
        try:
            self.send({"do": "done"})
            while "ended" not in (told := self.receive(END_SECONDS)):
                pass
            self._child = None
            self.stopped = told.get("stopped") not in (0, None)
        except (Hung, Ended):
            self.kill_child()

    def kill_child(self) -> None:
        """The worker itself goes on, ends all that the child started, and says that it ended."""
        if self._child is None:
            return
        processes.kill(self._child, self._zygote)
        self._child = None
        try:
            while "ended" not in self.receive(END_SECONDS):
                pass
        except (Hung, Ended):
            self.close()

    @property
    def alive(self) -> bool:
        return self._to >= 0 and self._pid is not None

    def kill(self) -> None:
        """From another thread than the one that waits for it, which then sees that it ended."""
        for process in (self._child, self._pid):
            if process is not None:
                processes.kill(process, self._zygote)

    def close(self) -> None:
        self.kill()
        self._child = self._pid = None
        if self._to >= 0:
            os.close(self._to)
            os.close(self._from)
            self._to = -1
