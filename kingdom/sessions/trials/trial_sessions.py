"""Trials: real sessions of a version in training that ask no person and by default change nothing outside."""

import uuid
from dataclasses import asdict
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.cognition.inputs import UserMessage, to_json
from kingdom.cognition.state import SessionLimits
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import Lease
from kingdom.core.errors import Conflict
from kingdom.providers.language_models import language_model
from kingdom.providers.search import search_backend
from kingdom.runtime.defaults import LogTelemetry, NoWorker
from kingdom.runtime.ports import CapabilityGraph, Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.engine.runner import GraphFactory
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.gateway.handler_gateway import HandlerGateway
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import Cassette, Session, SessionEvent
from kingdom.sessions.trials.mock_tools import MockSearch, UnavailableTools
from kingdom.sessions.trials.trial_gateway import TrialGateway, TrialOptions
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.registry.tool_context import ToolEnvironment


def trial_graph_factory(trial: TrialOptions, sandbox: Sandbox) -> GraphFactory:
    """Return the graph factory of trials. The workspace is the session's own and is deleted afterwards."""

    def graph(session: Session, spec: AgentSpec) -> CapabilityGraph:
        search = MockSearch() if trial.mock_responses else search_backend()
        gate = PermissionGate(ToolEnvironment(workspace_id=str(session.pk), spec=spec, sandbox=sandbox, search=search))
        tools = ToolAccess(
            tool=UnavailableTools() if trial.simulate_outage else gate,
            approval=GatedApproval(gate, RuleBasedApproval()),
        )
        gateway_factory = partial(TrialGateway, trial=trial, tools=tools)
        host_calls = partial(HandlerGateway, session, spec, gateway_factory=gateway_factory)
        return CapabilityGraph(
            model=language_model(),
            tool=tools.tool,
            approval=tools.approval,
            worker=SandboxWorker(sandbox, spec, host_calls) if spec.engine == "handler" else NoWorker(),
            telemetry=LogTelemetry(),
        )

    return graph


class RecordingDeleted(Conflict):
    """Its owner has deleted the recording that these tests replay."""

    code = "recording_deleted"


def recording_keep(cassette_id: uuid.UUID | None) -> None:
    """Keep a recording until the end of the transaction, so that its removal finds what is stored here.

    Raises RecordingDeleted when it was deleted.
    """
    if cassette_id is None:
        return
    kept = Cassette.objects.select_for_update(no_key=True).filter(pk=cassette_id)
    if not kept.values_list("pk", flat=True):
        raise RecordingDeleted


@transaction.atomic
def trial_open(
    *, user_id: int, version_id: uuid.UUID, text: str, cassette_id: uuid.UUID | None = None
) -> tuple[Session, Lease]:
    """Store a session of a version on a text, bound and leased, and return it with its lease.

    It has no conversation and no task: the caller runs it (``session_run`` with the lease). If the caller dies, the
    reaper ends the session. ``cassette_id`` is the recording that it replays; raises RecordingDeleted without it.
    """
    recording_keep(cassette_id)
    held = session_jobs.lease_fields()
    lease = Lease(job_id=uuid.uuid4(), owner=held["lease_owner"])
    limits = SessionLimits(max_steps=settings.KINGDOM.session_max_steps)
    session = Session.objects.create(
        id=lease.job_id,
        purpose=Session.Purpose.TRIAL,
        user_id=user_id,
        version_id=version_id,
        cassette_id=cassette_id,
        input_text=text,
        limits=asdict(limits),
        trace_id=uuid.uuid4().hex,
        enqueued_at=timezone.now(),
        **held,
        last_seq=1,
    )
    message = UserMessage(text=text, now=session.created_at.isoformat(timespec="seconds"), status_required=True)
    # no lock: the session is not visible to others yet
    SessionEvent.objects.create(session=session, seq=1, kind=message.type, payload=to_json(message))
    return session, lease
