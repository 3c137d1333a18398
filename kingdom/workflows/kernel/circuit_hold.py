"""What a node needs from outside, and whether its sessions wait until that answers again."""

from datetime import timedelta
from typing import Literal, NamedTuple

from kingdom.contracts.identity import mandatory_tool
from kingdom.contracts.spec import AgentSpec
from kingdom.core.clock import utc_now
from kingdom.providers.circuit_store import (
    SEARCH_CIRCUIT,
    OpenCircuit,
    circuit_probe_claim,
    host_circuit,
    mcp_circuit,
    open_circuits,
)
from kingdom.providers.language_models import model_config
from kingdom.sessions.version_specs import spec_of_version
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.models import Workflow, WorkflowEvent, WorkflowNode

WORKFLOW_HELD = "WorkflowHeld"
# A probe that did not fail in this time has answered, or was no call of this part: not every run of a node makes one.
PROBE_TIMEOUT_S = 30.0
_SEARCH_TOOL, _MCP_TOOLS = "archon.web.search", "mcp."
PartKind = Literal["model", "tool", "host"]


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
    circuits = open_circuits([part.circuit for part in parts]) if parts else {}
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
