"""a site's folder -> http on this machine, until Ctrl-C."""

import contextlib
import http.server
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError

LOCAL = ("127.0.0.1", "localhost", "[::1]")
ANY = ("", "0.0.0.0")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *words: Any, directory: str, host: str) -> None:
        self._host = host
        super().__init__(*words, directory=directory)

    def parse_request(self) -> bool:
        """A page of anybody's can have a name of its own lead here, and then read what it gets."""
        if not super().parse_request():
            return False
        hosts = [each.strip().lower() for each in self.headers.get_all("Host", ())]
        if len(hosts) == 1 and hosts[0] in self._own_hosts():
            return True
        host, port = self.connection.getsockname()[:2]
        told = f"this is served as http://{host}:{port}/ and under no other name\n".encode()
        self.send_response(421)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(told)
        return False

    def _own_hosts(self) -> set[str]:
        """As browsers send them: the name that it was told to listen on, and the address by which
        this request came."""
        address, port = self.connection.getsockname()[:2]
        names = {self._host.lower(), address}
        if self._host in (*LOCAL, *ANY):
            names |= {*LOCAL}
        if self._host in ANY:
            names |= {socket.gethostname().lower()}
        return {f"{name}:{port}" for name in names} | (names if port == 80 else set())

    def log_message(self, *_: Any) -> None:
        """Every file of a page is no news."""

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_head(self) -> Any:
        """Only what is below the folder, whatever a name or a link in it says."""
        folder = Path(self.directory).resolve()
        try:
            asked = Path(self.translate_path(self.path)).resolve()
            inside = asked.is_relative_to(folder)
        except (OSError, ValueError, RuntimeError):
            inside = False
        if inside:
            return super().send_head()
        self.send_error(404)
        return None

    def list_directory(self, *_: Any) -> None:
        self.send_error(404)


def server_of(folder: Path, where: tuple[str, int]) -> http.server.ThreadingHTTPServer:
    """It listens, and answers nobody yet."""

    def handler(*words: Any) -> Quiet:
        return Quiet(*words, directory=str(folder), host=where[0])

    return http.server.ThreadingHTTPServer(where, handler)


def serve(folder: Path, where: tuple[str, int]) -> Iterator[str]:
    host, port = where
    try:
        server = server_of(folder, where)
    except OSError as error:
        what = f"cannot listen on {host}:{port}: {error.strerror}"
        raise ConfigError(what, "unladen publish --serve 8081") from error
    with server:
        yield f"http://{host}:{server.server_address[1]}/  (Ctrl-C ends it)"
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


def address(where: str) -> tuple[str, int]:
    host, _, port = where.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise ConfigError(f"{where} is no address", "unladen publish --serve 127.0.0.1:8080")
    return host or "127.0.0.1", int(port)
