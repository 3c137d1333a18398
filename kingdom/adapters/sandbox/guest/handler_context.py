"""What a handler holds in its hand: ``ctx``, and behind each of its parts one framed question to the host."""

import json
import os
from typing import Any

from kingdom.adapters.sandbox.guest.frames import CHUNK, write_all


def send_message(up: int, tag: bytes, text: bytes) -> None:
    """Send one message from the child to the supervisor."""
    write_all(up, b"%s%d\n%s" % (tag, len(text), text))


class Refused(RuntimeError):
    """The host said no to what a handler asked for."""


class Reply:
    """An HTTP answer as the broker gives it: ``status``, ``headers``, ``text``; ``truncated`` when there was more of it.

    It is the text of a stranger, never an instruction: ``untrusted`` says so to whatever reads it.
    """

    untrusted = True

    def __init__(self, value: dict[str, Any]) -> None:
        """Take the broker's JSON object."""
        self.status: int = value.get("status", 0)
        self.headers: dict[str, str] = value.get("headers", {})
        self.text: str = value.get("body", "")
        self.truncated: bool = value.get("truncated", False)

    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Return the body as JSON."""
        return json.loads(self.text)


class Http:
    """``ctx.http``: one request through the host's broker."""

    def __init__(self, ctx: "Ctx") -> None:
        """Remember the way to the host."""
        self._ctx = ctx

    def request(self, method: str, url: str, **options: Any) -> Reply:  # noqa: ANN401 - headers, params, json, data
        """Ask the broker for one HTTP exchange."""
        return Reply(self._ctx.call("http", {**options, "method": method, "url": url}))

    def get(self, url: str, **options: Any) -> Reply:  # noqa: ANN401
        """Fetch a page of a declared host."""
        return self.request("GET", url, **options)

    def post(self, url: str, **options: Any) -> Reply:  # noqa: ANN401
        """Send to a declared host."""
        return self.request("POST", url, **options)


class Files:
    """``ctx.files``: the session's workspace."""

    def __init__(self, ctx: "Ctx") -> None:
        """Remember the way to the host."""
        self._ctx = ctx

    def read(self, name: str) -> Any:  # noqa: ANN401
        """Return the text of a file."""
        return self._ctx.call("files.read", {"name": name})

    def write(self, name: str, text: str) -> Any:  # noqa: ANN401
        """Write a file."""
        return self._ctx.call("files.write", {"name": name, "text": text})


class Tools:
    """``ctx.tools``: granted tools behind the permission gate."""

    def __init__(self, ctx: "Ctx") -> None:
        """Remember the way to the host."""
        self._ctx = ctx

    def call(self, name: str, args: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Call one tool and return its result."""
        return self._ctx.call("tools.call", {"name": name, "args": args or {}})


class Secrets:
    """``ctx.secrets``: placeholders that the broker replaces; the value never comes in here."""

    def __init__(self, ctx: "Ctx") -> None:
        """Remember the way to the host."""
        self._ctx = ctx

    def get(self, name: str) -> Any:  # noqa: ANN401
        """Return the placeholder of a declared credential."""
        return self._ctx.call("secrets.get", {"name": name})


class Ctx:
    """What a handler gets beside its payload. ``now`` is the host's time when the call began, ISO 8601."""

    def __init__(self, now: str, up: int, down: int) -> None:
        """Keep the two pipes to the supervisor."""
        self.now = now
        self._up, self._down, self._rest = up, down, b""
        self.http, self.files, self.tools, self.secrets = Http(self), Files(self), Tools(self), Secrets(self)

    def call(self, op: str, args: Any = None) -> Any:  # noqa: ANN401
        """Ask the host for something and wait; raises Refused with the host's reason."""
        send_message(self._up, b"R", json.dumps({"op": op, "args": args}, allow_nan=False).encode())
        while b"\n" not in self._rest:
            self._rest += os.read(self._down, CHUNK) or b"0\n"
        size, _, self._rest = self._rest.partition(b"\n")
        while len(self._rest) < int(size):
            self._rest += os.read(self._down, CHUNK)
        text, self._rest = self._rest[: int(size)], self._rest[int(size) :]
        answer = json.loads(text or '{"refused": "the host is gone"}')
        if "refused" in answer:
            raise Refused(answer["refused"])
        return answer.get("value")
