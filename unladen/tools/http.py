"""requests -> JSON replies of a forge's API. The only module of unladen that opens a connection.

It follows no redirect, as a token would go with it, and asks nothing twice by itself: who asks
knows whether that is harmless. Each request has one deadline, from the name of the host to the
last byte of the answer, and everything wrong with an answer is a `Refused`.
"""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, TypeVar
from urllib.parse import urlsplit

from unladen import __version__
from unladen.errors import ToolError
from unladen.tools.deadline import Deadline, in_time
from unladen.tools.foreign import bounded_json, reason_of, shortened
from unladen.tools.redaction import keep_secret, redacted

T = TypeVar("T")
MAX_BYTES = 16 << 20
TIMEOUT = 30.0
"""Seconds for one request, in all."""
NEXT_PAGE = re.compile(r'<([^<>]+)>;\s*rel="next"')
ATTEMPTS = 5
LONGEST_PAUSE = 120.0
"""Seconds of waiting, in all, because a job that waits costs money."""
LONGEST_WAIT = 1e6
AGAIN = frozenset({408, 500, 502, 503, 504})
CHUNK = 1 << 16
MOST_OF_A_REFUSAL = 100_000


@dataclass(frozen=True, slots=True)
class Reply:
    content: Any
    next_page: str = ""
    """The address of the rest of a list; empty at its end."""


class Refused(Exception):
    """The forge's answer is no: its status, and what it says."""

    def __init__(self, status: int, said: str, wait: float | None = None) -> None:
        super().__init__(f"{status} {said}")
        self.status = status
        self.said = said
        self.wait = wait
        """Seconds after which the same may be asked again; None: never."""
        self.elsewhere = ""


def patiently(
    ask: Callable[[], T], deadline: Deadline, sleep: Callable[[float], None] | None = None
) -> T:
    """Ask again after the time that the forge names, if the deadline is later.

    This is only for requests that may be sent twice.
    """
    waited = 0.0
    for attempt in range(ATTEMPTS):
        try:
            return ask()
        except Refused as refused:
            if refused.wait is None or attempt == ATTEMPTS - 1:
                raise
            wait = max(refused.wait, float(2**attempt)) if refused.wait else 0.0
            waited += wait
            if waited > LONGEST_PAUSE or wait > deadline.left:
                raise
            (sleep or time.sleep)(wait)
    raise AssertionError("the last attempt returns or raises")


class _Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> urllib.request.Request | None:
        return None


class _OnTheWeb(_Unredirected):
    """Follows redirects to other files of the web; urllib would go on with FTP."""

    def redirect_request(self, *_: Any) -> urllib.request.Request | None:
        following = urllib.request.HTTPRedirectHandler.redirect_request(self, *_)
        return following if following and _is_address(following.full_url) else None


@dataclass(frozen=True, slots=True)
class Api:
    """A forge's, at its address, with what says who asks."""

    address: str
    headers: Mapping[str, str]
    clock: Callable[[], float] = time.time
    """For when a limit ends; a forge tells that as a time of day."""
    deadline: Deadline = field(default_factory=Deadline)
    timeout: float = field(default_factory=lambda: TIMEOUT)

    def __post_init__(self) -> None:
        keep_secret(self.headers)
        if not _is_address(self.address) or "@" in self.address:
            what = f"{self.address[:100]!r} is no address of an API"
            raise ToolError(what, "GITHUB_API_URL or CI_API_V4_URL, as the CI system sets it")

    def ask(self, method: str, path: str, content: Mapping[str, Any] | None = None) -> Reply:
        """`path` below the address, or the address of a next page, which must be of the same host:
        a token is for one."""
        url = path if "://" in path else self.address.rstrip("/") + path
        if not _is_address(url) or urlsplit(url)[:2] != urlsplit(self.address)[:2]:
            raise Refused(0, f"the next page is elsewhere: {shortened(url, 100)}")
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(url, data=body, method=method)
        for name, value in {"User-Agent": f"unladen/{__version__}", **self.headers}.items():
            request.add_header(name, value)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        answer = self._sent(request, _Unredirected, MAX_BYTES)
        if answer.status >= 300:
            said = _said(answer.content)
            refused = Refused(answer.status, said, self._wait(answer.status, answer.headers, said))
            if answer.status in (302, 303, 307):
                refused.elsewhere = answer.headers.get("Location", "")
            raise refused
        page = NEXT_PAGE.search(answer.headers.get("Link", ""))
        return Reply(_content(answer.content), page[1] if page else "")

    def fetched(self, path: str, most: int) -> bytes:
        """A file that the API keeps elsewhere, and says where: there the token is nobody's."""
        try:
            self.ask("GET", path)
        except Refused as refused:
            if refused.elsewhere:
                return self._downloaded(refused.elsewhere, most)
            raise
        raise Refused(0, "a file was asked for, and the reply is none", 1.0)

    def _downloaded(self, address: str, most: int) -> bytes:
        if not _is_address(address):
            raise Refused(0, f"no address of a file: {shortened(address, 100)}")
        request = urllib.request.Request(address, headers={"User-Agent": f"unladen/{__version__}"})
        answer = self._sent(request, _OnTheWeb, most)
        if answer.status >= 300:
            raise Refused(answer.status, "the file cannot be had", 1.0)
        return answer.content

    def _sent(
        self, request: urllib.request.Request, redirects: type[_Unredirected], most: int
    ) -> "_Answer":
        seconds = min(self.timeout, self.deadline.left)
        if seconds <= 0:
            raise Refused(0, "there is no time left to ask")
        until = time.monotonic() + seconds
        try:
            return in_time(lambda: _answer(request, redirects, most, until), seconds)
        except Refused:
            raise
        except Exception as error:
            # A server can cause nearly any exception: of sockets, of TLS, of addresses, of memory.
            reason = getattr(error, "reason", None) or error
            told = reason_of(reason) if isinstance(reason, BaseException) else str(reason)
            raise Refused(0, f"no connection: {redacted(told)}"[:200], 1.0) from error

    def _wait(self, status: int, headers: Message, said: str) -> float | None:
        """A limit says when it ends; a fault of the server's may be gone in a moment."""
        after = _seconds(headers.get("Retry-After", ""))
        limited = status == 429 or (status == 403 and "rate limit" in said.lower())
        if after is not None and (limited or status in AGAIN or status == 403):
            return min(LONGEST_WAIT, after)
        for limit in ("X-RateLimit", "RateLimit"):
            reset = _seconds(headers.get(f"{limit}-Reset", ""))
            spent = headers.get(f"{limit}-Remaining", "") == "0"
            if status in (403, 429) and spent and reset is not None:
                return min(LONGEST_WAIT, max(1.0, reset - self.clock()))
        if limited:
            return 60.0
        return 1.0 if status in AGAIN else None


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Message
    content: bytes


def _answer(
    request: urllib.request.Request, redirects: type[_Unredirected], most: int, until: float
) -> _Answer:
    opener = urllib.request.build_opener(redirects)
    try:
        with opener.open(request, timeout=max(0.1, until - time.monotonic())) as reply:
            content = _read(reply, most + 1, until)
            if len(content) > most:
                raise Refused(0, "the reply is too large")
            return _Answer(reply.status, reply.headers, content)
    except urllib.error.HTTPError as error:
        with error:
            return _Answer(error.code, error.headers, _read(error, MOST_OF_A_REFUSAL, until))


def _read(reply: Any, most: int, until: float) -> bytes:
    """At most so many bytes, until the deadline: the thread that reads is not to live longer."""
    parts: list[bytes] = []
    left = most if reply.length is None else min(most, reply.length)
    while left > 0:
        if time.monotonic() > until:
            raise TimeoutError("the answer is too slow")
        part = reply.read1(min(left, CHUNK))  # read() would wait for all of a chunk
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _is_address(text: str) -> bool:
    """Whether it is one of the web, of signs that an address may have."""
    try:
        parts = urlsplit(text)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and (parts.port is None or parts.port > 0)
            and text.isascii()
            and text.isprintable()
            and " " not in text
        )
    except ValueError:
        return False


def _seconds(text: str) -> float | None:
    """A header's number of seconds; None if it is none."""
    return min(float(text), 1e12) if text.isascii() and text.isdecimal() else None


def _content(content: bytes) -> Any:
    if not content.strip():
        return None
    try:
        return bounded_json(content, MAX_BYTES)
    except (ValueError, MemoryError) as error:
        raise Refused(0, f"the reply is no JSON: {reason_of(error)}", 1.0) from None


def _said(content: bytes) -> str:
    """What the forge says of it, in one line; GitLab says it in several ways."""
    try:
        told = bounded_json(content, MAX_BYTES)
        if not isinstance(told, dict):
            return ""
        each = [told.get(name) for name in ("message", "error", "error_description", "errors")]
        shown = "; ".join(str(one) for one in each if one)
    except (ValueError, MemoryError, RecursionError):
        return ""
    return shortened(redacted(shown), 300)
