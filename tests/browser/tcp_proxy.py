"""A TCP proxy whose connections can be cut: a browser's own offline mode leaves an open socket open."""

import selectors
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

_HOST = "127.0.0.1"
_CHUNK = 65_536


class TcpProxy:
    """Forwards every connection to a port, until it is cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._lock = threading.Lock()
        self._is_cut = False

    def __enter__(self) -> Self:
        self._listener = socket.create_server((_HOST, 0))
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._wake, self._woken = socket.socketpair()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="tcp-proxy", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._wake.close()
        self._thread.join(10)
        for end in [self._listener, self._woken, *self._pairs]:
            end.close()
        self._selector.close()

    def address_of(self, url: str) -> str:
        """The address through which this proxy reaches a URL."""
        parts = urlsplit(url)
        return urlunsplit(parts._replace(netloc=f"{_HOST}:{self._listener.getsockname()[1]}"))

    def cut(self) -> None:
        """End every connection; new ones end at once."""
        with self._lock:
            self._is_cut = True
            for end in self._pairs:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let connections through again."""
        with self._lock:
            self._is_cut = False

    def _run(self) -> None:
        while True:
            for key, _events in self._selector.select():
                if key.fileobj is self._woken:
                    return
                end = key.fileobj
                assert isinstance(end, socket.socket)
                if end is self._listener:
                    self._accept()
                else:
                    self._forward(end)

    def _accept(self) -> None:
        near, _address = self._listener.accept()
        with self._lock:
            if self._is_cut:
                near.close()
                return
            far = socket.create_connection((_HOST, self._port))
            self._pairs |= {near: far, far: near}
        for end in (near, far):
            self._selector.register(end, selectors.EVENT_READ)

    def _forward(self, end: socket.socket) -> None:
        other = self._pairs.get(end)
        if other is None:
            return
        try:
            data = end.recv(_CHUNK)
            if data:
                other.sendall(data)
                return
        except OSError:
            pass
        with self._lock:
            for one in (end, other):
                with suppress(KeyError):
                    self._selector.unregister(one)
                self._pairs.pop(one, None)
                one.close()
