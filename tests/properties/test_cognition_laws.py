"""The laws of the pure step again, with many more examples than the fast tests take."""

import inspect
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import test_cognition_properties as laws
from tests.rules.cognition_cases import events, json_values, states

ARGUMENTS = {
    "engine": laws.engines,
    "state": states,
    "event": events,
    "flow": st.lists(events, min_size=8, max_size=8),
    "steps": st.integers(0, 6),
    "value": json_values,
}
LAWS: list[Callable[..., None]] = [
    laws.test_step_is_total_and_deterministic,
    laws.test_nothing_is_decided_after_an_exit,
    laws.test_limits_always_end_a_session,
    laws.test_an_input_survives_its_json,
    laws.test_storable_is_the_same_again_and_has_no_nul,
]


@pytest.mark.parametrize("law", [pytest.param(law, id=law.__name__) for law in LAWS])
def test_law(law: Callable[..., None]) -> None:
    body: Callable[..., None] = law.hypothesis.inner_test  # type: ignore[attr-defined]
    wanted = {name: ARGUMENTS[name] for name in inspect.signature(body).parameters}
    settings(max_examples=150, deadline=None, database=None)(given(**wanted)(body))()
