"""The reference web client on this machine: the same files under the same headers as in the cloud.

Lives here: a small HTTP server on 127.0.0.1 for the length of a run. Files are read anew at every request, so a page
under work needs only to be loaded again. Must not: serve anything that the cloud would not (see `infra/site.py`).
"""

import gzip
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from types import TracebackType
from typing import ClassVar, Self
from urllib.parse import unquote, urlsplit

from infra.site import KINDS, PAGE, alphabets, config, headers, origin

_HOST = "127.0.0.1"
_START_PAGE = "index.html"
_PLAIN = "text/plain; charset=utf-8"


class Pages:
    """The page on a port of its own. It has its address before there is a stack, so that invite links can name it."""

    def __init__(self, port: int = 0) -> None:
        """Take the port; 0 is any free one."""

        class Wired(_Answers):
            """The answers of this server alone."""

        self._answers = Wired
        self._server = ThreadingHTTPServer((_HOST, port), Wired)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.5}, name="pages", daemon=True
        )

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{_HOST}:{self._server.server_port}/"

    def wire(self, websocket: str) -> None:
        """Tell the page its socket; before that there is nothing to see."""
        self._answers.written = {"config.json": json.dumps(config(websocket)), **alphabets()}
        self._answers.every = headers(origin(websocket))

    def __enter__(self) -> Self:
        """Serve."""
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def served_pages(websocket: str) -> Iterator[str]:
    """Serve the page, wired to that socket, for the length of a ``with`` block; its address."""
    with Pages() as pages:
        pages.wire(websocket)
        yield pages.address


class _Answers(BaseHTTPRequestHandler):
    """One request."""

    written: ClassVar[Mapping[str, str]] = {}
    every: ClassVar[Mapping[str, str]] = {}
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Answer with a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with a file's headers."""
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's signature
        """Stay quiet: the terminal is the tournament's."""

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/") or _START_PAGE
        body = self._read(path)
        if body is None:
            self._send(
                HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"There is no such file.\n", with_body=with_body
            )
        else:
            self._send(HTTPStatus.OK, KINDS[PurePosixPath(path).suffix], body, with_body=with_body)

    def _read(self, path: str) -> bytes | None:
        if not self.written:
            return None
        if path in self.written:
            return self.written[path].encode()
        file = (PAGE / path).resolve()
        if not file.is_relative_to(PAGE) or file.suffix not in KINDS or not file.is_file():
            return None
        return file.read_bytes()

    def _send(self, status: HTTPStatus, kind: str, body: bytes, *, with_body: bool) -> None:
        is_small = "gzip" in self.headers.get("Accept-Encoding", "")
        sent = gzip.compress(body, 6, mtime=0) if is_small else body
        self.send_response(status)
        for name, value in self.every.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-cache")
        if is_small:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        if with_body:
            self.wfile.write(sent)
