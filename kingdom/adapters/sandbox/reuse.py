"""Decides which calls that answer messages may have the sandbox of an earlier call.

- A program of the product (its code, byte for byte) has one for everybody, as long as it asks the host for nothing.
  Only there pid 1 runs code of the program: once, with payloads of the product (``Program.warm_up``).
- Every other call has one of its program and its user.

Tests, trials and tools do not come here: see ``warm_pool`` and ``SandboxClient.run``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

from kingdom.adapters.sandbox.client import OnOpen, SandboxClient
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome

EVERYBODY = "everybody"


class _HostAskedError(Exception):
    """A program asks the host for something in the sandbox of everybody: the run ends before it is answered."""


class ReusingSandbox:
    """The sandbox of one user's messages. Thread-safe."""

    def __init__(self, client: SandboxClient, warm_up: Callable[[Program], str | None]) -> None:
        """``client`` is the user's; ``warm_up`` returns that of a program of the product, None for any other."""
        self.client, self._warm_up = client, warm_up

    @property
    def name(self) -> str:
        """Return the backend's name."""
        return self.client.name

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return self.client.guarantees

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - any JSON value
        limits: SandboxLimits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: OnOpen | None = None,
    ) -> SandboxOutcome:
        """Run one call; see ``SandboxClient.run``.

        One that asks the host for something in the sandbox of everybody is run again in the user's own: nothing was
        answered, so nothing has happened.
        """
        run = partial(self._run, payload, limits, now, on_open)
        program = replace(program, warm_up="")
        if (warm_up := self._warm_up(program)) is not None and not _has_files(payload):
            try:
                return run(EVERYBODY, replace(program, warm_up=warm_up), None if on_request is None else _refuse)
            except _HostAskedError:
                pass
        return run(f"user:{self.client.user_key}" if self.client.user_key else "", program, on_request)

    def _run(  # noqa: PLR0913 - those of ``run``
        self,
        payload: Any,  # noqa: ANN401 - any JSON value
        limits: SandboxLimits,
        now: str,
        on_open: OnOpen | None,
        owner: str,
        program: Program,
        on_request: OnRequest | None,
    ) -> SandboxOutcome:
        # A reading and an answer of one program differ in their time alone, which each call has for itself.
        of_the_box = replace(limits, timeout_s=max(limits.timeout_s, SandboxLimits.timeout_s))
        with self.client.open(program, of_the_box, owner=owner) as session:
            if on_open is not None:
                on_open(session.abort)
            return session.call(payload, limits.timeout_s, now, on_request)


def _has_files(payload: object) -> bool:
    """Return whether a message or one before it has files, which its program will ask for."""
    if not isinstance(payload, Mapping):
        return False
    turns = payload.get("history") or ()
    return bool(payload.get("files")) or any(isinstance(turn, Mapping) and turn.get("files") for turn in turns)


def _refuse(op: str, _args: object) -> NoReturn:
    raise _HostAskedError(op)
