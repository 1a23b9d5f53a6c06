"""limits -> a process that serves calls, the channel to it, and its certain end.

The parent's half of a child; `guard` decides when it starts, what it is asked and when it ends,
`guard_child` is what runs in it.
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib

from arc_solver.guard_child import CHUNK, HEADER, LARGEST_REPLY, Kind, header

START_SECONDS = 60.0  # to start, and to import what a call needs: charged to no function
STOP_SECONDS = 1.0
REAP_SECONDS = 10.0
"""What was killed ends, but on a machine that others keep busy not at once."""
SLICE_SECONDS = 0.1
STDERR_KEPT = 16 << 20
STDERR_SHOWN = 500
BOOT = (
    "import sys; sys.path[:] = sys.argv[6:]; "
    "from arc_solver.guard_child import main; main(sys.argv[1:6])"
)


class Trouble(Exception):
    """There will be no answer; never leaves `guard`, which makes a Reply of it."""


class Late(Trouble):
    """Nothing came in time."""


class Gone(Trouble):
    """The child has ended, or has closed its channel."""


class Garbled(Trouble):
    """Something came, but not from our side of the child."""


def search_path() -> list[str]:
    return [entry for entry in sys.path if isinstance(entry, str)]


class Child:
    """The process, its channel, its life line, and what it writes to stderr.

    Its `cpu` are the seconds it had used, with those it had waited for, when last heard of.
    """

    def __init__(self, seconds: float, megabytes: int) -> None:
        self.owner, self.token = os.getpid(), os.urandom(8)
        self.cpu, self.greeted = 0.0, False
        self.code: int | None = None
        self.channel, theirs = socket.socketpair()
        end, life = os.pipe()
        self.life = open(life, "wb", 0)  # noqa: SIM115 - held open: its closing is the message
        self.log = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - as long-lived as the child
        options = (theirs.fileno(), end, self.token.hex(), float(seconds), megabytes)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-c", BOOT, *map(str, options), *search_path()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.log,
                pass_fds=(theirs.fileno(), end),
                start_new_session=True,
            )
        except BaseException:
            self.let_go()
            raise
        finally:
            theirs.close()
            os.close(end)
        self.channel.settimeout(START_SECONDS)
        self.ready = select.poll()
        self.ready.register(self.channel, select.POLLIN)

    def greet(self) -> None:
        self.receive(START_SECONDS)
        self.greeted = True

    def sound(self) -> bool:
        """Ours, alive, and silent: what one call left behind must not be blamed on the next."""
        return self.owner == os.getpid() and not self.ready.poll(0) and not self.ended()

    def ended(self, patience: float = 0.0) -> bool:
        """Whether it ended by itself. Not reaped yet, so that nobody else can get its number."""
        deadline = time.monotonic() + patience
        with contextlib.suppress(ChildProcessError):
            while not os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if time.monotonic() >= deadline:
                    return False
                time.sleep(0.001)
        return True

    def send(self, request: bytes) -> None:
        os.ftruncate(self.log.fileno(), 0)
        try:
            self.channel.sendall(header(self.token, Kind.CALL, request))
            self.channel.sendall(request)
        except TimeoutError:
            raise Late from None
        except OSError:
            raise Gone from None

    def receive(self, seconds: float) -> tuple[Kind, bytes]:
        deadline = time.monotonic() + seconds
        start = self._read(HEADER.size, deadline)
        token, kind, cpu, length, checksum = HEADER.unpack(start)
        if token != self.token or length > LARGEST_REPLY:
            raise Garbled
        payload = self._read(length, deadline)
        if zlib.crc32(payload) != checksum:
            raise Garbled
        self.cpu = cpu
        return Kind(kind), payload

    def _read(self, count: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < count:
            self._await(deadline)
            try:
                part = self.channel.recv(min(count - len(data), CHUNK))
            except OSError:
                raise Gone from None
            if not part:
                raise Gone
            data += part
        return bytes(data)

    def _await(self, deadline: float) -> None:
        """Until something can be read; what has come is taken, even after the deadline.

        In slices, because a process forked by the function may hold the channel of a dead child
        open, and because a flood of messages must not fill the disk.
        """
        while True:
            left = deadline - time.monotonic()
            if self.ready.poll(1000 * max(0.0, min(left, SLICE_SECONDS))):
                return
            if left <= 0:
                raise Late
            if self.ended() and not self.ready.poll(0):
                raise Gone
            if os.fstat(self.log.fileno()).st_size > STDERR_KEPT:
                os.ftruncate(self.log.fileno(), 0)

    def last_words(self) -> str:
        log = self.log.fileno()
        tail = os.pread(log, STDERR_SHOWN, max(0, os.fstat(log).st_size - STDERR_SHOWN))
        lines = tail.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its stderr ends: {last}" if last else ""

    def kill(self) -> None:
        """End the whole group, then reap: the other way round, its number could be another's."""
        if self.code is not None or self.owner != os.getpid():
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.channel.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a reply
        deadline = time.monotonic() + REAP_SECONDS
        while self.code is None and time.monotonic() < deadline:
            self._reap()

    def _reap(self) -> None:
        try:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        except ChildProcessError:  # somebody else did, or SIGCHLD is ignored in this process
            self.code = self.process.returncode = -signal.SIGKILL
            return
        if pid:
            self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
            self.cpu = usage.ru_utime + usage.ru_stime
        else:
            time.sleep(0.0005)

    def let_go(self) -> None:
        """Close what we hold of it; only when no thread waits on its channel any more."""
        for held in (self.channel, self.life, self.log):
            held.close()

    def forget(self) -> None:
        """Let go in a fork of the parent: the child is not ours there, and no zombie either."""
        self.let_go()
        self.process.returncode = 0
