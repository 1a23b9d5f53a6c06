"""A suite of benchmarks that hang, crash, fork, lie and scream, gated whole: who survives?

    unshare --pid --fork --mount-proc python -m tests.quality.hostile

One of them once ended every process of a machine: so it is run in a namespace of its own, with a
limit on memory. What must hold: the gate ends, soon after what its time-outs add up to, with an
exit code that is no bug and no traceback; each hostile benchmark has an outcome; the honest ones
among them are decided; nothing is left running.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.projects import Project, new_project

TIMEOUT = 1.5
GONE_SECONDS = 2.0
HONEST = ("honest_first", "honest_last")
LIMIT = 4 << 30
HOSTILE: dict[str, str] = {
    "hangs": "while True: pass",
    "sleeps": "time.sleep(1000)",
    "raises": "raise ValueError('x' * 100_000)",
    "raises_base": "raise BaseException('all of it')",
    "raises_unprintable": "raise Unprintable()",
    "exits": "sys.exit(0)",
    "exits_hard": "os._exit(0)",
    "exits_with_code": "os._exit(77)",
    "kills_itself": "os.kill(os.getpid(), signal.SIGKILL)",
    "segfaults": "ctypes.string_at(0)",
    "aborts": "os.abort()",
    "stops_itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "kills_parent": "os.kill(os.getppid(), signal.SIGKILL); time.sleep(1000)",
    "kills_group": "os.killpg(0, signal.SIGKILL)",
    "kills_session": "[os.kill(p, signal.SIGKILL) for p in others()]",
    "forks_for_ever": "bomb()",
    "leaves_a_child": "subprocess.Popen(['sleep', '1000'])",
    "leaves_a_session": "subprocess.Popen(['sleep', '1000'], start_new_session=True)",
    "daemonises": "daemon()",
    "ignores_signals": "deaf(); time.sleep(1000)",
    "eats_memory": "eat()",
    "recurses": "recurse()",
    "floods_output": "flood(1)",
    "floods_errors": "flood(2)",
    "floods_all_pipes": "[flood(fd) for fd in pipes()]",
    "writes_to_pipes": "[os.write(fd, b'{\"pid\": 1}\\n') for fd in pipes()]",
    "writes_nonsense": "[os.write(fd, b'\\xff\\x00{[') for fd in pipes()]",
    "writes_no_line_end": "[os.write(fd, b'x' * 60_000) for fd in pipes()]; time.sleep(1000)",
    "closes_everything": "os.closerange(0, 1000)",
    "closes_output": "os.close(1); os.close(2); print('gone')",
    "changes_folder": "os.chdir('/'); shutil.rmtree(HERE, ignore_errors=True)",
    "patches_json": "json.dumps = json.loads = lambda *_, **__: None",
    "patches_clock": "time.perf_counter = lambda: float('nan')",
    "patches_clock_back": "time.perf_counter = BACK.pop",
    "patches_os": "os.write = os.read = None",
    "sets_limits": "resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))",
    "sets_alarm": "signal.setitimer(signal.ITIMER_REAL, 0.01)",
    "starts_threads": "[threading.Thread(target=spin, daemon=True).start() for _ in range(50)]",
    "hangs_at_exit": "atexit.register(time.sleep, 1000); threading.Thread(target=spin).start()",
    "breaks_gc": "gc.get_objects().clear(); gc.callbacks.append(None); gc.collect()",
}
HEAD = '''
import atexit, ctypes, gc, json, os, resource, shutil, signal, subprocess, sys, threading, time

import victim

HERE = os.getcwd()
BACK = [float(k) for k in range(10**5)]


class Unprintable(Exception):
    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __repr__


def others():
    mine = os.getsid(0)
    found = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [p for p in found if p != os.getpid() and os.getsid(p) == mine]


def bomb():
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(1000)


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)


def deaf():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass


def eat():
    kept = []
    while True:
        kept.append(bytearray(50_000_000))


def recurse(n=0):
    sys.setrecursionlimit(10**9)
    return recurse(n + 1)


def spin():
    while True:
        pass


def flood(fd):
    while True:
        os.write(fd, b"x" * 100_000)


def pipes():
    found = []
    for fd in range(3, 64):
        try:
            os.write(fd, b"")
            found.append(fd)
        except OSError:
            pass
    return found


class Shy:
    """Parameters that cannot be shown."""

    def __repr__(self):
        raise RuntimeError("no")


def time_honest_first():
    victim.work()


def time_honest_last():
    victim.spin(20_000)
'''


def suite() -> str:
    each = [
        f"\n\ndef time_{name}():\n    {statement}\n\n\ntime_{name}.timeout = {TIMEOUT}\n"
        for name, statement in HOSTILE.items()
    ]
    return HEAD + "".join(each)


WAYS: dict[str, tuple[str, ...]] = {
    "time": ("gate", "one", "two", "--no-why", "--decide-by", "time", "--pairs", "20"),
    "everything": ("gate", "one", "two", "--witness", "auto"),
    "run": ("run", "one..two", "--pairs", "2"),
}
"""By time alone; by what runs, counts and time, with reasons; and taken apart by all profilers."""


@dataclass(frozen=True, slots=True)
class Survived:
    """How one way went."""

    code: int
    took: float
    said: str
    verdicts: Mapping[str, Mapping[str, object]]
    left: Sequence[str]
    """Processes that were still there two seconds afterwards."""


def gated(project: Project, way: str, budget: float) -> Survived:
    began = time.monotonic()
    before = processes()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "unladen", *WAYS[way], "-q"),
            *("--budget", f"{budget:.0f}", *(("--json",) if way != "run" else ())),
        ],
        cwd=project.folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=1800,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)),
    )
    took = time.monotonic() - began
    time.sleep(GONE_SECONDS)
    left = [what for pid, what in processes().items() if pid not in before]
    told = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    rows = told.get("benchmarks", told.get("comparisons", []))
    verdicts = {str(each["benchmark"]).rpartition(".time_")[2]: each for each in rows}
    return Survived(done.returncode, took, done.stderr, verdicts, left)


def processes() -> dict[int, str]:
    """In this namespace, by number."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if words:
            found[int(entry.name)] = words[:100]
    return found


def wrongs(way: str, how: Survived) -> Iterator[str]:
    if how.code not in (0, 1, 3) or "Traceback" in how.said:
        yield f"exit code {how.code}: {how.said[-2000:]}"
    yield from (f"left running: {what}" for what in how.left)
    if way == "run":
        return
    for name in (*HOSTILE, *HONEST):
        if name not in how.verdicts:
            yield f"{name}: nothing is told of it"
    for name in HONEST:
        each = how.verdicts.get(name, {"verdict": "same"})
        if each["verdict"] not in ("same", "undecided", "within"):
            yield f"{name}: {each['verdict']} {each.get('reason')}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--budget", type=float, default=120.0)
    parser.add_argument("--way", choices=tuple(WAYS), action="append", help="default: all")
    asked = parser.parse_args(words)
    failed = False
    with tempfile.TemporaryDirectory() as place:
        project = new_project(Path(place) / "victim", suite())
        project.work(loops=30_000)
        project.commit("one")
        project.work(loops=30_001)
        project.commit("two")
        for way in asked.way or WAYS:
            how = gated(project, way, asked.budget)
            counts = Counter(str(each["verdict"]) for each in how.verdicts.values())
            told = ", ".join(f"{n} {verdict}" for verdict, n in counts.most_common())
            ended = f"exit {how.code}, {how.took:.0f} s"
            print(f"{way}: {len(HOSTILE)} hostile, 2 honest: {told}; {ended}")
            for name, each in how.verdicts.items():
                print(f"  {name:<20} {each['verdict']:<10} {str(each.get('reason', ''))[:90]}")
            for wrong in wrongs(way, how):
                failed = True
                print(f"  WRONG {wrong}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
