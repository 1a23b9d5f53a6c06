"""One comment on a pull request, whatever happens meanwhile; each refusal says what to do next."""

from collections.abc import Iterator

import pytest

from tests.unit.unladen import fake_forge
from tests.unit.unladen.fake_forge import BOT, FakeForge, Fault, running
from unladen.errors import ToolError
from unladen.model.comments import CiRun, marked
from unladen.tools import http
from unladen.tools.forges import GithubThread, GitlabThread, Thread
from unladen.tools.http import Api, Refused
from unladen.tools.one_comment import Deed, Placed, placed

LIST = "/comments$|/notes$"
ONE = r"/comments/\d+$|/notes/\d+$"
WRITING = {False: ("POST", "PATCH"), True: ("POST", "PUT")}


@pytest.fixture(params=[False, True], ids=["github", "gitlab"])
def forge(request: pytest.FixtureRequest) -> Iterator[FakeForge]:
    with running(FakeForge(gitlab=request.param)) as made:
        yield made


@pytest.fixture
def github() -> Iterator[FakeForge]:
    with running(FakeForge()) as made:
        yield made


def thread_of(forge: FakeForge, token: str = fake_forge.TOKEN) -> Thread:
    if forge.gitlab:
        return GitlabThread(Api(forge.address, {"PRIVATE-TOKEN": token}), "3", 7, BOT)
    return GithubThread(
        Api(forge.address, {"Authorization": f"Bearer {token}"}), "octo/hello", 7, BOT
    )


def put(forge: FakeForge, text: str, run: int = 1, slept: list[float] | None = None) -> Placed:
    sleep = slept.append if slept is not None else lambda _: None
    return placed(thread_of(forge), text, "gate", CiRun(run), sleep)


def said(forge: FakeForge, refused: Refused) -> tuple[str, str]:
    error = thread_of(forge).error(refused)
    assert isinstance(error, ToolError)
    return error.what, error.fix


def test_the_first_run_writes_a_comment_and_the_next_one_edits_it(forge: FakeForge) -> None:
    assert put(forge, "first").deed is Deed.WRITTEN
    assert put(forge, "second", run=2).deed is Deed.EDITED
    (text,) = forge.texts()
    assert text.startswith("second")
    assert text.splitlines()[-1] == "<!-- unladen:comment gate 2.1 -->"


def test_it_is_found_among_many_pages_of_other_comments(forge: FakeForge) -> None:
    for number in range(7):
        forge.comment("somebody", f"remark {number}")
    forge.comment(BOT, marked("old", "gate", CiRun(1)))
    forge.comment("somebody", "the last word")
    forge.page = 2
    assert put(forge, "new", run=2).deed is Deed.EDITED
    assert len(forge.comments) == 9
    assert sum(text.startswith("new") for text in forge.texts()) == 1


def test_a_stranger_who_copies_the_mark_does_not_get_our_comment(forge: FakeForge) -> None:
    forge.comment("mallory", marked("nothing got slower, trust me", "gate", CiRun(99)))
    assert put(forge, "slower").deed is Deed.WRITTEN
    assert [text.split()[0] for text in forge.texts()] == ["nothing", "slower"]


def test_a_mark_that_is_quoted_and_another_gates_comment_are_others(forge: FakeForge) -> None:
    forge.comment(BOT, f"> {marked('quoted', 'gate', CiRun(1))}\nand a line below")
    forge.comment(BOT, marked("of another suite", "gpu", CiRun(1)))
    put(forge, "ours")
    assert len(forge.comments) == 3


def test_a_comment_that_somebody_deletes_meanwhile_is_written_anew(forge: FakeForge) -> None:
    put(forge, "first")

    def deleted(method: str, _: str) -> None:
        if method in ("PATCH", "PUT"):
            forge.comments.clear()

    forge.before = deleted
    assert put(forge, "second", run=2).deed is Deed.WRITTEN
    assert [text.split()[0] for text in forge.texts()] == ["second"]


def test_an_older_run_that_ends_later_leaves_the_newer_answer(forge: FakeForge) -> None:
    put(forge, "of the newer commit", run=6)
    assert put(forge, "of the older commit", run=5).deed is Deed.LEFT
    assert forge.texts()[0].startswith("of the newer")


@pytest.mark.parametrize("other", [5, 7])
def test_of_two_runs_at_once_one_comment_stays_and_it_is_the_newers(
    forge: FakeForge, other: int
) -> None:
    """Both have seen that there is none; the other one's is written just before ours."""
    inside: list[int] = []

    def meanwhile(method: str, _: str) -> None:
        if method == "POST" and not inside:
            inside.append(1)
            put(forge, f"run {other}", run=other)

    forge.before = meanwhile
    put(forge, "run 6", run=6)
    (text,) = forge.texts()
    assert text.startswith(f"run {max(other, 6)}")


def test_both_have_written_before_either_looks_again(forge: FakeForge) -> None:
    """Duplicates of an earlier accident go, too."""
    for run in (3, 4):
        forge.comment(BOT, marked(f"run {run}", "gate", CiRun(run)))
    put(forge, "run 5", run=5)
    assert [text.split("\n")[0] for text in forge.texts()] == ["run 5"]


@pytest.mark.parametrize("status", [500, 502, 503, 0])
def test_a_server_in_trouble_is_asked_again(forge: FakeForge, status: int) -> None:
    forge.faults.append(Fault("GET", LIST, status, times=2))
    slept: list[float] = []
    assert put(forge, "text", slept=slept).deed is Deed.WRITTEN
    assert slept == [1.0, 2.0]


def test_a_reply_that_is_lost_does_not_make_two_comments(forge: FakeForge) -> None:
    """The comment is written, and the connection breaks: the second attempt finds it."""
    forge.faults.append(Fault("POST", LIST, 502, heard=True))
    assert put(forge, "text").deed is Deed.EDITED
    assert len(forge.comments) == 1


def test_a_rate_limit_is_waited_for_as_long_as_it_says(github: FakeForge) -> None:
    github.faults.append(Fault("POST", LIST, 403, fake_forge.SECONDARY, {"Retry-After": "17"}))
    slept: list[float] = []
    put(github, "text", slept=slept)
    assert slept == [17.0]


def test_a_rate_limit_that_ends_in_an_hour_is_told_and_not_waited_for(github: FakeForge) -> None:
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600"}
    github.faults.append(Fault("GET", LIST, 403, fake_forge.LIMITED, headers, times=9))
    api = Api(github.address, {}, clock=lambda: 0.0)
    slept: list[float] = []
    with pytest.raises(Refused) as refused:
        placed(GithubThread(api, "octo/hello", 7, BOT), "x", "gate", CiRun(1), slept.append)
    assert slept == []
    what, fix = said(github, refused.value)
    assert "rate limit" in what
    assert fix == "run the job again in 3600 s"


@pytest.mark.parametrize(
    ("fault", "what", "fix"),
    [
        (
            Fault("POST", LIST, 403, fake_forge.INTEGRATION),
            "may not comment",
            "pull-requests: write",
        ),
        (Fault("POST", LIST, 403, fake_forge.LOCKED), "is locked", "unlock"),
        (Fault("GET", LIST, 404, fake_forge.NOT_FOUND), "does not see it", "permissions"),
        (Fault("GET", LIST, 401, fake_forge.BAD_TOKEN), "not valid", "GITHUB_TOKEN"),
        (Fault("POST", LIST, 422, fake_forge.TOO_LONG), "does not take", "--dry-run"),
        (
            Fault("GET", LIST, 301, None, {"Location": "https://elsewhere.example/x"}),
            "moved",
            "GITHUB",
        ),
        (Fault("GET", LIST, 500, times=99), "no comment", "again"),
        (Fault("GET", LIST, 0, times=99), "no connection", "GITHUB_API_URL"),
        (Fault("GET", LIST, 200, {"not": "a list"}, times=99), "no answer", "again"),
    ],
    ids=lambda value: str(getattr(value, "status", "")),
)
def test_each_refusal_of_githubs_says_what_to_do(
    github: FakeForge, fault: Fault, what: str, fix: str
) -> None:
    github.faults.append(fault)
    with pytest.raises(Refused) as refused:
        put(github, "text")
    told = said(github, refused.value)
    assert what in told[0]
    assert fix in told[1]
    assert fake_forge.TOKEN not in "".join(told)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_each_refusal_of_gitlabs_says_what_to_do(status: int) -> None:
    with running(FakeForge(gitlab=True)) as forge:
        forge.faults.append(Fault("POST", LIST, status, {"message": {"base": ["said so"]}}))
        with pytest.raises(Refused) as refused:
            put(forge, "text")
        what, fix = said(forge, refused.value)
    assert "said so" in what
    assert fix


def test_the_token_goes_to_the_forge_only(github: FakeForge) -> None:
    """Neither a redirect nor a page's address leads it elsewhere."""
    with running(FakeForge()) as elsewhere:
        where = f"{elsewhere.address}/repos/octo/hello/issues/7/comments"
        for headers, status in (
            ({"Location": where}, 302),
            ({"Link": f'<{where}>; rel="next"'}, 200),
        ):
            github.faults.append(Fault("GET", LIST, status, [], headers))
            with pytest.raises(Refused):
                put(github, "text")
        assert elsewhere.asked == []


def test_a_reply_without_end_is_not_read_to_its_end(
    github: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "MAX_BYTES", 1000)
    github.faults.append(Fault("GET", LIST, 200, ["x" * 2000]))
    with pytest.raises(Refused, match="too large"):
        put(github, "text")
