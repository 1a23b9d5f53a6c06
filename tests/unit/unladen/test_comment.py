"""`unladen comment`: from a decision's file and CI's variables to one comment; what comes from a
stranger's run is believed in nothing."""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.unladen.fake_forge import (
    BOT,
    INTEGRATION,
    TOKEN,
    TOO_LONG,
    FakeForge,
    Fault,
    running,
    zipped,
)
from tests.unit.unladen.values import decision, verdict
from unladen import cli
from unladen.judge.decide import ranked
from unladen.model import Decision, Interval, NoDecision, Verdict
from unladen.model.comments import CiRun, marked
from unladen.output import decision_json, markdown
from unladen.store import decisions

HEAD = "b" * 40
SLOW = replace(verdict(Verdict.SLOWER), change=Interval(estimate=0.1, low=0.09, high=0.11))


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeForge]:
    monkeypatch.chdir(tmp_path)
    for name in ("GITLAB_CI", "GITHUB_EVENT_PATH", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    with running(FakeForge()) as made:
        settings = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": made.address,
            "GITHUB_REPOSITORY": "octo/hello",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "900",
            "GITHUB_RUN_NUMBER": "12",
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_TOKEN": TOKEN,
        }
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        yield made


def event(monkeypatch: pytest.MonkeyPatch, told: Any) -> None:
    Path("event.json").write_text(json.dumps(told))
    monkeypatch.setenv("GITHUB_EVENT_PATH", "event.json")


PULL = {"pull_request": {"number": 7, "head": {"sha": HEAD}}}


def followed(**changes: Any) -> dict[str, Any]:
    told = {
        "id": 900,
        "event": "pull_request",
        "head_sha": HEAD,
        "head_branch": "patch & more",
        "head_repository": {"owner": {"login": "stranger"}},
        "run_number": 12,
        "run_attempt": 1,
        "html_url": "https://github.com/octo/hello/actions/runs/900",
        "pull_requests": [],
    }
    return {"workflow_run": {**told, **changes}}


def pull(number: int = 7, head: str = HEAD) -> dict[str, Any]:
    return {"number": number, "head": {"sha": head, "label": "stranger:patch & more"}}


def written(made: Decision) -> str:
    text = decision_json.of([ranked(made)])
    Path("unladen.json").write_text(text)
    return text


def left_behind(forge: FakeForge, content: bytes, size: int | None = None) -> None:
    """What the stranger's run left, as artefact 5; 4 is of its first attempt."""
    for number, archive in ((4, b"old"), (5, content)):
        told = {"id": number, "name": "unladen-gate", "expired": False}
        forge.artifacts.append({**told, "size_in_bytes": len(archive) if size is None else size})
        forge.archives[number] = archive


def test_a_decision_becomes_one_comment_with_the_way_to_its_log(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    assert cli.main(["comment"]) == 0
    assert cli.main(["comment", "unladen.json"]) == 0
    (text,) = forge.texts()
    assert text.startswith("**1 benchmark got slower")
    assert "[log and artefacts](https://github.com/octo/hello/actions/runs/900)" in text
    assert capsys.readouterr().out.splitlines()[1].startswith("comment 101 edited")


def test_nothing_is_sent_for_a_dry_run(
    forge: FakeForge, capsys: pytest.CaptureFixture[str]
) -> None:
    written(decision(SLOW))
    assert cli.main(["comment", "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("**1 benchmark got slower")
    assert forge.asked == []


@pytest.mark.usefixtures("forge")
def test_a_token_is_not_an_argument_and_its_lack_says_where_it_comes_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, PULL)
    monkeypatch.delenv("GITHUB_TOKEN")
    assert cli.main(["comment"]) == 2
    assert "GITHUB_TOKEN: ${{ github.token }}" in capsys.readouterr().err


def test_a_missing_permission_is_told_with_the_line_that_gives_it(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    forge.faults.append(Fault("POST", "comments", 403, INTEGRATION))
    assert cli.main(["comment"]) == 4
    told = capsys.readouterr().err
    assert "Resource not accessible by integration" in told
    assert "permissions: pull-requests: write" in told
    assert TOKEN not in told


@pytest.mark.usefixtures("forge")
def test_a_run_of_no_pull_request_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, {"ref": "refs/heads/main"})
    assert cli.main(["comment"]) == 2
    assert "--pull-request N" in capsys.readouterr().err


def test_without_a_decision_the_comment_of_an_earlier_commit_does_not_stay(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(monkeypatch, PULL)
    written(decision(verdict(Verdict.SAME)))
    cli.main(["comment"])
    Path("unladen.json").unlink()
    monkeypatch.setenv("GITHUB_RUN_NUMBER", "13")
    assert cli.main(["comment"]) != 0
    (text,) = forge.texts()
    assert text.startswith("**No decision**, so this is no pass")


def test_a_fork_is_found_by_its_branch_and_head_and_its_artefact_is_read_as_data(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(monkeypatch, followed())
    forge.pulls += [pull(3, "c" * 40), pull(7)]
    text = decision_json.of([ranked(decision(SLOW))]).encode()
    left_behind(forge, zipped(**{"unladen.json": text, "../../evil": b"x"}))
    assert cli.main(["comment"]) == 0
    assert forge.texts()[0].startswith("**1 benchmark got slower")
    (found,) = [each for each in forge.asked if each.path.endswith("/pulls")]
    assert found.query["head"] == ["stranger:patch & more"]
    assert [path.name for path in Path().iterdir()] == ["event.json"]


@pytest.mark.parametrize(
    ("content", "size", "said"),
    [
        (b"no archive", None, "not a zip file"),
        (zipped(other=b"{}"), None, "no unladen.json"),
        (zipped(**{"unladen.json": b"["}), None, "no decision"),
        (zipped(**{"unladen.json": b"[]"}), None, "no decision"),
        (zipped(**{"unladen.json": b" " * (33 << 20)}), None, "larger than any decision"),
        (zipped(**{"unladen.json": b"{}"}), 17 << 20, "more than any decision"),
    ],
    ids=["no zip", "no file", "no JSON", "nothing", "a bomb", "too large to fetch"],
)
def test_what_a_stranger_leaves_behind_can_only_be_no_answer(
    forge: FakeForge,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
    size: int | None,
    said: str,
) -> None:
    event(monkeypatch, followed())
    forge.pulls.append(pull())
    left_behind(forge, content, size)
    assert cli.main(["comment"]) == 4
    (text,) = forge.texts()
    assert text.startswith("**No decision**")
    assert said in text
    if size:
        assert not any(each.path.endswith("zip") for each in forge.asked)


def zip_of(content: bytes, **changes: int) -> bytes:
    """An archive whose headers claim something else: byte offsets of its fields are those of the
    format's description."""
    archive = bytearray(zipped(**{"unladen.json": content}))
    central = archive.index(b"PK\x01\x02")
    places = {"flags": ((6, 8), 2), "method": ((8, 10), 2), "size": ((22, 24), 4)}
    for name, value in changes.items():
        (local, listed), width = places[name]
        for at in (local, central + listed):
            archive[at : at + width] = value.to_bytes(width, "little")
    return bytes(archive)


def corrupt(archive: bytes) -> bytes:
    start = archive.index(b"unladen.json") + len("unladen.json")
    return archive[:start] + b"\xff" * 8 + archive[start + 8 :]


def twice(content: bytes) -> bytes:
    return zipped(**{"unladen.json": content, "UNLADEN.json": content}).replace(
        b"UNLADEN.json", b"unladen.json"
    )


GOOD = decision_json.of([ranked(decision(verdict(Verdict.SAME)))]).encode()
BAD_ARCHIVES = {
    "corrupt member": corrupt(zip_of(GOOD)),
    "encrypted": zip_of(GOOD, flags=1),
    "bzip2": zip_of(GOOD, method=12),
    "lzma that asks for 4 GB": zip_of(b"\x09\x04\x05\x00\x5d\xff\xff\xff\xff" + GOOD, method=14),
    "unknown method": zip_of(GOOD, method=99),
    "says that it has 4 GB": zip_of(GOOD, size=0xFFFFFFFE),
    "says that it has 1 byte": zip_of(GOOD, size=1),
    "two members of one name": twice(GOOD),
    "cut off": zip_of(GOOD)[:-30],
    "deep": zip_of(b"[" * 200_000),
    "a number of 400 digits": zip_of(GOOD.replace(b'"base": null', b'"base": ' + b"9" * 400)),
    "a number of 5000 digits": zip_of(GOOD.replace(b'"base": null', b'"base": ' + b"9" * 5000)),
    "no UTF-8": zip_of(GOOD.replace(b"suite", b"\xff\xfe")),
}


@pytest.mark.parametrize("archive", BAD_ARCHIVES.values(), ids=BAD_ARCHIVES)
def test_a_bad_artefact_never_leaves_an_older_verdict_standing(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, archive: bytes
) -> None:
    event(monkeypatch, followed())
    forge.pulls.append(pull())
    forge.comment(BOT, marked("**Nothing got slower**: older", "gate", CiRun(11)))
    left_behind(forge, archive)
    assert cli.main(["comment"]) == 4
    (text,) = forge.texts()
    assert text.startswith("**No decision**")


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), KeyError("x"), OSError(5, "x")])
def test_a_decision_that_cannot_be_shown_is_no_decision(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    forge.comment(BOT, marked("**Nothing got slower**: older", "gate", CiRun(11)))

    def fails(_: object) -> str:
        raise error

    monkeypatch.setattr(markdown, "of", fails)
    assert cli.main(["comment"]) == 4
    (text,) = forge.texts()
    assert text.startswith("**No decision**")


def test_a_text_that_the_forge_refuses_is_replaced_by_no_decision(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    forge.comment(BOT, marked("**Nothing got slower**: older", "gate", CiRun(11)))
    forge.faults.append(Fault("PATCH", "comments", 422, TOO_LONG))
    assert cli.main(["comment"]) == 4
    (text,) = forge.texts()
    assert text.startswith("**No decision**")


HOSTILE_COMMENTS: tuple[Any, ...] = (
    *(None, 5, "x", [], {}, [[]], {"id": 10**400}, {"id": True}, {"id": -1}, {"id": "1"}),
    {"id": 1, "body": 5, "user": {"login": BOT}},
    {"id": 2, "body": "x", "user": "github-actions[bot]"},
    {"id": 3, "body": None, "user": None, "html_url": [1]},
    {"id": 4, "body": {"a": "b"}, "user": {"login": ["x"]}},
)


def test_malformed_comments_of_others_do_not_hide_ours(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    forge.comment(BOT, marked("**Nothing got slower**: older", "gate", CiRun(11)))
    ours = dict(forge.comments[0])

    def listed(method: str, path: str) -> None:
        if method == "GET" and path.endswith("/comments"):
            content = [*HOSTILE_COMMENTS, dict(forge.comments[0]), ours]
            forge.faults[:] = [Fault("GET", "comments", 200, content)]

    forge.before = listed
    assert cli.main(["comment"]) == 0
    (text,) = forge.texts()
    assert text.startswith("**1 benchmark got slower")


def test_no_message_holds_a_token_that_the_forge_repeats(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an error, in a comment's address and author, and in the comment that says why."""
    basic = base64.b64encode(f"x:{TOKEN}".encode()).decode()
    told = {"message": f"bad: Bearer {TOKEN} {basic} {TOKEN[:30]}"}
    event(monkeypatch, followed())
    forge.pulls.append(pull())
    forge.faults.append(Fault("GET", "artifacts", 404, told))
    assert cli.main(["comment"]) == 4
    forge.faults[:] = [Fault("GET", "comments", 404, told)]
    assert cli.main(["comment", "--json"]) == 4
    odd = {"id": 900, "body": "x", "user": {"login": TOKEN}, "html_url": f"https://x/{TOKEN}"}
    forge.comments.clear()
    forge.faults[:] = [Fault("POST", "comments", 201, odd)]
    for words in (["comment"], ["comment", "--json"]):
        cli.main(words)
    texts = [*capsys.readouterr(), *forge.texts()]
    for secret in (TOKEN, basic[4:-4], TOKEN[:16], TOKEN[8:24]):
        assert not any(secret in text for text in texts)


def test_a_decision_about_another_commit_than_its_run_is_not_told(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(monkeypatch, followed())
    forge.pulls.append(pull())
    made = decision(verdict(Verdict.SAME))
    made = replace(made, head=replace(made.head, hash="d" * 40))
    text = decision_json.of([ranked(made)]).encode()
    left_behind(forge, zipped(**{"unladen.json": text}))
    assert cli.main(["comment"]) == 4
    assert forge.texts()[0].startswith(
        "**No decision**, so this is no pass: `the decision is about"
    )


def test_a_pull_request_that_moved_on_is_left_to_the_run_of_its_newer_head(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, followed())
    forge.pulls.append(pull(7, "e" * 40))
    assert cli.main(["comment"]) == 0
    assert "newer commits" in capsys.readouterr().out
    assert forge.comments == []


def test_a_decision_reads_back_as_it_was_written() -> None:
    flat = replace(
        SLOW,
        because=("a",),
        notes=("n",),
        change=Interval(estimate=float("inf"), low=0.0, high=float("inf")),
    )
    made = replace(decision(flat, verdict(Verdict.SAME)), unwanted=("u",), asked=("-b", "x"))
    found = decisions.parsed(decision_json.of([ranked(made)]).encode(), "here")
    assert isinstance(found, list)
    told = decision_json.decision_json(found[0], 1)
    assert told == decision_json.decision_json(made, 1)
    failure = NoDecision(base="a", head="b", what="w", next="n", exit=4)
    assert decisions.parsed(decision_json.failed(failure).encode(), "here") == failure


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": "long"},
        {"seconds": -1.0},
        {"seconds": 1e308},  # found by the fuzzer: twice as much is infinite
        {"seed": 10**300},
        {"schema": 2},
        {"notes": [1]},
        {"head": {"hash": "<b>", "tree": "", "subject": "", "seconds": 1}},
        {"comparisons": [{}]},
        {"comparisons": 3},
    ],
)
def test_a_decision_that_is_none_is_refused(change: dict[str, Any]) -> None:
    told = {**decision_json.decision_json(decision(SLOW), 1), **change}
    with pytest.raises(Exception, match=r"schema 2|no decision") as error:
        decisions.parsed(json.dumps(told).encode(), "here")
    assert type(error.value).__module__ == "unladen.errors"


@pytest.fixture
def gitlab(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeForge]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    with running(FakeForge(gitlab=True, me="project_3_bot")) as made:
        settings = {
            "GITLAB_CI": "true",
            "CI_API_V4_URL": made.address,
            "CI_PROJECT_ID": "9",
            "CI_MERGE_REQUEST_PROJECT_ID": "3",
            "CI_MERGE_REQUEST_IID": "7",
            "CI_PIPELINE_ID": "500",
            "CI_JOB_ID": "5001",
            "CI_JOB_URL": "https://gitlab.example/octo/hello/-/jobs/5001",
            "CI_COMMIT_SHA": HEAD,
            "UNLADEN_GITLAB_TOKEN": TOKEN,
        }
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        yield made


def test_a_note_on_a_merge_request_is_edited_in_place(
    gitlab: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(decision(SLOW))
    assert cli.main(["comment"]) == 0
    gitlab.comments.insert(0, {"id": 1, "body": "was assigned", "author": {}, "system": True})
    monkeypatch.setenv("CI_PIPELINE_ID", "501")
    written(decision(verdict(Verdict.SAME)))
    assert cli.main(["comment"]) == 0
    (_, text) = gitlab.texts()
    assert text.startswith("**Nothing got slower**")
    assert "jobs/5001" in text


@pytest.mark.usefixtures("gitlab")
def test_a_gitlab_token_that_may_not_is_told_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written(decision(SLOW))
    monkeypatch.setenv("UNLADEN_GITLAB_TOKEN", "glpat-expired")
    assert cli.main(["comment"]) == 4
    told = capsys.readouterr().err
    assert "scope api" in told
    assert "glpat" not in told


def test_another_author_than_the_usual_one_is_said_to_be_named(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event(monkeypatch, PULL)
    written(decision(SLOW))
    forge.me = "release-bot"
    assert cli.main(["comment"]) == 0
    assert "--author release-bot" in capsys.readouterr().out
    assert cli.main(["comment", "--author", "release-bot"]) == 0
    assert len(forge.comments) == 1
    assert BOT not in forge.texts()[0]
