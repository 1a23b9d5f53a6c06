"""requests -> JSON replies of a forge's API. The only module of unladen that opens a connection.

It follows no redirect, as a token would go with it, and asks nothing twice by itself: who asks
knows whether that is harmless.
"""

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any, TypeVar
from urllib.parse import urlsplit

from unladen import __version__
from unladen.errors import ToolError

T = TypeVar("T")
MAX_BYTES = 16 << 20
TIMEOUT = 30.0
NEXT_PAGE = re.compile(r'<([^<>]+)>;\s*rel="next"')
ATTEMPTS = 5
PATIENCE = 120.0
"""Seconds, in all."""
AGAIN = frozenset({408, 500, 502, 503, 504})


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


def patiently(ask: Callable[[], T], sleep: Callable[[float], None] | None = None) -> T:
    """Asked again after what the forge says that one has to wait, if that is not too long: a job
    that waits costs money. Only for what may be done twice."""
    waited = 0.0
    for attempt in range(ATTEMPTS):
        try:
            return ask()
        except Refused as refused:
            if refused.wait is None or attempt == ATTEMPTS - 1:
                raise
            wait = max(refused.wait, float(2**attempt)) if refused.wait else 0.0
            waited += wait
            if waited > PATIENCE:
                raise
            (sleep or time.sleep)(wait)
    raise AssertionError("the last attempt returns or raises")


class _Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Api:
    """A forge's, at its address, with what says who asks."""

    address: str
    headers: Mapping[str, str]
    clock: Callable[[], float] = time.time
    """For when a limit ends; a forge tells that as a time of day."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            what = f"{self.address[:100]!r} is no address of an API"
            raise ToolError(what, "GITHUB_API_URL or CI_API_V4_URL, as the CI system sets it")

    def ask(self, method: str, path: str, content: Mapping[str, Any] | None = None) -> Reply:
        """`path` below the address, or the address of a next page, which must be of the same host:
        a token is for one."""
        url = path if "://" in path else self.address.rstrip("/") + path
        if urlsplit(url)[:2] != urlsplit(self.address)[:2]:
            raise Refused(0, f"the next page is elsewhere: {url[:100]}")
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(url, data=body, method=method)
        for name, value in {"User-Agent": f"unladen/{__version__}", **self.headers}.items():
            request.add_header(name, value)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        return self._sent(request)

    def fetched(self, path: str, most: int) -> bytes:
        """A file that the API keeps elsewhere, and says where: there the token is nobody's."""
        try:
            self.ask("GET", path)
        except Refused as refused:
            if refused.elsewhere:
                return _downloaded(refused.elsewhere, most)
            raise
        raise Refused(0, "a file was asked for, and the reply is none", 1.0)

    def _sent(self, request: urllib.request.Request) -> Reply:
        opener = urllib.request.build_opener(_Unredirected)
        try:
            with opener.open(request, timeout=TIMEOUT) as reply:
                told = _content(reply.read(MAX_BYTES + 1))
                page = NEXT_PAGE.search(reply.headers.get("Link", ""))
                return Reply(told, page[1] if page else "")
        except urllib.error.HTTPError as error:
            with error:
                said = _said(error.read(100_000))
            refused = Refused(error.code, said, self._wait(error.code, error.headers, said))
            if error.code in (302, 303, 307):
                refused.elsewhere = error.headers.get("Location", "")
            raise refused from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise Refused(0, f"no connection: {reason}"[:200], 1.0) from error

    def _wait(self, status: int, headers: Message, said: str) -> float | None:
        """A limit says when it ends; a fault of the server's may be gone in a moment."""
        after = headers.get("Retry-After", "")
        limited = status == 429 or (status == 403 and "rate limit" in said.lower())
        if after.isdecimal() and (limited or status in AGAIN or status == 403):
            return float(after)
        for limit in ("X-RateLimit", "RateLimit"):
            reset = headers.get(f"{limit}-Reset", "")
            spent = headers.get(f"{limit}-Remaining", "") == "0"
            if status in (403, 429) and spent and reset.isdecimal():
                return max(1.0, float(reset) - self.clock())
        if limited:
            return 60.0
        return 1.0 if status in AGAIN else None


def _downloaded(address: str, most: int) -> bytes:
    if urlsplit(address).scheme not in ("http", "https"):
        raise Refused(0, f"no address of a file: {address[:100]}")
    request = urllib.request.Request(address, headers={"User-Agent": f"unladen/{__version__}"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
            content: bytes = reply.read(most + 1)
    except urllib.error.HTTPError as error:
        raise Refused(error.code, "the file cannot be had", 1.0) from error
    except (OSError, http.client.HTTPException) as error:
        raise Refused(0, f"no connection: {error}"[:200], 1.0) from error
    if len(content) > most:
        raise Refused(0, "the file is too large")
    return content


def _content(content: bytes) -> Any:
    if len(content) > MAX_BYTES:
        raise Refused(0, "the reply is too large")
    if not content.strip():
        return None
    try:
        return json.loads(content)
    except ValueError:
        raise Refused(0, "the reply is no JSON", 1.0) from None


def _said(content: bytes) -> str:
    """What the forge says of it, in one line; GitLab says it in several ways."""
    try:
        told = json.loads(content)
    except ValueError:
        return ""
    if not isinstance(told, dict):
        return ""
    each = [told.get(name) for name in ("message", "error", "error_description", "errors")]
    shown = "; ".join(str(one) for one in each if one)
    return "".join(c if c.isprintable() else " " for c in shown)[:300]
