"""Tests of the workflow manifest: repairs are recorded, faults name their place, limits hold."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.identity import Identity, identity_of, provision
from kingdom.contracts.workflows.manifest import MAX_NODES, NodeReference, WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import InvalidManifest
from kingdom.contracts.workflows.manifest_parser import ParsedManifest, parse_manifest


def _agent(node_id: str, *above: str, **more: object) -> dict[str, Any]:
    return {"id": node_id, "prompt": f"Do {node_id}.", "depends_on": list(above), **more}


def _parse(*agents: dict[str, Any], **more: object) -> ParsedManifest:
    return parse_manifest({"agents": list(agents), **more})


def _faults(*agents: object, **more: object) -> dict[str, str]:
    with pytest.raises(InvalidManifest) as caught:
        parse_manifest({"agents": list(agents), **more})
    errors: Any = caught.value.extra["errors"]
    return {error["pointer"]: error["detail"] for error in errors}


def test_valid_manifest_is_taken_as_it_is() -> None:
    """A manifest without a fault has no coercion, and its JSON form parses to itself."""
    parsed = _parse(_agent("research_market"), _agent("writer_report", "research_market", role="observer"))
    assert parsed.coercions == ()
    assert [node.id for node in parsed.manifest.nodes] == ["research_market", "writer_report"]
    assert parse_manifest(parsed.manifest.to_json()).manifest == parsed.manifest
    assert WorkflowManifest.model_validate(parsed.manifest.model_dump(mode="json")) == parsed.manifest


def test_repairs_are_recorded_by_place() -> None:
    """An unknown role becomes worker, tools are ignored, an id gets its identity, and references follow it."""
    parsed = _parse(_agent("Find prices", role="boss", tools=["archon.fs.delete"]), _agent("writer_end", "Find prices"))
    assert [node.id for node in parsed.manifest.nodes] == ["research_find_prices", "writer_end"]
    assert parsed.manifest.nodes[0].role == "worker"
    assert parsed.manifest.nodes[1].depends_on == ("research_find_prices",)
    places = {coercion.pointer: coercion for coercion in parsed.coercions}
    assert set(places) == {"/agents/0/tools", "/agents/0/id", "/agents/0/role"}
    assert "archon.fs.delete" in places["/agents/0/tools"].before
    assert places["/agents/0/role"].to_json()["to"] == "worker"


def test_id_without_intent_holds_the_baseline_only() -> None:
    """An id and a prompt without a clear intent give a writer without the right to write; master_ is never given."""
    first, second = _parse(_agent("banana", prompt="Think."), _agent("master_plan", prompt="Think.")).manifest.nodes
    assert (first.id, first.baseline_only) == ("writer_banana", True)
    assert identity_of(second.id) is Identity.WRITER
    assert second.baseline_only


def test_specialist_gives_its_node_the_identity() -> None:
    """A node that names a specialist gets the specialist's identity before its id, and no grants by its name."""
    node = {"id": "mails", "specialist": "email_validator", "input": "a@b.org"}
    parsed = parse_manifest({"agents": [node]}, specialist_identity={"email_validator": Identity.ANALYZE}.get)
    assert parsed.manifest.nodes[0].id == "analyze_mails"
    assert not parsed.manifest.nodes[0].baseline_only


def test_input_and_map_name_their_dependencies() -> None:
    """A node waits for the nodes whose results it takes, also when depends_on does not say so."""
    parsed = _parse(
        _agent("research_x"),
        {"id": "analyze_y", "specialist": "email_validator", "map": {"over": "research_x.findings"}},
        {"id": "writer_z", "specialist": "report_writer", "input": {"from": "analyze_y"}},
    )
    assert parsed.manifest.dependencies["analyze_y"] == ("research_x",)
    assert parsed.manifest.dependencies["writer_z"] == ("analyze_y",)
    assert parsed.manifest.nodes[2].input == NodeReference(node="analyze_y")
    assert len(parsed.coercions) == 2
    assert parsed.manifest.dependants("research_x") == {"analyze_y", "writer_z"}
    assert parsed.manifest.sinks == ("writer_z",)


@pytest.mark.parametrize(
    ("agents", "pointer", "words"),
    [
        ([_agent("writer_a", "writer_b"), _agent("writer_b", "writer_a")], "/agents/", "wait for each other"),
        ([_agent("writer_a", "writer_a")], "/agents/0/depends_on", "wait for each other"),
        ([_agent("writer_a", "writer_x")], "/agents/0/depends_on/0", "no node 'writer_x'"),
        ([_agent("writer_a"), _agent("writer_a")], "/agents/1/id", "unique"),
        ([_agent("writer_a"), _agent("WRITER_A")], "/agents/1/id", "unique"),
        ([_agent(f"writer_{n}") for n in range(MAX_NODES + 1)], "/agents", "at most 50"),
        ([_agent("writer_0"), *(_agent(f"writer_{n}", f"writer_{n - 1}") for n in range(1, 11))], "/agents/10", "11"),
        ([_agent("writer_a", prompt="x" * 8_001)], "/agents/0/prompt", "8,000"),
        ([_agent("writer_a", prompt=" ")], "/agents/0/prompt", "not blank"),
        ([{"id": "writer_a"}], "/agents/0", "either a prompt or a specialist"),
        ([_agent("writer_a", specialist="report_writer", input="x")], "/agents/0", "either"),
        ([{"id": "writer_a", "specialist": "report_writer"}], "/agents/0", "input or a map"),
        ([{"id": "writer_a", "specialist": "Report Writer", "input": "x"}], "/agents/0/specialist", "role"),
        ([{"id": "writer_a", "specialist": "x", "input": {"from": "nobody"}}], "/agents/0/input/from", "no node"),
        ([{"id": "writer_a", "specialist": "x", "map": {"over": []}}], "/agents/0/map/over", "1 to 1,000"),
        ([{"id": "writer_a", "specialist": "x", "map": {"over": "y.findings"}}], "/agents/0/map/over", "no node"),
        ([{"id": "writer_a", "specialist": "x", "map": {"over": "y"}}], "/agents/0/map/over", "node.findings"),
        ([{"id": "writer_a", "specialist": "x", "map": {"over": [""]}}], "/agents/0/map/over/0", "blank"),
        ([{"id": "writer_a", "specialist": "x", "map": {"over": ["a"], "parallel": 0}}], "/agents/0/map/par", "1 to"),
        ([_agent("writer_a", depend_on=[])], "/agents/0/depend_on", "no such field"),
        ([{"id": 7, "prompt": "x"}], "/agents/0/id", "text"),
        (["writer_a"], "/agents/0", "object"),
        ([], "/agents", "at least one"),
    ],
)
def test_fault_names_its_place(agents: list[Any], pointer: str, words: str) -> None:
    """Each fault has a JSON pointer and says what is wrong."""
    faults = _faults(*agents)
    assert [detail for place, detail in faults.items() if place.startswith(pointer) and words in detail], faults


def test_deadline_is_bounded() -> None:
    """A deadline is a whole number of seconds, or the plan has none."""
    assert _parse(_agent("writer_a"), deadline_s=60).manifest.deadline_s == 60
    assert "/deadline_s" in _faults(_agent("writer_a"), deadline_s=-1)
    assert "/deadline_s" in _faults(_agent("writer_a"), deadline_s=True)


@pytest.mark.parametrize("value", [None, 3, "x", [], {"agents": {}}, {"agents": [None]}, {"agents": [[]]}])
def test_anything_else_is_refused_with_a_place(value: object) -> None:
    """No JSON value makes the parser fail in another way."""
    with pytest.raises(InvalidManifest):
        parse_manifest(value)


@given(st.lists(st.integers(0, 4), max_size=12), st.integers())
def test_graph_without_cycle_is_accepted_in_any_order(edges: list[int], seed: int) -> None:
    """Edges from later to earlier nodes never make a cycle; the order of the agents does not matter."""
    names = [f"writer_{at}" for at in range(6)]
    above = {
        name: [names[edge] for at, edge in enumerate(edges) if at % 6 == n and edge < n] for n, name in enumerate(names)
    }
    agents = [_agent(name, *above[name]) for name in names]
    random.Random(seed).shuffle(agents)
    manifest = _parse(*agents).manifest
    assert all(set(manifest.dependencies[name]) == set(above[name]) for name in names)


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_id_of_a_plan_gets_more_than_its_identity(node_id: str, prompt: str) -> None:
    """Whatever a plan calls its agent: the id has the exact form, and it is no master_."""
    try:
        node = _parse({"id": node_id, "prompt": prompt}).manifest.nodes[0]
    except InvalidManifest:
        return
    assert identity_of(node.id) not in (None, Identity.MASTER)
    assert "archon.agent.delegate" not in provision(node.id)


@pytest.mark.parametrize("bad", ["\x00", "\ud800"])
def test_a_character_that_cannot_be_stored_is_a_fault_of_its_place_or_repaired(bad: str) -> None:
    """Also from a delegation of a model, which no parser of the API has read."""
    text = f"a{bad}b"
    assert list(_faults({"id": "analyze_a", "prompt": text})) == ["/agents/0/prompt", "/agents/0"]
    assert list(_faults(_agent("analyze_a", map={"over": [text]}))) == ["/agents/0/map/over/0"]
    assert list(_faults(_agent("analyze_a", **{text: 1}))) == ["/agents/0/a?b"]
    parsed = _parse({"id": text, "prompt": "Do it.", "role": text, "tools": text}, tools=text)
    for coercion in parsed.coercions:
        assert not any(bad in part for part in coercion)
    assert [coercion.pointer for coercion in parsed.coercions] == [
        "/tools",
        *(f"/agents/0/{name}" for name in ("tools", "id", "role")),
    ]
