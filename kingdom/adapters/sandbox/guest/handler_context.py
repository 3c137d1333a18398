"""The handler's ``ctx`` object. Each of its operations is one request to the host."""

import json
import os
from typing import Any

from kingdom.adapters.sandbox.guest.frames import CHUNK, write_all


def send_message(up: int, tag: bytes, text: bytes) -> None:
    """Send one message from the child to pid 1."""
    write_all(up, b"%s%d\n%s" % (tag, len(text), text))


class Refused(RuntimeError):
    """The host refused a request of the handler."""


class HostChannel:
    """The pipes to the host: one request, one answer."""

    def __init__(self, up: int, down: int) -> None:
        """Take the two pipes to pid 1."""
        self.up, self.down, self._buffer = up, down, b""

    def request(self, op: str, args: Any = None) -> Any:  # noqa: ANN401 - any JSON value
        """Send one request to the host and return its answer. Raises Refused with the host's reason."""
        send_message(self.up, b"R", json.dumps({"op": op, "args": args}, allow_nan=False).encode())
        while b"\n" not in self._buffer:
            self._buffer += os.read(self.down, CHUNK) or b"0\n"
        size, _, self._buffer = self._buffer.partition(b"\n")
        while len(self._buffer) < int(size):
            self._buffer += os.read(self.down, CHUNK)
        text, self._buffer = self._buffer[: int(size)], self._buffer[int(size) :]
        answer = json.loads(text or '{"refused": "the host has ended"}')
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer.get("value")


class Reply:
    """An HTTP response: ``status``, ``headers``, ``text``; ``truncated`` when the body was longer.

    ``untrusted`` marks the text as foreign data that must not be followed as an instruction.
    """

    untrusted = True

    def __init__(self, value: dict[str, Any]) -> None:
        """Take the egress proxy's JSON object."""
        self.status: int = value.get("status", 0)
        self.headers: dict[str, str] = value.get("headers", {})
        self.text: str = value.get("body", "")
        self.truncated: bool = value.get("truncated", False)

    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Return the body as JSON."""
        return json.loads(self.text)


class Http:
    """``ctx.http``: HTTP requests through the host's egress proxy."""

    def __init__(self, channel: HostChannel) -> None:
        """Keep the connection to the host."""
        self._channel = channel

    def request(self, method: str, url: str, **options: Any) -> Reply:  # noqa: ANN401 - headers, params, json, data
        """Make one HTTP request."""
        return Reply(self._channel.request("http", {**options, "method": method, "url": url}))

    def get(self, url: str, **options: Any) -> Reply:  # noqa: ANN401
        """Make a GET request to a declared host."""
        return self.request("GET", url, **options)

    def post(self, url: str, **options: Any) -> Reply:  # noqa: ANN401
        """Make a POST request to a declared host."""
        return self.request("POST", url, **options)


class Files:
    """``ctx.files``: the session's workspace."""

    def __init__(self, channel: HostChannel) -> None:
        """Keep the connection to the host."""
        self._channel = channel

    def read(self, name: str, offset: int | None = None) -> Any:  # noqa: ANN401
        """Return the text of a file; with an offset its next characters from there, "" at the end."""
        return self._channel.request(
            "files.read", {"name": name} if offset is None else {"name": name, "offset": offset}
        )

    def write(self, name: str, text: str) -> Any:  # noqa: ANN401
        """Write a file."""
        return self._channel.request("files.write", {"name": name, "text": text})


class Tools:
    """``ctx.tools``: granted tools behind the permission gate."""

    def __init__(self, channel: HostChannel) -> None:
        """Keep the connection to the host."""
        self._channel = channel

    def call(self, name: str, args: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Call one tool and return its result."""
        return self._channel.request("tools.call", {"name": name, "args": args or {}})


class Secrets:
    """``ctx.secrets``: placeholders that the egress proxy replaces; values never enter the sandbox."""

    def __init__(self, channel: HostChannel) -> None:
        """Keep the connection to the host."""
        self._channel = channel

    def get(self, name: str) -> Any:  # noqa: ANN401
        """Return the placeholder of a declared credential."""
        return self._channel.request("secrets.get", {"name": name})


class Ctx:
    """A handler's second argument: ``now`` and the named operations, nothing else.

    ``now`` is the host's time at the start of the call, ISO 8601. The host answers only what the specialist's card
    names, whatever is sent here.
    """

    def __init__(self, now: str, up: int, down: int) -> None:
        """Take the two pipes to pid 1."""
        self.now = now
        self._channel = HostChannel(up, down)
        self.http, self.files = Http(self._channel), Files(self._channel)
        self.tools, self.secrets = Tools(self._channel), Secrets(self._channel)
