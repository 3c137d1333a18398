"""Messages between sandboxd and its clients over a Unix socket: a length, a newline, a JSON object, and a blob.

The object of a message with a blob has its length as ``blob``. Payloads, requests of programs and their answers are
blobs: sandboxd passes them on as they are.
"""

import json
import socket
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from kingdom.adapters.sandbox.host.frames import ProtocolError
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import BadInput, Busy, KingdomError, SandboxLost, SandboxUnavailable

MESSAGE_BYTES = 16 << 20
CHUNK_BYTES = 65_536
ERRORS: dict[str, type[KingdomError]] = {kind.code: kind for kind in (BadInput, Busy, SandboxLost, SandboxUnavailable)}


class Message(NamedTuple):
    """One received message."""

    value: dict[str, Any]
    blob: bytes = b""


class MessageSocket:
    """One blocking connection, used by one thread at a time."""

    def __init__(self, sock: socket.socket) -> None:
        """Take a connected socket."""
        self.sock, self.buffer = sock, b""

    def send(self, value: Mapping[str, Any], blob: bytes | None = None) -> None:
        """Send one message. Raises OSError, ProtocolError."""
        if blob is None:
            self.sock.sendall(encode_message(value))
            return
        if len(blob) > MESSAGE_BYTES:
            raise ProtocolError(f"a blob of {len(blob)} bytes is over {MESSAGE_BYTES}")
        self.sock.sendall(encode_message({**value, "blob": len(blob)}))
        self.sock.sendall(blob)

    def receive(self) -> "Message":
        """Wait for one message. Raises EOFError when the other side has closed, ProtocolError, OSError."""
        while (decoded := decode_message(self.buffer)) is None:
            self.buffer += self._receive_bytes()
        value, self.buffer = decoded
        return Message(value, self._receive_blob(_blob_size(value)))

    def _receive_blob(self, size: int) -> bytes:
        parts, left = [self.buffer[:size]], size - len(self.buffer[:size])
        self.buffer = self.buffer[size:]
        while left:
            parts.append(data := self._receive_bytes(left))
            left -= len(data)
        return b"".join(parts)

    def _receive_bytes(self, limit: int = CHUNK_BYTES) -> bytes:
        data = self.sock.recv(min(limit, CHUNK_BYTES))
        if not data:
            raise EOFError("the other side closed the connection")
        return data

    def is_peer_closed(self) -> bool:
        """Return whether the other side has closed. For a readable socket: a client sends nothing during a call."""
        try:
            return not self.sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Close."""
        self.sock.close()


def encode_error(error: KingdomError) -> dict[str, Any]:
    """Encode an error for the other side."""
    return {"error": {"code": error.code, "message": error.message}}


def raise_error(value: dict[str, Any]) -> None:
    """Raise the error that the other side reported, if any; unknown codes become SandboxUnavailable."""
    if isinstance(error := value.get("error"), dict):
        raise ERRORS.get(str(error.get("code")), SandboxUnavailable)(str(error.get("message", "")))


def decode_program(value: object) -> Program:
    """Return the program of a message; equal ones share their texts. Raises ProtocolError for a wrong shape."""
    if (
        not isinstance(value, dict)
        or set(value) != {"code", "mode", "entry", "tree", "warm_up"}
        or not all(isinstance(text, str) for text in value.values())
    ):
        raise ProtocolError("not a program")
    if (
        value["mode"] not in ("handler", "program")
        or value["tree"] not in ("base", "data")
        or not value["entry"].isidentifier()
    ):
        raise ProtocolError("not a program: mode is handler or program, tree is base or data, entry a name")
    # Every open session holds its program, and most of them hold the same few.
    shared = {name: sys.intern(value[name]) for name in ("code", "warm_up")}
    return Program(**{**value, **shared})


def decode_limits(value: object) -> SandboxLimits:
    """Return the limits of a message; the service checks their bounds. Raises ProtocolError for a wrong shape."""
    if not isinstance(value, dict) or set(value) != set(vars(SandboxLimits())):
        raise ProtocolError("not limits")
    return SandboxLimits(**value)


def encode_message(value: Mapping[str, Any]) -> bytes:
    """Encode one message between client and daemon. Raises ProtocolError when it is not JSON or too large."""
    try:
        data = json.dumps(value, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not JSON: {error}") from None
    if len(data) > MESSAGE_BYTES:
        raise ProtocolError(f"a message of {len(data)} bytes is over {MESSAGE_BYTES}")
    return b"%d\n" % len(data) + data


def decode_message(buffer: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Return one message and the rest of the buffer; None while it is incomplete. Raises ProtocolError."""
    digits, newline, _rest = buffer[:12].partition(b"\n")
    if not _may_be_length(digits, complete=bool(newline)):
        raise ProtocolError("a message has no valid length")
    if not newline:
        return None
    start = len(digits) + 1
    end = start + int(digits)
    if len(buffer) < end:
        return None
    try:
        value = json.loads(buffer[start:end])
    except (ValueError, RecursionError):
        raise ProtocolError("a message is not JSON") from None
    if not isinstance(value, dict):
        raise ProtocolError("a message is not an object")
    return value, buffer[end:]


def _blob_size(value: Mapping[str, Any]) -> int:
    size = value.get("blob", 0)
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= MESSAGE_BYTES:
        raise ProtocolError("a message has no valid blob")
    return size


def _may_be_length(digits: bytes, *, complete: bool) -> bool:
    if complete:
        return digits.isdigit() and int(digits) <= MESSAGE_BYTES
    return not digits or (digits.isdigit() and len(digits) <= 9)
