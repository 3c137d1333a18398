"""A real HTTP server that receives webhooks."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from pytest_django import Settings


@dataclass
class Receiver:
    """Somebody's server: answers with the statuses given, the last one for ever, and keeps what came."""

    statuses: list[int] = field(default_factory=lambda: [204])
    got: list[tuple[Message, bytes]] = field(default_factory=list)
    origin: str = ""


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A receiver at an origin that the admin opened."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.got.append((self.headers, self.rfile.read(int(self.headers["content-length"]))))
            status = made.statuses.pop(0) if len(made.statuses) > 1 else made.statuses[0]
            self.send_response(status)
            self.send_header("Location", f"{made.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.origin = f"http://127.0.0.1:{server.server_port}"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": made.origin})
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()
