"""Trials: real sessions of a version in training, with a way to the world that asks nobody and changes nothing it was not told it may."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Literal

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pydantic import SecretStr

from kingdom.adapters.broker.broker import Door
from kingdom.adapters.broker.port import EgressAsk, EgressPolicy, EgressRefused, Ended, OpenSecret
from kingdom.approvals.rules.matching import Verdict
from kingdom.approvals.rules.trials import in_trial
from kingdom.cognition.inputs import UserMessage, to_json
from kingdom.cognition.state import Limits
from kingdom.contracts.calls import CallContext
from kingdom.contracts.spec import AgentSpec, MockReply
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.errors import KingdomError
from kingdom.runtime.asking import PersonNeeded
from kingdom.runtime.defaults import LogTelemetry, NoWorker
from kingdom.runtime.graph import CapabilityGraph
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.worker import SandboxWorker
from kingdom.sessions.approving import RuledApproval
from kingdom.sessions.capabilities import language_model
from kingdom.sessions.handler_tools import ToolDoor
from kingdom.sessions.lease import Lease, lease_expiry, lease_owner
from kingdom.sessions.made_up import SOMEWHERE, MadeUpSearch, MadeUpWire
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.outside import TOOL, Outside, Run
from kingdom.sessions.running import GraphFor
from kingdom.tools.gate import Gate, GatedApproval
from kingdom.tools.world import ToolWorld, search_backend

FAILING = "The service did not answer in time."
_NOT_SENT = "{method} to {host} was not sent: training sends nothing that could change something there. Train with made-up answers."


@dataclass(frozen=True, kw_only=True)
class Trial:
    """How one trial reaches the world.

    Of the world it reaches the hosts that its user agreed to on the card, and reads there. ``made_up``: no request leaves, and ``mocks``
    answer (a general answer where none fits). ``failing``: hosts and tools do not answer, but for ``mocks``. ``writes``: the user said
    that training may send more than GET and HEAD.
    """

    made_up: bool = False
    failing: bool = False
    writes: bool = False
    mocks: Sequence[MockReply] = ()

    @property
    def stays_inside(self) -> bool:
        """Whether no request of it leaves."""
        return self.made_up or self.failing


def trial_graphs(trial: Trial, sandbox: Sandbox) -> GraphFor:
    """Return what composes the capabilities of a trial's session. Its files are the session's own and thrown away afterwards."""

    def graph(session: Session, spec: AgentSpec) -> CapabilityGraph:
        search = MadeUpSearch() if trial.made_up else search_backend()
        gate = Gate(ToolWorld(workspace_id=str(session.pk), spec=spec, sandbox=sandbox, search=search))
        tools = ToolDoor(tool=FailingTools() if trial.failing else gate, approval=GatedApproval(gate, RuledApproval()))
        opens = partial(TrialRun, trial=trial, tools=tools)
        door = partial(Outside, session, spec, opens=opens)
        return CapabilityGraph(
            model=language_model(),
            tool=tools.tool,
            approval=tools.approval,
            worker=SandboxWorker(sandbox, spec, door) if spec.engine == "handler" else NoWorker(),
            telemetry=LogTelemetry(),
        )

    return graph


@transaction.atomic
def trial_open(*, user_id: int, version_id: uuid.UUID, text: str) -> tuple[Session, Lease]:
    """Store a session that tries a version out on a text, bound and held already, and return it with its lease.

    It has no conversation and no task: whoever opens it runs it (``session_run`` with the lease), and where that one dies, the reaper
    ends it.
    """
    lease = Lease(session_id=uuid.uuid4(), owner=lease_owner())
    limits = Limits(max_steps=settings.KINGDOM.session_max_steps)
    session = Session.objects.create(
        id=lease.session_id,
        purpose=Session.Purpose.TRIAL,
        user_id=user_id,
        version_id=version_id,
        input_text=text,
        limits=asdict(limits),
        trace_id=uuid.uuid4().hex,
        enqueued_at=timezone.now(),
        lease_owner=lease.owner,
        lease_expires_at=lease_expiry(),
        attempts=1,
        last_seq=1,
    )
    heard = UserMessage(text=text, now=session.created_at.isoformat(timespec="seconds"))
    SessionEvent.objects.create(session=session, seq=1, kind=heard.type, payload=to_json(heard))  # nobody else has the session yet
    return session, lease


class FailingTools:
    """Tools that do not answer: how a specialist bears that is a test of its own."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return a failure for each request; nothing runs."""
        return [ToolOutcome(call_id=one.call_id, name=one.name, result={"success": False, "error": FAILING}) for one in requests]


class TrialRun(Run):
    """The way out of a handler in training: the same checks and the same record as ever, but no question to anybody."""

    def __init__(self, session: Session, spec: AgentSpec, call: CallContext, *, trial: Trial, tools: ToolDoor) -> None:
        """Keep the terms."""
        self._trial = trial
        super().__init__(session, spec, call, tools=tools)

    def _policy(self, session: Session) -> EgressPolicy:
        usual = super()._policy(session)
        # what stays inside needs nobody's consent, and is held to the declaration all the same
        return replace(usual, approved=usual.declared) if self._trial.stays_inside else usual

    def _door(self, session: Session) -> Door:
        if not self._trial.stays_inside:
            return super()._door(session)
        wire = MadeUpWire(self._trial.mocks, answers=self._trial.made_up and not self._trial.failing)
        return Door(permission=self._permitted, resolve=_no_secret, record=self._record, lookup=lambda _host, _port: [SOMEWHERE], send=wire)

    def _permitted(self, ask: EgressAsk) -> Literal["allow", "deny"]:
        if not (ask.safe or self._trial.stays_inside or self._trial.writes):
            raise EgressRefused(_NOT_SENT.format(method=ask.method, host=ask.host), reason="trial", host=ask.host)
        return super()._permitted(ask)

    def _verdict(self, tool: str, args: Any, call_id: str) -> Verdict:  # noqa: ANN401 - JSON values
        verdict = super()._verdict(tool, args, call_id)
        if tool != TOOL or verdict.effect == "deny":
            return in_trial(tool, verdict)
        if verdict.rule_id is None or self._trial.stays_inside:  # _permitted has judged the method already
            return Verdict(effect="allow", reason="Its card allows this in training.")
        return in_trial(tool, verdict)

    def _needed(self, error: KingdomError) -> PersonNeeded | None:
        return None


def _no_secret(name: str, _host: str) -> OpenSecret:
    """Open what stands for a credential where nothing leaves: the real one is not touched."""

    def close(_ended: Ended, _status: int | None) -> None:
        return

    return OpenSecret(value=SecretStr(f"made-up-{name}-{uuid.uuid4().hex[:8]}"), close=close)
