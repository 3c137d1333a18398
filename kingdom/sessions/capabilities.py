"""Which capabilities a session gets: composed from the settings, a graph for each session."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import structlog
from django.conf import settings

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.adapters.sandbox.batch import SandboxBatch
from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.port import PATIENCE_S
from kingdom.cognition.decisions import AgentDecision, CallTool, RequestModel
from kingdom.contracts.calls import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.model import ModelRequest, ModelResponse, Purpose
from kingdom.contracts.sandbox import Limits as SandboxLimits
from kingdom.contracts.sandbox import Program
from kingdom.contracts.spec import AgentSpec
from kingdom.runtime.defaults import LogTelemetry, NoWorker
from kingdom.runtime.graph import CapabilityGraph
from kingdom.runtime.ports import LanguageModel, OnDelta, Sandbox
from kingdom.runtime.worker import SandboxWorker, limits_of
from kingdom.runtime.wrappers import BreakerModel, MeteredModel, ModelUse, RetryingModel
from kingdom.sessions.approving import RuledApproval
from kingdom.sessions.breakers import DatabaseBreakerStore
from kingdom.sessions.handler_tools import ToolDoor
from kingdom.sessions.models import RaisedLimits, Session
from kingdom.sessions.outside import door_for, hosts_approved
from kingdom.tools.gate import Gate, GatedApproval
from kingdom.tools.world import ToolWorld, search_backend

GEMINI_DEFAULT = "gemini-2.5-flash"
TOOLS_S = 300.0  # a whole batch of tools
QUEUE_S = 60.0  # a sandbox may be busy with others for so long before a run begins
_log = structlog.get_logger(__name__)


def graph_for(session: Session, spec: AgentSpec) -> CapabilityGraph:
    """Return the capabilities of one session on one version."""
    workspace = str(session.conversation_id or session.pk)
    hosts = partial(hosts_approved, session, spec)
    gate = Gate(ToolWorld(workspace_id=workspace, spec=spec, sandbox=sandbox(), search=search_backend(), hosts=hosts))
    tools = ToolDoor(tool=gate, approval=GatedApproval(gate, RuledApproval()))
    return CapabilityGraph(
        model=language_model(),
        tool=tools.tool,
        approval=tools.approval,
        worker=_worker(session, spec, tools) if spec.engine == "handler" else NoWorker(),
        telemetry=LogTelemetry(),
    )


def _worker(session: Session, spec: AgentSpec, tools: ToolDoor) -> SandboxWorker:
    return SandboxWorker(sandbox(), spec, door_for(session, spec, tools), most=limits_raised(session))


def limits_raised(session: Session) -> SandboxLimits | None:
    """Return what an admin has set for the session's specialist, None where nobody has."""
    specialist = session.version.specialist if session.version is not None else None
    raised: RaisedLimits | None = getattr(specialist, "sandbox_limits", None)
    return raised.limits() if raised is not None else None


def call_context(session: Session, agent_id: str) -> CallContext:
    """Return what every call of a session carries. Grants follow from the agent's id at this moment, from nothing else."""
    return CallContext(
        trace_id=session.trace_id,
        user_id=str(session.user_id),
        session_id=str(session.pk),
        agent_id=agent_id,
        grants=provision(agent_id) if agent_id else frozenset(),
        trial=session.purpose == Session.Purpose.TRIAL,
    )


def effect_seconds(decision: AgentDecision, spec: AgentSpec, most: SandboxLimits | None = None) -> float:
    """Return how long one effect may take, in seconds, with everything that tries again inside it."""
    if isinstance(decision, RequestModel):
        return float(settings.KINGDOM.model_timeout_s)
    # the time that a handler waits for others is not its own
    return TOOLS_S if isinstance(decision, CallTool) else limits_of(spec, most).timeout_s + QUEUE_S + PATIENCE_S


@cache
def language_model() -> LanguageModel:
    """Return this process's language model; which one answers is decided by each request's purpose."""
    return _ByPurpose(_wrapped)


def model_is_set() -> bool:
    """Return whether a language model is set; asking builds none."""
    return model_config("reasoning").provider != ModelConfig().provider


def reasoning_model() -> LanguageModel | None:
    """Return this process's language model, or None when none is set."""
    return language_model() if model_is_set() else None


def served_model() -> LanguageModel:
    """Return the language model for other hosts, bare: they meter, retry and break circuits on their own side."""
    return _ByPurpose(None)


class _ByPurpose:
    """One model for answers, one for reasoning; the same when only one is set."""

    def __init__(self, wrap: Callable[[LanguageModel], LanguageModel] | None) -> None:
        purposes: tuple[Purpose, ...] = ("chat", "reasoning")
        self._models: dict[Purpose, LanguageModel] = {purpose: build_model(model_config(purpose), wrap=wrap) for purpose in purposes}

    @property
    def name(self) -> str:
        return self._models["chat"].name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        return await self._models[request.purpose].generate(ctx, request, on_delta)


def _wrapped(adapter: LanguageModel) -> LanguageModel:
    """Each try is metered and judged by the breaker; retries are outermost, so that an open circuit ends them, too."""
    return RetryingModel(BreakerModel(MeteredModel(adapter, _used), DatabaseBreakerStore()))


async def _used(ctx: CallContext, use: ModelUse) -> None:
    tokens: dict[str, Any] = {"prompt_tokens": use.usage.prompt_tokens, "output_tokens": use.usage.output_tokens}
    fields = {"model": use.model, "purpose": use.purpose, "error": use.error, "seconds": round(use.seconds, 3), **tokens}
    _log.info("model_used", trace_id=ctx.trace_id, session_id=ctx.session_id, **fields)


def model_config(purpose: Purpose) -> ModelConfig:
    """Return how the settings say to reach the model for a purpose: another host, else Gemini, else the server at the URL, else none."""
    config = settings.KINGDOM
    name = (config.model_reasoning if purpose == "reasoning" else "") or config.model_chat
    key = config.model_key.get_secret_value() if config.model_key is not None else ""
    if config.model_host:
        return ModelConfig(provider="remote", model=name, api_key=key, base_url=config.model_host, timeout_s=config.model_timeout_s)
    if config.gemini_api_key is not None:
        return ModelConfig(
            provider="gemini",
            model=name or GEMINI_DEFAULT,
            api_key=config.gemini_api_key.get_secret_value(),
            base_url=config.gemini_base_url,
            api_version=config.gemini_api_version,
            timeout_s=config.model_timeout_s,
        )
    if config.model_url:
        return ModelConfig(provider="openai", model=name, api_key=key, base_url=config.model_url, timeout_s=config.model_timeout_s)
    return ModelConfig()


def sandbox_batch(program: Program, limits: SandboxLimits) -> SandboxBatch:
    """Return a sandbox for many calls of one program, whose boxes stay warm between them. To be closed."""
    return SandboxBatch(_client(), program, limits)


def sandbox() -> Sandbox:
    """Return this process's door to the sandbox daemon."""
    return _client()


@cache
def _client() -> SandboxClient:
    config = settings.KINGDOM
    return SandboxClient(config.sandbox_socket or config.resolved_data / "run" / "sandboxd.sock")
