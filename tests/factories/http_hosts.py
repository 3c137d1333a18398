"""Real HTTP and HTTPS servers on loopback that record requests. Re-export a fixture in a conftest to use it."""

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import pytest
import trustme
from pytest_django import Settings

CANARY = "canary/+key=42&<a>-never-in-the-sandbox"
NAME = "api.sms.example"


class ReceivedRequest(NamedTuple):
    """One request as the server received it."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Script = Callable[[ReceivedRequest], tuple[int, Mapping[str, str], bytes]]


def echo(seen: ReceivedRequest) -> tuple[int, Mapping[str, str], bytes]:
    """Answer 200 with the method, path, headers (without ``host``) and body of the request."""
    lines = [
        f"{seen.method} {seen.path}",
        *(
            f"{name}: {value}" for name, value in seen.headers.items() if name != "host"
        ),  # "GET … host" reads as an order
        seen.body.decode(),
    ]
    return 200, {"x-echo": seen.headers.get("authorization", "")}, "\n".join(lines).encode()


@dataclass
class Host:
    """A running server: the requests it received and the function that answers them."""

    port: int
    seen: list[ReceivedRequest] = field(default_factory=list)
    script: Script = echo


def serve(tls: ssl.SSLContext | None, address: str = "127.0.0.1", port: int = 0) -> tuple[Host, ThreadingHTTPServer]:
    """Start a server on loopback in a thread and return it with its handle to shut it down."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            seen = ReceivedRequest(
                self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body
            )
            made.seen.append(seen)
            status, headers, text = made.script(seen)
            self.send_response(status)
            for name, value in {"content-length": str(len(text)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Ignore clients that hang up: tests make them do it."""

    server = Server((address, port), Handler)
    made = Host(server.server_address[1])
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return made, server


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    """A certificate authority for tests."""
    return trustme.CA()


@pytest.fixture(scope="session")
def trust(authority: trustme.CA) -> ssl.SSLContext:
    """A client context that trusts ``authority``."""
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


@pytest.fixture
def plain() -> Iterator[Host]:
    """An HTTP server."""
    host, server = serve(None)
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture
def secure(authority: trustme.CA) -> Iterator[Host]:
    """An HTTPS server with a certificate for ``NAME``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME).configure_cert(context)
    host, server = serve(context)
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    """A host on loopback that an admin has opened."""
    made, server = serve(None)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{made.port}"})
    yield made
    server.shutdown()
    server.server_close()
