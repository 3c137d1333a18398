"""Messages over a Unix socket between sandboxd and those who use it: a length, a newline, a JSON object."""

import socket
from typing import Any

from kingdom.adapters.sandbox.protocol import Garbled, message, message_read
from kingdom.contracts.sandbox import Limits, Program
from kingdom.core.errors import BadInput, Busy, KingdomError, SandboxUnavailable

ERRORS: dict[str, type[KingdomError]] = {kind.code: kind for kind in (BadInput, Busy, SandboxUnavailable)}


class Wire:
    """One connection. Blocking, used by one thread at a time."""

    def __init__(self, sock: socket.socket) -> None:
        """Take over a connected socket."""
        self.sock, self.buffer = sock, b""

    def send(self, value: dict[str, Any]) -> None:
        """Send one message. Raises OSError, Garbled."""
        self.sock.sendall(message(value))

    def receive(self) -> dict[str, Any]:
        """Wait for one message. Raises EOFError when the other side is gone, Garbled, OSError."""
        while True:
            got = message_read(self.buffer)
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


def error_message(error: KingdomError) -> dict[str, Any]:
    """Encode an error for the other side."""
    return {"error": {"code": error.code, "message": error.message}}


def error_raise(value: dict[str, Any]) -> None:
    """Raise what the other side reported, if it did; unknown codes become SandboxUnavailable."""
    if isinstance(told := value.get("error"), dict):
        raise ERRORS.get(str(told.get("code")), SandboxUnavailable)(str(told.get("message", "")))


def program_read(value: object) -> Program:
    """Check a program that came over the wire. Raises Garbled."""
    if not isinstance(value, dict) or set(value) != {"code", "mode", "entry"} or not all(isinstance(text, str) for text in value.values()):
        raise Garbled("not a program")
    if value["mode"] not in ("handler", "program") or not value["entry"].isidentifier():
        raise Garbled("not a program: mode is handler or program, entry a name")
    return Program(**value)


def limits_read(value: object) -> Limits:
    """Check limits that came over the wire for their shape; their bounds are the service's. Raises Garbled."""
    if not isinstance(value, dict) or set(value) != set(vars(Limits())):
        raise Garbled("not limits")
    return Limits(**value)
