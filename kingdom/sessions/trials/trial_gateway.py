"""The handler gateway of a training test: no writes, mock replies, simulated outages."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import (
    EgressPermissionRequest,
    EgressPolicy,
    EgressRefused,
    ExchangeOutcome,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps
from kingdom.approvals.permissions.rule_matching import PermissionVerdict
from kingdom.approvals.permissions.trial_policy import trial_verdict
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import AgentSpec, MockResponse
from kingdom.core.errors import KingdomError
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.gateway.handler_gateway import HTTP_TOOL, GatewayRun
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import Session
from kingdom.sessions.trials.mock_transport import PLACEHOLDER_ADDRESS, MockTransport


@dataclass(frozen=True, kw_only=True)
class TrialOptions:
    """How one trial reaches the world.

    Of the world it reaches the hosts that its user agreed to on the card, and reads there. ``made_up``: no request leaves, and ``mocks``
    answer (a general answer where none fits). ``failing``: hosts and tools do not answer, but for ``mocks``. ``writes``: the user said
    that training may send more than GET and HEAD.
    """

    made_up: bool = False
    failing: bool = False
    writes: bool = False
    mocks: Sequence[MockResponse] = ()

    @property
    def is_isolated(self) -> bool:
        """Whether no request of it leaves."""
        return self.made_up or self.failing


_NOT_SENT = "{method} to {host} was not sent: training sends nothing that could change something there. Train with made-up answers."


class TrialGateway(GatewayRun):
    """The way out of a handler in training: the same checks and the same record as ever, but no question to anybody."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, *, trial: TrialOptions, tools: ToolAccess
    ) -> None:
        """Keep the terms."""
        self._trial = trial
        super().__init__(session, spec, call, tools=tools)

    def _policy(self, session: Session) -> EgressPolicy:
        usual = super()._policy(session)
        # what stays inside needs nobody's consent, and is held to the declaration all the same
        return replace(usual, approved=usual.declared) if self._trial.is_isolated else usual

    def _door(self, session: Session) -> EgressDeps:
        if not self._trial.is_isolated:
            return super()._door(session)
        wire = MockTransport(self._trial.mocks, answers=self._trial.made_up and not self._trial.failing)
        return EgressDeps(
            permission=self._permitted,
            resolve=_mock_secret,
            record=self._record,
            lookup=lambda _host, _port: [PLACEHOLDER_ADDRESS],
            send=wire,
        )

    def _permitted(self, ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
        if not (ask.safe or self._trial.is_isolated or self._trial.writes):
            raise EgressRefused(_NOT_SENT.format(method=ask.method, host=ask.host), reason="trial", host=ask.host)
        return super()._permitted(ask)

    def _verdict(self, tool: str, args: Any, call_id: str) -> PermissionVerdict:  # noqa: ANN401 - JSON values
        verdict = super()._verdict(tool, args, call_id)
        if tool != HTTP_TOOL or verdict.effect == "deny":
            return trial_verdict(tool, verdict)
        if verdict.rule_id is None or self._trial.is_isolated:  # _permitted has judged the method already
            return PermissionVerdict(effect="allow", reason="Its card allows this in training.")
        return trial_verdict(tool, verdict)

    def _needed(self, error: KingdomError) -> HumanInputRequired | None:
        return None


def _mock_secret(name: str, _host: str) -> ResolvedSecret:
    """Open what stands for a credential where nothing leaves: the real one is not touched."""

    def close(_ended: ExchangeOutcome, _status: int | None) -> None:
        return

    return ResolvedSecret(value=SecretStr(f"made-up-{name}-{uuid.uuid4().hex[:8]}"), close=close)
