"""From a designer's answer to a spec: what is mended, what is sent back, and what power it can never give."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.contracts.identity import BASELINE, Identity, identity_of, provision
from kingdom.council.rules.structured_answer import UnusableAnswer
from kingdom.council.stages.design.design_schema import (
    design_answer_schema,
    least_privileged_identity,
    parse_design_answer,
)
from tests.factories.design_samples import HANDLER, OUTPUT, design

EVERYTHING = frozenset().union(*(provision(f"{identity}_any") for identity in Identity))


def _read(
    value: dict[str, Any], *, nearest: tuple[str, ...] = (), recipes: tuple[str, ...] = (), taken: tuple[str, ...] = ()
) -> Any:  # noqa: ANN401
    assert validation_errors(value, design_answer_schema()) == []
    return parse_design_answer(value, nearest=nearest, recipes=recipes, taken=taken)


def test_a_whole_answer_becomes_a_spec() -> None:
    answer = _read(design(timeout_s=5, memory_mb=64))
    assert answer.spec.agent_id == "analyze_number_adder"
    assert answer.spec.output_schema == OUTPUT
    assert (answer.spec.limits.timeout_s, answer.spec.limits.memory_mb) == (5, 64)
    assert answer.spec.input_schema["required"] == ["text"]


def test_a_taken_role_gets_a_number() -> None:
    assert _read(design(), taken=("number_adder", "number_adder_2")).spec.role == "number_adder_3"


def test_each_shown_specialist_must_be_judged() -> None:
    with pytest.raises(UnusableAnswer, match="why unit_converter does not serve"):
        _read(design(), nearest=("unit_converter",))
    judged = design(nearest=[{"role": "unit_converter", "why_not": "It converts and does not add."}])
    assert _read(judged, nearest=("unit_converter",)).why_not == {"unit_converter": "It converts and does not add."}


@pytest.mark.parametrize("decision", ["existing", "recipe"])
def test_only_what_was_shown_can_be_chosen(decision: str) -> None:
    with pytest.raises(UnusableAnswer, match="choice must be one of"):
        _read(
            design(decision=decision, choice="somebody_elses"), nearest=("unit_converter",), recipes=("iban_checker",)
        )


def test_what_was_shown_can_be_chosen() -> None:
    answer = _read(design(decision="recipe", choice="iban_checker"), recipes=("iban_checker",))
    assert (answer.decision, answer.choice, answer.spec) == ("recipe", "iban_checker", None)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"output_schema": ""}, "output_schema must be"),
        ({"output_schema": "[1]"}, "not a usable JSON schema"),
        ({"output_schema": '{"$ref": "https://example.com/s.json"}'}, "not a usable JSON schema"),
        ({"output_schema": '{"type": "nonsense"}'}, "not a usable JSON schema"),
        ({"handler_code": "def handle(payload, ctx:"}, "not Python"),
        ({"handler_code": "def other(payload, ctx): return {}"}, "must define"),
        ({"handler_code": "def handle(payload): return {}"}, "must define"),
        ({"handler_code": HANDLER + "\x00"}, "not Python"),
        ({"examples": ["add 1 and 2"] * 9}, "at least 6 different examples"),
        ({"role": "Ünïcode"}, None),
        ({"role": "1"}, "role must be"),
        ({"hosts": ["https://api.example.com/x"]}, "egress_hosts"),
        ({"purpose": ""}, "purpose"),
        (
            {
                "credentials": [
                    {"name": "API KEY", "host": "api.example.com", "how": "header", "field": "", "scope": ""}
                ]
            },
            "credentials",
        ),
    ],
)
def test_what_cannot_be_used_goes_back_with_its_reason(changes: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        assert _read(design(**changes)).spec.role == "n_code"
        return
    with pytest.raises(UnusableAnswer, match=sentence):
        _read(design(**changes))


def test_master_is_never_given_and_is_told() -> None:
    answer = _read(design(identity="master", role="master_of_sums"))
    assert answer.spec.identity is not Identity.MASTER
    assert identity_of(answer.spec.agent_id) is Identity.ANALYZE
    assert answer.spec.role == "of_sums"
    assert any("master" in note for note in answer.notes)


def test_more_power_than_the_tools_need_is_taken_back() -> None:
    answer = _read(design(identity="coder"))
    assert answer.spec.identity is Identity.ANALYZE
    assert any("enough" in note for note in answer.notes)


@given(
    named=st.one_of(st.sampled_from([*Identity, "MASTER_", "root", ""]), st.text(max_size=12)),
    tools=st.sets(st.sampled_from(sorted(EVERYTHING))),
)
def test_no_answer_gives_power_that_its_tools_do_not_need(named: str, tools: set[str]) -> None:
    identity, _ = least_privileged_identity(named, sorted(tools), "handler")
    assert identity is not Identity.MASTER
    grants = provision(f"{identity}_x")
    able = [one for one in Identity if one is not Identity.MASTER and tools - BASELINE <= provision(f"{one}_x")]
    if able:
        assert tools - BASELINE <= grants
        assert len(grants) == min(len(provision(f"{one}_x")) for one in able)


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda part: st.lists(part, max_size=3),
        max_leaves=5,
    )
)
def test_any_text_for_a_schema_is_read_or_sent_back(value: object) -> None:
    with pytest.raises(UnusableAnswer):
        _read(design(output_schema=json.dumps(value)))
