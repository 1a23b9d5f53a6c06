"""a site's folder -> http on this machine, until Ctrl-C."""

import contextlib
import http.server
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError


class Quiet(http.server.SimpleHTTPRequestHandler):
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


def serve(folder: Path, where: tuple[str, int]) -> Iterator[str]:
    host, port = where

    def handler(*words: Any) -> Quiet:
        return Quiet(*words, directory=str(folder))

    try:
        server = http.server.ThreadingHTTPServer((host, port), handler)
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
