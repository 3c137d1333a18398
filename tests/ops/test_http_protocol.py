"""The web process bounds what a client may send, and how slowly."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from kingdom.ops.launch import http_protocol

Address = tuple[str, int]


async def application(scope: dict[str, object], receive: object, send: object) -> None:
    """Read the whole body and answer with its size."""
    size, more = 0, True
    while more:
        message = await receive()  # type: ignore[operator]
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"8")]})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b"%08d" % size})  # type: ignore[operator]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """A web server with the product's protocol and short times."""
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT_S", 0.5)
    monkeypatch.setattr(http_protocol, "BODY_PERIOD_S", 0.3)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        application,
        http=http_protocol.BoundedHttpProtocol,
        ws="none",
        log_config=None,
        lifespan="off",
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()
    running.should_exit = True
    thread.join(timeout=30)


def answer_to(address: Address, *pieces: bytes, pause_s: float = 0.0) -> bytes:
    """Send pieces with pauses and return all that came until the end, or until the first answer is complete."""
    with socket.create_connection(address, timeout=20) as client:
        for piece in pieces:
            try:
                client.sendall(piece)
            except OSError:
                break
            time.sleep(pause_s)
        received = b""
        try:
            while b"\r\n\r\n" not in received and (part := client.recv(65_536)):
                received += part
        except OSError:
            pass
        return received


def test_an_ordinary_request_is_answered(server: Address) -> None:
    body = b"x" * 200_000
    head = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert answer_to(server, head, body).startswith(b"HTTP/1.1 200")
    with socket.create_connection(server, timeout=20) as client:  # two requests on one connection
        for _ in range(2):
            client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert client.recv(65_536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("pieces", [1, 40])
def test_headers_over_64_kb_are_refused(server: Address, pieces: int) -> None:
    header = b"X-A: " + b"a" * (80_000 // pieces) + b"\r\n"
    head = b"GET / HTTP/1.1\r\nHost: a\r\n" + header * pieces
    assert b" 200 " not in answer_to(server, head + b"\r\n")
    assert b" 200 " not in answer_to(server, head, b"\r\n")


def test_headers_that_never_end_are_closed(server: Address) -> None:
    started = time.monotonic()
    assert answer_to(server, b"GET / HTTP/1.1\r\n", *[b"A: b\r\n"] * 30, pause_s=0.1) == b""
    assert time.monotonic() - started < 10
    assert answer_to(server) == b"", "and a connection that says nothing"


def test_a_body_that_drips_is_closed_and_a_slow_one_is_not(server: Address) -> None:
    head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"
    assert answer_to(server, head % 1000, *[b"x"] * 30, pause_s=0.1) == b""
    assert answer_to(server, head % 8000, *[b"x" * 400] * 20, pause_s=0.05).startswith(b"HTTP/1.1 200")
