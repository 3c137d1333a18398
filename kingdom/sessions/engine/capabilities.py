"""Which capabilities a session gets: composed from the settings, a graph for each session."""

from functools import partial

from django.conf import settings

from kingdom.adapters.sandbox.port import HOST_WAIT_S
from kingdom.cognition.decisions import AgentDecision, CallTool, RequestModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.sandbox import SandboxLimits as SandboxLimits
from kingdom.contracts.spec import AgentSpec
from kingdom.providers.language_models import language_model
from kingdom.providers.sandboxes import sandbox
from kingdom.providers.search import search_backend
from kingdom.runtime.defaults import LogTelemetry, NoWorker
from kingdom.runtime.ports import CapabilityGraph
from kingdom.runtime.sandbox_worker import SandboxWorker, effective_limits
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.gateway.handler_gateway import approved_hosts, handler_gateway_factory
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import SandboxLimitOverride, Session
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.registry.tool_context import ToolEnvironment

TOOLS_S = 300.0  # a whole batch of tools
QUEUE_S = 60.0  # a sandbox may be busy with others for so long before a run begins


def build_capability_graph(session: Session, spec: AgentSpec) -> CapabilityGraph:
    """Return the capabilities of one session on one version."""
    workspace = str(session.conversation_id or session.pk)
    hosts = partial(approved_hosts, session, spec)
    gate = PermissionGate(
        ToolEnvironment(workspace_id=workspace, spec=spec, sandbox=sandbox(), search=search_backend(), hosts=hosts)
    )
    tools = ToolAccess(tool=gate, approval=GatedApproval(gate, RuleBasedApproval()))
    return CapabilityGraph(
        model=language_model(),
        tool=tools.tool,
        approval=tools.approval,
        worker=_worker(session, spec, tools) if spec.engine == "handler" else NoWorker(),
        telemetry=LogTelemetry(),
    )


def _worker(session: Session, spec: AgentSpec, tools: ToolAccess) -> SandboxWorker:
    return SandboxWorker(
        sandbox(), spec, handler_gateway_factory(session, spec, tools), most=sandbox_limit_override(session)
    )


def sandbox_limit_override(session: Session) -> SandboxLimits | None:
    """Return what an admin has set for the session's specialist, None where nobody has."""
    specialist = session.version.specialist if session.version is not None else None
    raised: SandboxLimitOverride | None = getattr(specialist, "sandbox_limits", None)
    return raised.limits() if raised is not None else None


def build_call_context(session: Session, agent_id: str) -> CallContext:
    """Return what every call of a session carries. Grants follow from the agent's id at this moment, from nothing else."""
    return CallContext(
        trace_id=session.trace_id,
        user_id=str(session.user_id),
        session_id=str(session.pk),
        agent_id=agent_id,
        grants=provision(agent_id) if agent_id else frozenset(),
        trial=session.purpose == Session.Purpose.TRIAL,
    )


def effect_timeout_s(decision: AgentDecision, spec: AgentSpec, most: SandboxLimits | None = None) -> float:
    """Return how long one effect may take, in seconds, with everything that tries again inside it."""
    if isinstance(decision, RequestModel):
        return float(settings.KINGDOM.model_timeout_s)
    # the time that a handler waits for others is not its own
    return TOOLS_S if isinstance(decision, CallTool) else effective_limits(spec, most).timeout_s + QUEUE_S + HOST_WAIT_S
