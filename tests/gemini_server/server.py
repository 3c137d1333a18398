"""A local HTTP server that speaks the Gemini REST protocol and the OpenAI-compatible one, scripted by tests.

In a test::

    with running_server() as server:
        server.say("hello")
        server.fail(429, retry_after=1)
        server.call_tool("archon.fs.read", {"path": "a.txt"})
        ...  # GeminiModel(... base_url=server.url, api_key=server.key)
        assert server.requests[0].last_text == "hi"
        assert server.wait_for_disconnect(within_s=1)

As its own process: ``python -m tests.gemini_server --port 8765 --script FILE``.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import Any

from tests.gemini_server import gemini_protocol, openai_protocol
from tests.gemini_server.answers import Seen
from tests.gemini_server.http_connection import Connection
from tests.gemini_server.script import Script

KEY = "AIza-local-test-key-0123456789"


class _Sockets(ThreadingHTTPServer):
    """Knows its open connections, so that stopping does not wait for idle clients."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, port: int, handler: type[Connection]) -> None:
        self.open: set[socket.socket] = set()
        self.lock = threading.Lock()
        super().__init__(("127.0.0.1", port), handler)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the base class's signature
        with self.lock:
            self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:  # noqa: ANN401 - the base class's signature
        with self.lock:
            self.open.discard(request)
        super().shutdown_request(request)

    def close_clients(self) -> None:
        with self.lock:
            clients = list(self.open)
        for client in clients:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)


class ModelServer(Script):
    """The server and its script (``say``, ``call_tool``, ``fail``, ``rule``… are the script's).

    ``requests`` and ``disconnects`` hold what came in, in order.
    """

    def __init__(self, *, port: int = 0, key: str = KEY, old_openai: bool = False) -> None:
        """Listen on a loopback port (0: a free one). ``old_openai`` refuses ``json_schema`` as older servers do."""
        self.key = key
        self.old_openai = old_openai
        super().__init__()
        self.script: Script = self
        self.requests: list[Seen] = []
        self.disconnects: list[Seen] = []
        self.stopping = threading.Event()
        self._disconnected = threading.Condition()
        self._log_lock = threading.Lock()
        handler = type("BoundConnection", (Connection,), {"owner": self})
        self._http = _Sockets(port, handler)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def port(self) -> int:
        """Return the port it listens on."""
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        """Return the base URL for google-genai (no version in it)."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def openai_url(self) -> str:
        """Return the base URL for OpenAI clients."""
        return f"{self.url}/v1"

    def start(self) -> None:
        """Serve in a thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and drop every connection."""
        self.stopping.set()
        self._http.shutdown()
        self._http.close_clients()
        self._http.server_close()
        self._thread.join(5)

    def record(self, seen: Seen) -> int:
        """Log a request and return its number."""
        with self._log_lock:
            self.requests.append(seen)
            return len(self.requests)

    def record_disconnect(self, seen: Seen) -> None:
        """Log that a client left before its answer was complete."""
        with self._disconnected:
            self.disconnects.append(seen)
            self._disconnected.notify_all()

    def wait_for_disconnect(self, *, within_s: float, count: int = 1) -> bool:
        """Wait until ``count`` clients have left early; False when they have not by then."""
        with self._disconnected:
            return self._disconnected.wait_for(lambda: len(self.disconnects) >= count, within_s)

    def refuses(self, seen: Seen) -> tuple[int, dict[str, Any]] | None:
        """Refuse what the real service refuses of its own accord: no key, a wrong key, lost thought signatures."""
        if seen.face == "openai":
            if self.old_openai and openai_protocol.refuses_schema(seen):
                return 400, {
                    "error": {
                        "message": "'response_format.type' must be 'json_object'",
                        "type": "invalid_request_error",
                    }
                }
            return None
        sent = seen.headers.get("x-goog-api-key")
        if sent is None:
            return gemini_protocol.refusal(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
        if sent != self.key:
            return gemini_protocol.refusal(
                400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "API_KEY_INVALID"
            )
        return gemini_protocol.check_signatures(seen)


@contextlib.contextmanager
def running_server(*, port: int = 0, old_openai: bool = False) -> Iterator[ModelServer]:
    """Yield a running server and stop it at the end."""
    server = ModelServer(port=port, old_openai=old_openai)
    server.start()
    try:
        yield server
    finally:
        server.stop()
