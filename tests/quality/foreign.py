"""Strangers' input through whole commands: no bug, no hang, nothing outside, no old verdict.

    python -m tests.quality.foreign                     500 mutants in all, seed 1
    python -m tests.quality.foreign --count 5000 --seed 7
    python -m tests.quality.foreign --only answers:17   one of them again, with what it printed

Archives for `keep`, artefacts and answers of a forge for `comment`, configurations and results for
the other commands are changed at random and given to the command. What must hold of each: its exit
code is not 70, it ends in time, an error names the next step, no message holds the token, nothing
outside of the project changed, and the comment of an older commit is gone. `tests.quality.fuzz`
tries the readers alone, guided by coverage.
"""

import argparse
import contextlib
import faulthandler
import gzip
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any
from unittest import mock

from tests.quality import foreign_archives
from tests.quality.fuzz import changed
from tests.unit.unladen.fake_forge import (
    BOT,
    SLOW,
    TOKEN,
    Answer,
    Asked,
    FakeForge,
    running,
)
from tests.unit.unladen.imports import SAMPLES
from tests.unit.unladen.values import decision, record, timed, verdict
from unladen import cli
from unladen.judge.decide import ranked
from unladen.model import Commit, Interval, NoDecision, Verdict
from unladen.model.anatomy import Anatomy, Function, Share
from unladen.model.comments import CiRun, marked
from unladen.output import decision_json
from unladen.store import accepted, profiles
from unladen.store.project import Project
from unladen.tools import deadline, http
from unladen.tools.settings import load
from unladen.tools.terminal import Progress

SECONDS = 10.0
"""The deadline of a case. With `SLOW` answers the command has 2 s for all of its requests."""
HEAD = "b" * 40
OLDER = "**Nothing got slower**: an older commit"
WORST_TEXT = 20_000
DEEP = b"[" * 200_000


class Hung(BaseException):
    """No handler of unladen's may catch it."""


@dataclass(frozen=True)
class Place:
    """Where cases run: each in `project`, made anew, beside folders that nobody may touch."""

    base: Path
    template: Path

    @property
    def project(self) -> Path:
        return self.base / "beside" / "project"

    def fresh(self, source: Path | None = None) -> Path:
        shutil.rmtree(self.project, ignore_errors=True)
        if source is None:
            self.project.mkdir(parents=True)
        else:
            shutil.copytree(source, self.project, symlinks=True)
        return self.project

    def outside(self) -> dict[str, str]:
        """All but the project: names and contents."""
        found = {}
        for folder, folders, names in os.walk(self.base):
            if Path(folder) == self.project.parent:
                folders[:] = [name for name in folders if name != "project"]
            for name in (*folders, *names):
                path = Path(folder, name)
                found[str(path)] = "" if path.is_dir() else path.read_text()
        return found


@dataclass
class Ran:
    """A command that was called, and what it printed."""

    code: int
    text: str
    seconds: float
    problems: list[str] = field(default_factory=list)


def call(place: Place, words: Sequence[str], variables: Mapping[str, str]) -> Ran:
    """In this process, as it would start 500 times otherwise; an alarm ends what hangs."""
    printed, began, before = io.StringIO(), time.monotonic(), place.outside()
    environment = {**BARE, "HOME": str(place.base / "home"), **variables}

    def hang(_: int, __: FrameType | None) -> None:
        raise Hung

    previous = signal.signal(signal.SIGALRM, hang)
    faulthandler.dump_traceback_later(6 * SECONDS, exit=True)
    problems, code = [], -1
    here = Path.cwd()
    try:
        os.chdir(place.project)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        with (
            mock.patch.dict(os.environ, environment, clear=True),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
        ):
            code = cli.main(words)
    except Hung:
        frames = traceback.format_exc().strip().splitlines()
        problems.append(f"no end after {SECONDS:.0f} s: {' '.join(frames[-3:-1])}")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is a finding
        problems.append(f"{type(error).__name__} left the command: {error}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, previous)
        os.chdir(here)
    ran = Ran(code, printed.getvalue(), time.monotonic() - began, problems)
    ran.problems += _wrong(ran)
    if place.outside() != before:
        ran.problems.append("something outside of the project changed")
    return ran


BARE = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8"}


def _wrong(ran: Ran) -> Iterator[str]:
    if ran.code == 70:
        yield f"exit 70: {' '.join(ran.text.strip().splitlines()[-2:])[:300]}"
    if ran.code in (2, 4) and "next: " not in ran.text and "next  " not in ran.text:
        yield f"an error without a next step: {ran.text[:200]!r}"
    if ran.code in (2, 4) and len(ran.text) > WORST_TEXT:
        yield f"an error of {len(ran.text):,} characters"
    if any(TOKEN[start : start + 12] in ran.text for start in range(len(TOKEN) - 11)):
        yield "the token, or a part of it, was printed"


# What is changed


def mutated(data: bytes, order: random.Random) -> bytes:
    """JSON with another value somewhere, or its bytes, or something that no reader expects."""
    kind = order.randrange(10)
    if kind < 5:
        return changed(data, order.randrange(1 << 30))
    if kind < 8:
        return other_bytes(data, order)
    return pathological(data, order)


def other_bytes(data: bytes, order: random.Random) -> bytes:
    for _ in range(order.choice((1, 1, 3, 20))):
        at, length = order.randrange(len(data) + 1), order.choice((1, 2, 8, 100, 4000))
        some = order.randbytes(min(length, 100))
        what = order.randrange(5)
        if what == 0:
            data = data[:at] + some + data[at + len(some) :]
        elif what == 1:
            data = data[:at] + data[at + length :]
        elif what == 2:
            data = data[:at] + data[at : at + length] * 2 + data[at + length :]
        elif what == 3:
            data = data[:at] + some + data[at:]
        else:
            data = data[:at] if order.random() < 0.3 else data
    return data


def pathological(data: bytes, order: random.Random) -> bytes:
    """A value of the JSON is replaced by text that is no usual JSON; or there is far too much."""
    odd = (
        *(b"9" * 400, b"-" + b"9" * 400, b"9" * 5000, b"1e999", b"NaN", DEEP, b'{"a":' * 100_000),
        *(b'"\\ud800"', b'"\\u0000"', b'"\xff\xfe"', b'"' + b"x" * 3_000_000 + b'"', b'""'),
        *(b'"' + TOKEN.encode() + b'"', b"0x" + b"f" * 50_000, b"1e400", b"[" + b"[]," * 300_000),
    )
    what = order.randrange(8)
    if what == 0:
        return b" " * order.choice((10, 1 << 20, 20 << 20)) + data
    if what == 1:
        return order.choice(
            (b"", b"\x00" * 100, DEEP, b"\xef\xbb\xbf" + data, b"9" * 5000, b"null")
        )
    places = [at for at, sign in enumerate(data) if sign in b":,=" and at + 1 < len(data)]
    if not places:
        return order.choice(odd)
    at = order.choice(places) + 1
    ends = [end for sign in (b",", b"}", b"]", b"\n") if (end := data.find(sign, at)) > 0]
    return data[:at] + order.choice(odd) + data[min(ends, default=len(data)) :]


# Artefacts and answers: `unladen comment`


def decisions() -> list[bytes]:
    change = Interval(estimate=0.1, low=0.09, high=0.11)
    several = [replace(verdict(each), change=change, base=1.0, head=1.1) for each in Verdict]
    failure = NoDecision(base="a", head="b", what="w", next="n", exit=4)
    made = [decision_json.of([ranked(decision(*several))]), decision_json.failed(failure)]
    same = decision_json.of([ranked(decision(verdict(Verdict.SAME)))])
    return [each.encode() for each in (*made, same)]


def packed(content: bytes, order: random.Random) -> bytes:
    """An archive as a stranger's run may leave it."""
    made = io.BytesIO()
    methods = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    with zipfile.ZipFile(made, "w", order.choices(methods, (6, 3, 1, 1))[0]) as archive:
        if order.random() < 0.1:
            archive.writestr("../../../escaped", b"x")
        archive.writestr(order.choices(("unladen.json", "other.json"), (30, 1))[0], content)
        if order.random() < 0.1:
            archive.writestr("UNLADEN.json", content)
    data = made.getvalue()
    data = data.replace(b"UNLADEN.json", b"unladen.json")
    if order.random() < 0.4:  # in its directory, at its end, where sizes and methods stand
        at = data.rindex(b"PK\x01\x02") + order.randrange(60)
        data = data[:at] + order.randbytes(order.choice((1, 2, 4))) + data[at + 1 :]
    return other_bytes(data, order) if order.random() < 0.3 else data


def github_variables(forge: FakeForge, event: Any) -> dict[str, str]:
    Path("event.json").write_text(json.dumps(event))
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": forge.address,
        "GITHUB_REPOSITORY": "octo/hello",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_RUN_ID": "900",
        "GITHUB_RUN_NUMBER": "12",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_TOKEN": TOKEN,
        "GITHUB_EVENT_PATH": "event.json",
    }


def gitlab_variables(forge: FakeForge) -> dict[str, str]:
    return {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": forge.address,
        "CI_PROJECT_ID": "3",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_PIPELINE_ID": "12",
        "CI_JOB_ID": "1",
        "CI_COMMIT_SHA": HEAD,
        "UNLADEN_GITLAB_TOKEN": TOKEN,
    }


FOLLOWED = {
    "id": 900,
    "event": "pull_request",
    "head_sha": HEAD,
    "head_branch": "patch",
    "head_repository": {"owner": {"login": "stranger"}},
    "run_number": 12,
    "run_attempt": 1,
    "html_url": "https://github.com/octo/hello/actions/runs/900",
}


def reset(forge: FakeForge, gitlab: bool) -> None:
    forge.gitlab = gitlab
    for each in (forge.comments, forge.pulls, forge.artifacts, forge.faults, forge.asked):
        each.clear()
    forge.after = lambda _, answer: answer
    forge.comment("somebody", "a remark")
    forge.comment(BOT, marked(OLDER, "gate", CiRun(11)))
    forge.comment("mallory", marked("trust me", "gate", CiRun(99)))
    forge.pulls.append({"number": 7, "head": {"sha": HEAD, "label": "stranger:patch"}})


def left_behind(forge: FakeForge, archive: bytes) -> None:
    told = {"id": 5, "name": "unladen-gate", "expired": False, "size_in_bytes": len(archive)}
    forge.artifacts.append(told)
    forge.archives[5] = archive


def commented(place: Place, forge: FakeForge, variables: Mapping[str, str]) -> Ran:
    """Nobody waits between attempts, and slow answers have two seconds in all."""
    hasty = SimpleNamespace(sleep=lambda _: None, monotonic=time.monotonic, time=time.time)
    with (
        mock.patch.object(http, "time", hasty),
        mock.patch.object(http, "TIMEOUT", 0.5),
        mock.patch.object(deadline, "PATIENCE", 2.0),
    ):
        ran = call(place, ["comment"], variables)
    for text in forge.texts():
        if TOKEN in text:
            ran.problems.append("the token stands in a comment")
    return ran


def artefact(place: Place, forge: FakeForge, order: random.Random) -> Ran:
    """The artifact is damaged and the forge works: the older comment must go."""
    content = order.choice(decisions())
    followed = order.random() < 0.7
    gitlab = not followed and order.random() < 0.5
    reset(forge, gitlab)
    place.fresh()
    with contextlib.chdir(place.project):
        event = {"workflow_run": FOLLOWED} if followed else {"pull_request": PULL}
        variables = gitlab_variables(forge) if gitlab else github_variables(forge, event)
    if followed:
        inside = content if order.random() < 0.3 else mutated(content, order)
        left_behind(forge, packed(inside, order))
    elif order.random() < 0.95:
        (place.project / "unladen.json").write_bytes(mutated(content, order))
    ran = commented(place, forge, variables)
    ran.problems += _older_verdict(forge, ran)
    return ran


PULL = {"number": 7, "head": {"sha": HEAD}}


def _older_verdict(forge: FakeForge, ran: Ran) -> Iterator[str]:
    texts = [text for text in forge.texts() if text.rstrip().endswith("gate 12.1 -->")]
    if any(OLDER in text for text in forge.texts()):
        yield f"exit {ran.code}, and the older verdict still stands: {ran.text[:200]!r}"
    if len(texts) != 1:
        yield f"exit {ran.code}, and {len(texts)} comments of this run"
    if ran.code and not all(text.startswith("**No decision**") for text in texts):
        yield f"exit {ran.code}, and the comment is no `No decision`"


HOSTILE_ENTRIES: tuple[Any, ...] = (
    *(None, 5, "x", [], {}, {"id": 10**400}, {"id": True}, {"id": -1}, {"id": "1", "body": 5}),
    {"id": 1, "body": 5, "user": {"login": BOT}, "author": {"username": BOT}},
    {"id": 2, "body": "x", "user": "x", "author": 5, "html_url": f"https://x/{TOKEN}"},
    {"id": 3, "body": None, "user": {"login": {"a": 1}}, "author": {"username": [BOT]}},
)
LINKS = (
    *("<://>", "<http://[::1>", "<http://evil.example/>", "<x", "<" + "a" * 60_000 + ">"),
    *("<{here}/repos/octo/hello/issues/7/comments>", "<{here}/x?page=2>", "<{here}\t/x>"),
)
NUMBERS = ("9" * 400, "9" * 5000, "-1", "1e9", "inf", "nan", "0", "٣", "")
STATUSES = (200, 201, 204, 301, 302, 400, 403, 404, 410, 413, 422, 429, 500, 502, 599, 999)


@dataclass
class Mangler:
    """A forge whose answers to some requests are others."""

    order: random.Random
    here: str
    path: str
    method: str
    times: int
    only_more: bool
    """Entries are added to lists; what is right stays."""
    wrote: bool = False

    def answer(self, asked: Asked, right: Answer) -> Answer:
        if self.times <= 0 or self.path not in asked.path or self.method != asked.method:
            return right
        self.times -= 1
        status, content, headers = right
        if self.only_more and isinstance(content, list):
            some = [self.order.choice(HOSTILE_ENTRIES) for _ in range(5)]
            return status, [*some, *content, *some], headers
        self.wrote = True
        return self._other(status, content, dict(headers))

    def _other(self, status: int, content: Any, headers: dict[str, str]) -> Answer:
        order = self.order
        if order.random() < 0.4:
            status = order.choice(STATUSES)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        if order.random() < 0.2:
            data = json.dumps({"message": f"bad token {TOKEN} {TOKEN[:25]}"}).encode()
        elif order.random() < 0.8:
            data = mutated(data, order)
        if order.random() < 0.3:
            headers["Link"] = f'{order.choice(LINKS).format(here=self.here)}; rel="next"'
        if order.random() < 0.3:
            name = order.choice(("Retry-After", "X-RateLimit-Reset", "RateLimit-Reset"))
            headers |= {name: order.choice(NUMBERS).encode().decode("latin-1")}
            headers |= {"X-RateLimit-Remaining": "0", "RateLimit-Remaining": "0"}
        if "Location" in headers and order.random() < 0.7:
            headers["Location"] = order.choice(
                ("", "x", "file:///etc/passwd", "http://[", "ftp://a")
            )
        if order.random() < 0.08:
            headers[SLOW] = "0.2"
        return status, data, headers


ROUTES = (
    *(("GET", "/comments"), ("GET", "/notes"), ("POST", "s"), ("PATCH", "/comments/")),
    *(("PUT", "/notes/"), ("GET", "/artifacts"), ("GET", "/zip"), ("GET", "/blob/")),
    *(("GET", "/pulls"), ("GET", "/user"), ("GET", "/")),
)


def answers(place: Place, forge: FakeForge, order: random.Random) -> Ran:
    """The forge answers wrongly, some times or always."""
    gitlab = order.random() < 0.3
    reset(forge, gitlab)
    place.fresh()
    content = order.choice(decisions())
    with contextlib.chdir(place.project):
        event = {"workflow_run": FOLLOWED} if order.random() < 0.7 else {"pull_request": PULL}
        variables = gitlab_variables(forge) if gitlab else github_variables(forge, event)
    (place.project / "unladen.json").write_bytes(content)
    left_behind(forge, packed_well(content))
    method, path = order.choice([each for each in ROUTES if gitlab == _is_gitlabs(each[1])])
    often = order.choice((1, 2, 99))
    mangler = Mangler(order, forge.address, path, method, often, order.random() < 0.3)
    forge.after = mangler.answer
    ran = commented(place, forge, variables)
    about = ("/artifacts", "/zip", "/blob/")
    if not mangler.wrote or path in about:
        ran.problems += _older_verdict(forge, ran)
    elif ran.code == 0 and not ran.text.startswith("no comment") and "left as" not in ran.text:
        texts = forge.texts()
        if not any(text.rstrip().endswith("gate 12.1 -->") for text in texts):
            ran.problems.append("exit 0, and no comment of this run")
    return ran


def _is_gitlabs(path: str) -> bool:
    return path in ("/notes", "/notes/", "/user")


def packed_well(content: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("unladen.json", content)
    return made.getvalue()


# Configurations and results: the other commands

CONF = {
    "version": 1,
    "project": "p",
    "repo": ".",
    "branches": ["main"],
    "environment_type": "virtualenv",
    "pythons": [f"{sys.version_info.major}.{sys.version_info.minor}"],
    "matrix": {"req": {"numpy": ["1", "2"]}, "env": {"A": ["1"]}},
    "exclude": [{"python": "3.8"}],
    "benchmark_dir": "benchmarks",
    "results_dir": "results/asv",
    "html_dir": "site/asv",
    "dvcs": "git",
    "hash_length": 8,
    "build_command": ["true"],
}
PYPROJECT = b"""\
[build-system]
requires = ["setuptools"]
[project]
name = "p"
requires-python = ">=3.11"
[tool.pytest.ini_options]
addopts = "-q"
"""
SETTINGS = b"""\
allow = 0.02
budget = 60
machine = "here"
records = "results/records"
must-run = ["time_"]
decide-by = ["time"]
fail-on = ["heavier"]
[allow-of]
"suite" = 0.1
[categories]
a = ["^a"]
[profile]
most = 3
"""
ACCEPTED = b"""\
[[accepted]]
commit = "aaaaaaa"
benchmark = "x"
author = "a"
reason = "r"
upto = 0.1
expires = 2027-01-31
"""
SUITE = "class T:\n    def time_it(self):\n        pass\n"


def template(folder: Path) -> Path:
    """A project with a configuration, and everything that an earlier command may have left."""

    def git(*words: str) -> str:
        told = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(told, check=True, capture_output=True, text=True).stdout.strip()

    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks" / "suite.py").write_text(SUITE)
    (folder / "asv.conf.json").write_text(json.dumps(CONF, indent=1))
    (folder / "pyproject.toml").write_bytes(PYPROJECT)
    (folder / "unladen.toml").write_bytes(SETTINGS)
    (folder / accepted.FILE).write_bytes(ACCEPTED)
    git("init", "-q", "-b", "main")
    for number in range(2):
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", f"commit {number}")
    with contextlib.chdir(folder):
        project = Project(folder, load(folder), Progress(quiet=True))
        for number, name in enumerate(("HEAD^", "HEAD")):
            _results(project, folder, project.git.commit(name), number)
        call_quietly(["history"])
    return folder


def _results(project: Project, folder: Path, commit: Commit, number: int) -> None:
    made = record(timed([1.0, 1.1, 1.2, 1.3])[number])
    machine = replace(made.machine, name="here")
    project.records.save(replace(made, commit=commit, machine=machine))
    key = "a.py:f"
    anatomy = Anatomy(
        benchmark="suite.time_it",
        seconds=1.0,
        functions={key: Function(key=key, module="a", name="f", body="x")},
        shares={key: Share(share=1.0, samples=10.0)},
    )
    profiles.save(project, commit, anatomy)
    names = ["result", "params", "version"]
    asv = {
        "commit_hash": commit.hash,
        "date": commit.seconds * 1000,
        "params": {"machine": "here", "python": "3.11"},
        "python": "3.11",
        "env_name": "e",
        "requirements": {},
        "env_vars": {},
        "result_columns": names,
        "results": {"suite.time_it": [[0.1], [], "v"]},
        "durations": {},
        "version": 2,
    }
    path = folder / "results" / "asv" / "here" / f"{commit.hash[:8]}-e.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asv))
    told = {"suite.time_it": {"type": "time", "unit": "seconds", "version": "v"}, "version": 2}
    (folder / "results" / "asv" / "benchmarks.json").write_text(json.dumps(told))
    (path.parent / "machine.json").write_text(json.dumps({"machine": "here", "version": 1}))


def call_quietly(words: Sequence[str]) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = cli.main(words)
    assert code == 0, printed.getvalue()


LOOKING = (["show"], ["show", "--benchmarks"], ["history"], ["check"], ["init", "--dry-run"])


def configuration(place: Place, _: FakeForge, order: random.Random) -> Ran:
    project = place.fresh(place.template)
    names = ("asv.conf.json", "asv.conf.json", "pyproject.toml", "unladen.toml", accepted.FILE)
    path = project / order.choice(names)
    if order.random() < 0.06:
        odd_file(path, order)
    elif path.suffix == ".json":
        data = mutated(path.read_bytes(), order)
        path.write_bytes(b"// ours\n" + data if order.random() < 0.2 else data)
    else:
        change = pathological if order.random() < 0.6 else other_bytes
        path.write_bytes(change(path.read_bytes(), order))
    return call(place, order.choice(LOOKING), {})


def odd_file(path: Path, order: random.Random) -> None:
    """No file at all, under its name."""
    path.unlink()
    what = order.randrange(4)
    if what == 0:
        path.mkdir()
    elif what == 1:
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if what == 2 else path.name)


READING = (
    *(["show"], ["show", "--json"], ["show", "HEAD"], ["show", "--failures"], ["history"]),
    *(["history", "--all", "--parts"], ["history", "--json"], ["compare", "HEAD^", "HEAD"]),
)


def results(place: Place, _: FakeForge, order: random.Random) -> Ran:
    """A file that an earlier command, another machine or another tool left is another one."""
    project = place.fresh(place.template)
    if order.random() < 0.25:
        sample = order.choice(SAMPLES)
        name = sample.name + (".gz" if order.random() < 0.3 else "")
        data = mutated(sample.read_bytes(), order)
        data = gzip.compress(data) if name.endswith(".gz") else data
        (project / name).write_bytes(other_bytes(data, order) if order.random() < 0.2 else data)
        return call(place, ["import", name, "--commit", "HEAD", "--dry-run"], {})
    below = [*project.glob("results/**/*"), *project.glob(".asv/**/*.sqlite")]
    path = order.choice(sorted(each for each in below if each.is_file()))
    data = path.read_bytes()
    if order.random() < 0.05:
        odd_file(path, order)
    elif path.suffix == ".gz" and order.random() < 0.6:
        path.write_bytes(gzip.compress(mutated(gzip.decompress(data), order)))
    elif path.suffix == ".json":
        path.write_bytes(mutated(data, order))
    else:
        path.write_bytes(other_bytes(data, order))
    return call(place, order.choice(READING), {})


Case = Callable[[Place, FakeForge, random.Random], Ran]
KINDS: Mapping[str, Case] = {
    "artefacts": artefact,
    "answers": answers,
    "configurations": configuration,
    "results": results,
}
ARCHIVES = "archives"
"""Those of `keep` have a script of their own, beside this one."""


@contextlib.contextmanager
def prepared() -> Iterator[tuple[Place, FakeForge]]:
    with (
        tempfile.TemporaryDirectory(prefix="foreign-") as name,
        tempfile.TemporaryDirectory(prefix="foreign-") as aside,
        running(FakeForge(page=100)) as forge,
    ):
        base = Path(name).resolve()
        for path in (base / "secret", base / "beside" / "secret", base / "home" / "secret"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("ours")
        yield Place(base, template(Path(aside).resolve() / "project")), forge


def one(place: Place, forge: FakeForge, kind: str, number: int, seed: int) -> Ran:
    return KINDS[kind](place, forge, random.Random(f"{seed} {kind} {number}"))


def problems(count: int, seed: int, say: Callable[[str], None] = print) -> list[str]:
    """A line for each problem of so many cases, a fifth of each kind."""
    each, found = max(1, count // (len(KINDS) + 1)), []
    with prepared() as (place, forge):
        for kind in KINDS:
            codes: dict[int, int] = {}
            began, slowest = time.monotonic(), (0.0, 0)
            for number in range(each):
                print(f"\r{kind}:{number} ", end="", file=sys.stderr, flush=True)
                ran = one(place, forge, kind, number, seed)
                codes[ran.code] = codes.get(ran.code, 0) + 1
                slowest = max(slowest, (ran.seconds, number))
                for problem in ran.problems:
                    found.append(f"{kind}:{number} {problem}")
                    say(f"  {found[-1]}")
            told = ", ".join(f"exit {code}: {many}" for code, many in sorted(codes.items()))
            took = time.monotonic() - began
            last = f"{kind}:{slowest[1]} took {slowest[0]:.1f} s"
            say(f"{each} {kind} in {took:.1f} s, {last}; {told}")
    with tempfile.TemporaryDirectory(prefix="foreign-") as folder:
        more = foreign_archives.problems(count - each * len(KINDS), seed, Path(folder))
    for problem in more:
        say(f"  {ARCHIVES} {problem}")
    say(f"{count - each * len(KINDS)} {ARCHIVES}: {len(more)} problems")
    return [*found, *more]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one case, and what it printed")
    arguments = parser.parse_args(words)
    if arguments.only:
        kind, _, number = arguments.only.partition(":")
        with prepared() as (place, forge):
            ran = one(place, forge, kind, int(number), arguments.seed)
        print(f"exit {ran.code} in {ran.seconds:.2f} s\n{ran.text[:4000]}", *ran.problems, sep="\n")
        return int(bool(ran.problems))
    found = problems(arguments.count, arguments.seed)
    print(f"{arguments.count} mutants, seed {arguments.seed}: {len(found)} problems")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
