"""Runs INSIDE the measured environment: commands on one pipe -> JSON lines on another.

Standard library and asv_runner only, or pytest where tests are the suite. It imports that once;
each benchmark is then run in a fork of its own, a session that can be killed as a whole, so that
one which crashes, hangs or leaks costs only itself. What benchmarks print goes to a log.
"""

import gc
import json
import os
import random
import signal
import site
import sys
import time
from collections.abc import Callable
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # missing with PYTHONSAFEPATH

from unladen_probe_described import SuiteSearch, facts, modules_below, whole
from unladen_probe_duel import DuelTask, Version
from unladen_probe_dying import dying
from unladen_probe_family import adopt_orphans, children, die_with_parent, end_children
from unladen_probe_others import forget_main
from unladen_probe_pools import Pools
from unladen_probe_pytest import Tests
from unladen_probe_ran import Tracer
from unladen_probe_snapshots import seeded
from unladen_probe_task import Message, Task, describe
from unladen_probe_test_task import TestTask

PAIR_BYTES = 8
"""Of two descriptors, as the kernel hands them over."""


class Channel:
    """JSON lines on descriptors that are neither standard input nor output."""

    def __init__(self, source: int, sink: int) -> None:
        self._source: Any = os.fdopen(source, "rb", buffering=0)
        self._sink = sink
        self._rest = b""

    def receive(self) -> Any:
        while b"\n" not in self._rest:
            block = self._source.read(65536)
            if not block:
                return None
            self._rest += block
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def send(self, **message: Any) -> None:
        data = json.dumps(message, skipkeys=True).encode() + b"\n"
        while data:
            data = data[os.write(self._sink, data) :]


class LoadedSuite:
    def __init__(self, channel: Channel, root: str) -> None:
        self.channel = channel
        self.root = root
        self.benchmarks: dict[str, Any] = {}
        self.problems: list[list[str]] = []
        self.died: dict[str, str] = {}
        self.found = SuiteSearch()
        self.sides: list[Any] = []
        self.ran: Tracer | None = None
        self.imported: Message = {}
        self.seconds: dict[str, float] = {}
        self.pools: Pools | None = None
        self.tests: Tests | None = None
        """Where tests are the suite."""
        self.own: frozenset[int] = frozenset()
        """Processes that the suite started when it was imported: they stay."""

    def load(self, modules: list[str], careful: bool = False) -> None:
        """Import the suite once, all of it or the modules asked for; one that cannot be imported
        is told, not fatal. `careful` leaves out modules that end the process."""
        from asv_runner._aux import update_sys_path

        update_sys_path(self.root)
        if self.ran is not None:
            self.ran.start()
        name = os.path.basename(self.root)
        names = modules or list(modules_below(self.root, name))
        if careful:
            self.died = dying(names)
            names = [each for each in names if each not in self.died]
        for module in names:
            started = time.perf_counter()
            try:
                __import__(module)
            except BaseException as error:  # noqa: BLE001 - a suite may raise anything
                self.problems.append([module, describe(error)])
            self.seconds[module] = time.perf_counter() - started
        self.found.search(self.root, names)
        self.benchmarks, self.problems = self.found.benchmarks, self.problems + self.found.problems
        if self.ran is not None:
            self.imported = self.ran.stop()

    def load_tests(self, loading: Message, modules: list[str], ready: Callable[[], None]) -> None:
        """By pytest, which lasts as long as `ready` does: so do the tests."""
        self.tests = tests = Tests(self.root, loading)
        if self.ran is not None:
            self.ran.start()

        def collected() -> None:
            if self.ran is not None:
                self.imported = self.ran.stop()
            self.benchmarks = tests.found
            self.problems, self.seconds = tests.problems, tests.seconds
            ready()

        tests.collect(modules or loading["tests"], collected)

    def load_sides(self, words: list[str], modules: list[str]) -> None:
        """In random order: neither version always has the addresses of the first."""
        seed, packages, *places = words
        order = random.Random(seed).sample(places, len(places))
        loaded = {p: Version(p, packages.split(","), self.root, modules) for p in order}
        self.sides = [loaded[place] for place in places]
        self.benchmarks = self.sides[0].benchmarks

    def serve(self) -> None:
        self.own = frozenset(children())
        while True:
            command = self.channel.receive()
            if command is None or command["do"] == "stop":
                return
            if command["do"] == "discover":
                told = {"benchmarks": self.described(), "failed": self.found.failed}
                told |= {"seconds": self.seconds, "problems": self.problems, "died": self.died}
                self.channel.send(**told)
            elif command["do"] == "imported":
                self.channel.send(ran=self.imported)
            elif command["do"] == "fork":
                self._fork(command)

    def described(self) -> list[Message]:
        if self.tests is not None:
            tests = self.tests.found
            return list(whole(tests, lambda test: test.described(), self.found.failed))
        return self.found.described()

    def _fork(self, command: Message) -> None:
        """A child takes over the channel; this process only waits, and says how it ended."""
        if command.get("counted") and self.pools is None:
            self.pools = Pools()
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                os.setsid()
                die_with_parent()
                self.channel.send(started=os.getpid())
                self._task(command).serve()
                code = 0
            finally:
                os._exit(code)
        stopped, status = _waited(pid)
        end_children(self.own)
        self.channel.send(ended=os.waitstatus_to_exitcode(status), stopped=stopped)

    def _task(self, command: Message) -> Task:
        if self.sides:
            return DuelTask(self.channel, self.sides, command)
        ran = self.ran if command.get("watched") else None
        if ran is not None:
            gc.freeze()  # what the suite holds need not be looked at for each benchmark
            ran.start()
        task: Task
        if self.tests is not None:
            task = TestTask(self.channel, self.tests, command, ran)
        else:
            task = Task(self.channel, self.benchmarks.get(command["name"]), command, ran)
        task.pools = self.pools
        return task


def _waited(pid: int) -> tuple[int, int]:
    """How often somebody stopped it, and how it ended."""
    stopped = 0
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            return stopped, status
        stopped += 1


def padding(seed: int) -> list[bytes]:
    """Blocks of small objects that shift all later ones: the same on both sides of a pair, and
    different in every pair, so that no layout's luck is taken for a change."""
    order = random.Random(seed)
    return [bytes(order.randrange(1, 500)) for _ in range(order.randrange(4000))]


def become(prefix: str, variables: dict[str, str]) -> None:
    """Take the environment of this side: its variables, and its packages in place of the other's.

    Both sides are forks of one interpreter, so that their memory lies alike; all that differs is
    what stands in their environments' site-packages.
    """
    os.environ.clear()
    os.environ.update(variables)
    old = sys.prefix
    moved = [entry for entry in sys.path if entry.startswith(old + os.sep)]
    sys.path[:] = [entry for entry in sys.path if entry not in moved]
    sys.executable = sys.executable.replace(old, prefix, 1)
    sys.prefix = sys.exec_prefix = prefix
    sys.path_importer_cache.clear()
    for entry in moved:
        site.addsitedir(entry.replace(old, prefix, 1))


def serve_side(source: int, sink: int, root: str, words: list[str]) -> None:
    """A side's own process: everything that is measured is forked from here."""
    channel = Channel(source, sink)
    begin = channel.receive()
    become(begin["prefix"], begin["variables"])
    sys.path = [entry for entry in sys.path if os.path.basename(entry) != "probe"]
    forget_main()
    seeded(int(begin["seed"]))  # who draws while the suite is imported draws the same on both sides
    worker = LoadedSuite(channel, root)
    if begin["watch"] is not None:
        worker.ran = Tracer(root, begin["watch"])

    def ready() -> None:
        channel.send(pid=os.getpid(), **facts())
        worker.serve()

    try:
        if begin["loading"]:
            worker.load_tests(begin["loading"], begin["modules"], ready)
            return
        if words:
            worker.load_sides(words, begin["modules"])
        else:
            worker.load(begin["modules"], begin["careful"])
    except BaseException as error:
        channel.send(error=describe(error), pid=os.getpid())
        raise
    ready()


def received(count: int) -> list[tuple[int, int]]:
    """A pair of descriptors for each side, which come by the socket that is our input."""
    from _socket import CMSG_LEN, MSG_CMSG_CLOEXEC, socket

    source = socket(fileno=0)
    _, sent, _, _ = source.recvmsg(1, CMSG_LEN(count * PAIR_BYTES), MSG_CMSG_CLOEXEC)
    source.detach()
    data = sent[0][2]
    ends = [int.from_bytes(data[k : k + 4], sys.byteorder) for k in range(0, len(data), 4)]
    return list(zip(ends[::2], ends[1::2], strict=True))


def main(words: list[str]) -> None:
    """Fork a process for each side, and end them and what they started when the input ends."""
    kept = padding(int(words[0]))
    root, sides = words[1], received(int(words[2]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    adopt_orphans()
    for mine in sides:
        if os.fork() == 0:
            code = 1
            try:
                os.setsid()
                die_with_parent()
                adopt_orphans()
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                for other in sides:
                    if other != mine:
                        os.close(other[0])
                        os.close(other[1])
                serve_side(*mine, root, words[3:])
                code = 0
            finally:
                os._exit(code)
    for source, sink in sides:
        os.close(source)
        os.close(sink)
    os.read(0, 1)  # as long as unladen has it open
    end_children()
    del kept
    os.kill(os.getpid(), signal.SIGKILL)  # at once, also below valgrind


if __name__ == "__main__":
    main(sys.argv[1:])
