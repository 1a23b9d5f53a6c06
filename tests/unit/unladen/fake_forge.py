"""A forge on this machine, which replies as the public documentation of GitHub's REST API (version
2022-11-28) and GitLab's (v4) says: shapes of replies, pages, statuses and headers of refusals."""

import contextlib
import io
import json
import re
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "ghs_16C7e42F292c6912E7710c838347Ae178B4a"
BOT = "github-actions[bot]"
INTEGRATION = {
    "message": "Resource not accessible by integration",
    "documentation_url": "https://docs.github.com/rest/issues/comments#create-an-issue-comment",
    "status": "403",
}
LOCKED = {"message": "Unable to create comment because issue is locked.", "status": "403"}
LIMITED = {"message": "API rate limit exceeded for installation ID 1.", "status": "403"}
SECONDARY = {"message": "You have exceeded a secondary rate limit.", "status": "403"}
NOT_FOUND = {"message": "Not Found", "status": "404"}
BAD_TOKEN = {"message": "Bad credentials", "status": "401"}
TOO_LONG = {
    "message": "Validation Failed",
    "errors": [
        {
            "resource": "IssueComment",
            "code": "unprocessable",
            "field": "data",
            "message": "Body is too long (maximum is 65536 characters)",
        }
    ],
    "status": "422",
}


Answer = tuple[int, Any, dict[str, str]]
SLOW = "X-Slow"
"""A header that is not sent: the seconds between two bytes of the content."""


@dataclass
class Fault:
    """The next `times` requests that fit are refused; or heard, and their reply is lost."""

    method: str
    path: str
    status: int
    content: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    heard: bool = False


@dataclass
class Asked:
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    content: Any


@dataclass
class FakeForge:
    gitlab: bool = False
    page: int = 30
    comments: list[dict[str, Any]] = field(default_factory=list)
    pulls: list[dict[str, Any]] = field(default_factory=list)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    archives: dict[int, bytes] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    before: Callable[[str, str], None] = lambda *_: None
    """Called with each request before it is answered: what others do meanwhile."""
    after: Callable[[Asked, Answer], Answer] = lambda _, answer: answer
    """Makes another answer of the right one, which was heard."""
    address: str = ""
    token: str = TOKEN
    me: str = BOT
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def comment(self, author: str, text: str) -> dict[str, Any]:
        number = max((each["id"] for each in self.comments), default=100) + 1
        page = f"https://github.com/octo/hello/pull/7#issuecomment-{number}"
        made: dict[str, Any] = {"id": number, "body": text, "html_url": page}
        made |= {"user": {"login": author, "type": "Bot"}}
        if self.gitlab:
            made = {"id": number, "body": text, "author": {"username": author}, "system": False}
        self.comments.append(made)
        return made

    def texts(self) -> list[str]:
        return [each["body"] for each in self.comments]

    def methods(self) -> list[str]:
        return [each.method for each in self.asked]

    def answer(self, asked: Asked) -> Answer:
        return self.after(asked, self._right_answer(asked))

    def _right_answer(self, asked: Asked) -> Answer:
        self.before(asked.method, asked.path)
        with self._lock:
            self.asked.append(asked)
            fault = next((f for f in self.faults if _fits(f, asked)), None)
            if fault is not None:
                fault.times -= 1
                if fault.heard:
                    self._routed(asked)
                return fault.status, fault.content, fault.headers
            given = asked.headers.get("authorization", "").removeprefix("Bearer ")
            if asked.path.startswith("/blob/"):  # elsewhere: a signed address, no token
                assert not given, "the token went along to another place"
                return 200, self.archives[int(asked.path.rpartition("/")[2])], {}
            if (asked.headers.get("private-token", "") or given) != self.token:
                return 401, BAD_TOKEN, {}
            return self._routed(asked)

    def _routed(self, asked: Asked) -> tuple[int, Any, dict[str, str]]:
        for method, path, answer in ROUTES:
            found = re.fullmatch(path, asked.path)
            if method == asked.method and found:
                return answer(self, asked, *found.groups())
        return 404, NOT_FOUND, {}

    def listed(self, asked: Asked, entries: list[Any]) -> tuple[int, Any, dict[str, str]]:
        number = int(asked.query.get("page", ["1"])[0])
        size = min(self.page, int(asked.query.get("per_page", ["30"])[0]))
        shown, headers = entries[(number - 1) * size : number * size], {}
        if number * size < len(entries):
            link = f"{self.address}{asked.path}?per_page={size}&page={number + 1}"
            headers["Link"] = f'<{link}>; rel="next", <{link}>; rel="last"'
        return 200, shown, headers


def _fits(fault: Fault, asked: Asked) -> bool:
    fits = fault.method == asked.method and re.search(fault.path, asked.path)
    return bool(fits) and fault.times > 0


def _list(forge: FakeForge, asked: Asked) -> Answer:
    return forge.listed(asked, list(forge.comments))


def _add(forge: FakeForge, asked: Asked) -> Answer:
    if len(asked.content["body"]) > 65_536:
        return 422, TOO_LONG, {}
    return 201, forge.comment(forge.me, asked.content["body"]), {}


def _edit(forge: FakeForge, asked: Asked, number: str) -> Answer:
    for each in forge.comments:
        if each["id"] == int(number):
            each["body"] = asked.content["body"]
            return 200, each, {}
    return 404, NOT_FOUND, {}


def _remove(forge: FakeForge, _: Asked, number: str) -> Answer:
    there = [each for each in forge.comments if each["id"] != int(number)]
    found = len(there) < len(forge.comments)
    forge.comments[:] = there
    return (204, None, {}) if found else (404, NOT_FOUND, {})


def _pulls(forge: FakeForge, asked: Asked) -> Answer:
    head = asked.query.get("head", [""])[0]
    return forge.listed(asked, [each for each in forge.pulls if each["head"]["label"] == head])


def _artifacts(forge: FakeForge, asked: Asked) -> Answer:
    name = asked.query.get("name", [""])[0]
    found = [each for each in forge.artifacts if each["name"] == name]
    return 200, {"total_count": len(found), "artifacts": found}, {}


def _archive(forge: FakeForge, _: Asked, number: str) -> Answer:
    return 302, None, {"Location": f"{forge.address}/blob/{number}"}


def _user(forge: FakeForge, _: Asked) -> Answer:
    return 200, {"id": 5, "username": forge.me}, {}


NOTES = "/projects/3/merge_requests/7/notes"
ROUTES: list[tuple[str, str, Callable[..., Answer]]] = [
    ("GET", "/repos/octo/hello/issues/7/comments", _list),
    ("POST", "/repos/octo/hello/issues/7/comments", _add),
    ("PATCH", r"/repos/octo/hello/issues/comments/(\d+)", _edit),
    ("DELETE", r"/repos/octo/hello/issues/comments/(\d+)", _remove),
    ("GET", "/repos/octo/hello/pulls", _pulls),
    ("GET", "/repos/octo/hello/actions/runs/900/artifacts", _artifacts),
    ("GET", r"/repos/octo/hello/actions/artifacts/(\d+)/zip", _archive),
    ("GET", NOTES, _list),
    ("POST", NOTES, _add),
    ("PUT", NOTES + r"/(\d+)", _edit),
    ("DELETE", NOTES + r"/(\d+)", _remove),
    ("GET", "/user", _user),
]


@contextmanager
def running(forge: FakeForge) -> Iterator[FakeForge]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

        def _reply(self) -> None:
            parts = urlsplit(self.path)
            size = int(self.headers.get("Content-Length", 0))
            content = json.loads(self.rfile.read(size)) if size else None
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(parts.query)
            asked = Asked(self.command, parts.path, query, headers, content)
            status, told, more = forge.answer(asked)
            if status == 0:  # the connection breaks
                self.close_connection = True
                return
            body = (
                told
                if isinstance(told, bytes)
                else b""
                if told is None
                else json.dumps(told).encode()
            )
            more, pause = dict(more), float(more.get(SLOW, 0))
            more.pop(SLOW, None)
            with contextlib.suppress(ConnectionError):  # who asked may have given up
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                while pause and body:
                    self.wfile.write(body[:1])
                    body = body[1:]
                    time.sleep(pause)
                self.wfile.write(body)

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _reply

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    forge.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield forge
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()
