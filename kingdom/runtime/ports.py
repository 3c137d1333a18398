"""The typed ports to the outside. Adapters match them structurally and import nothing from here.

The model port is declared in ``contracts``: adapters also take a model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import LanguageModel as LanguageModel
from kingdom.contracts.model import OnDelta as OnDelta
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.tools import ToolOutcome, ToolRequest

OnRequest = Callable[[str, Any], Any]
"""Answers a request of sandboxed code, by name and arguments, with any JSON value. Raises KingdomError to refuse it."""

Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Maps texts to unit vectors in one embedding space."""

    @property
    def space(self) -> str:
        """The id of the embedding space: weights, precision and tokenizer. Vectors of two spaces are never compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        ...

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row (float32) a text; ``purpose`` is ``query`` or ``document``.

        Blocking: call it off the event loop.
        """
        ...


class Sandbox(Protocol):
    """Runs generated code. Nothing else does."""

    @property
    def name(self) -> str:
        """The backend: ``docker``, ``bubblewrap`` or ``refused``."""
        ...

    @property
    def guarantees(self) -> frozenset[str]:
        """The isolation that this backend enforces, of ``net fs uid mem pids cpu seccomp kernel``."""
        ...

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - any JSON value
        limits: SandboxLimits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: Callable[[Callable[[], None]], None] | None = None,
    ) -> SandboxOutcome:
        """Run one call in a sandbox and return how it ended; never raises for a fault of the program. Blocking.

        ``now`` is the program's time (ISO 8601), the present when empty. ``on_request`` answers the program's requests
        on the calling thread; any exception of it but KingdomError ends the run and propagates. ``on_open`` receives a
        function that ends the run from any thread. Raises SandboxUnavailable, Busy, BadInput.
        """
        ...


class ToolPort(Protocol):
    """Tools behind the permission gate."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Judge the whole batch, then run it in order."""
        ...


class ApprovalPort(Protocol):
    """Asks a person."""

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return the choice when it is known, None when the session has to pause until a person answers.

        ``requests`` are the tool calls in question.
        """
        ...


class WorkerPort(Protocol):
    """Runs a version's handler code in the sandbox."""

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Run the handler of the session's own version on one payload."""
        ...


class TelemetryPort(Protocol):
    """Records observations."""

    def record(self, ctx: CallContext, name: str, values: Mapping[str, Any]) -> None:
        """Record one observation; must never raise."""
        ...


@dataclass(frozen=True, kw_only=True)
class CapabilityGraph:
    """The capabilities of one session. A wrapper is another value of the same port."""

    model: LanguageModel
    tool: ToolPort
    approval: ApprovalPort
    worker: WorkerPort
    telemetry: TelemetryPort
