"""AWS for one guess, on loopback: a table of one tournament that takes every write, connections that take all posts.

What is measured against it is the client's side: imports, initialisation and requests over real HTTP.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where it listens, and how often what was asked."""

    url: str
    asked: Counter[str] = field(default_factory=Counter)


@contextmanager
def serving(item: Mapping[str, Any]) -> Iterator[Endpoint]:
    """Serve on loopback; ``GetItem`` of any key finds the item."""
    asked: Counter[str] = Counter()
    found = json.dumps({"Item": item}).encode()

    class Answering(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            operation = self.headers.get("X-Amz-Target", "PostToConnection").rpartition(".")[2]
            asked[operation] += 1
            body = found if operation == "GetItem" else b"{}"
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: {len(body)}\r\n\r\n"
            self.wfile.write(head.encode() + body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Endpoint(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
