"""A small API Gateway management endpoint on loopback: real HTTP, with the answers a test orders."""

import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

ERRORS = {400: "BadRequestException", 403: "ForbiddenException", 410: "GoneException", 429: "LimitExceededException"}


@dataclass(slots=True)
class Gateway:
    """``answers`` are the statuses a connection gives, one a request, the last for good; otherwise 200."""

    endpoint: str
    answers: dict[str, list[int]] = field(default_factory=dict)
    delays: dict[str, float] = field(default_factory=dict)  # seconds
    received: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    closed: list[str] = field(default_factory=list)
    requests: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, connection: str) -> int:
        """The status of the connection's next answer."""
        self.requests[connection] += 1
        ordered = self.answers.get(connection, [200])
        return ordered.pop(0) if len(ordered) > 1 else ordered[0]


@contextmanager
def serving() -> Iterator[Gateway]:
    """A gateway, until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        at_once = 0

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._serve(lambda connection: gateway.received[connection].append(text))

        def do_DELETE(self) -> None:
            self._serve(gateway.closed.append, success=204)

        def _serve(self, happen: Callable[[str], object], success: int = 200) -> None:
            connection = unquote(self.path.rpartition("/")[2])
            with gateway.lock:
                Handler.at_once += 1
                gateway.most_at_once = max(gateway.most_at_once, Handler.at_once)
                status = gateway.answer(connection)
                if status == 200:
                    happen(connection)
            time.sleep(gateway.delays.get(connection, 0))
            with gateway.lock:
                Handler.at_once -= 1
            self._answer(success if status == 200 else status)

        def _answer(self, status: int) -> None:
            body = b"" if status < 300 else json.dumps({"message": "as ordered"}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status >= 300:
                self.send_header("x-amzn-ErrorType", ERRORS.get(status, "InternalServerException"))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    gateway = Gateway(f"http://127.0.0.1:{server.server_address[1]}/stage")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield gateway
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
