"""Archives, branches and parcels that strangers made: nothing is written that is no result.

    python -m tests.quality.foreign_archives --count 500 --seed 7

Each case goes through the command line or through what a fleet calls, in a sandbox of its own:
mutations of valid input, and input that was made to harm. A case fails if it ends with exit 70,
with an exception or after its deadline, if anything changed outside of the results (.git included),
if a refused case wrote anything, or if the count of files is not true.
"""

import argparse
import contextlib
import gzip
import io
import json
import os
import random
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from tests.quality.foreign_mutations import (
    BRANCH,
    CONTENTS,
    MODES,
    NAMES,
    Files,
    archived,
    bomb,
    git,
    mutated_archive,
    publish,
    tree_of,
)
from tests.unit.unladen.values import record, timed
from unladen import __version__
from unladen.cli import main as unladen
from unladen.errors import UnladenError
from unladen.fleet.arrived import merged
from unladen.fleet.workspace import performed
from unladen.model.units import Parcel, Unit
from unladen.store.records import Records
from unladen.tools.git import packed
from unladen.tools.result_files import ResultFolders
from unladen.tools.result_names import KINDS

SECONDS = 10
RESULTS = ("results/records", "results/profiles", "results/asv")
ALL = [word for each in RESULTS for word in ("--folder", each)]
EXITS = (0, 2, 4)
WORKSPACE = "0" * 16

FOLDERS = (
    ".git",
    "linked",
    "linked/x",
    "..",
    "/",
    ".",
    "",
    "results/../.git",
    ".git/hooks",
    "a\nb",
)


class Late(BaseException):
    """The deadline of a case is over; no handler of errors takes it for one."""


@dataclass(frozen=True)
class Sandbox:
    """A project with results, a remote that lies, and what nobody may touch."""

    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def remote(self) -> Path:
        return self.folder / "remote.git"

    @property
    def place(self) -> Path:
        return self.folder / "place"

    @property
    def archive(self) -> Path:
        return self.folder / "results.tar"

    def reset(self, results: Mapping[str, bytes]) -> None:
        for path in (self.project / "results", self.project / "linked"):
            if path.is_symlink():
                path.unlink()
            shutil.rmtree(path, ignore_errors=True)
        for name, content in results.items():
            path = self.project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        (self.project / "linked").symlink_to(".git")


def valid_results() -> Files:
    with tempfile.TemporaryDirectory() as place:
        one = Path(place, "results/records")
        path = Records(one).save(record(timed([1.0, 1.1])[0]))
        content = {str(path.relative_to(place)): path.read_bytes()}
    asv = {"version": 2, "results": {"a": [float("nan")]}, "result_columns": ["result"]}
    content |= {
        "results/records/ci/a.json": b'{"a": 1}',
        "results/asv/benchmarks.json": b'{"version": 2}',
        "results/asv/ci/abcdefgh-env.json": json.dumps(asv).encode(),
        "results/profiles/ci/0123-a.json.gz": gzip.compress(b'{"schema": 2}', mtime=0),
        "results/profiles/ci/0123-a-stacks-0.txt.gz": gzip.compress(b"a;b 3\n", mtime=0),
        f"results/records/long-{'n' * 110}/a.json": b"{}",
    }
    return content


def made(folder: Path) -> Sandbox:
    box = Sandbox(folder)
    box.project.mkdir(parents=True)
    git(box.project, "init", "-q", "-b", "main")
    conf = {
        "version": 1,
        "project": "x",
        "repo": ".",
        "branches": ["HEAD"],
        "results_dir": "results/asv",
    }
    (box.project / "asv.conf.json").write_text(
        json.dumps({**conf, "environment_type": "virtualenv"})
    )
    (box.project / ".gitignore").write_text("results/\nlinked\n.asv/\n")
    (box.project / "sub").mkdir()
    (box.project / "sub" / "data.json").write_text("{}")
    git(box.project, "add", "-A")
    git(box.project, "commit", "-q", "-m", "first")
    git(box.folder, "init", "-q", "--bare", str(box.remote))
    git(box.remote, "config", "gc.auto", "0")
    (box.remote / "refs" / "heads").mkdir(parents=True, exist_ok=True)
    (box.folder / "outside.json").write_text('{"mine": 1}')
    do(box, parcel_of(box), {})  # a worker has laid out its workspace before
    return box


def mutated_branch(box: Sandbox, results: Files, order: random.Random) -> str:
    if order.random() < 0.04:
        publish(box.remote, bomb(box.remote))
        return "a bomb of names"
    name = order.choice([each for each in (*NAMES, *results) if "\0" not in each])
    content, mode = order.choice((*CONTENTS, *results.values())), order.choice(MODES)
    files = {}
    for each, bytes_ in {**results, name: content}.items():
        hash_ = git(box.remote, "hash-object", "-w", "--stdin", given=bytes_)
        files[tuple(each.split("/")[:40])] = "100644", hash_
    if order.random() < 0.1:
        hash_ = f"{order.getrandbits(160):040x}"
    files[tuple(name.split("/")[:40])] = mode, hash_
    publish(box.remote, tree_of(box.remote, files))
    return f"{mode} {name[:60]!r}"


def snapshot(box: Sandbox) -> dict[str, object]:
    """All that is in the sandbox, but for objects, which git fetches, and the tree of a worker."""
    found: dict[str, object] = {}
    tree = box.place / WORKSPACE / "tree"
    for folder, folders, names in os.walk(box.folder):
        here = Path(folder)
        if here == box.remote or here == tree:
            folders[:] = [each for each in folders if each == ".git" and here == tree]
            names = []
        folders[:] = [each for each in folders if each != "objects"]
        for name in (*folders, *names):
            path = here / name
            facts = path.lstat()
            if stat.S_ISREG(facts.st_mode):
                found[str(path)] = (facts.st_mode, path.read_bytes())
            elif stat.S_ISLNK(facts.st_mode):
                found[str(path)] = os.readlink(path)
            elif not _of_a_worker(box, path):
                found[str(path)] = facts.st_mode
    volatile = [box.place / WORKSPACE / each for each in ("lock", "laid-out")]
    volatile += [tree / ".git" / each for each in ("index", "HEAD", "logs/HEAD", "shallow")]
    for path in volatile:
        found.pop(str(path), None)
    return found


def _of_a_worker(box: Sandbox, path: Path) -> bool:
    return path.is_relative_to(box.place / WORKSPACE)


@dataclass
class Ended:
    """What a case came to: an exit code, or an error of unladen (as 4), and how many files it says
    that it wrote."""

    code: int
    written: int | None = None
    said: str = ""


def called(*words: str) -> Ended:
    output, errors = io.StringIO(), io.StringIO()
    streams = contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors)
    with streams[0], streams[1], deadline(SECONDS):
        code = unladen(["keep", *words, "--json"])
    written = None
    if code == 0:
        written = json.loads(output.getvalue()).get("written")
    return Ended(code, written, errors.getvalue())


def refused(action: Callable[[], object]) -> Ended:
    """Functions of the fleet raise the errors that the command line reports."""
    try:
        with deadline(SECONDS):
            action()
    except UnladenError as error:
        return Ended(int(error.exit), said=str(error))
    except OSError as error:  # of a disk, which the command line reports with this exit code, too
        return Ended(4, said=str(error))
    return Ended(0)


def with_archive(box: Sandbox, results: Files, order: random.Random) -> tuple[str, Ended]:
    what, content = mutated_archive(results, order)
    box.archive.write_bytes(content)
    return f"archive, {what}", called("--unpack", str(box.archive), *ALL)


def with_branch(box: Sandbox, results: Files, order: random.Random) -> tuple[str, Ended]:
    what = mutated_branch(box, results, order)
    words = [BRANCH, "--restore", "--remote", str(box.remote)]
    if order.random() < 0.2:
        words.remove("--restore")
    return f"branch, {what}", called(*words, *ALL)


def with_link(box: Sandbox, results: Files, order: random.Random) -> tuple[str, Ended]:
    """A commit brought a link where results go."""
    box.archive.write_bytes(archived(results))
    where = order.choice(("results", "results/records", "results/records/ci", *results))
    path = box.project / where
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    target = order.choice((".git", "../outside.json", "/", "sub", "nowhere", ".git/hooks"))
    path.symlink_to(target if target.startswith("/") else box.project / target)
    word = order.choice(("--unpack", "--pack"))
    return f"link {where[:40]} -> {target}, {word}", called(word, str(box.archive), *ALL)


def with_setting(box: Sandbox, _: Files, order: random.Random) -> tuple[str, Ended]:
    """asv.conf.json is a stranger's."""
    folder = order.choice(FOLDERS)
    path = box.project / "asv.conf.json"
    before = path.read_bytes()
    hostile = {f"{folder}/config": b"[x]", f"{folder}/x.json": b"{}"}
    box.archive.write_bytes(archived(hostile))
    path.write_text(json.dumps({**json.loads(before), "results_dir": folder}))
    try:
        ended = called("--unpack", str(box.archive))
    finally:
        path.write_bytes(before)
    return f"results_dir {folder!r}", ended


def with_finished(box: Sandbox, results: Files, order: random.Random) -> tuple[str, Ended]:
    """The files that a worker sends home."""
    name, content = order.choice((*NAMES, *results)), order.choice((*CONTENTS, *results.values()))
    found: Any = {**results, name: content}
    if order.random() < 0.1:
        found = order.choice(({name: None}, {1: b""}, None, {name: "text"}))
    folders = ResultFolders.of(box.project, [box.project / each for each in RESULTS])
    return f"finished, {name[:60]!r}", refused(lambda: merged(folders, found, "ash"))


def parcel_of(box: Sandbox) -> Parcel:
    head = git(box.project, "rev-parse", "HEAD")
    return Parcel(
        version=__version__,
        name=WORKSPACE,
        history=packed(box.project, [head]),
        shallow=b"",
        refs={"refs/heads/x": head},
        commits=(head,),
        head=head,
        inside=".",
        files={"asv.conf.json": b"{}"},
        results=RESULTS,
    )


def do(box: Sandbox, parcel: Parcel, files: Files) -> None:
    unit = Unit(words=("--version",), label="x", files=files)
    performed(parcel, unit, box.place, lambda: False)


def with_parcel(box: Sandbox, results: Files, order: random.Random) -> tuple[str, Ended]:
    """The files that are sent to a worker."""
    parcel = parcel_of(box)
    name, folder, head = order.choice(NAMES), order.choice(FOLDERS), parcel.head
    changes: Sequence[dict[str, Any]] = (
        {"name": order.choice(("../x", ".git", "a/b", "", "/x", "..", "."))},
        {"inside": folder},
        {"files": {name: b"x"}},
        {"results": (folder,)},
        {"refs": {name: head, "refs/heads/../../config": head, "refs/tags/-d": head}},
        {"history": order.randbytes(200)},
        {"head": order.choice(("--output=x", "f" * 40, "HEAD"))},
    )
    change = order.choice(changes)
    known = {**results, order.choice((name, *results)): b"{}"}
    ended = refused(lambda: do(box, replace(parcel, **change), known))
    return f"parcel, {str(change)[:80]}", ended


CASES = (
    (with_archive,) * 5 + (with_branch,) * 3 + (with_link, with_finished, with_setting, with_parcel)
)


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    def late(number: int, _: FrameType | None) -> NoReturn:
        raise Late(number)

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def problems(count: int, seed: int, folder: Path) -> list[str]:
    """One line for each of so many cases that did what none may do."""
    order = random.Random(seed)
    results = valid_results()
    box = made(folder / "archives")
    found: list[str] = []
    with contextlib.chdir(box.project):
        for number in range(count):
            box.reset({name: results[name] for name in results if order.random() < 0.7})
            case = CASES[number % len(CASES)]
            found += [f"{number}: {each}" for each in _wrong(case, box, results, order)]
    return found


def _wrong(
    case: Callable[[Sandbox, Files, random.Random], tuple[str, Ended]],
    box: Sandbox,
    results: Files,
    order: random.Random,
) -> list[str]:
    before = snapshot(box)
    what = case.__name__
    try:
        what, ended = case(box, results, order)
    except Late:
        return [f"{what}: not over after {SECONDS} s"]
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return [f"{what}: {type(error).__name__} {str(error)[:200]}"]
    wrong = [] if ended.code in EXITS else [f"{what}: exit {ended.code}: {ended.said[-300:]}"]
    after = snapshot(box)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    changed -= {str(box.archive), str(box.folder)}
    return [*wrong, *_harm(what, box, ended, changed, after)]


def _harm(
    what: str, box: Sandbox, ended: Ended, changed: set[str], after: Mapping[str, object]
) -> list[str]:
    if what.startswith("link"):  # the case itself put a link among the results
        changed = {each for each in changed if not each.startswith(f"{box.project}/results")}
    if what.startswith("parcel"):
        changed = {
            each for each in changed if "/hooks/" in each or not _of_a_worker(box, Path(each))
        }
    changed -= {str(box.place), str(box.place / WORKSPACE)}
    folders = tuple(f"{box.project}/{each}/" for each in RESULTS)
    outside = [each for each in changed if not f"{each}/".startswith(folders)]
    wrong = [f"{what}: changed {each}" for each in sorted(outside)[:3]]
    if what.endswith("--pack") and b'"mine"' in box.archive.read_bytes():
        wrong.append(f"{what}: packed what the link shows")
    files = {each for each in changed if isinstance(after.get(each), tuple)}
    if ended.code != 0 and changed:
        wrong.append(f"{what}: refused, and changed {sorted(changed)[0]}")
    for each in sorted(files - set(outside)):
        facts = after[each]
        assert isinstance(facts, tuple)
        if not each.endswith(KINDS) or facts[0] & 0o7777 != 0o644:
            wrong.append(f"{what}: wrote {each} with mode {facts[0]:o}")
    if ended.written is not None and ended.written != len(files) and not what.startswith("link"):
        wrong.append(f"{what}: {ended.written} files written, it says; there are {len(files)}")
    return wrong


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(words)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = problems(asked.count, asked.seed, Path(folder))
    print(*found, sep="\n")
    print(f"{asked.count} cases, {len(found)} problems, {time.monotonic() - began:.0f} s")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
