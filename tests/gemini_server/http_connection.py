"""One connection of the local model server: reads requests, writes answers and faults, detects clients that go away."""

import json
import re
import select
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from tests.gemini_server import gemini_protocol, openai_protocol
from tests.gemini_server.answers import Answer, Face, Seen

if TYPE_CHECKING:
    from tests.gemini_server.server import ModelServer

GEMINI_PATH = re.compile(r"/(?P<version>v1|v1beta)/models(?:/(?P<model>[^/:]+))?(?::(?P<verb>\w+))?$")
OPENAI_PATH = re.compile(r"/v1/(?P<verb>chat/completions|models)$")


class ClientGone(Exception):
    """The client closed its end before the answer was complete."""


class Connection(BaseHTTPRequestHandler):
    """Serves one client connection."""

    protocol_version = "HTTP/1.1"
    timeout = 120
    owner: "ModelServer"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: ANN401 - the base class's signature
        """Say nothing: the request log is ``ModelServer.requests``."""

    def do_GET(self) -> None:
        """Serve the lists of models and the log."""
        self._serve({})

    def do_POST(self) -> None:
        """Serve everything else."""
        length = int(self.headers.get("Content-Length") or 0)
        try:
            self._serve(json.loads(self.rfile.read(length) or b"{}"))
        except json.JSONDecodeError:
            self._json(400, {"error": {"code": 400, "message": "invalid JSON", "status": "INVALID_ARGUMENT"}})

    def handle(self) -> None:
        """Serve until the client leaves; a reset is the end of a connection and no more."""
        try:
            super().handle()
        except (ClientGone, ConnectionError, ValueError):
            self.close_connection = True

    def _serve(self, body: Any) -> None:  # noqa: ANN401 - any JSON value
        path = urlsplit(self.path).path
        if path in ("/_log", "/_script"):
            self._control(path, body)
            return
        seen = self._read(path, body)
        if seen is None:
            self._json(*gemini_protocol.refusal(404, "NOT_FOUND", f"no such path: {path}"))
            return
        number = self.owner.record(seen)
        refused = self.owner.refuses(seen)
        if refused is not None:
            self._json(*refused)
            return
        direct = self._direct(seen)
        if direct is not None:
            self._json(*direct)
            return
        try:
            self._answer(seen, self.owner.script.next(seen), number)
        except (ClientGone, BrokenPipeError, ConnectionResetError) as error:
            self.owner.record_disconnect(seen)
            raise ClientGone from error

    def _control(self, path: str, body: Any) -> None:  # noqa: ANN401 - any JSON value
        if path == "/_script":
            self.owner.script.load(body)
        requests = [
            {"verb": one.verb, "path": one.path, "model": one.model, "body": one.body} for one in self.owner.requests
        ]
        self._json(
            200,
            {"requests": requests, "disconnects": len(self.owner.disconnects), "waiting": self.owner.script.waiting},
        )

    def _read(self, path: str, body: Any) -> Seen | None:  # noqa: ANN401 - any JSON value
        headers = {name.lower(): value for name, value in self.headers.items()}
        query = parse_qs(urlsplit(self.path).query)
        if "key" in query:
            headers.setdefault("x-goog-api-key", query["key"][0])
        face: Face = "openai"
        match = OPENAI_PATH.search(path)
        if match is None or "x-goog-api-key" in headers:
            face, match = "gemini", GEMINI_PATH.search(path)
        if match is None:
            return None
        found = match.groupdict()
        model = found.get("model") or (body.get("model", "") if isinstance(body, dict) else "")
        verb = found.get("verb") or "models"
        return Seen(
            face=face,
            verb=verb,
            path=self.path,
            model=model,
            version=found.get("version") or "v1",
            headers=headers,
            body=body,
        )

    def _direct(self, seen: Seen) -> tuple[int, dict[str, Any]] | None:
        if seen.verb == "models":
            return (200, openai_protocol.list_models()) if seen.face == "openai" else gemini_protocol.list_models()
        if seen.verb in gemini_protocol.DIRECT:
            return gemini_protocol.DIRECT[seen.verb](seen)
        if seen.verb in ("generateContent", "streamGenerateContent", "chat/completions"):
            return None
        return gemini_protocol.refusal(404, "NOT_FOUND", f"no such method: {seen.verb}")

    def _answer(self, seen: Seen, answer: Answer, number: int) -> None:
        self._pause(answer.first_byte_s)
        if answer.status != 200:
            body = openai_protocol.error_body(answer) if seen.face == "openai" else gemini_protocol.error_body(answer)
            self._json(answer.status, body, retry_after=answer.retry_after if seen.face == "openai" else None)
        elif seen.verb == "streamGenerateContent" or bool(seen.body.get("stream")):
            self._stream(answer, self._events(seen, answer, number))
        else:
            face = openai_protocol.complete if seen.face == "openai" else gemini_protocol.generate
            self._whole(
                answer, answer.raw if answer.raw is not None else json.dumps(face(seen, answer, number)).encode()
            )

    def _events(self, seen: Seen, answer: Answer, number: int) -> Iterator[bytes]:
        if answer.raw is not None:
            yield b"data: " + answer.raw + b"\r\n\r\n"
        elif seen.face == "openai":
            yield from (openai_protocol.event(one) for one in openai_protocol.stream(seen, answer, number))
            yield openai_protocol.event(None)
        else:
            yield from (gemini_protocol.event(one) for one in gemini_protocol.stream(seen, answer, number))

    def _whole(self, answer: Answer, body: bytes) -> None:
        self._head(200, "application/json; charset=UTF-8", len(body))
        if answer.cut:
            self.wfile.write(body[: len(body) // 2])
            self._drop()
        else:
            self.wfile.write(body)

    def _stream(self, answer: Answer, events: Iterator[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for index, one in enumerate(events):
            if answer.cut and index >= answer.pieces_before_cut:
                if answer.cut == "hard":
                    self._drop()
                    return
                break
            if index:
                self._pause(answer.piece_delay_s)
            self.wfile.write(b"%x\r\n%b\r\n" % (len(one), one))
        self.wfile.write(b"0\r\n\r\n")

    def _json(self, code: int, body: dict[str, Any], *, retry_after: float | None = None) -> None:
        data = json.dumps(body).encode()
        self._head(code, "application/json; charset=UTF-8", len(data), retry_after=retry_after)
        self.wfile.write(data)

    def _head(self, code: int, kind: str, length: int, *, retry_after: float | None = None) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        if retry_after is not None:
            self.send_header("Retry-After", f"{retry_after:g}")
        self.end_headers()

    def _drop(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _pause(self, seconds: float) -> None:
        """Wait, but raise ClientGone as soon as the client closes its end: it sends nothing while it waits for us."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.5))
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise ClientGone
            if self.owner.stopping.is_set():
                raise ClientGone
