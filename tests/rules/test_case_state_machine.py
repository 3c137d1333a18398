"""The law book of a case: every move is in the table or is refused, and the states divide into who must act."""

import itertools
from pathlib import Path

import pytest

from kingdom.core.errors import IllegalTransition
from kingdom.council.rules import state_machine
from kingdom.council.rules.cases_reference_page import cases_reference_page
from kingdom.council.rules.pipeline import JUDGING_STAGES, PIPELINES, pipeline_stage


@pytest.mark.parametrize(
    ("old", "new"), list(itertools.product(state_machine.ALLOWED_TRANSITIONS, state_machine.ALLOWED_TRANSITIONS))
)
def test_every_move_is_in_the_table_or_refused(old: str, new: str) -> None:
    if new in state_machine.ALLOWED_TRANSITIONS[old]:
        state_machine.check_transition(old, new)
    else:
        with pytest.raises(IllegalTransition) as caught:
            state_machine.check_transition(old, new)
        assert caught.value.extra == {"state": old}


def test_the_order_of_the_design() -> None:
    order = [
        "designing", "reviewing", "validating", "generating_tests", "awaiting_confirmation",
        "awaiting_resources", "training", "completed",
    ]  # fmt: skip
    for old, new in itertools.pairwise(order):
        assert state_machine.is_transition_allowed(old, new)


def test_there_is_one_road_to_training_and_it_leads_past_a_person() -> None:
    into = {
        old
        for old in state_machine.ALLOWED_TRANSITIONS
        if state_machine.is_transition_allowed(old, state_machine.TRAINING)
    }
    assert (
        into == {state_machine.AWAITING_CONFIRMATION, state_machine.AWAITING_RESOURCES} == state_machine.WAITING_STATES
    )
    assert {
        old
        for old in state_machine.ALLOWED_TRANSITIONS
        if state_machine.is_transition_allowed(old, state_machine.COMPLETED)
    } == {state_machine.TRAINING}
    assert {
        old
        for old in state_machine.ALLOWED_TRANSITIONS
        if state_machine.is_transition_allowed(old, state_machine.AWAITING_RESOURCES)
    } == {state_machine.AWAITING_CONFIRMATION}


def test_no_stage_can_be_left_out_on_the_way_to_a_person() -> None:
    """Take any stage's state away, and nobody can be asked any more, except for what was asked before."""
    for stage in PIPELINES["creation"]:
        if stage.name == "train":
            continue
        reached, frontier = {state_machine.DESIGNING} - {stage.state}, {state_machine.DESIGNING} - {stage.state}
        while frontier:
            frontier = (
                {new for old in frontier for new in state_machine.ALLOWED_TRANSITIONS[old]}
                - reached
                - {stage.state, state_machine.FAILED, state_machine.EXPIRED}
            )
            reached |= frontier
        assert state_machine.AWAITING_CONFIRMATION not in reached, stage.name


def test_states_divide_into_who_must_act() -> None:
    assert (
        set(state_machine.ALLOWED_TRANSITIONS)
        == state_machine.WORKING_STATES | state_machine.WAITING_STATES | state_machine.FINAL_STATES
    )
    assert not state_machine.WORKING_STATES & state_machine.WAITING_STATES
    for state in state_machine.ALLOWED_TRANSITIONS:
        assert (pipeline_stage("creation", state) is not None) == (state in state_machine.WORKING_STATES)
    assert set(JUDGING_STAGES) < {stage.name for stage in PIPELINES["creation"]}


def test_what_is_over_stays_over_but_may_be_opened_again_where_nothing_was_decided() -> None:
    assert state_machine.ALLOWED_TRANSITIONS[state_machine.COMPLETED] == {}
    assert set(state_machine.ALLOWED_TRANSITIONS[state_machine.REJECTED]) == {
        state_machine.DESIGNING,
        state_machine.REVIEWING,
    }, "only where an administrator lets pass what was blocked"
    assert state_machine.TRAINING not in state_machine.ALLOWED_TRANSITIONS[state_machine.EXPIRED], (
        "an expired yes is none"
    )


def test_the_page_is_in_step_with_the_law() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "reference" / "cases.md"
    assert page.read_text() == cases_reference_page(), "write it again: make docs"


def test_each_move_says_what_it_means() -> None:
    assert all(move.meaning for move in state_machine.transitions())
    assert len(list(state_machine.transitions())) == sum(len(row) for row in state_machine.ALLOWED_TRANSITIONS.values())
