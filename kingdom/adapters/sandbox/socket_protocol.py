"""Messages over a Unix socket between sandboxd and those who use it: a length, a newline, a JSON object."""

import json
import socket
from collections.abc import Mapping
from typing import Any

from kingdom.adapters.sandbox.host.frames import ProtocolError
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import BadInput, Busy, KingdomError, SandboxUnavailable

ERRORS: dict[str, type[KingdomError]] = {kind.code: kind for kind in (BadInput, Busy, SandboxUnavailable)}


class MessageSocket:
    """One connection. Blocking, used by one thread at a time."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over a connected socket."""
        self.sock, self.buffer = sock, b""

    def send(self, value: dict[str, Any]) -> None:
        """Send one message. Raises OSError, Garbled."""
        self.sock.sendall(encode_message(value))

    def receive(self) -> dict[str, Any]:
        """Wait for one message. Raises EOFError when the other side is gone, Garbled, OSError."""
        while True:
            got = decode_message(self.buffer)
            if got is not None:
                value, self.buffer = got
                return value
            data = self.sock.recv(65_536)
            if not data:
                raise EOFError("the other side closed the connection")
            self.buffer += data

    def left(self) -> bool:
        """Tell, when the socket is readable, whether the other side has gone (it has nothing to say during a call)."""
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
    """Raise what the other side reported, if it did; unknown codes become SandboxUnavailable."""
    if isinstance(told := value.get("error"), dict):
        raise ERRORS.get(str(told.get("code")), SandboxUnavailable)(str(told.get("message", "")))


def decode_program(value: object) -> Program:
    """Check a program that came over the wire. Raises Garbled."""
    if (
        not isinstance(value, dict)
        or set(value) != {"code", "mode", "entry"}
        or not all(isinstance(text, str) for text in value.values())
    ):
        raise ProtocolError("not a program")
    if value["mode"] not in ("handler", "program") or not value["entry"].isidentifier():
        raise ProtocolError("not a program: mode is handler or program, entry a name")
    return Program(**value)


def decode_limits(value: object) -> SandboxLimits:
    """Check limits that came over the wire for their shape; their bounds are the service's. Raises Garbled."""
    if not isinstance(value, dict) or set(value) != set(vars(SandboxLimits())):
        raise ProtocolError("not limits")
    return SandboxLimits(**value)


def encode_message(value: Mapping[str, Any]) -> bytes:
    """Encode one message between client and daemon. Raises Garbled when it is not JSON or too large."""
    try:
        data = json.dumps(value, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not JSON: {error}") from None
    if len(data) > MESSAGE_BYTES:
        raise ProtocolError(f"a message of {len(data)} bytes is over {MESSAGE_BYTES}")
    return b"%d\n" % len(data) + data


def decode_message(buffer: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Take one message off the buffer; None while it is not whole. Raises Garbled."""
    digits, newline, _rest = buffer[:12].partition(b"\n")
    if (
        (not digits.isdigit() and (newline or digits))
        or (not newline and len(digits) > 9)
        or (newline and int(digits) > MESSAGE_BYTES)
    ):
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


MESSAGE_BYTES = 16 << 20
