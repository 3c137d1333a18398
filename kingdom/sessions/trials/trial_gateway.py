"""The handler gateway of a training test: no writes, mock replies, simulated outages."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import (
    EgressPermissionRequest,
    EgressRefused,
    ExchangeOutcome,
    RequestTarget,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, HttpSender
from kingdom.approvals.permissions.rule_matching import PermissionVerdict
from kingdom.approvals.permissions.trial_policy import is_undecided, trial_verdict
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.capabilities.closure import HTTP_TOOL
from kingdom.contracts.spec import AgentSpec, MockResponse
from kingdom.core.errors import KingdomError
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.gateway.gateway_run import GatewayRun
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import Session
from kingdom.sessions.trials.cassette_replay import CassetteTransport, ReplayCassette
from kingdom.sessions.trials.mock_transport import PLACEHOLDER_ADDRESS, MockTransport


@dataclass(frozen=True, kw_only=True)
class TrialOptions:
    """Network access of one trial. By default it may send GET and HEAD to the hosts on the approved card.

    ``mock_responses``: no request is sent; ``replies`` answer, else a default reply. ``simulate_outage``: hosts and
    tools do not answer, except by ``replies``. ``allow_writes``: the user approved other methods for training.
    ``cassette``: no request is sent; recorded exchanges answer, and with an outage the ``replies`` before them.
    """

    mock_responses: bool = False
    simulate_outage: bool = False
    allow_writes: bool = False
    replies: Sequence[MockResponse] = ()
    cassette: ReplayCassette | None = None

    @property
    def is_isolated(self) -> bool:
        """Whether the trial sends no request."""
        return self.mock_responses or self.simulate_outage or self.cassette is not None

    def transport(self, spec: AgentSpec) -> HttpSender:
        """Return what answers in place of the hosts of an isolated trial of a version."""
        if self.cassette is not None and not (self.simulate_outage and not self.replies):
            return CassetteTransport(self.cassette, spec, faults=self.replies if self.simulate_outage else ())
        return MockTransport(self.replies, answers=self.mock_responses and not self.simulate_outage)


_NOT_SENT = (
    "{method} to {host} was not sent: training sends nothing that could change something there. "
    "Record one supervised use on its page, or train with mock replies."
)


class TrialGateway(GatewayRun):
    """The gateway of a handler in training: the usual checks and receipts, but no question to a person."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, *, trial: TrialOptions, tools: ToolAccess
    ) -> None:
        """Store the options."""
        self._trial = trial
        super().__init__(session, spec, call, tools=tools)

    def _egress_deps(self) -> EgressDeps:
        if not self._trial.is_isolated:
            return super()._egress_deps()
        return EgressDeps(
            consent=_no_consent_needed,
            permission=self._check_permission,
            resolve=_mock_secret,
            record=self._on_exchange,
            lookup=lambda _host, _port: [PLACEHOLDER_ADDRESS],
            send=self._trial.transport(self._spec),
        )

    def _check_permission(self, ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
        if not (ask.safe or self._trial.is_isolated or self._trial.allow_writes):
            raise EgressRefused(_NOT_SENT.format(method=ask.method, host=ask.host), reason="trial", host=ask.host)
        return super()._check_permission(ask)

    def _verdict(self, tool: str, args: Any, call_id: str) -> PermissionVerdict:  # noqa: ANN401 - JSON values
        verdict = super()._verdict(tool, args, call_id)
        if tool != HTTP_TOOL or verdict.effect == "deny":
            return trial_verdict(tool, verdict)
        if is_undecided(verdict) or self._trial.is_isolated:  # _check_permission has checked the method
            return PermissionVerdict(effect="allow", reason="Its card allows this in training.")
        return trial_verdict(tool, verdict)

    def _needed(self, error: KingdomError) -> HumanInputRequired | None:
        return None


def _no_consent_needed(_host: str) -> None:
    """Accept each declared host: nothing is sent."""


def _mock_secret(name: str, _target: RequestTarget) -> ResolvedSecret:
    """Return a mock credential; the real one is not opened."""

    def close(_ended: ExchangeOutcome, _status: int | None) -> None:
        return

    return ResolvedSecret(value=SecretStr(f"made-up-{name}-{uuid.uuid4().hex[:8]}"), close=close)
