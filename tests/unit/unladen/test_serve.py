"""The server of a site, and what is said while it is made: nothing of strangers gets through."""

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from unladen.tools.serve import server_of
from unladen.tools.terminal import Progress


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("fine")
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "loop").symlink_to("loop")
    (folder / "empty").mkdir()

    with server_of(folder, ("127.0.0.1", 0)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/index.html", 200),
        ("/index.html?x=1", 200),
        ("/%00", 404),
        ("/link", 404),
        ("/loop", 404),
        ("/empty/", 404),
        ("/../secret", 404),
        ("/%2e%2e/secret", 404),
        ("/" + "x" * 5000, 404),
    ],
)
def test_only_files_of_the_site_are_served(
    path: str, status: int, served: tuple[Path, int], capfd: pytest.CaptureFixture[str]
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served[1], timeout=10)
    connection.request("GET", path)
    assert connection.getresponse().status == status
    connection.close()
    assert "Traceback" not in capfd.readouterr().err


def test_a_subject_of_a_commit_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    progress.step("building   \x1b[2J\x1b]0;owned\x07 a1b2")
    progress.tick("building   \x1b[31mred\r\n")
    said = capsys.readouterr().err
    assert "\x1b[2J" not in said
    assert "\x1b]" not in said
    assert "\x1b[31m" not in said


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Callable[[str], int]]:
    """`unladen publish --serve`, as it is; a function that starts it and gives its port."""
    (tmp_path / "index.html").write_text("fine")
    started: list[ThreadingHTTPServer] = []

    def start(host: str) -> int:
        server = server_of(tmp_path, (host, 0))
        started.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_address[1]

    yield start
    for each in started:
        each.shutdown()
        each.server_close()


def answered(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


OWN_NAMES = (b"127.0.0.1:%d", b"localhost:%d", b"LOCALHOST:%d", b"[::1]:%d")
OTHERS = (
    *(b"evil.example:%d", b"evil.example", b"127.0.0.1.evil.example:%d", b"localhost:1%d"),
    *(b"localhost", b"127.0.0.1:%d@evil.example", b"192.0.2.1:%d", b"", b"%d"),
)


def test_only_the_names_that_it_listens_on_are_answered(listening: Callable[[str], int]) -> None:
    """Any page in a browser can have a name of its own mean 127.0.0.1."""
    port = listening("127.0.0.1")
    lines = {name: name.replace(b"%d", b"%d" % port) for name in (*OWN_NAMES, *OTHERS)}
    for name, host in lines.items():
        told = answered(port, b"GET / HTTP/1.1\r\nHost: %b\r\n\r\n" % host)
        status = b"200" if name in OWN_NAMES else b"421"
        assert told.startswith(b"HTTP/1.0 " + status), (name, told)
        assert (b"fine" in told) is (name in OWN_NAMES)
        assert b"evil" not in told
    own = b"Host: 127.0.0.1:%d\r\n" % port
    twice = answered(port, b"GET / HTTP/1.1\r\n%bHost: evil.example\r\n\r\n" % own)
    assert twice.startswith(b"HTTP/1.0 421")
    for without in (b"GET / HTTP/1.0\r\n\r\n", b"GET /\r\n\r\n", b"HEAD / HTTP/1.1\r\n\r\n"):
        assert b"fine" not in answered(port, without)
    assert answered(port, b"HEAD / HTTP/1.1\r\n" + own + b"\r\n").startswith(b"HTTP/1.0 200")


def test_where_it_listens_everywhere_it_is_known_by_its_address(
    listening: Callable[[str], int],
) -> None:
    port = listening("0.0.0.0")
    for host, status in ((b"127.0.0.1", b"200"), (b"localhost", b"200"), (b"evil.test", b"421")):
        told = answered(port, b"GET / HTTP/1.1\r\nHost: %b:%d\r\n\r\n" % (host, port))
        assert told.startswith(b"HTTP/1.0 " + status)
