"""Switches of embedding spaces: one of two concurrent ones wins, and an undo restores the same receipts."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import SPACE, HashingEmbedder
from kingdom.core.errors import BadInput, Conflict, KingdomError, LostRace, NotFound
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.replay.changes import ReplayChange, space_embedder
from kingdom.orchestrator.replay.engine import route_replay
from kingdom.providers.embedders import configured_embedder
from kingdom.routing.models import (
    ActiveEmbeddingSpace,
    AgentEmbedding,
    EmbeddingSpace,
    RouterCalibration,
    RoutingChange,
)
from kingdom.routing.space_build import spaces_refresh
from kingdom.routing.spaces.activation import (
    REFRESH_TASK,
    calibration_switch,
    routing_change_undo,
    space_switch,
    space_switch_refusal,
)
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.selectors import active_space_kind, spaces_list
from kingdom.routing.spaces.services import space_remove, space_request
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests import factories
from tests.factories.routing import receipts, route
from tests.factories.topics import EXAMPLES

SPACE_CHANGE, GATE_CHANGE = RoutingChange.Subject.SPACE, RoutingChange.Subject.CALIBRATION
State = EmbeddingSpace.State


def test_what_cannot_be_built_or_switched_to_is_said(two_spaces: dict[str, Specialist]) -> None:
    for kind, error, words in (
        ("minilm", Conflict, "is active"),
        ("hashing", Conflict, "is complete"),
        ("bert", BadInput, "is one of"),
    ):
        with pytest.raises(error, match=words):
            space_request(kind=kind)
    with pytest.raises(Conflict, match="is active already"):
        space_switch(kind="minilm")
    with pytest.raises(NotFound, match="Build it first"):
        space_switch(kind="gemini")
    RouterCalibration.objects.filter(encoder=SPACE).delete()
    with pytest.raises(Conflict, match="no fitted calibration"):
        space_switch(kind="hashing")
    AgentEmbedding.objects.filter(encoder=SPACE, kind="example")[0].delete()
    with pytest.raises(Conflict, match="lacks 1 texts"):
        space_switch(kind="hashing")
    assert (active_space_kind(), RoutingChange.objects.count()) == ("minilm", 0)
    spaces_refresh()
    assert space_switch_refusal("hashing") == ""


def test_a_switch_holds_at_once_and_back_again(
    two_spaces: dict[str, Specialist],
    sent: list[tuple[str, list[int]]],
    alice: User,
    carol: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before = receipts(alice)
    with django_capture_on_commit_callbacks(execute=True):
        change = space_switch(kind="hashing", actor=carol, expected="minilm", reason="A trial.")
    assert (change.before, change.after, change.actor_name, change.reason) == ("minilm", "hashing", "carol", "A trial.")
    assert sent[-1] == (REFRESH_TASK, [])
    there = receipts(alice)
    assert {one["receipt"]["space"] for one in there} == {SPACE}
    assert {one["receipt"]["gate"] for one in there} == {
        f"{SPACE}:{RouterCalibration.objects.get(encoder=SPACE, active=True).pk}"
    }
    assert isinstance(active_embedder(), HashingEmbedder)
    assert configured_embedder().space != SPACE, "the configured embedder does not change"
    back = routing_change_undo(subject=SPACE_CHANGE, actor=carol, expected=change.pk)
    assert (back.before, back.after) == ("hashing", "minilm")
    assert receipts(alice) == before
    assert RoutingChange.objects.filter(subject="space").count() == 2
    routing_change_undo(subject=SPACE_CHANGE)
    assert receipts(alice) == there, "an undo of the undo"


def test_a_switch_costs_the_next_message_one_look_more_and_later_ones_none(
    two_spaces: dict[str, Specialist], alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    text = EXAMPLES["translator"][1][0]
    route(alice, text)
    with django_assert_num_queries(1):
        route(alice, text)
    space_switch(kind="hashing")
    assert route(alice, text).receipt.space == SPACE
    with django_assert_num_queries(1):
        route(alice, text)


def test_an_old_looks_undo_is_refused(two_spaces: dict[str, Specialist]) -> None:
    with pytest.raises(NotFound, match="no switch of a space"):
        routing_change_undo(subject=SPACE_CHANGE)
    first = space_switch(kind="hashing")
    routing_change_undo(subject=SPACE_CHANGE)
    with pytest.raises(LostRace):
        routing_change_undo(subject=SPACE_CHANGE, expected=first.pk)
    with pytest.raises(LostRace, match="minilm is active now, not hashing"):
        space_switch(kind="hashing", expected="hashing")


def test_a_replay_in_the_other_space_shows_both(
    two_spaces: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    for _, examples in EXAMPLES.values():
        for text in examples[:3]:
            Message.objects.create(
                conversation=Conversation.objects.create(user=alice), role="user", content=f"could you {text}"
            )
    found = route_replay(message_count=100, change=ReplayChange(embedder=space_embedder("hashing")))
    space_switch(kind="hashing")
    changed = [
        flip for flip in found.differences if route(alice, flip.text).public()["intent"] == flip.changed["intent"]
    ]
    assert len(changed) == len(found.differences), "the replay predicted these changes"
    assert {flip.current["receipt"]["space"] for flip in found.differences} <= {encoder.space}
    assert {flip.changed["receipt"]["space"] for flip in found.differences} <= {SPACE}
    for kind, error in (("hashing", BadInput), ("gemini", NotFound), ("bert", BadInput)):
        with pytest.raises(error):
            space_embedder(kind)


def test_a_space_is_removed_when_nothing_needs_it(two_spaces: dict[str, Specialist], encoder: Embedder) -> None:
    with pytest.raises(Conflict, match="is active"):
        space_remove(kind="minilm")
    with pytest.raises(Conflict, match="belongs to a space"):
        space_remove(kind=encoder.space)
    assert space_remove(kind="hashing") > 0
    assert not AgentEmbedding.objects.filter(encoder=SPACE).exists()
    assert not RouterCalibration.objects.filter(encoder=SPACE).exists()
    with pytest.raises(NotFound):
        space_remove(kind="hashing")
    AgentEmbedding.objects.filter(specialist=two_spaces["translator"]).update(encoder="old-weights")
    assert space_remove(kind="old-weights") > 0
    space_request(kind="hashing")
    with pytest.raises(Conflict, match="being built"):
        space_remove(kind="hashing")


def test_spaces_are_shown_in_three_reads(
    two_spaces: dict[str, Specialist], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        shown = {one.space.kind: one for one in spaces_list()}
    assert [shown["minilm"].active, shown["hashing"].active] == [True, False]
    assert shown["hashing"].texts == shown["minilm"].texts > 0
    assert shown["hashing"].calibration is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_admins_one_wins() -> None:
    for kind, encoder in (("minilm", "a"), ("hashing", "b"), ("gemini", "c")):
        EmbeddingSpace.objects.create(kind=kind, encoder=encoder, state=State.READY)
        RouterCalibration.objects.create(encoder=encoder, parameters={}, inputs_digest="x", active=True)
    users = [factories.create_user(name, staff=True) for name in ("carol", "dora")]
    ended = together(
        lambda: space_switch(kind="hashing", actor=users[0], expected="minilm"),
        lambda: space_switch(kind="gemini", actor=users[1], expected="minilm"),
    )
    (won,) = [one for one in ended if isinstance(one, RoutingChange)]
    assert [type(one) for one in ended if isinstance(one, KingdomError)] == [LostRace]
    assert (active_space_kind(), RoutingChange.objects.get().pk) == (won.after, won.pk)
    calibrations = [
        RouterCalibration.objects.create(encoder="a", parameters={}, inputs_digest=str(place)) for place in range(2)
    ]
    first = RouterCalibration.objects.get(encoder="a", active=True).pk
    ended = together(
        *(
            lambda pk=calibration.pk: calibration_switch(calibration_id=pk, expected=first)
            for calibration in calibrations
        )
    )
    (won,) = [one for one in ended if isinstance(one, RoutingChange)]
    assert [type(one) for one in ended if isinstance(one, KingdomError)] == [LostRace]
    assert [
        str(pk) for pk in RouterCalibration.objects.filter(encoder="a", active=True).values_list("pk", flat=True)
    ] == [won.after]


def together(*calls: Any) -> list[object]:  # noqa: ANN401 - functions without arguments
    """Run calls at the same time; return their results or errors."""
    barrier = Barrier(len(calls))

    def run(call: Any) -> object:  # noqa: ANN401 - as above
        barrier.wait(10)
        try:
            return call()
        except KingdomError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_the_setting_holds_until_something_is_switched(db: None) -> None:
    assert (active_space_kind(), ActiveEmbeddingSpace.objects.exists()) == ("minilm", False)
