"""A minimal Redis server for publish and subscribe: RESP2 over loopback, one thread per client."""

import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase


class _Client(socketserver.StreamRequestHandler):
    server: "_Server"

    def handle(self) -> None:
        """Answer commands until the client disconnects."""
        try:
            while command := _read(self.rfile):
                self._answer([part.decode() for part in command])
        except (OSError, ValueError):
            return
        finally:
            with self.server.lock:
                self.server.subscribers.discard(self.connection)

    def _answer(self, command: list[str]) -> None:
        match command[0].upper(), command[1:]:
            case "SUBSCRIBE", [channel]:
                time.sleep(self.server.subscribes_after_s)
                with self.server.lock:
                    self.server.subscribers.add(self.connection)
                    self.connection.sendall(_array("subscribe", channel, 1))
            case "PUBLISH", [channel, text]:
                with self.server.lock:
                    for subscriber in self.server.subscribers:
                        subscriber.sendall(_array("message", channel, text))
                    self.connection.sendall(f":{len(self.server.subscribers)}\r\n".encode())
            case "HELLO", _:
                self.connection.sendall(b"-ERR unknown command 'HELLO'\r\n")  # as servers before version 6 do
            case _:
                self.connection.sendall(b"+OK\r\n")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True  # a client that a failed test left connected must not hold the end
    subscribes_after_s = 0.0

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.subscribers: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Client)

    def drop_all(self) -> None:
        """Break every subscriber's connection."""
        with self.lock:
            for subscriber in self.subscribers:
                subscriber.shutdown(socket.SHUT_RDWR)


def _read(stream: BufferedIOBase) -> list[bytes]:
    head = stream.readline()
    if not head:
        return []
    parts = []
    for _ in range(int(head[1:])):
        size = int(stream.readline()[1:])
        parts.append(stream.read(size))
        stream.read(2)
    return parts


def _array(*parts: str | int) -> bytes:
    body = b""
    for part in parts:
        raw = str(part).encode()
        body += b":%d\r\n" % part if isinstance(part, int) else b"$%d\r\n%s\r\n" % (len(raw), raw)
    return b"*%d\r\n" % len(parts) + body


@contextmanager
def resp_server() -> Iterator[_Server]:
    """A running server."""
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(5)
