"""Whatever strangers write, readers read or refuse in words: fuzzed by coverage.

    python -m tests.quality.fuzz --seconds 6             every reader for so long: a minute in all
    python -m tests.quality.fuzz --seconds 3600 --only record

Each reader has seeds that are right, and errors that it may raise; anything else is a finding,
whose input is printed so that it can become a test (tests/unit/unladen/test_mutants.py). What is
JSON is changed as JSON: a fuzzer of bytes would mostly find that braces do not match.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 1e308, 10**40, 10**400, -0.5, "", "x", "x" * 3000, "é"),
    *("\x00\x1b[31m", "\ud800", "\u202e"),
    *([], [[]], {}, {"": {}}, [None], float("nan"), float("inf"), "1e400", "../../x", "<script>"),
)


@dataclass(frozen=True)
class Reader:
    """Seeds, what reads them, and what it may refuse them with."""

    seeds: Sequence[bytes]
    read: Callable[[bytes], object]
    refusals: tuple[type[BaseException], ...]
    structured: bool = True
    """It is JSON."""


def changed(data: bytes, seed: int) -> bytes:
    """Another value at one place or more, or a place that is gone."""
    order = random.Random(seed)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for _ in range(order.choice((1, 1, 2, 4))):
        value = _changed(value, order)
    return json.dumps(value).encode("utf-8", "surrogatepass")


def _changed(value: Any, order: random.Random) -> Any:
    inside = isinstance(value, (dict, list)) and value and order.random() < 0.85
    if not inside:
        return order.choice(ODD)
    if isinstance(value, dict):
        key = order.choice(list(value))
        if order.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if order.random() < 0.05:
            return {**value, str(order.choice(ODD))[:50]: value[key]}
        return {**value, key: _changed(value[key], order)}
    place = order.randrange(len(value))
    if order.random() < 0.1:
        return value[:place] + value[place + 1 :]
    return [*value[:place], _changed(value[place], order), *value[place + 1 :]]


def _file(read: Callable[[Path], object], name: str = "file") -> Callable[[bytes], object]:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm"))

    def one(data: bytes) -> object:
        path = folder / name
        path.write_bytes(data)
        return read(path)

    return one


def _json(value: object) -> bytes:
    return json.dumps(value, default=sorted).encode()


def _record() -> Reader:
    from tests.unit.unladen.values import record, timed
    from unladen.errors import NewerFile
    from unladen.output.terminal import record_lines
    from unladen.store.records import record_from_json, record_to_json
    from unladen.tools.foreign import UNREADABLE

    def read(data: bytes) -> object:
        found = record_from_json(json.loads(data))
        return record_lines(found), record_to_json(found)

    seeds = [_json(record_to_json(record(timed([1.0, 1.1])[0])))]
    return Reader(seeds, read, (*UNREADABLE, NewerFile))


def _profile() -> Reader:
    from unladen.judge.attribute import attribute
    from unladen.judge.categories import Categories
    from unladen.judge.part_history import taken
    from unladen.model.anatomy import Anatomy, Function, Memory, Share, Split
    from unladen.store.profiles import anatomy_of
    from unladen.tools.foreign import UNREADABLE

    key = "a.py:f"
    good = Anatomy(
        benchmark="b",
        seconds=1.0,
        functions={key: Function(key=key, module="a", name="f", body="x")},
        shares={key: Share(share=1.0, samples=10.0)},
        splits={key: Split(python=0.5)},
        memory={key: Memory(allocated=1.0, peak=1.0)},
        calls={key: 2.0},
        instructions={key: 100.0},
    )

    def read(data: bytes) -> object:
        found = anatomy_of(json.loads(data))
        return taken(found, Categories({})), attribute(good, found, Categories({}), None)

    from unladen.errors import NewerFile

    return Reader([_json({"schema": 1, **asdict(good)})], read, (*UNREADABLE, NewerFile))


def _asv() -> Reader:
    from unladen.store import asv_rows

    row = [[0.1, None], [["1", "2"]], "v", 1700000000000, 0.1, [0.1, None], [0.2, None]]
    names = ["result", "params", "version", "started_at", "duration"]
    names += ["stats_ci_99_a", "stats_ci_99_b"]
    seed = {
        "commit_hash": "a" * 40,
        "date": 1700000000000,
        "params": {"machine": "m", "python": "3.11"},
        "python": "3.11",
        "env_name": "e",
        "requirements": {},
        "env_vars": {},
        "result_columns": names,
        "results": {"s.time_it": row},
        "durations": {},
        "version": 2,
    }
    refusals = (asv_rows.Unreadable, OSError)
    return Reader([_json(seed)], _file(asv_rows.read, "a.json"), refusals)


def _scalene() -> Reader:
    from unladen.tools import scalene

    line = {
        "lineno": 3,
        "n_cpu_percent_python": 50.0,
        "n_cpu_percent_c": 50.0,
        "n_sys_percent": 0.0,
        "n_gpu_percent": 0.0,
        "n_malloc_mb": 3.0,
        "n_peak_mb": 3.0,
    }
    seed = {
        "files": {"a.py": {"percent_cpu_time": 100.0, "lines": [line]}},
        "stacks": [[["a"], {"count": 100}]],
        "memory": True,
        "gpu": False,
    }

    def read(path: Path) -> object:
        scalene.condensed(path)
        return scalene.lines(path), scalene.memory_lines(path), scalene.has_gpu(path)

    return Reader([_json(seed)], _file(read), (scalene.Unhealthy,))


def _callgrind() -> Reader:
    from unladen.errors import ToolError
    from unladen.tools import valgrind

    seed = b"fl=(1) a.c\nfn=(1) main\n1 5\ncfn=(2) f\ncalls=1 3\n1 7\nfn=(2)\n3 7\nsummary: 19\n"

    def read(path: Path) -> object:
        return list(valgrind.self_costs(path)), valgrind.total(path)

    return Reader([seed], _file(read), (ToolError,), structured=False)


def _program() -> Reader:
    from arc_solver.errors import SolverError
    from arc_solver.program.check import check
    from arc_solver.program.text import parse

    programs = sorted((ROOT / "arc_solver" / "src" / "arc_solver" / "programs").glob("*.arc"))
    seeds = [path.read_bytes() for path in programs[:40]]

    def read(data: bytes) -> object:
        return check(parse(data.decode("utf-8", "replace")))

    return Reader(seeds, read, (SolverError,), structured=False)


def _claim() -> Reader:
    from unladen.judge.claims import BadClaim, parsed

    seeds = [b"suite.time_it(100) -15%..-20%", b"calls a/b.py:f same", b"answers same"]
    read = lambda data: parsed(data.decode("utf-8", "replace"))  # noqa: E731
    return Reader(seeds, read, (BadClaim,), structured=False)


def _config() -> Reader:
    from unladen.config import from_table
    from unladen.errors import ConfigError

    seed = {
        "allow": 0.01,
        "allow-memory": 0.05,
        "allow-of": {"x": 0.02},
        "budget": 60,
        "categories": {"dsl": ["x"]},
        "cpu-time": ["x"],
        "decide-by": ["code"],
        "decide-by-of": {"x": ["time"]},
        "flags": ["heavier"],
        "fail-on": ["heavier"],
        "profile": {"benchmarks": ["x"], "most": 3, "lanes": ["calls"], "seconds": 60},
        "in-process": False,
        "site": "site",
        "suite": "pytest",
        "test-requirements": ["numpy>=2"],
    }

    def read(data: bytes) -> object:
        table = json.loads(data)
        return from_table(table) if isinstance(table, dict) else None

    return Reader([_json(seed)], read, (ConfigError,))


def _accepted() -> Reader:
    from unladen.errors import ConfigError
    from unladen.store import accepted

    seed = b'[[accepted]]\ncommit = "aaaaaaa"\nbenchmark = "x"\nauthor = "a"\nreason = "r"\n'
    seed += b"upto = 0.1\nexpires = 2027-01-31\n"
    read = _file(lambda path: accepted.load(path.parent), accepted.FILE)
    return Reader([seed], read, (ConfigError,), structured=False)


def _message() -> Reader:
    from tests.unit.unladen.test_messages import GOOD, RAN, SUITE, Says
    from unladen.errors import ToolError
    from unladen.measure.messages import heard
    from unladen.measure.ran import told_by
    from unladen.measure.replies import Failed
    from unladen.measure.suite import suite_of

    def read(data: bytes) -> object:
        told = json.loads(data)
        if not isinstance(told, dict):
            return None
        for kind in GOOD:
            try:
                heard(kind, told)
            except Failed:
                continue
        return told_by(told), suite_of(Says(told))  # type: ignore[arg-type]

    seeds = [_json(each) for each in (*GOOD.values(), SUITE, RAN)]
    return Reader(seeds, read, (ToolError,))


def _decision() -> Reader:
    """And what is made of it: a comment, annotations."""
    from dataclasses import replace

    from tests.unit.unladen.values import decision, verdict
    from unladen.errors import NewerFile, ToolError
    from unladen.judge.decide import ranked
    from unladen.model import Culprit, Interval, NoDecision, Verdict
    from unladen.output import codequality, decision_json, github, markdown
    from unladen.store.decisions import parsed

    culprit = Culprit(file="a.py", line=1, end=2, new=True, reason="r")
    change = Interval(estimate=0.1, low=0.09, high=0.11)
    each = [replace(verdict(v), change=change, base=1.0, head=1.1, pairs=4) for v in Verdict]
    each[2] = replace(each[2], because=("r",), culprits=(culprit,), instructions=change)
    failure = NoDecision(base="a", head="b", what="w", next="n", exit=4)
    seeds = [decision_json.of([ranked(decision(*each))]), decision_json.failed(failure)]

    def read(data: bytes) -> object:
        found = parsed(data, "here")
        if isinstance(found, NoDecision):
            return markdown.failed(found)
        told = [ranked(one) for one in found]
        assert len(markdown.of(told).encode()) < 60_000
        return github.of(told), codequality.of(told)

    return Reader([seed.encode() for seed in seeds], read, (ToolError, NewerFile))


def _imports() -> Reader:
    """Files of other tools: what is read of them goes through to records and lines."""
    from tests.unit.unladen.imports import HOW, SAMPLES
    from unladen.output.terminal import record_lines
    from unladen.store.imports import formats
    from unladen.store.imports.records import commit_of, records_of
    from unladen.store.imports.results import NotThisFormat
    from unladen.store.records import record_to_json

    def read(data: bytes) -> object:
        _, told = formats.read(data)
        named = [batch.commit for batch in told.batches if batch.commit is not None]
        commits = {each.hash: commit_of(each) for each in named}
        records = records_of(told, HOW, commits, None)
        return [(record_lines(each), record_to_json(each)) for each in records]

    seeds = [sample.read_bytes() for sample in SAMPLES]
    return Reader([each for each in seeds if each.startswith((b"{", b"["))], read, (NotThisFormat,))


def _asv_import() -> Reader:
    from tests.unit.unladen.imports import ASV_SAMPLES, HOW
    from unladen.store.asv_imports import read
    from unladen.store.imports.results import NotThisFormat
    from unladen.store.records import record_to_json

    def one(path: Path) -> object:
        return record_to_json(read(path, HOW)[0])

    seeds = [sample.read_bytes() for sample in ASV_SAMPLES]
    return Reader(seeds, _file(one, "aaaaaaaa-e.json"), (NotThisFormat,))


READERS: Mapping[str, Callable[[], Reader]] = {
    "decision": _decision,
    "record": _record,
    "profile": _profile,
    "asv": _asv,
    "scalene": _scalene,
    "callgrind": _callgrind,
    "program": _program,
    "claim": _claim,
    "config": _config,
    "accepted": _accepted,
    "message": _message,
    "imports": _imports,
    "asv-import": _asv_import,
}


def fuzz(name: str, seconds: int, seed: int, corpus: Path) -> None:
    """Never returns: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["unladen", "arc_solver"]):
        reader = READERS[name]()
    for number, right in enumerate(reader.seeds):
        if len(reader.seeds) == 1:
            reader.read(right)  # it is right: a seed that is refused would test nothing
        (corpus / f"seed-{number}").write_bytes(right)

    def one(data: bytes) -> None:
        if reader.structured:
            try:
                json.loads(data)
            except (ValueError, RecursionError):
                return
        try:
            reader.read(data)
        except reader.refusals:
            return

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        told: bytes = changed(data, seed)[:most]
        return told

    words = [sys.argv[0], str(corpus), f"-max_total_time={seconds}", "-max_len=20000"]
    words += [f"-seed={seed}"]
    words += ["-verbosity=0", f"-artifact_prefix={corpus}/found-", "-timeout=20"]
    if reader.structured:
        atheris.Setup(words, one, custom_mutator=mutated)
    else:
        atheris.Setup(words, one)
    atheris.Fuzz()


def fuzzed(name: str, seconds: int, seed: int = 0) -> tuple[str, float]:
    """What was found, empty if nothing was; and the seconds of CPU that it had. Seed 0: another
    one each time."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryFile() as said:
        words = [sys.executable, "-m", "tests.quality.fuzz", "--one", name, place]
        words += [str(seconds), str(seed)]
        running = subprocess.Popen(words, stdout=said, stderr=said)
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        found = sorted(Path(place).glob("found-*"))
        if running.returncode == 0 and not found:
            return "", cpu
        inputs = " ".join(repr(path.read_bytes()[:1500]) for path in found)
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
        lines = [line for line in text.splitlines() if _tells(line)]
        return "\n  ".join([*lines[-25:], f"input: {inputs}"]), cpu


def _tells(line: str) -> bool:
    return not line.startswith(("INFO:", "WARNING:", "0x", "Base64:", "artifact", "MS:"))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=6, help="of each reader")
    parser.add_argument("--jobs", type=int, default=1, help="readers at a time")
    parser.add_argument("--only", choices=tuple(READERS), action="append")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.one:
        name, place, seconds, seed = asked.one
        fuzz(name, int(seconds), int(seed), Path(place))
    failed = False
    names = list(asked.only or READERS)
    began = time.monotonic()
    with ThreadPoolExecutor(asked.jobs) as pool:
        for name, (wrong, cpu) in zip(
            names, pool.map(lambda name: fuzzed(name, asked.seconds), names), strict=True
        ):
            failed = failed or bool(wrong)
            said = f"{asked.seconds} s asked for, {cpu:.0f} s of CPU"
            print(f"{name:<10} {'FOUND' if wrong else 'clean'}, {said}", flush=True)
            if wrong:
                print(f"  {wrong}", flush=True)
    print(f"{len(names)} readers in {time.monotonic() - began:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
