"""The server of a site, and what is said while it is made: nothing of strangers gets through."""

import http.client
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from unladen.tools.serve import Quiet
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

    def handler(*words: Any) -> Quiet:
        return Quiet(*words, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
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
