"""Properties of the pure step over generated states and inputs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.cognition import decisions, inputs
from kingdom.cognition.decisions import Exit
from kingdom.cognition.engine import CognitiveEngine
from kingdom.cognition.engines import engine_for, fold
from kingdom.cognition.inputs import InputEvent
from kingdom.cognition.state import AgentState, SessionLimits
from kingdom.contracts.formats.canonical import canonical_json
from tests.factories.cognition import NUMBER_OUT, READ, SEARCH, events, handler_spec, json_values, model_spec, states

ENGINES = {
    "model": engine_for(model_spec()),
    "model_with_tools_and_schema": engine_for(model_spec(output_schema=NUMBER_OUT), tools=(SEARCH, READ)),
    "handler": engine_for(handler_spec()),
}
engines = st.sampled_from(sorted(ENGINES)).map(lambda name: ENGINES[name])


@given(engine=engines, state=states, event=events)
def test_step_is_total_and_deterministic(engine: CognitiveEngine, state: AgentState, event: InputEvent) -> None:
    first, second = engine.step(state, event), engine.step(state, event)

    assert first == second
    assert canonical_json(first.state.to_json()) == canonical_json(second.state.to_json())
    assert decisions.to_json(first.decision)["type"] == first.decision.type


@given(engine=engines, state=states, event=events)
def test_nothing_is_decided_after_an_exit(engine: CognitiveEngine, state: AgentState, event: InputEvent) -> None:
    after, decision = engine.step(state, event)
    if isinstance(decision, Exit):
        assert engine.step(after, inputs.Tick()) == (after, decision)
        assert engine.step(after, event) == (after, decision)
        assert state.exited is not None or not after.is_waiting


@given(engine=engines, flow=st.lists(events, min_size=8, max_size=8), steps=st.integers(0, 6))
def test_limits_always_end_a_session(engine: CognitiveEngine, flow: list[InputEvent], steps: int) -> None:
    made = fold(engine, SessionLimits(max_steps=steps), flow)

    assert isinstance(made[-1].decision, Exit)
    assert made[-1].state.step_count <= steps + 2  # at most: the last allowed step answers, the next one exits


@given(event=events)
def test_an_input_survives_its_json(event: InputEvent) -> None:
    stored = json.loads(canonical_json(inputs.to_json(event)))

    assert inputs.to_json(inputs.from_json(stored)) == stored


@given(value=json_values)
def test_to_jsonb_is_idempotent_and_removes_nul(value: object) -> None:
    once = inputs.to_jsonb(value)

    assert canonical_json(inputs.to_jsonb(once)) == canonical_json(once)
    assert "\\u0000" not in json.dumps(once)
    canonical_json(once).encode()  # no lone surrogates either


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        pytest.param(-0.0, 0.0, id="negative zero"),
        pytest.param(1e16, 10**16, id="first that repr writes with an exponent"),
        pytest.param(1.2345678901234567e20, 123456789012345670000, id="digits of repr, not of the binary value"),
        pytest.param(1e-5, 1e-5, id="small"),
        pytest.param("a\x00b\ud800", "a�b�", id="NUL and lone surrogate"),
        pytest.param((1, (2,)), [1, [2]], id="tuples"),
    ],
)
def test_to_jsonb_equals_the_stored_form(value: object, stored: object) -> None:
    assert canonical_json(inputs.to_jsonb(value)) == canonical_json(stored)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_to_jsonb_refuses_non_json_numbers(value: float) -> None:
    with pytest.raises(ValueError, match="not a JSON number"):
        inputs.to_jsonb([value])


def test_to_jsonb_refuses_depth() -> None:
    value: object = 1
    for _ in range(70):
        value = [value]
    with pytest.raises(ValueError, match="deeper"):
        inputs.to_jsonb(value)
