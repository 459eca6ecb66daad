"""The web client on this machine: the same files with the same headers as in the cloud.

Lives here: a small HTTP server on 127.0.0.1 for the length of a run. Files are read at every request, so a change shows
when the page is loaded again. Must not: serve anything that the cloud would not (see `infra/site.py`).
"""

import gzip
import hashlib
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

from infra.site import KINDS, PACKED, PAGE, STYLESHEET, UNSERVED, config, headers, index, origin, stylesheet, written

_HOST = "127.0.0.1"
_START_PAGE = "index.html"
_MADE = {_START_PAGE: index, STYLESHEET: stylesheet}
_PLAIN = "text/plain; charset=utf-8"


class Pages:
    """The page on a port of its own. Its address is known before the stack exists, because invite links name it."""

    def __init__(self, port: int = 0) -> None:
        """Bind the port; 0 means any free one."""

        class OwnHandler(_Handler):
            """A handler class of its own, since its files and headers are class attributes."""

        self._handler = OwnHandler
        self._server = ThreadingHTTPServer((_HOST, port), OwnHandler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.5}, name="pages", daemon=True
        )

    @property
    def address(self) -> str:
        """The page's URL."""
        return f"http://{_HOST}:{self._server.server_port}/"

    def wire(self, websocket: str) -> None:
        """Set the socket's address; before that every request is answered by 404."""
        self._handler.written = {"config.json": json.dumps(config(websocket)), **written()}
        self._handler.every = headers(origin(websocket))

    def __enter__(self) -> Self:
        """Start serving."""
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def served_pages(websocket: str) -> Iterator[str]:
    """Serve the page, connected to a socket, for the length of a ``with`` block. Yields the page's URL."""
    with Pages() as pages:
        pages.wire(websocket)
        yield pages.address


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    written: ClassVar[Mapping[str, str]] = {}
    every: ClassVar[Mapping[str, str]] = {}
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send a file's headers."""
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's signature
        """Log nothing: the terminal shows the tournament."""

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/") or _START_PAGE
        body = self._read(path)
        if body is None:
            self._send(HTTPStatus.NOT_FOUND, _PLAIN, b"There is no such file.\n", with_body=with_body)
        else:
            self._send(HTTPStatus.OK, KINDS[PurePosixPath(path).suffix], body, with_body=with_body)

    def _read(self, path: str) -> bytes | None:
        if not self.written:
            return None
        if path in self.written:
            return self.written[path].encode()
        if path in _MADE:
            return _MADE[path]().encode()
        file = (PAGE / path).resolve()
        if not file.is_relative_to(PAGE) or file.suffix not in KINDS or not file.is_file():
            return None
        if UNSERVED & set(file.relative_to(PAGE).parts):
            return None
        return file.read_bytes()

    def _send(self, status: HTTPStatus, kind: str, body: bytes, *, with_body: bool) -> None:
        validator = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        if status is HTTPStatus.OK and self.headers.get("If-None-Match") == validator:
            status, body, with_body = HTTPStatus.NOT_MODIFIED, b"", False
        is_compressed = "gzip" in self.headers.get("Accept-Encoding", "") and kind not in PACKED
        sent = gzip.compress(body, 6, mtime=0) if is_compressed else body
        self.send_response(status)
        for name, value in self.every.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-cache")  # a browser asks each time whether what it has is still right
        self.send_header("ETag", validator)
        if is_compressed:
            self.send_header("Content-Encoding", "gzip")
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        if with_body:
            self.wfile.write(sent)
