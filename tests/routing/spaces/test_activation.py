"""Spaces side by side: built while the other serves, kept in step, switched by one of two, and switched back to the same receipts."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import SPACE, HashingEmbedder
from kingdom.contracts.routes import Route
from kingdom.core.errors import BadInput, Conflict, KingdomError, LostRace, NotFound
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.replay.changes import ReplayChange, space_embedder
from kingdom.orchestrator.replay.engine import route_replay
from kingdom.providers.embedders import configured_embedder
from kingdom.routing import space_build
from kingdom.routing.activation import (
    REFRESH_TASK,
    calibration_switch,
    calibration_unpin,
    routing_change_undo,
    space_switch,
    space_switch_refusal,
)
from kingdom.routing.calibration.services import calibration_fit, calibration_refit, calibration_refresh
from kingdom.routing.embeddings import services
from kingdom.routing.embeddings.erasure import user_feedback_erase
from kingdom.routing.embeddings.negative_examples import negative_example_learn
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.embeddings.user_feedback_copy import user_texts_copy
from kingdom.routing.models import (
    ActiveEmbeddingSpace,
    AgentEmbedding,
    EmbeddingSpace,
    NegativeExample,
    RouterCalibration,
    RoutingChange,
)
from kingdom.routing.space_build import space_build_execute, spaces_refresh, specialist_refresh
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.selectors import active_space_kind, maintained_space_kinds, spaces_list, texts_missing
from kingdom.routing.spaces.services import (
    SPACE_BUILD_TASK,
    space_jobs,
    space_remove,
    space_request,
    space_stop,
    spaces_reap,
)
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import version_add
from tests import factories
from tests.factories import expire_leases
from tests.routing.conftest import Make
from tests.routing.topics import EXAMPLES

SPACE_CHANGE, GATE_CHANGE = RoutingChange.What.SPACE, RoutingChange.What.GATE
State = EmbeddingSpace.State


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """What would have gone to the broker."""
    found: list[tuple[str, list[int]]] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda task, args: found.append((task, args)))
    return found


@pytest.fixture
def two(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> dict[str, Specialist]:
    """MiniLM serves, and hashing is complete beside it."""
    assert space_build_execute(space_id=space_request(kind="hashing").pk)
    return spaces


def ask(user: User, text: str) -> Route:
    return route_message(user_id=user.pk, text=text, model=None)


def receipts(user: User) -> list[dict[str, Any]]:
    """Routes of a message of each specialist and of nobody, without their times."""
    routes = [ask(user, text) for text in (*(one[1][0] for one in EXAMPLES.values()), "write me a limerick")]
    told = [route.public() for route in routes]
    for one in told:
        del one["receipt"]["timings_ms"]
    return told


class Dying(HashingEmbedder):
    """It embeds so many lots, then its process is gone."""

    def __init__(self, lots: int) -> None:
        self.left = lots

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().embed(texts, purpose)


def test_a_space_is_built_while_the_other_serves(
    spaces: dict[str, Specialist],
    sent: list[tuple[str, list[int]]],
    alice: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before, heard = receipts(alice), []
    with django_capture_on_commit_callbacks(execute=True):
        space = space_request(kind="hashing", user=alice)
    assert sent == [(SPACE_BUILD_TASK, [space.pk])]
    assert "not complete: queued" in space_switch_refusal("hashing")

    def hear(done: int, total: int) -> None:
        heard.append((done, total, EmbeddingSpace.objects.get(pk=space.pk).progress, receipts(alice) == before))

    assert space_build_execute(space_id=space.pk, heard=hear)
    assert not space_build_execute(space_id=space.pk), "it is complete"
    space.refresh_from_db()
    assert (space.state, space.encoder, space.done, space.total) == (State.READY, SPACE, heard[-1][1], heard[-1][1])
    assert [done for done, *_ in heard] == sorted(done for done, *_ in heard)
    assert heard[0][2] == f"{heard[0][0]} of {heard[0][1]} texts"
    assert all(same for *_, same in heard)
    assert texts_missing(now=active_embedder().space, then=SPACE) == 0
    assert space_switch_refusal("hashing") == ""


def test_a_build_that_is_killed_goes_on_where_it_was(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    space = space_request(kind="hashing")
    monkeypatch.setattr(space_build, "cached_embedder", lambda _kind: Dying(2))
    with pytest.raises(KeyboardInterrupt):
        space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    half = AgentEmbedding.objects.filter(encoder=SPACE).count()
    assert (space.state, 0 < space.done < space.total, half > 0) == (State.BUILDING, True, True)
    assert not space_build_execute(space_id=space.pk), "its worker may still live"
    assert spaces_reap() == 0
    expire_leases(EmbeddingSpace)
    assert spaces_reap() == 1
    kept = Dying(100)
    monkeypatch.setattr(space_build, "cached_embedder", lambda _kind: kept)
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert (space.state, space.done) == (State.READY, space.total)
    assert kept.left == 100 - (len(spaces) - 2) - 1, "two specialists were there; the others and the bank were embedded"


def test_who_was_taken_over_stops(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> None:
    space = space_request(kind="hashing")

    def taken(_done: int, _total: int) -> None:
        expire_leases(EmbeddingSpace)
        space_jobs.take(space.pk)

    assert space_build_execute(space_id=space.pk, heard=taken)
    space.refresh_from_db()
    assert space.state == State.BUILDING, "the other one ends it"
    space_stop(kind="hashing")
    space.refresh_from_db()
    assert (space.state, space.error) == (State.FAILED, "Stopped by operator.")
    with pytest.raises(Conflict, match="is not being built"):
        space_stop(kind="hashing")
    assert space_request(kind="hashing").state == State.QUEUED
    assert space_build_execute(space_id=space.pk)


def test_a_build_without_its_key_says_so(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> None:
    space = space_request(kind="gemini")
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert space.state == State.FAILED
    assert "GEMINI_API_KEY" in space.error
    assert "GEMINI_API_KEY" in space_switch_refusal("gemini")


def test_what_cannot_be_built_or_switched_to_is_said(two: dict[str, Specialist]) -> None:
    for kind, error, words in (
        ("minilm", Conflict, "serves now"),
        ("hashing", Conflict, "is complete"),
        ("bert", BadInput, "is one of"),
    ):
        with pytest.raises(error, match=words):
            space_request(kind=kind)
    with pytest.raises(Conflict, match="serves already"):
        space_switch(kind="minilm")
    with pytest.raises(NotFound, match="Build it first"):
        space_switch(kind="gemini")
    RouterCalibration.objects.filter(encoder=SPACE).delete()
    with pytest.raises(Conflict, match="no fitted gate"):
        space_switch(kind="hashing")
    AgentEmbedding.objects.filter(encoder=SPACE, kind="example")[0].delete()
    with pytest.raises(Conflict, match="lacks 1 texts"):
        space_switch(kind="hashing")
    assert (active_space_kind(), RoutingChange.objects.count()) == ("minilm", 0)
    spaces_refresh()
    assert space_switch_refusal("hashing") == ""


def test_a_switch_holds_at_once_and_back_again(
    two: dict[str, Specialist],
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
    assert configured_embedder().space != SPACE, "what was measured with the other stays with it"
    back = routing_change_undo(what=SPACE_CHANGE, actor=carol, expected=change.pk)
    assert (back.before, back.after) == ("hashing", "minilm")
    assert receipts(alice) == before
    assert RoutingChange.objects.filter(what="space").count() == 2
    routing_change_undo(what=SPACE_CHANGE)
    assert receipts(alice) == there, "undoing the undoing"


def test_a_switch_costs_the_next_message_one_look_more_and_later_ones_none(
    two: dict[str, Specialist], alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    text = EXAMPLES["translator"][1][0]
    ask(alice, text)
    with django_assert_num_queries(1):
        ask(alice, text)
    space_switch(kind="hashing")
    assert ask(alice, text).receipt.space == SPACE
    with django_assert_num_queries(1):
        ask(alice, text)


def test_an_old_looks_undo_is_refused(two: dict[str, Specialist]) -> None:
    with pytest.raises(NotFound, match="no switch of a space"):
        routing_change_undo(what=SPACE_CHANGE)
    first = space_switch(kind="hashing")
    routing_change_undo(what=SPACE_CHANGE)
    with pytest.raises(LostRace):
        routing_change_undo(what=SPACE_CHANGE, expected=first.pk)
    with pytest.raises(LostRace, match="minilm serves now, not hashing"):
        space_switch(kind="hashing", expected="hashing")


def test_who_is_new_or_changed_meanwhile_is_in_both(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], make: Make, encoder: Embedder, alice: User
) -> None:
    space = space_request(kind="hashing")
    born: list[Specialist] = []

    def hear(_done: int, _total: int) -> None:
        if not born:  # in the middle of the build, as its task would
            born.append(make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please"], owner=alice))
            assert maintained_space_kinds() == ["minilm", "hashing"]
            specialist_refresh(specialist_id=born[0].pk)

    assert space_build_execute(space_id=space.pk, heard=hear)
    assert AgentEmbedding.objects.filter(specialist=born[0], encoder=SPACE).count() == 4
    assert space_switch_refusal("hashing") == ""
    version_add(
        specialist=born[0],
        spec=factories.agent_spec("poem_writer", purpose="Writes poems.", examples=["a haiku on snow"]),
    )
    specialist_refresh(specialist_id=born[0].pk)
    for one in (encoder.space, SPACE):
        rows = AgentEmbedding.objects.filter(specialist=born[0], encoder=one).exclude(kind="centroid")
        assert set(rows.values_list("text", flat=True)) == {"poem writer: Writes poems.", "a haiku on snow"}


def test_a_version_that_was_overtaken_leaves_no_text(make: Make, encoder: Embedder, alice: User, db: None) -> None:
    """While the first version is embedded the second comes and is embedded: the first must not put its texts back."""
    specialist = make("poem_writer", "Writes poems.", ["a poem about rain"], owner=alice)
    AgentEmbedding.objects.all().delete()

    class Slow(HashingEmbedder):
        def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
            if specialist.versions.count() == 1:
                version_add(
                    specialist=specialist,
                    spec=factories.agent_spec("poem_writer", purpose="Writes poems.", examples=["a haiku"]),
                )
                services.specialist_embed(specialist_id=specialist.pk, embedder=HashingEmbedder())
            return super().embed(texts, purpose)

    services.specialist_embed(specialist_id=specialist.pk, embedder=Slow())
    rows = AgentEmbedding.objects.exclude(kind="centroid")
    assert set(rows.values_list("text", flat=True)) == {"poem writer: Writes poems.", "a haiku"}


def test_what_users_chose_and_taught_comes_along(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], alice: User
) -> None:
    chosen, other = spaces["translator"].pk, spaces["unit_converter"].pk
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=chosen, wrong_id=None)
    for text in ("rate my haiku about frogs", "please rate my haiku about frogs", "rate my haiku about frogs please"):
        negative_example_learn(text=text, user_id=alice.pk)
    space_build_execute(space_id=space_request(kind="hashing").pk)
    assert AgentEmbedding.objects.get(owner=alice, encoder=SPACE).specialist_id == chosen
    learned = NegativeExample.objects.filter(owner=alice)
    assert (learned.filter(encoder=SPACE).count(), learned.filter(encoder=f"{SPACE}|seen").count()) == (1, 2)
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=other, wrong_id=chosen)
    spaces_refresh()
    kept = AgentEmbedding.objects.filter(owner=alice, encoder=SPACE)
    assert set(kept.values_list("specialist_id", "kind")) == {(other, "example"), (chosen, "negative")}, (
        "turned round in both"
    )
    assert user_feedback_erase(user_id=alice.pk, texts=["rhyme this", "rate my haiku about frogs"]) == 6
    spaces_refresh()
    assert not AgentEmbedding.objects.filter(owner=alice).exists()
    assert learned.count() == 4


def test_a_choice_that_is_forgotten_while_it_is_copied_stays_forgotten(two: dict[str, Specialist], alice: User) -> None:
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=two["translator"].pk, wrong_id=None)

    class Slow(HashingEmbedder):
        def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
            user_feedback_erase(user_id=alice.pk, texts=["rhyme this"])
            return super().embed(texts, purpose)

    user_texts_copy(embedder=Slow())
    assert not AgentEmbedding.objects.filter(owner=alice).exists()


def test_a_replay_in_the_other_space_shows_both(two: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    for _, examples in EXAMPLES.values():
        for text in examples[:3]:
            Message.objects.create(
                conversation=Conversation.objects.create(user=alice), role="user", content=f"could you {text}"
            )
    found = route_replay(message_count=100, change=ReplayChange(embedder=space_embedder("hashing")))
    space_switch(kind="hashing")
    changed = [flip for flip in found.differences if ask(alice, flip.text).public()["intent"] == flip.changed["intent"]]
    assert len(changed) == len(found.differences), "what was foretold came true"
    assert {flip.current["receipt"]["space"] for flip in found.differences} <= {encoder.space}
    assert {flip.changed["receipt"]["space"] for flip in found.differences} <= {SPACE}
    for kind, error in (("hashing", BadInput), ("gemini", NotFound), ("bert", BadInput)):
        with pytest.raises(error):
            space_embedder(kind)


def test_a_space_is_removed_when_nothing_needs_it(two: dict[str, Specialist], encoder: Embedder) -> None:
    with pytest.raises(Conflict, match="serves now"):
        space_remove(kind="minilm")
    with pytest.raises(Conflict, match="is kept"):
        space_remove(kind=encoder.space)
    assert space_remove(kind="hashing") > 0
    assert not AgentEmbedding.objects.filter(encoder=SPACE).exists()
    assert not RouterCalibration.objects.filter(encoder=SPACE).exists()
    with pytest.raises(NotFound):
        space_remove(kind="hashing")
    AgentEmbedding.objects.filter(specialist=two["translator"]).update(encoder="old-weights")
    assert space_remove(kind="old-weights") > 0
    space_request(kind="hashing")
    with pytest.raises(Conflict, match="being built"):
        space_remove(kind="hashing")


def test_spaces_are_shown_in_three_reads(
    two: dict[str, Specialist], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        shown = {one.space.kind: one for one in spaces_list()}
    assert [shown["minilm"].serves, shown["hashing"].serves] == [True, False]
    assert shown["hashing"].texts == shown["minilm"].texts > 0
    assert shown["hashing"].gate is not None


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
    gates = [
        RouterCalibration.objects.create(encoder="a", parameters={}, inputs_digest=str(place)) for place in range(2)
    ]
    first = RouterCalibration.objects.get(encoder="a", active=True).pk
    ended = together(*(lambda gate=gate: calibration_switch(gate_id=gate.pk, expected=first) for gate in gates))
    (won,) = [one for one in ended if isinstance(one, RoutingChange)]
    assert [type(one) for one in ended if isinstance(one, KingdomError)] == [LostRace]
    assert [
        str(pk) for pk in RouterCalibration.objects.filter(encoder="a", active=True).values_list("pk", flat=True)
    ] == [won.after]


def together(*calls: Any) -> list[object]:  # noqa: ANN401 - functions without arguments
    """Return what calls at the same moment return or raise."""
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


def test_a_gate_is_fitted_beside_the_one_that_serves(
    spaces: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    before, routes = RouterCalibration.objects.get(active=True), receipts(alice)
    assert calibration_fit(space=encoder.space) == before, "nothing has changed"
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    candidate = calibration_fit(space=encoder.space)
    assert candidate is not None
    assert (candidate.active, RouterCalibration.objects.get(active=True)) == (False, before)
    assert calibration_fit(space=encoder.space) == candidate, "the same fit once"
    changed = calibration_switch(gate_id=candidate.pk, expected=before.pk)
    assert {one["receipt"]["gate"] for one in receipts(alice)} == {f"{encoder.space}:{candidate.pk}"}
    with pytest.raises(Conflict, match="serves already"):
        calibration_switch(gate_id=candidate.pk)
    routing_change_undo(what=GATE_CHANGE, expected=changed.pk)
    Specialist.objects.filter(role="poem_writer").delete()
    assert receipts(alice) == routes


def test_what_a_person_chose_is_not_refitted_by_itself(
    spaces: dict[str, Specialist], make: Make, encoder: Embedder
) -> None:
    first = RouterCalibration.objects.get(active=True)
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    second = calibration_fit(space=encoder.space)
    assert second is not None
    calibration_switch(gate_id=second.pk)
    routing_change_undo(what=GATE_CHANGE)
    make("song_writer", "Writes songs.", ["a song about rain", "a ballad please", "write a tune"])
    assert calibration_refresh(space=encoder.space) == calibration_refit(space=encoder.space) == first
    third = RouterCalibration.objects.filter(active=False).latest("pk")
    assert third != second, "it waits beside the chosen one"
    calibration_unpin(gate_id=first.pk)
    with pytest.raises(Conflict, match="not pinned"):
        calibration_unpin(gate_id=first.pk)
    assert calibration_refresh(space=encoder.space) not in (None, first)


def test_where_the_undoing_leads_is_kept(
    spaces: dict[str, Specialist], encoder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = RouterCalibration.objects.get(active=True)
    monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", "other")
    second = calibration_fit(space=encoder.space)
    assert second is not None
    calibration_switch(gate_id=second.pk)
    for number in range(8):
        monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", f"test {number}")
        calibration_fit(space=encoder.space)
    assert routing_change_undo(what=GATE_CHANGE).after == str(first.pk)
    with pytest.raises(NotFound):
        calibration_switch(gate_id=10**9)
    with pytest.raises(LostRace):
        calibration_switch(gate_id=second.pk, expected=second.pk)


def test_the_setting_holds_until_something_is_switched(db: None) -> None:
    assert (active_space_kind(), ActiveEmbeddingSpace.objects.exists()) == ("minilm", False)
