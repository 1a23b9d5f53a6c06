"""a pull request of GitHub's or GitLab's -> its comments; and what a refusal means to who asked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

from unladen.errors import ToolError, UnladenError
from unladen.model.comments import PostedComment
from unladen.tools.ci import CiContext
from unladen.tools.http import Api, Refused, patiently

MOST_PAGES = 100
DOCS = "docs/pull-requests.md"


class Thread(Protocol):
    """Where the comments of one pull request are, and who we are there."""

    @property
    def author(self) -> str: ...

    def comments(self) -> Iterator[PostedComment]: ...

    def add(self, text: str) -> PostedComment: ...

    def edit(self, comment: PostedComment, text: str) -> PostedComment: ...

    def remove(self, comment: PostedComment) -> None: ...

    def error(self, refused: Refused) -> UnladenError: ...


def pages(api: Api, path: str) -> Iterator[Mapping[str, Any]]:
    """All entries of a list; what is no list of objects ends it."""
    for _ in range(MOST_PAGES):
        reply = api.ask("GET", path)
        if not isinstance(reply.content, list):
            raise Refused(0, "a list was asked for, and the reply is none", 1.0)
        yield from (each for each in reply.content if isinstance(each, dict))
        if not reply.next_page:
            return
        path = reply.next_page


@dataclass(frozen=True, slots=True)
class GithubThread:
    api: Api
    repository: str
    number: int
    author: str

    def comments(self) -> Iterator[PostedComment]:
        for each in pages(self.api, f"{self._issue}/comments?per_page=100"):
            yield _of_github(each)

    def add(self, text: str) -> PostedComment:
        reply = self.api.ask("POST", f"{self._issue}/comments", {"body": text})
        return _of_github(reply.content)

    def edit(self, comment: PostedComment, text: str) -> PostedComment:
        return _of_github(self.api.ask("PATCH", self._comment(comment), {"body": text}).content)

    def remove(self, comment: PostedComment) -> None:
        self.api.ask("DELETE", self._comment(comment))

    @property
    def _issue(self) -> str:
        return f"/repos/{self.repository}/issues/{self.number}"

    def _comment(self, comment: PostedComment) -> str:
        return f"/repos/{self.repository}/issues/comments/{comment.id}"

    def error(self, refused: Refused) -> UnladenError:
        where = f"pull request {self.number} of {self.repository}"
        return ToolError(*github_says(refused, where))


def github_says(refused: Refused, where: str) -> tuple[str, str]:
    """What happened, what next."""
    said = f" ({refused.status}: {refused.said})" if refused.status else f" ({refused.said})"
    if refused.status == 403 and "locked" in refused.said.lower():
        return f"{where} is locked{said}", f"unlock the conversation of {where}"
    if refused.status in (403, 429) and refused.wait is not None:
        return _limited(refused, where, said)
    table = {
        401: ("the token is not valid", "env: GITHUB_TOKEN: ${{ github.token }} of this very job"),
        403: (
            f"the token may not comment on {where}",
            "permissions: pull-requests: write in the job; a pull request from a fork needs the"
            f" second workflow of {DOCS}",
        ),
        404: (f"there is no {where}, or the token does not see it", "permissions: of the job"),
        410: (f"{where} has no comments any more", "nothing: it was deleted"),
        422: (
            f"GitHub does not take this comment on {where}",
            "unladen comment --dry-run shows it",
        ),
    }
    return _told(refused, where, said, table, "GITHUB_API_URL")


def _limited(refused: Refused, where: str, said: str) -> tuple[str, str]:
    wait = max(1, round(refused.wait or 0.0))
    return f"no comment on {where} for now: a rate limit{said}", f"run the job again in {wait} s"


def _told(
    refused: Refused, where: str, said: str, table: Mapping[int, tuple[str, str]], variable: str
) -> tuple[str, str]:
    if refused.status in table:
        what, fix = table[refused.status]
        return f"{what}{said}", fix
    if 300 <= refused.status < 400:
        return f"{where} has moved{said}", f"{variable} and the project's name, as they are now"
    if refused.status == 0:
        return f"no answer about {where}{said}", f"is {variable} right? then run the job again"
    return f"no comment on {where}{said}", "run the job again"


def _of_github(told: Any) -> PostedComment:
    if not isinstance(told, dict) or not isinstance(told.get("id"), int):
        raise Refused(0, "the reply is no comment", 1.0)
    author = (told.get("user") or {}).get("login", "")  # of who is gone it is null
    text, address = str(told.get("body") or ""), str(told.get("html_url") or "")
    return PostedComment(id=told["id"], author=str(author), text=text, address=address)


def github_api(context: CiContext) -> Api:
    headers = {
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
        "Authorization": f"Bearer {context.token}",
    }
    return Api(context.api, headers)


def github(context: CiContext, author: str) -> GithubThread | None:
    """None where the pull request has moved on: then the run of its newer head will comment."""
    api = github_api(context)
    number = context.number
    if number is None:
        number = _found(api, context)
    return None if number is None else GithubThread(api, context.project, number, author)


def _found(api: Api, context: CiContext) -> int | None:
    """By its branch, and only if the head is still the one of which the run was."""
    where = f"/repos/{context.project}/pulls?state=open&per_page=100&head="
    try:
        listed = patiently(lambda: list(pages(api, where + quote(context.branch, safe=""))))
    except Refused as refused:
        told = github_says(refused, f"the pull requests of {context.project}")
        raise ToolError(*told) from refused
    same = [each for each in listed if (each.get("head") or {}).get("sha") == context.head]
    found = [each["number"] for each in same if isinstance(each.get("number"), int)]
    if len(found) > 1:
        numbers = ", ".join(f"#{number}" for number in found[:5])
        what = f"{len(found)} pull requests have this head ({numbers}): which is meant is not known"
        raise ToolError(what, f"unladen comment --pull-request {found[0]}")
    return int(found[0]) if found else None


@dataclass(frozen=True, slots=True)
class GitlabThread:
    api: Api
    project: str
    number: int
    author: str

    def comments(self) -> Iterator[PostedComment]:
        for each in pages(self.api, f"{self._notes}?sort=asc&order_by=created_at&per_page=100"):
            if not each.get("system"):
                yield _of_gitlab(each)

    def add(self, text: str) -> PostedComment:
        return _of_gitlab(self.api.ask("POST", self._notes, {"body": text}).content)

    def edit(self, comment: PostedComment, text: str) -> PostedComment:
        reply = self.api.ask("PUT", f"{self._notes}/{comment.id}", {"body": text})
        return _of_gitlab(reply.content)

    def remove(self, comment: PostedComment) -> None:
        self.api.ask("DELETE", f"{self._notes}/{comment.id}")

    @property
    def _notes(self) -> str:
        return f"/projects/{self.project}/merge_requests/{self.number}/notes"

    def error(self, refused: Refused) -> UnladenError:
        where = f"merge request {self.number} of project {self.project}"
        return ToolError(*_gitlab_says(refused, where))


TOKEN = "a project access token (scope api, role Reporter) in UNLADEN_GITLAB_TOKEN"


def _gitlab_says(refused: Refused, where: str) -> tuple[str, str]:
    said = f" ({refused.status}: {refused.said})" if refused.status else f" ({refused.said})"
    if refused.status == 429:
        return _limited(refused, where, said)
    table = {
        401: ("the token is not valid, or has expired", TOKEN),
        403: (f"the token may not comment on {where}", TOKEN),
        404: (f"there is no {where}, or the token does not see it", TOKEN),
        400: (
            f"GitLab does not take this comment on {where}",
            "unladen comment --dry-run shows it",
        ),
        422: (
            f"GitLab does not take this comment on {where}",
            "unladen comment --dry-run shows it",
        ),
    }
    return _told(refused, where, said, table, "CI_API_V4_URL")


def _of_gitlab(told: Any) -> PostedComment:
    if not isinstance(told, dict) or not isinstance(told.get("id"), int):
        raise Refused(0, "the reply is no note", 1.0)
    author = (told.get("author") or {}).get("username", "")
    return PostedComment(id=told["id"], author=str(author), text=str(told.get("body") or ""))


def gitlab(context: CiContext, author: str) -> GitlabThread:
    """Who we are there GitLab tells."""
    api = Api(context.api, {"PRIVATE-TOKEN": context.token})
    assert context.number is not None
    if not author:
        try:
            told = patiently(lambda: api.ask("GET", "/user")).content
        except Refused as refused:
            raise ToolError(*_gitlab_says(refused, "the token's user")) from refused
        author = str(told.get("username", "")) if isinstance(told, dict) else ""
    return GitlabThread(api, context.project, context.number, author)
