"""The law book of a case: every move is in the table or is refused, and the states divide into who must act."""

import itertools
from pathlib import Path

import pytest

from kingdom.core.errors import IllegalMove
from kingdom.council.rules import moves
from kingdom.council.rules.page import law_page
from kingdom.council.rules.pipeline import JUDGES, PIPELINES, step_of


@pytest.mark.parametrize(("old", "new"), list(itertools.product(moves.LAW, moves.LAW)))
def test_every_move_is_in_the_table_or_refused(old: str, new: str) -> None:
    if new in moves.LAW[old]:
        moves.check_move(old, new)
    else:
        with pytest.raises(IllegalMove) as caught:
            moves.check_move(old, new)
        assert caught.value.extra == {"state": old}


def test_the_order_of_the_design() -> None:
    order = [
        "designing", "reviewing", "validating", "generating_tests", "awaiting_confirmation", "awaiting_resources", "training", "completed",
    ]  # fmt: skip
    for old, new in itertools.pairwise(order):
        assert moves.is_allowed(old, new)


def test_there_is_one_road_to_training_and_it_leads_past_a_person() -> None:
    into = {old for old in moves.LAW if moves.is_allowed(old, moves.TRAINING)}
    assert into == {moves.CONFIRMATION, moves.RESOURCES} == moves.WAITING
    assert {old for old in moves.LAW if moves.is_allowed(old, moves.COMPLETED)} == {moves.TRAINING}
    assert {old for old in moves.LAW if moves.is_allowed(old, moves.RESOURCES)} == {moves.CONFIRMATION}


def test_no_stage_can_be_left_out_on_the_way_to_a_person() -> None:
    """Take any stage's state away, and nobody can be asked any more, except for what was asked before."""
    for step in PIPELINES["creation"]:
        if step.stage == "train":
            continue
        reached, frontier = {moves.DESIGNING} - {step.state}, {moves.DESIGNING} - {step.state}
        while frontier:
            frontier = {new for old in frontier for new in moves.LAW[old]} - reached - {step.state, moves.FAILED, moves.EXPIRED}
            reached |= frontier
        assert moves.CONFIRMATION not in reached, step.stage


def test_states_divide_into_who_must_act() -> None:
    assert set(moves.LAW) == moves.WORKING | moves.WAITING | moves.FINAL
    assert not moves.WORKING & moves.WAITING
    for state in moves.LAW:
        assert (step_of("creation", state) is not None) == (state in moves.WORKING)
    assert set(JUDGES) < {step.stage for step in PIPELINES["creation"]}


def test_what_is_over_stays_over_but_may_be_opened_again_where_nothing_was_decided() -> None:
    assert moves.LAW[moves.COMPLETED] == {}
    assert set(moves.LAW[moves.REJECTED]) == {moves.DESIGNING, moves.REVIEWING}, "only where an administrator lets pass what was blocked"
    assert moves.TRAINING not in moves.LAW[moves.EXPIRED], "an expired yes is none"


def test_the_page_is_in_step_with_the_law() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "reference" / "cases.md"
    assert page.read_text() == law_page(), "write it again: make docs"


def test_each_move_says_what_it_means() -> None:
    assert all(move.meaning for move in moves.moves())
    assert len(list(moves.moves())) == sum(len(row) for row in moves.LAW.values())
