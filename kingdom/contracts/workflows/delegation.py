"""The law by which the kernel judges a delegation, and the graph that follows from it. Pure.

Nothing of a request grants anything: who may spawn whom, and with which grants, follows from the table of identities
and from the graph alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kingdom.contracts.identity import (
    AGENT_ID,
    BASELINE,
    Authority,
    all_grants,
    child_authority,
    identity_of,
    may_spawn,
    spawnable_identities,
)
from kingdom.contracts.workflows.delegation_request import DelegationRefusal, DelegationRequest, unreadable
from kingdom.contracts.workflows.graph_checks import node_depths
from kingdom.contracts.workflows.manifest import (
    MAX_DELEGATED_RUNS,
    MAX_DEPTH,
    MAX_NODES,
    FileRows,
    ManifestNode,
    NodeReference,
    WorkflowManifest,
)
from kingdom.contracts.workflows.manifest_errors import InvalidManifest
from kingdom.contracts.workflows.manifest_parser import parse_manifest
from kingdom.core.text.sentences import sentence


def may_delegate(node: ManifestNode) -> bool:
    """Whether an agent of a plan may spawn anything at all. A registered specialist does what its card says, alone."""
    identity = identity_of(node.id)
    return identity is not None and bool(spawnable_identities(identity)) and not (node.specialist or node.baseline_only)


def node_authority(manifest: WorkflowManifest, node_id: str) -> Authority:
    """Return an agent's authority now: that of its id, narrowed by each node above it that spawned it.

    Raises PermissionError for a graph that no delegation could have made.
    """
    node = manifest.node(node_id)
    own = Authority(node.id, BASELINE if node.baseline_only else all_grants())
    if not node.parent:
        return own
    spawned = child_authority(node_authority(manifest, node.parent), node.id)
    return Authority(spawned.agent_id, spawned.ceiling & own.ceiling)


def judge_delegation(
    manifest: WorkflowManifest, parent: str, request: DelegationRequest, *, made: int, most: int
) -> tuple[ManifestNode, ...] | DelegationRefusal:
    """Return the nodes that a delegation adds to the graph, or why it is refused.

    ``made`` are the delegations that this run of the parent has had, ``most`` how many it may have.
    """
    authority = node_authority(manifest, parent)
    barred = _parent_refusal(manifest.node(parent), request) or _named_escalation(authority, request.new_nodes)
    if barred is not None:
        return barred
    try:
        nodes = parse_manifest({"agents": list(request.new_nodes)}).manifest.nodes
    except InvalidManifest as error:
        return unreadable(f"new_nodes: {error.message}")
    refused = _spawn_refusal(authority, nodes) or _limit_refusal(manifest, nodes, made, most)
    if refused is not None:
        return refused
    added = _renamed(nodes, {node.id for node in manifest.nodes})
    spawned = tuple(node.model_copy(update={"parent": parent, "strategy": request.strategy}) for node in added)
    depths = node_depths(with_nodes(manifest, spawned))
    deepest = max(spawned, key=lambda node: depths[node.id])
    if depths[deepest.id] > MAX_DEPTH:
        return DelegationRefusal("depth", f"A workflow is at most {MAX_DEPTH} nodes deep, delegations included.")
    return spawned


def with_nodes(manifest: WorkflowManifest, spawned: Sequence[ManifestNode]) -> WorkflowManifest:
    """Return the graph with delegated nodes: what waits for the parent of a sibling waits for the sibling, too."""
    siblings: dict[str, tuple[str, ...]] = {}
    for node in spawned:
        if node.strategy == "sibling":
            siblings[node.parent] = (*siblings.get(node.parent, ()), node.id)
    nodes = [
        node.model_copy(
            update={
                "depends_on": (*node.depends_on, *(new for above in node.depends_on for new in siblings.get(above, ())))
            }
        )
        for node in manifest.nodes
    ]
    return manifest.model_copy(update={"nodes": (*nodes, *spawned)})


def _parent_refusal(parent: ManifestNode, request: DelegationRequest) -> DelegationRefusal | None:
    if parent.specialist:
        return DelegationRefusal("specialist", "A registered specialist does its work alone: nobody approved more.")
    if parent.is_child and request.strategy == "sibling":
        return unreadable("An agent that was delegated to has children only: one node waits for it.")
    return None


def _named_escalation(authority: Authority, rows: Sequence[Any]) -> DelegationRefusal | None:
    """Return the refusal of ids that name an identity outside of the table, before any id is repaired."""
    for row in rows:
        name = row.get("id") if isinstance(row, Mapping) else None
        lowered = name.strip().lower() if isinstance(name, str) else ""
        if lowered.startswith("master_"):
            return DelegationRefusal(
                "escalation", f"{authority.agent_id} asked for {lowered[:70]}; only the kernel makes a master_."
            )
        if AGENT_ID.fullmatch(lowered) and not may_spawn(authority.agent_id, lowered):
            return _escalation(authority, lowered)
    return None


def _spawn_refusal(authority: Authority, nodes: Sequence[ManifestNode]) -> DelegationRefusal | None:
    for node in nodes:
        if node.specialist:
            return unreadable(f"{node.id}: only agents with a prompt can be delegated to, no registered specialists.")
        if node.map is not None and isinstance(node.map.over, FileRows):
            return unreadable(f"{node.id}: only a plan maps over a file; an agent reads it and names the items.")
        if not may_spawn(authority.agent_id, node.id):
            return _escalation(authority, node.id)
    return None


def _escalation(authority: Authority, child: str) -> DelegationRefusal:
    identity = identity_of(authority.agent_id)
    allowed = sorted(spawnable_identities(identity)) if identity is not None else []
    may = f"may only spawn {' and '.join(f'{name}_' for name in allowed)}" if allowed else "may spawn nothing"
    return DelegationRefusal("escalation", f"{authority.agent_id} asked for {child[:70]}, but it {may}.")


def _limit_refusal(
    manifest: WorkflowManifest, nodes: Sequence[ManifestNode], made: int, most: int
) -> DelegationRefusal | None:
    if made >= most:
        return DelegationRefusal("delegations", f"An agent delegates at most {most} times in one run.")
    count = len(manifest.nodes) + len(nodes)
    if count > MAX_NODES:
        return DelegationRefusal("nodes", f"A workflow has at most {MAX_NODES} nodes; these would be {count}.")
    delegated = [node for node in manifest.nodes if node.parent]
    return delegated_runs_refusal(sum(_known_runs(node) for node in [*delegated, *nodes]))


def delegated_runs_refusal(count: int) -> DelegationRefusal | None:
    """Return the refusal of so many sessions of a workflow that agents have delegated, None for a number that it may.

    Without this bound fifty maps of a thousand items would follow from one answer of a model.
    """
    if count <= MAX_DELEGATED_RUNS:
        return None
    reason = sentence(
        "Agents delegate at most %(total)s runs in one workflow, the items of maps included; these would be %(count)s.",
        total=f"{MAX_DELEGATED_RUNS:,}",
        count=f"{count:,}",
    )
    return DelegationRefusal("runs", reason)


def _known_runs(node: ManifestNode) -> int:
    """Return the sessions of a node, as far as its plan says: the items of a map over results are counted later."""
    return len(node.map.over) if node.map is not None and isinstance(node.map.over, tuple) else 1


def _renamed(nodes: Sequence[ManifestNode], taken: Collection[str]) -> list[ManifestNode]:
    """Return nodes whose ids no other node has; references to them follow."""
    names, used = dict[str, str](), set(taken)
    for node in nodes:
        number, name = 1, node.id
        while name in used:
            number += 1
            name = f"{node.id[:62]}_{number}"
        names[node.id] = name
        used.add(name)
    return [_with_names(node, names) for node in nodes]


def _with_names(node: ManifestNode, names: Mapping[str, str]) -> ManifestNode:
    def renamed(value: object) -> object:
        return value.model_copy(update={"node": names[value.node]}) if isinstance(value, NodeReference) else value

    over = node.map.model_copy(update={"over": renamed(node.map.over)}) if node.map is not None else None
    waits = tuple(names[above] for above in node.depends_on)
    return node.model_copy(
        update={"id": names[node.id], "depends_on": waits, "input": renamed(node.input), "map": over}
    )
