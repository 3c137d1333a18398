"""The web process bounds what a client may send, and how slowly."""

import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn

from kingdom.ops.launch import http_protocol

Address = tuple[str, int]
LARGE = 16 * 2**20  # more than the sockets themselves hold


async def application(scope: dict[str, object], receive: object, send: object) -> None:
    """Read the whole body and answer with its size."""
    size, more = 0, True
    while more:
        message = await receive()  # type: ignore[operator]
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    named = [(name, value) for name, value in scope["headers"] if name == b"x-a"]  # type: ignore[attr-defined]
    body = b"x" * LARGE if scope["path"] == "/large" else b"%08d" % size
    headers = [(b"content-length", b"%d" % len(body)), *named]
    await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": body})  # type: ignore[operator]


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


@pytest.mark.parametrize("before", [b"5;x=", b"0\r\nX-A: ", b"1\r\na\r\n0\r\nX-A: "], ids=["chunk", "trailer", "later"])
def test_what_frames_a_chunked_body_has_a_bound(server: Address, before: bytes) -> None:
    """The value of a header after the body, and the options of a chunk, are no part of the body that is counted."""
    head = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(server, timeout=20) as client:
        client.sendall(head + before)
        sent = 0
        with suppress(OSError):
            while sent < 64 * 2**20:
                client.sendall(b"a" * 65_536)
                sent += 65_536
    assert sent < 16 * 2**20, "what the sockets themselves hold"


def test_a_body_in_chunks_of_one_byte_is_read(server: Address) -> None:
    head = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    pieces = [b"1\r\na\r\n" * 30_000, b"1\r\na\r\n" * 30_000, b"0\r\nX-A: b\r\n\r\n"]
    answer = answer_to(server, head, *pieces)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"x-a" not in answer, "a header after the body is none of the request"
    assert b"x-a: b" in answer_to(server, b"GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n"), "control"


def test_empty_lines_between_requests_hold_no_connection(server: Address) -> None:
    with socket.create_connection(server, timeout=20) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert client.recv(65_536).startswith(b"HTTP/1.1 200")
        client.sendall(b"\r\n")
        started = time.monotonic()
        assert client.recv(65_536) == b""
        assert time.monotonic() - started < 10


def test_many_short_headers_cost_no_more_than_their_bytes(server: Address) -> None:
    started = time.process_time()
    assert answer_to(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a:\r\n" * 15_000 + b"\r\n").startswith(
        b"HTTP/1.1 200"
    )
    assert time.process_time() - started < 2, "seconds of all others' time"


@pytest.mark.parametrize(("count", "answered"), [(20, True), (5_000, False)])
def test_requests_that_wait_for_those_before_them_have_a_bound(server: Address, count: int, answered: bool) -> None:
    received = b""
    with socket.create_connection(server, timeout=20) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * count)
        with suppress(OSError):
            while received.count(b"HTTP/1.1 200") < count and (part := client.recv(65_536)):
                received += part
    assert (received.count(b"HTTP/1.1 200") == count) == answered
    assert received.count(b"HTTP/1.1 200") <= http_protocol.MAX_PIPELINED + 1


@pytest.mark.parametrize("reads", [True, False])
def test_an_answer_that_its_client_does_not_read_is_not_held(server: Address, reads: bool) -> None:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(server)
    client.settimeout(20)
    client.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    received, ends = 0, time.monotonic() + 3
    while not reads and time.monotonic() < ends:
        time.sleep(0.1)
    with client, suppress(OSError):
        while part := client.recv(1 << 20):
            received += len(part)
    assert (received > LARGE) == reads


UNFINISHED = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 80000\r\n\r\n"
ASKS = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def opened(address: Address, *pieces: bytes) -> socket.socket:
    """Open a connection and send pieces; wait until the server has read them."""
    client = socket.create_connection(address, timeout=5)
    for piece in pieces:
        client.sendall(piece)
    time.sleep(0.05)
    return client


def rest(client: socket.socket) -> bytes:
    """Return what comes until the end; a reset is an end."""
    received = b""
    with client, suppress(ConnectionError):
        while part := client.recv(65_536):
            received += part
    return received


def test_of_too_many_connections_those_that_wait_give_way(server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT_S", 30.0)
    oldest, begun = opened(server), opened(server, ASKS[:8])
    between = opened(server, ASKS.replace(b"close", b"keep-alive"))
    assert between.recv(65_536).startswith(b"HTTP/1.1 200")
    assert answer_to(server, ASKS).startswith(b"HTTP/1.1 200"), "who comes is served"
    assert rest(oldest) in (b"", http_protocol._BUSY)
    for client, request in ((begun, ASKS[8:]), (between, ASKS)):
        client.sendall(request)
        assert rest(client).startswith(b"HTTP/1.1 200"), "and no other connection ends"


def test_who_comes_is_refused_when_all_connections_are_in_use(server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr(http_protocol, "BODY_PERIOD_S", 30.0)
    used = [opened(server, UNFINISHED, b"x") for _ in range(3)]
    refused = rest(opened(server))
    assert refused.startswith(b"HTTP/1.1 503"), refused
    assert b"Retry-After" in refused
    used[0].sendall(b"x" * 79_999)
    assert used[0].recv(65_536).startswith(b"HTTP/1.1 200"), "those in use are not disturbed"
    for client in used:
        client.close()
    time.sleep(0.1)
    assert answer_to(server, ASKS).startswith(b"HTTP/1.1 200"), "and their places are free again"


def test_of_too_many_bytes_of_bodies_the_oldest_give_way(server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_BODY_BYTES_HELD", 100_000)
    monkeypatch.setattr(http_protocol, "BODY_PERIOD_S", 30.0)
    slow = opened(server, UNFINISHED, b"x" * 60_000)
    assert answer_to(server, UNFINISHED, b"x" * 80_000).startswith(b"HTTP/1.1 200"), "who comes is served"
    with suppress(ConnectionError):
        assert rest(slow) in (b"", http_protocol._BUSY)
    for _ in range(3):
        assert answer_to(server, UNFINISHED, b"x" * 80_000).startswith(b"HTTP/1.1 200"), "complete ones are not held"
    left = opened(server, UNFINISHED, b"x" * 60_000)
    assert http_protocol._load._body_bytes == 60_000, "control"
    left.close()
    time.sleep(0.1)
    assert http_protocol._load._body_bytes == 0


def test_a_file_descriptor_is_left_for_the_rest_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (http_protocol.RESERVED_FILES + 10, 4096))
    load = http_protocol.ServerLoad()
    assert load.make_room(10)
    assert not load.make_room(11)
