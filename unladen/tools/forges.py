"""a pull request of GitHub's or GitLab's -> its comments; and what a refusal means to who asked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import quote

from unladen.errors import ToolError, UnladenError
from unladen.model.comments import PostedComment
from unladen.tools.ci import CiContext
from unladen.tools.deadline import Deadline
from unladen.tools.foreign import number_in, shortened, text_in
from unladen.tools.http import Api, Refused, patiently
from unladen.tools.redaction import redacted

MOST_PAGES = 100
LOOKING = 0.3
"""The share of all time for finding out what the comment is for."""
DOCS = "docs/pull-requests.md"


class Thread(Protocol):
    """Where the comments of one pull request are, and who we are there."""

    @property
    def author(self) -> str: ...

    @property
    def deadline(self) -> Deadline: ...

    def comments(self) -> Iterator[PostedComment]: ...

    def add(self, text: str) -> PostedComment: ...

    def edit(self, comment: PostedComment, text: str) -> PostedComment: ...

    def remove(self, comment: PostedComment) -> None: ...

    def error(self, refused: Refused) -> UnladenError: ...


def pages(api: Api, path: str) -> Iterator[Mapping[str, Any]]:
    """All objects of a list, page by page; a page that was read already ends it."""
    read: set[str] = set()
    while path and path not in read:
        if len(read) == MOST_PAGES:
            raise Refused(0, f"the list has more than {MOST_PAGES} pages")
        read.add(path)
        reply = api.ask("GET", path)
        if not isinstance(reply.content, list):
            raise Refused(0, "a list was asked for, and the reply is none", 1.0)
        yield from (each for each in reply.content if isinstance(each, dict))
        path = reply.next_page


@dataclass(frozen=True, slots=True)
class GithubThread:
    api: Api
    repository: str
    number: int
    author: str

    def comments(self) -> Iterator[PostedComment]:
        """Those of which the forge says who wrote what; the others are not ours."""
        for each in pages(self.api, f"{self._issue}/comments?per_page=100"):
            if (comment := _of_github(each)) is not None:
                yield comment

    def add(self, text: str) -> PostedComment:
        reply = self.api.ask("POST", f"{self._issue}/comments", {"body": text})
        return _there(_of_github(reply.content))

    def edit(self, comment: PostedComment, text: str) -> PostedComment:
        reply = self.api.ask("PATCH", self._comment(comment), {"body": text})
        return _there(_of_github(reply.content))

    def remove(self, comment: PostedComment) -> None:
        self.api.ask("DELETE", self._comment(comment))

    @property
    def deadline(self) -> Deadline:
        return self.api.deadline

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


def _there(comment: PostedComment | None) -> PostedComment:
    if comment is None:
        raise Refused(0, "the reply is no comment", 1.0)
    return comment


def _of_github(entry: object) -> PostedComment | None:
    number = number_in(entry)
    if number is None:
        return None
    return PostedComment(
        id=number,
        author=redacted(text_in(entry, "user", "login")),  # empty where the account is gone
        text=text_in(entry, "body"),
        address=shortened(redacted(text_in(entry, "html_url")), 300),
    )


def github_api(context: CiContext, deadline: Deadline | None = None) -> Api:
    headers = {
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
        "Authorization": f"Bearer {context.token}",
    }
    return Api(context.api, headers, deadline=deadline or Deadline())


def github(context: CiContext, author: str, deadline: Deadline) -> GithubThread | None:
    """None where the pull request has moved on: then the run of its newer head will comment."""
    api = github_api(context, deadline)
    number = context.number
    if number is None:
        number = _found(replace(api, deadline=deadline.part(LOOKING)), context)
    return None if number is None else GithubThread(api, context.project, number, author)


def _found(api: Api, context: CiContext) -> int | None:
    """By its branch, and only if the head is still the one of which the run was."""
    where = f"/repos/{context.project}/pulls?state=open&per_page=100&head="
    address = where + quote(context.branch, safe="", errors="replace")
    try:
        listed = patiently(lambda: list(pages(api, address)), api.deadline)
    except Refused as refused:
        told = github_says(refused, f"the pull requests of {context.project}")
        raise ToolError(*told) from refused
    same = (each for each in listed if text_in(each, "head", "sha") == context.head)
    found = sorted({number for each in same if (number := number_in(each, "number"))})
    if len(found) > 1:
        numbers = ", ".join(f"#{number}" for number in found[:5])
        what = f"{len(found)} pull requests have this head ({numbers}): which is meant is not known"
        raise ToolError(what, f"unladen comment --pull-request {found[0]}")
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class GitlabThread:
    api: Api
    project: str
    number: int
    author: str

    def comments(self) -> Iterator[PostedComment]:
        for each in pages(self.api, f"{self._notes}?sort=asc&order_by=created_at&per_page=100"):
            if not each.get("system") and (comment := _of_gitlab(each)) is not None:
                yield comment

    def add(self, text: str) -> PostedComment:
        return _there(_of_gitlab(self.api.ask("POST", self._notes, {"body": text}).content))

    def edit(self, comment: PostedComment, text: str) -> PostedComment:
        reply = self.api.ask("PUT", f"{self._notes}/{comment.id}", {"body": text})
        return _there(_of_gitlab(reply.content))

    def remove(self, comment: PostedComment) -> None:
        self.api.ask("DELETE", f"{self._notes}/{comment.id}")

    @property
    def deadline(self) -> Deadline:
        return self.api.deadline

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


def _of_gitlab(entry: object) -> PostedComment | None:
    number = number_in(entry)
    if number is None:
        return None
    author = redacted(text_in(entry, "author", "username"))
    return PostedComment(id=number, author=author, text=text_in(entry, "body"))


def gitlab(context: CiContext, author: str, deadline: Deadline) -> GitlabThread:
    """GitLab tells who we are there. Without a name no comment could be known to be ours."""
    api = Api(context.api, {"PRIVATE-TOKEN": context.token}, deadline=deadline)
    assert context.number is not None
    if not author:
        asking = replace(api, deadline=deadline.part(LOOKING))
        try:
            reply = patiently(lambda: asking.ask("GET", "/user"), asking.deadline)
        except Refused as refused:
            raise ToolError(*_gitlab_says(refused, "the token's user")) from refused
        author = redacted(text_in(reply.content, "username"))
    if not author:
        what = "GitLab does not say whose token UNLADEN_GITLAB_TOKEN is"
        raise ToolError(what, "unladen comment --author LOGIN, with the name of the token's user")
    return GitlabThread(api, context.project, context.number, author)
