"""Random chains of delegations: no node reaches a grant that the table does not allow from the root."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.identity import (
    BASELINE,
    Authority,
    Identity,
    identity_of,
    may_spawn,
    provision,
    reachable_grants,
)
from kingdom.contracts.workflows.delegation import judge_delegation, may_delegate, node_authority, with_nodes
from kingdom.contracts.workflows.delegation_request import (
    ESCALATION,
    DelegationRefusal,
    DelegationRequest,
    parse_delegation,
)
from kingdom.contracts.workflows.graph_checks import graph_faults, node_depths
from kingdom.contracts.workflows.manifest import MAX_DEPTH, MAX_NODES, ManifestNode, WorkflowManifest

PREFIXES = [str(identity) for identity in Identity]
ROOTS = [f"{prefix}_root" for prefix in PREFIXES]
ids = st.one_of(
    st.builds(lambda prefix, tail: f"{prefix}_{tail}", st.sampled_from(PREFIXES), st.sampled_from("abcd")),
    st.sampled_from(["мaster_x", "MASTER_x", " Coder_x", "plot the numbers", "banana", "analyze_", "research", ""]),
    st.text(max_size=20),
)
agents = st.fixed_dictionaries(
    {"id": ids, "prompt": st.sampled_from(["Search the web.", "Run code and save a file.", "Do it."])},
    optional={"tools": st.just(["archon.exec.python"]), "depends_on": st.lists(ids, max_size=2)},
)
wishes = st.tuples(st.integers(0, 60), st.lists(agents, min_size=1, max_size=4), st.sampled_from(["child", "sibling"]))


def _grown(root: ManifestNode, chain: list[tuple[int, list[Any], Any]]) -> WorkflowManifest:
    """Return the graph after a chain of delegations; each is asked for by one of the nodes that are there."""
    manifest = WorkflowManifest(nodes=(root,))
    for place, rows, strategy in chain:
        parent = manifest.nodes[place % len(manifest.nodes)].id
        request = DelegationRequest(reason="", new_nodes=tuple(rows), strategy=strategy)
        judged = judge_delegation(manifest, parent, request, made=0, most=4)
        if isinstance(judged, DelegationRefusal):
            assert (judged.message == ESCALATION) == (judged.code == "escalation")
            continue
        assert all(may_spawn(parent, node.id) for node in judged)
        manifest = with_nodes(manifest, judged)
    return manifest


@given(st.sampled_from(ROOTS), st.booleans(), st.lists(wishes, max_size=12))
def test_no_chain_of_spawns_reaches_more_than_the_table_allows_from_the_root(
    root: str, baseline_only: bool, chain: list[tuple[int, list[Any], Any]]
) -> None:
    manifest = _grown(ManifestNode(id=root, prompt="x", baseline_only=baseline_only), chain)
    top = node_authority(manifest, root)
    most = reachable_grants(top)
    for node in manifest.nodes:
        grants = node_authority(manifest, node.id).grants
        assert grants <= most
        assert grants <= provision(node.id)
        if node.parent:
            assert grants <= node_authority(manifest, node.parent).delegable
            assert identity_of(node.id) is not Identity.MASTER
    if baseline_only:
        assert all(node_authority(manifest, node.id).grants <= BASELINE for node in manifest.nodes)


@given(st.sampled_from(ROOTS), st.lists(wishes, max_size=30))
def test_every_grown_graph_is_a_valid_one_within_its_limits(root: str, chain: list[tuple[int, list[Any], Any]]) -> None:
    manifest = _grown(ManifestNode(id=root, prompt="x"), chain)
    assert len({node.id for node in manifest.nodes}) == len(manifest.nodes) <= MAX_NODES
    assert graph_faults(manifest) == []
    assert max(node_depths(manifest).values()) <= MAX_DEPTH
    assert root in manifest.sinks or any(node.strategy == "sibling" for node in manifest.nodes)
    assert not any(node.is_child for node in manifest.nodes if node.id in manifest.sinks)


@given(
    st.dictionaries(
        st.sampled_from(["reason", "new_nodes", "strategy", "tools"]),
        st.recursive(
            st.none() | st.text(max_size=5) | st.integers(), lambda inner: st.lists(inner, max_size=3), max_leaves=5
        ),
    )
)
def test_reading_a_request_never_raises(args: dict[str, Any]) -> None:
    read = parse_delegation(args)
    manifest = WorkflowManifest(nodes=(ManifestNode(id="research_a", prompt="x"),))
    if isinstance(read, DelegationRequest):
        judge_delegation(manifest, "research_a", read, made=0, most=4)


def test_the_limit_of_delegations_is_named() -> None:
    manifest = WorkflowManifest(nodes=(ManifestNode(id="research_a", prompt="x"),))
    request = DelegationRequest(reason="", new_nodes=({"id": "analyze_a", "prompt": "x"},))
    refused = judge_delegation(manifest, "research_a", request, made=4, most=4)
    assert isinstance(refused, DelegationRefusal)
    assert (refused.code, refused.reason) == ("delegations", "An agent delegates at most 4 times in one run.")


def test_only_agents_that_may_spawn_are_told_of_it() -> None:
    told = [name for name in ROOTS if may_delegate(ManifestNode(id=name, prompt="x"))]
    assert told == ["research_root", "master_root"]
    assert not may_delegate(ManifestNode(id="research_root", specialist="finder", input="x"))
    assert "archon.exec.python" in reachable_grants(Authority("research_root"))
