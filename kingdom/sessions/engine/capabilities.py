"""The capability graph of a session, composed from the settings."""

from django.conf import settings

from kingdom.adapters.sandbox.port import HOST_WAIT_S
from kingdom.cognition.decisions import AgentDecision, CallTool, RequestModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec, effective_limits
from kingdom.providers.language_models import language_model
from kingdom.providers.sandboxes import message_sandbox, sandbox
from kingdom.providers.search import search_backend
from kingdom.runtime.defaults import LogTelemetry, NoWorker
from kingdom.runtime.ports import CapabilityGraph, Sandbox
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.escalations import EscalationGuard
from kingdom.sessions.gateway.handler_gateway import handler_gateway_factory
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import SandboxLimitOverride, Session
from kingdom.sessions.version_specs import tool_bound
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.registry.tool_context import ToolEnvironment

TOOL_BATCH_TIMEOUT_S = 300.0  # and the wait for a free sandbox
SANDBOX_START_S = 60.0  # a cold start, after the wait for a free sandbox


def build_capability_graph(session: Session, spec: AgentSpec) -> CapabilityGraph:
    """Return the capabilities of a session with a spec."""
    gate = PermissionGate(
        ToolEnvironment(
            workspace_id=session.workspace_id, spec=spec, sandbox=_user_sandbox(session), search=search_backend()
        )
    )
    tools = ToolAccess(tool=gate, approval=GatedApproval(gate, RuleBasedApproval()))
    return CapabilityGraph(
        model=language_model(),
        tool=EscalationGuard(gate),
        approval=tools.approval,
        worker=_worker(session, spec, tools) if spec.engine == "handler" else NoWorker(),
        telemetry=LogTelemetry(),
    )


def _user_sandbox(session: Session) -> Sandbox:
    return sandbox(str(session.user_id))


def _worker(session: Session, spec: AgentSpec, tools: ToolAccess) -> SandboxWorker:
    is_message = session.purpose == Session.Purpose.TASK  # a trial may be a held-out test
    return SandboxWorker(
        message_sandbox(str(session.user_id)) if is_message else _user_sandbox(session),
        spec,
        handler_gateway_factory(session, spec, tools),
        max_limits=sandbox_limit_override(session),
    )


def sandbox_limit_override(session: Session) -> SandboxLimits | None:
    """Return the sandbox limit override of the session's specialist, None when an admin has not raised any."""
    specialist = session.version.specialist if session.version is not None else None
    override: SandboxLimitOverride | None = getattr(specialist, "sandbox_limits", None)
    return override.limits() if override is not None else None


def build_call_context(session: Session, agent_id: str) -> CallContext:
    """Return the context of all calls of a session.

    Grants follow from the agent's id, computed now; the card that was confirmed for the version and the session's
    ceiling can only narrow them.
    """
    granted = provision(agent_id) if agent_id else frozenset[str]()
    bound = tool_bound(session)
    return CallContext(
        trace_id=session.trace_id,
        user_id=str(session.user_id),
        session_id=str(session.pk),
        agent_id=agent_id,
        grants=granted if bound is None else granted & bound,
        trial=session.purpose == Session.Purpose.TRIAL,
        specialist_id=acting_specialist_id(session),
        running_specialist_id=str(session.version.specialist.acting_id) if session.version is not None else "",
    )


def acting_specialist_id(session: Session) -> str:
    """Return the id of the specialist whose credentials and host consents a session may use, "" for none.

    A draft that revises a specialist acts as that specialist. Specialists of the product have none.
    """
    specialist = session.version.specialist if session.version is not None else None
    if specialist is None or specialist.builtin:
        return ""
    return str(specialist.acting_id)


def effect_timeout_s(decision: AgentDecision, spec: AgentSpec, most: SandboxLimits | None = None) -> float:
    """Return the time limit of one effect in seconds, retries included."""
    if isinstance(decision, RequestModel):
        return float(settings.KINGDOM.model_timeout_s)
    if isinstance(decision, CallTool):
        return TOOL_BATCH_TIMEOUT_S + float(settings.KINGDOM.sandbox_wait_s)
    # a handler's own time limit does not include its waits for the queue and for the host
    waits = settings.KINGDOM.sandbox_wait_s + SANDBOX_START_S + HOST_WAIT_S
    return effective_limits(spec, most).timeout_s + float(waits)
