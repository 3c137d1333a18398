"""Whether a node may begin now: its specialist can answer its user, and what its sessions call answers."""

from datetime import timedelta
from typing import Literal, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from kingdom.contracts.identity import mandatory_tool
from kingdom.contracts.spec import AgentSpec
from kingdom.core.clock import utc_now
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.text.sentences import sentence
from kingdom.providers.circuit_store import (
    SEARCH_CIRCUIT,
    OpenCircuit,
    circuit_probe_claim,
    host_circuit,
    mcp_circuit,
    open_circuits,
)
from kingdom.providers.language_models import is_model_configured, model_config
from kingdom.sessions.version_specs import spec_of_version
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import specialists_visible
from kingdom.specialists.status.availability import specialist_unavailability
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.models import Workflow, WorkflowEvent, WorkflowNode
from kingdom.workflows.rules.guards import Halt

WORKFLOW_HELD = "WorkflowHeld"
# A probe that did not fail in this time has answered, or was no call of this part: not every run of a node makes one.
PROBE_TIMEOUT_S = 30.0
_SEARCH_TOOL, _MCP_TOOLS = "archon.web.search", "mcp."
PartKind = Literal["model", "tool", "host"]
_ANEW = sentence("Skip it, or make the workflow anew.")


class NodeVersion(NamedTuple):
    """A version with its specialist, without what is large of them, and whether a user may use it."""

    version: SpecialistVersion
    is_usable: bool


def node_version(version_id: UUID, user_id: int) -> NodeVersion | None:
    """Return a version that runs nodes of a user; None for one that was deleted. One statement."""
    version = _version.first(version_id=version_id, user_id=user_id)
    return None if version is None else NodeVersion(version, _is_usable(version))


def unavailable_halt(workflow: Workflow, node: WorkflowNode, version: NodeVersion | None) -> Halt | None:
    """Return the halt of a node that cannot begin, or cannot begin more of its items; None when it can."""
    if version is None:
        return failure_halt(node, sentence("its specialist was deleted."), _ANEW)
    specialist = version.version.specialist
    if not version.is_usable:
        return failure_halt(node, sentence("you can no longer use its specialist."), _ANEW)
    found = specialist_unavailability(specialist, user_id=workflow.user_id, with_model=is_model_configured())
    if found is None or found.code == "credentials":  # a missing credential is asked for by the session
        return None
    if found.code == "model":
        why = sentence("it needs a language model, and none is set.")
        return failure_halt(node, why, sentence("Set one, then retry; or skip it."))
    why = sentence("its specialist is suspended. %(sentence)s", sentence=found.detail)
    return failure_halt(node, why, sentence("Retry it when it is back, or skip it."))


def failure_halt(node: WorkflowNode, why: str, hint: str) -> Halt:
    """Return the halt of a node that cannot begin, for a reason in words."""
    reason = sentence("Execution Failure: %(name)s cannot begin: %(sentence)s", name=node.node_id, sentence=why.strip())
    return Halt("execution_failure", reason, hint)


def _is_usable(version: SpecialistVersion) -> bool:
    """Return whether a user may use a version; agents of a plan are built-ins that nobody is routed to."""
    specialist = version.specialist
    return (specialist.builtin and not specialist.routable) or bool(vars(version)["is_visible"])


def _version_query(version_id: UUID, user_id: int) -> QuerySet[SpecialistVersion]:
    visible = specialists_visible(user_id=user_id).filter(pk=OuterRef("specialist"))
    large = ("spec", "tests", "capabilities", "specialist__spec_snapshot", "specialist__spec_without_code")
    rows = SpecialistVersion.objects.select_related("specialist").defer(*large).filter(pk=version_id)
    return rows.annotate(is_visible=Exists(visible))


_version = ComposedQuery(_version_query, version_id=UUID, user_id=int)


class NeededPart(NamedTuple):
    """A part that a node's sessions call: its kind, its name for people, and its circuit."""

    kind: PartKind
    name: str
    circuit: str


def needed_parts(spec: AgentSpec) -> tuple[NeededPart, ...]:
    """Return what the sessions of a node call: the model, the web search that its identity has to use, the MCP servers
    and hosts that its spec names.
    """
    is_model = spec.engine == "model"
    provider = model_config("chat").provider
    searches = mandatory_tool(spec.agent_id) == _SEARCH_TOOL if is_model else _SEARCH_TOOL in spec.tools
    return (
        *([NeededPart("model", provider, provider)] if is_model else ()),
        *([NeededPart("tool", _SEARCH_TOOL, SEARCH_CIRCUIT)] if searches else ()),
        *(
            NeededPart("tool", tool, mcp_circuit(tool.split(".")[1]))
            for tool in spec.tools
            if tool.startswith(_MCP_TOOLS)
        ),
        *(NeededPart("host", host, host_circuit(host.partition(":")[0])) for host in spec.egress_hosts),
    )


def slots_held(workflow: Workflow, node: WorkflowNode, slots: int) -> int:
    """Return how many sessions of a node may begin now: none while a circuit that it needs is open, one as its probe.

    There is one probe for all workflows. One that waits says so in its log, once for each wait. The periodic task looks
    again.
    """
    if node.version is None or slots < 1:
        return slots
    parts = needed_parts(spec_of_version(node.version))
    circuits = open_circuits([part.circuit for part in parts])
    for part in parts:
        circuit = circuits.get(part.circuit)
        if circuit is None or _has_passed(part, circuit):
            continue
        if circuit.wait_s > 0:
            _hold(workflow, node, part, "circuit_open", circuit.wait_s)
            return 0
        if not circuit_probe_claim(part.circuit):
            _hold(workflow, node, part, "circuit_trial", PROBE_TIMEOUT_S)
            return 0
        slots = 1
    return slots


def _has_passed(part: NeededPart, circuit: OpenCircuit) -> bool:
    """Return whether a probe did not fail: each session of a model calls it, but not each one calls its hosts."""
    return part.kind != "model" and circuit.due_for_s > PROBE_TIMEOUT_S


def _hold(workflow: Workflow, node: WorkflowNode, part: NeededPart, code: str, wait_s: float) -> None:
    until = (utc_now() + timedelta(seconds=wait_s)).replace(second=0, microsecond=0)
    held = {"code": code, "part": part.kind, "name": part.name, "until": until.isoformat()}
    if not WorkflowEvent.objects.filter(workflow=workflow, kind=WORKFLOW_HELD, payload=held).exists():
        event_append(workflow, WORKFLOW_HELD, node_id=node.node_id, payload=held)
