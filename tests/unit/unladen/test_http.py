"""Each request ends: at its deadline, whatever a server sends, and with a refusal, never a bug."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from unladen.tools import http
from unladen.tools.deadline import Deadline
from unladen.tools.forges import GithubThread, pages
from unladen.tools.http import Api, Refused, patiently

SECONDS = 0.6
LATE = 5.0
"""Seconds that a busy machine may add; the servers here would go on for ever."""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextlib.contextmanager
def server(answer: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """Answers each connection with these bytes, and in this time."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    threads = []

    def one(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.recv(65_536)
            answer(connection, over)

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listening.accept()
                threads.append(threading.Thread(target=one, args=(connection,)))
                threads[-1].start()

    threads.append(threading.Thread(target=serve))
    threads[0].start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for thread in threads:
            thread.join()


def drop_by_drop(before: bytes, drop: bytes) -> Callable[[socket.socket, threading.Event], None]:
    def answer(connection: socket.socket, over: threading.Event) -> None:
        connection.sendall(before)
        while not over.wait(0.2):
            connection.sendall(drop)

    return answer


SLOW = {
    "nothing": (b"", b""),
    "status": (b"", b"H"),
    "headers": (HEAD, b"X"),
    "a header after the other": (HEAD, b"X-Y: z\r\n"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (HEAD + b"Content-Length: 100000\r\n\r\n", b" "),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "refusal": (b"HTTP/1.1 500 no\r\n\r\n", b" "),
    "until it closes": (HEAD + b"\r\n", b"["),
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_an_answer_at_a_byte_now_and_then_ends_at_the_deadline(sent: tuple[bytes, bytes]) -> None:
    with server(drop_by_drop(*sent)) as address:
        began = time.monotonic()
        with pytest.raises(Refused, match="no connection"):
            Api(address, {}, timeout=SECONDS).ask("GET", "/x")
        assert time.monotonic() - began < SECONDS + LATE


def test_a_name_that_is_looked_up_for_ever_ends_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait(20) and [])
    began = time.monotonic()
    with pytest.raises(Refused):
        Api("http://forge.example", {}, timeout=SECONDS).ask("GET", "/x")
    assert time.monotonic() - began < SECONDS + LATE
    over.set()


def test_all_requests_together_end_at_the_deadline_of_the_command() -> None:
    with server(drop_by_drop(*SLOW["body"])) as address:
        began = time.monotonic()
        api = Api(address, {}, deadline=Deadline(began + 1.0), timeout=0.4)
        with pytest.raises(Refused):
            patiently(lambda: api.ask("GET", "/x"), api.deadline)
        assert time.monotonic() - began < 1.0 + LATE


BODY = b"Content-Length: 2\r\n\r\n[]"
ODD = {
    "deep": HEAD + b"\r\n" + b"[" * 200_000,
    "400 digits": HEAD + b"\r\n[" + b"9" * 400 + b"]",
    "5000 digits": HEAD + b"\r\n[" + b"9" * 5000 + b"]",
    "no UTF-8": HEAD + b'\r\n["\xff"]',
    "no status": b"garbage\r\n\r\n",
    "status of letters": b"HTTP/1.1 OK 200\r\n\r\n",
    "status 999": b"HTTP/1.1 999 x\r\n\r\n",
    "status 100 digits": b"HTTP/1.1 " + b"9" * 100 + b" x\r\n\r\n",
    "a header of 100 kB": HEAD + b"X: " + b"y" * 100_000 + b"\r\n\r\n[]",
    "1000 headers": HEAD + b"X: y\r\n" * 1000 + b"\r\n[]",
    "length of letters": HEAD + b"Content-Length: x\r\n\r\n[]",
    "length below 0": HEAD + b"Content-Length: -5\r\n\r\n[]",
    "length of 5000 digits": HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n[]",
    "a bad chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n[]",
    "wait 400 digits": b"HTTP/1.1 429 x\r\nRetry-After: " + b"9" * 400 + b"\r\n\r\n",
    "wait 5000 digits": b"HTTP/1.1 429 x\r\nRetry-After: " + b"9" * 5000 + b"\r\n\r\n",
    "wait in another script": "HTTP/1.1 429 x\r\nRetry-After: ٣\r\n\r\n".encode(),
    "reset 400 digits": b"HTTP/1.1 403 x\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: "
    + b"9" * 400
    + b"\r\n\r\n",
    "next page of nowhere": HEAD + b'Link: <http://[::1/x>; rel="next"\r\n' + BODY,
    "next page elsewhere": HEAD + b'Link: <http://127.0.0.1:99999/x>; rel="next"\r\n' + BODY,
    "next page no address": HEAD + b'Link: <://>; rel="next"\r\n' + BODY,
}


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD)
def test_an_odd_answer_is_read_or_refused(sent: bytes) -> None:
    def answer(connection: socket.socket, _: threading.Event) -> None:
        connection.sendall(sent)

    with server(answer) as address:
        api = Api(address, {}, timeout=5)
        thread = GithubThread(api, "octo/hello", 7, "me")
        try:
            assert list(thread.comments()) == []
        except Refused as refused:
            what = thread.error(refused)
            assert len(str(what)) < 1000
            assert str(what).replace("\n", "").isprintable()


PLACES = (
    *("", "x", "//", "http://", "http://[", "http://a:b", "http://a:99999", "http://a:0"),
    *("file:///etc/passwd", "ftp://127.0.0.1/x", "http://a b", "http://\u0000", "http://é"),
    *("http://" + "a" * 70_000, "http://a@127.0.0.1:1/", "javascript:1"),
)


@pytest.mark.parametrize("place", PLACES, ids=range(len(PLACES)))
def test_a_file_at_an_odd_address_is_refused(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object, method: str, path: str) -> None:
        error = Refused(302, f"{method} {path}")
        error.elsewhere = place
        raise error

    monkeypatch.setattr(Api, "ask", refused)
    with pytest.raises(Refused):
        Api("http://127.0.0.1:1", {}, timeout=2).fetched("/x", 10)


def test_a_list_of_pages_that_goes_in_a_circle_ends() -> None:
    def answer(connection: socket.socket, _: threading.Event) -> None:
        host = f"http://127.0.0.1:{connection.getsockname()[1]}"
        link = f'Link: <{host}/x?page=2>; rel="next"\r\nConnection: close\r\n'.encode()
        connection.sendall(HEAD + link + b'Content-Length: 11\r\n\r\n[{"id": 1}]')

    with server(answer) as address:
        assert len(list(pages(Api(address, {}), "/x"))) == 2


def test_a_list_of_pages_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10_000))

    def next_page(api: Api, *_: object) -> http.Reply:
        return http.Reply([], f"{api.address}/x?page={next(numbers)}")

    monkeypatch.setattr(Api, "ask", next_page)
    with pytest.raises(Refused, match="pages"):
        list(pages(Api("http://127.0.0.1:1", {}), "/x"))
