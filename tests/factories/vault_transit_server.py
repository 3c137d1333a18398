"""A local server that speaks the part of HashiCorp Vault's HTTP API that encrypts with a key of the transit engine."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

TOKEN = "hvs.testing"
VERSION = "vault:v1:"


class TransitServer:
    """Keys by ``<mount>/<name>`` with their types; ``down`` answers every request with that status."""

    def __init__(self) -> None:
        self.types = {"transit/kingdom": "aes256-gcm96", "transit/other": "aes256-gcm96", "own/rsa": "rsa-2048"}
        self._keys = {name: AESGCM(os.urandom(32)) for name in self.types}
        self.down = 0
        self.redirect = ""
        self.url = ""
        self.seen: list[str] = []

    def answer(self, verb: str, path: str, token: str | None, body: dict[str, str]) -> tuple[int, object]:
        """Return the status and the JSON of one request."""
        self.seen.append(f"{verb} {path}")
        if self.down:
            return self.down, {"errors": ["sealed"]}
        if token != TOKEN:
            return 403, {"errors": ["permission denied"]}
        mount, action, name = path.removeprefix("/v1/").rsplit("/", 2)
        key = f"{mount}/{name}"
        if action == "keys":
            known = self.types.get(key)
            return (200, {"data": {"name": name, "type": known}}) if known else (404, {"errors": []})
        if key not in self._keys:
            return 400, {"errors": ["encryption key not found"]}
        associated = base64.b64decode(body.get("associated_data", ""))
        if action == "encrypt":
            nonce = os.urandom(12)
            sealed = nonce + self._keys[key].encrypt(nonce, base64.b64decode(body["plaintext"]), associated)
            return 200, {"data": {"ciphertext": VERSION + base64.b64encode(sealed).decode()}}
        try:
            sealed = base64.b64decode(body["ciphertext"].removeprefix(VERSION), validate=True)
            opened = self._keys[key].decrypt(sealed[:12], sealed[12:], associated)
        except (InvalidTag, ValueError):
            return 400, {"errors": ["cipher: message authentication failed"]}
        return 200, {"data": {"plaintext": base64.b64encode(opened).decode()}}


def _handler(server: TransitServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(size) or b"{}")
            if server.redirect:
                self.send_response(307)
                self.send_header("Location", server.redirect + self.path)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            status, content = server.answer(self.command, self.path, self.headers.get("X-Vault-Token"), body)
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = _serve

        def log_message(self, format: str, *args: object) -> None:
            """Keep the tests' output quiet."""

    return Handler


@contextmanager
def running_transit_server() -> Iterator[TransitServer]:
    """Serve on a free port of 127.0.0.1 until the end of the block."""
    transit = TransitServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(transit))
    transit.url = f"http://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    try:
        yield transit
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
