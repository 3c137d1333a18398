"""Host calls of a running handler: HTTP through the egress proxy, files and tools, with permission, records and replay.

Replay makes a repeated run (after a question, or after the death of its worker) one run for the outside world: recorded
answers are replayed, and no write is sent twice.
"""

from functools import partial
from typing import Any, Protocol

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import AgentSpec
from kingdom.core.database import release_connection
from kingdom.runtime.sandbox_worker import HostCallsFactory
from kingdom.sessions.gateway.gateway_run import GatewayRun
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import Session


class GatewayFactory(Protocol):
    """Creates the gateway of one run."""

    def __call__(self, session: Session, spec: AgentSpec, call: CallContext) -> GatewayRun:
        """Return it; reads the database."""
        ...


def handler_gateway_factory(session: Session, spec: AgentSpec, tools: ToolAccess) -> HostCallsFactory:
    """Return the factory of a gateway for each run of a session's handler. Does not use the database yet."""

    def create(call: CallContext) -> HandlerGateway:
        return HandlerGateway(session, spec, call, partial(GatewayRun, tools=tools))

    return create


class HandlerGateway:
    """The gateway of one run. Blocking, on the run's own thread; the first request reads the database."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, gateway_factory: GatewayFactory | None = None
    ) -> None:
        """Store the run's session; ``gateway_factory`` replaces the usual gateway."""
        self._session, self._spec, self._call = session, spec, call
        self._gateway_factory: GatewayFactory = gateway_factory or GatewayRun
        self._run: GatewayRun | None = None

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - JSON values of the sandbox's frames
        """Answer one request of the program.

        Raises KingdomError to refuse, HumanInputRequired to stop with a question.
        """
        try:
            if self._run is None:
                self._run = self._gateway_factory(self._session, self._spec, self._call)
            return self._run.answer(op, args)
        finally:
            release_connection()

    def ended(self) -> tuple[str, ...]:
        """Write the files of a successful run; return the paths that it read. Raises LeaseLost, BadInput."""
        try:
            return self._run.commit_files() if self._run is not None else ()
        finally:
            release_connection()
