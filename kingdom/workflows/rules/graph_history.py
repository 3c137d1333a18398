"""The graph of a workflow at any time, computed from its events. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.workflows.rules.state_machine import DRAFT, PENDING

PLANNED, GRAPH_EDITED = "WorkflowPlanned", "GraphEdited"
# their ``state`` is that of one session or of a question, not of the node
_OF_RUNS = frozenset({"AgentRunStarted", "AgentRunFinished", "ApprovalRequested", "ApprovalDecided"})


class GraphEvent(NamedTuple):
    """One row of a workflow's log."""

    seq: int
    kind: str
    node_id: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class GraphNode:
    """A node as it stood. ``since`` is the number of the event that added it; ``parent`` "" for one of the plan."""

    id: str
    role: str
    depends_on: tuple[str, ...]
    parent: str
    strategy: str
    since: int
    state: str = PENDING
    attempt: int = 1


@dataclass(frozen=True, kw_only=True)
class Graph:
    """The nodes of a workflow after one of its events, in the order in which they were added, and its state."""

    seq: int
    state: str
    nodes: tuple[GraphNode, ...]


def graph_row(node: ManifestNode) -> dict[str, Any]:
    """Return a node as the events that add nodes store it."""
    return {
        "id": node.id,
        "role": node.role,
        "depends_on": list(node.depends_on),
        "parent": node.parent,
        "strategy": node.strategy if node.parent else "",
    }


def graph_at(events: Iterable[GraphEvent], seq: int) -> Graph:
    """Return the graph after event number ``seq``, from the events of a workflow in their order."""
    nodes, state, last = dict[str, GraphNode](), DRAFT, 0
    for event in events:
        if event.seq > seq:
            break
        last = event.seq
        rows = event.payload.get("graph" if event.kind == PLANNED else "added", ())
        if event.kind in (PLANNED, GRAPH_EDITED):
            nodes |= {row["id"]: _added(row, event.seq) for row in rows}
            nodes |= _with_edges(nodes, event.payload.get("depends_on", {}))
        elif event.node_id in nodes and event.kind not in _OF_RUNS:
            nodes[event.node_id] = _moved(nodes[event.node_id], event.payload)
        elif not event.node_id:
            state = str(event.payload.get("state", state))
    return Graph(seq=last, state=state, nodes=tuple(nodes.values()))


def _added(row: Mapping[str, Any], seq: int) -> GraphNode:
    waits = tuple(row["depends_on"])
    return GraphNode(
        id=row["id"], role=row["role"], depends_on=waits, parent=row["parent"], strategy=row["strategy"], since=seq
    )


def _with_edges(nodes: Mapping[str, GraphNode], edges: Mapping[str, Any]) -> dict[str, GraphNode]:
    return {name: replace(nodes[name], depends_on=tuple(waits)) for name, waits in edges.items() if name in nodes}


def _moved(node: GraphNode, payload: Mapping[str, Any]) -> GraphNode:
    attempt = int(payload.get("next_attempt", payload.get("attempt", node.attempt)))
    return replace(node, state=str(payload.get("state", node.state)), attempt=attempt)
