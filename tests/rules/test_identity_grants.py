"""The identity law: what an id grants, how ids are repaired, and that authority only narrows."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace

import pytest

from kingdom.contracts.identity import (
    BASELINE,
    Authority,
    Identity,
    build_agent_id,
    child_authority,
    coerce_agent_id,
    identity_grants_extend,
    identity_of,
    mandatory_tool,
    may_spawn,
    provision,
    reachable_grants,
)
from kingdom.core.errors import BadConfiguration
from kingdom.tools.registry.tool_grants import tool_grants_parse
from tests.factories.cognition import model_spec

EXEC, SEARCH, WRITE, DELETE = "archon.exec.python", "archon.web.search", "archon.fs.write", "archon.fs.delete"
HTTP, CHART = "archon.http.request", "archon.chart.draw"
TABLE = {
    "research": {SEARCH, HTTP},
    "analyze": {EXEC, CHART},
    "coder": {EXEC, WRITE, "archon.fs.edit", DELETE},
    "writer": {WRITE, DELETE},
    "master": {SEARCH, HTTP, EXEC, CHART, WRITE, "archon.fs.edit", DELETE},
}
SPAWNS = {"research": {"analyze", "writer"}, "analyze": set(), "coder": set(), "writer": set(), "master": set(TABLE)}


@pytest.mark.parametrize("prefix", sorted(TABLE))
def test_provision_equals_the_table(prefix: str) -> None:
    assert provision(f"{prefix}_x") == BASELINE | TABLE[prefix]
    assert {str(child) for child in Identity if may_spawn(f"{prefix}_x", f"{child}_y")} == SPAWNS[prefix]


@pytest.mark.parametrize(
    ("prefix", "tool"),
    [("research", SEARCH), ("analyze", EXEC), ("coder", EXEC), ("writer", None), ("master", None)],
    ids=str,
)
def test_mandatory_tools(prefix: str, tool: str | None) -> None:
    assert mandatory_tool(f"{prefix}_x") == tool


ATTACKS = [
    pytest.param("соder_x", id="cyrillic-c-and-o"),
    pytest.param("\uff43\uff4f\uff44\uff45\uff52_x", id="full-width"),
    pytest.param("Coder_x", id="mixed-case"),
    pytest.param("CODER_X", id="upper-case"),
    pytest.param("my_coder_x", id="prefix-inside"),
    pytest.param("coder_", id="empty-tail"),
    pytest.param("coder", id="no-tail"),
    pytest.param("coder-x", id="hyphen"),
    pytest.param("coder_" + "x" * 61, id="61-tail"),
    pytest.param("coder_" + "x" * 200, id="200-characters"),
    pytest.param("coder_x\n", id="newline-at-the-end"),
    pytest.param("coder_x\x00", id="nul"),
    pytest.param(" coder_x", id="leading-space"),
    pytest.param("coder_ⅰ", id="roman-numeral"),
    pytest.param("coder_١", id="arabic-digit"),
    pytest.param("coder\u200b_x", id="zero-width"),
    pytest.param("", id="empty"),
]


@pytest.mark.parametrize("raw", ATTACKS)
def test_an_id_of_no_exact_form_holds_the_baseline_only(raw: str) -> None:
    assert identity_of(raw) is None
    assert provision(raw) == BASELINE


@pytest.mark.parametrize("raw", ["соder_x", "mаster_root", "tеchnical_helper", "agent_7", "ⅿaster_x"])
def test_look_alikes_get_no_grants_by_coercion(raw: str) -> None:
    repaired = coerce_agent_id(raw)
    assert repaired.repaired
    assert repaired.authority.grants <= BASELINE


@pytest.mark.parametrize("raw", ["master_root", "MASTER_root", " master_x", "master_"])
def test_a_plan_never_makes_itself_a_master(raw: str) -> None:
    repaired = coerce_agent_id(raw, "write code, search the web, calc and report")
    assert repaired.repaired
    assert repaired.authority.grants == BASELINE


@pytest.mark.parametrize(
    ("raw", "prompt", "expected"),
    [
        ("web_finder", "", "research_web_finder"),
        ("helper", "write a python script to save it", "writer_helper"),  # two intents: none is clear
        ("script_maker", "", "coder_script_maker"),
        ("plot-it", "", "analyze_plot_it"),
        ("agent", "a summary please", "writer_agent"),
        ("Coder_Main", "", "coder_main"),
        ("coder_coder_x", "", "coder_coder_x"),
    ],
)
def test_coercion_by_intent(raw: str, prompt: str, expected: str) -> None:
    assert coerce_agent_id(raw, prompt).authority.agent_id == expected


def test_an_unclear_intent_is_capped_at_the_baseline() -> None:
    assert coerce_agent_id("helper", "write a python script to save it").authority.grants == BASELINE


def test_a_role_with_its_prefix_means_the_same() -> None:
    assert (
        build_agent_id(Identity.CODER, "coder_code_writer")
        == build_agent_id(Identity.CODER, "code_writer")
        == "coder_code_writer"
    )


def test_another_identitys_prefix_in_a_role_is_only_a_name() -> None:
    assert identity_of(build_agent_id(Identity.WRITER, "coder_x")) is Identity.WRITER


def test_the_written_exception_research_hands_data_to_analysts_and_writers() -> None:
    assert child_authority(Authority("research_a"), "analyze_b").grants == BASELINE | {EXEC, CHART}
    assert (
        reachable_grants(Authority("research_a"))
        == reachable_grants("research_a")
        == BASELINE | {SEARCH, HTTP, EXEC, CHART, WRITE, DELETE}
    )
    assert "archon.fs.edit" not in reachable_grants("research_a")
    assert HTTP not in child_authority(Authority("research_a"), "writer_b").grants, (
        "data is handed on, the way out is not"
    )


def test_only_a_master_makes_a_master() -> None:
    assert child_authority(Authority("master_main"), "master_second").grants <= Authority("master_main").grants
    assert not any(may_spawn(f"{prefix}_x", "master_y") for prefix in TABLE if prefix != "master")


def test_a_double_prefix_is_one_identity_and_the_first() -> None:
    assert identity_of("writer_master_x") is Identity.WRITER
    assert provision("writer_coder_x") == provision("writer_y")
    assert coerce_agent_id("writer_master_x").authority.grants == provision("writer_y")


def test_a_spec_that_asks_for_tools_gets_none_by_it() -> None:
    greedy = model_spec(
        identity="writer", role="greedy", tools=["archon.exec.python", "archon.fs.delete", "archon.agent.delegate"]
    )
    assert provision(greedy.agent_id) == provision("writer_x")


def test_a_rename_after_provisioning_is_seen_at_the_next_look() -> None:
    authority = Authority("coder_x")
    assert EXEC in authority.grants
    renamed = replace(authority, agent_id="writer_x")
    assert renamed.grants == provision("writer_x")
    with pytest.raises(FrozenInstanceError):
        authority.agent_id = "master_x"  # type: ignore[misc]


def test_a_child_that_delegates_again_stays_within_its_first_parent() -> None:
    top = Authority("master_a", BASELINE | {SEARCH})
    child = child_authority(top, "research_b")
    grandchild = child_authority(child, "analyze_c")
    assert grandchild.grants == BASELINE, "analysis was never the master's to hand on"
    with pytest.raises(PermissionError, match="Privilege escalation: analyze_c may not spawn coder_d"):
        child_authority(grandchild, "coder_d")


@pytest.fixture
def extended() -> Iterator[None]:
    """Grant tools of a package for one test."""
    identity_grants_extend(
        tool_grants_parse("research: acme.crm.find; coder: acme.ci.run acme.ci.log; coder: acme.ci.stop")
    )
    yield
    identity_grants_extend({})


@pytest.mark.usefixtures("extended")
def test_package_tools_are_held_as_configured() -> None:
    assert provision("research_x") == BASELINE | TABLE["research"] | {"acme.crm.find"}
    assert provision("coder_x") >= {"acme.ci.run", "acme.ci.log", "acme.ci.stop"}
    assert provision("writer_x") == BASELINE | TABLE["writer"]
    assert provision("master_x") >= {"acme.crm.find", "acme.ci.run"}
    assert provision("coder") == provision("") == BASELINE
    assert "acme.crm.find" not in child_authority(Authority("research_a"), "writer_b").grants
    assert "acme.ci.run" not in reachable_grants("research_a")
    assert "acme.ci.run" in child_authority(Authority("master_main"), "coder_b").grants


@pytest.mark.parametrize(
    "setting",
    [
        "boss: acme.crm.find",
        "research acme.crm.find",
        "research: archon.fs.delete",
        "research: *",
        "Research: acme.crm.find",
        ": a.b.c",
    ],
)
def test_malformed_tool_grants_are_refused(setting: str) -> None:
    with pytest.raises(BadConfiguration, match="KINGDOM_TOOL_GRANTS"):
        tool_grants_parse(setting)


def test_kingdoms_own_tools_cannot_be_granted() -> None:
    with pytest.raises(ValueError, match="the identity table grants them"):
        identity_grants_extend({Identity.WRITER: frozenset({"archon.exec.python"})})
    assert provision("writer_x") == BASELINE | TABLE["writer"]
