"""Route replay on real vectors: differences, and no side effects."""

import json
from collections.abc import Mapping
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.orchestrator.models import Conversation, Message, ReplayRun, RouteRecord
from kingdom.orchestrator.replay import engine
from kingdom.orchestrator.replay.changes import ReplayChange
from kingdom.orchestrator.replay.engine import route_replay
from kingdom.providers.embedders import create_embedder
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.models import AgentEmbedding, NegativeExample, RouterCalibration
from kingdom.runtime.ports import Embedder
from kingdom.sessions.models import Session
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories import version_of
from tests.factories.routing import Make
from tests.factories.topics import EXAMPLES

ROLES = sorted(EXAMPLES)


def chosen(route: Mapping[str, Any]) -> dict[str, Any]:
    """Return the candidate without a reason against it in the receipt."""
    (found,) = [one for one in route["receipt"]["candidates"] if not one["why_not"]]
    assert isinstance(found, dict)
    return found


@pytest.fixture
def asked(registry: dict[str, Specialist], alice: User) -> list[str]:
    """Store one routed message per shared specialist, each in its own conversation."""
    texts = [EXAMPLES[role][1][0] for role in ROLES]
    for text in texts:
        Message.objects.create(conversation=Conversation.objects.create(user=alice), role="user", content=text)
    return texts


def test_what_a_specialist_leaves_behind_is_named_and_nothing_changes(asked: list[str], encoder: Embedder) -> None:
    before = list(Specialist.objects.order_by("pk").values_list("pk", "status"))
    found = route_replay(message_count=100, change=ReplayChange(without=ROLES[0]), embedder=encoder)
    assert (found.messages, [flip.text for flip in found.differences], found.share) == (
        len(ROLES),
        [asked[0]],
        1 / len(ROLES),
    )
    (flip,) = found.differences
    assert flip.current["agent"] == ROLES[0]
    assert ROLES[0] not in {one["role"] for one in flip.changed["receipt"]["candidates"]}
    assert list(Specialist.objects.order_by("pk").values_list("pk", "status")) == before


def test_a_version_put_in_service_takes_what_is_its_own(
    asked: list[str], encoder: Embedder, make: Make, bob: User
) -> None:
    """Store Bob's specialist with the examples of a shared one, which Alice's message would match."""
    purpose, examples = EXAMPLES[ROLES[1]]
    specialist = make(ROLES[1], purpose, examples, owner=bob)
    rows = AgentEmbedding.objects.count()
    found = route_replay(
        message_count=100, change=ReplayChange(with_version=version_of(specialist).pk), embedder=encoder
    )
    assert [(flip.text, chosen(flip.changed)["specialist_id"]) for flip in found.differences] == [
        (asked[1], str(specialist.pk))
    ]
    specialist.refresh_from_db()
    assert (specialist.status, specialist.scope, AgentEmbedding.objects.count()) == ("unverified", "user", rows)


def test_a_space_that_was_not_built_would_lose_everything(asked: list[str], encoder: Embedder) -> None:
    other = create_embedder("hashing")
    found = route_replay(message_count=2, change=ReplayChange(embedder=other), embedder=encoder)
    assert (found.messages, len(found.differences)) == (2, 2)
    assert {flip.changed["intent"] for flip in found.differences} <= {"general", "create_specialist"}


def test_what_makes_no_sense_is_said(asked: list[str], encoder: Embedder) -> None:
    for change, last in (
        (ReplayChange(), 5),
        (ReplayChange(without="a", embedder=encoder), 5),
        (ReplayChange(without=ROLES[0]), 0),
    ):
        with pytest.raises(BadInput):
            route_replay(message_count=last, change=change, embedder=encoder)
    with pytest.raises(NotFound, match="nobody_like_that"):
        route_replay(message_count=5, change=ReplayChange(without="nobody_like_that"), embedder=encoder)


def test_the_command(asked: list[str], encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "active_embedder", lambda: encoder)
    out = StringIO()
    call_command("route_replay", "--last", "50", "--without", ROLES[0], stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"specialist:{ROLES[0]} ")
    assert lines[-1].startswith(
        f"1 of {len(ROLES)} messages would be routed differently ({1 / len(ROLES):.1%}). A route would take "
    )
    out = StringIO()
    call_command("route_replay", "--without", ROLES[0], "--json", stdout=out)
    (flip,) = [json.loads(line) for line in out.getvalue().splitlines()]
    assert flip["now"]["receipt"]["candidates"]
    assert flip["then"]["receipt"]["candidates"]
    with pytest.raises(CommandError, match="no verified specialist"):
        call_command("route_replay", "--without", "nobody")


def test_words_of_single_users_stay_out_of_receipts(
    asked: list[str], encoder: Embedder, registry: dict[str, Specialist], alice: User
) -> None:
    """Alice's own feedback is the nearest example of her message; a replay by staff does not disclose it."""
    text = f"{EXAMPLES[ROLES[0]][1][1]} for my dear cousin"
    Message.objects.create(conversation=Conversation.objects.create(user=alice), role="user", content=text)
    route_feedback_record(user_id=alice.pk, text=text, right_id=registry[ROLES[0]].pk, wrong_id=None, embedder=encoder)
    found = route_replay(message_count=100, change=ReplayChange(without=ROLES[0]), embedder=encoder)
    flip = next(flip for flip in found.differences if "cousin" in flip.text)
    assert chosen(flip.current)["nearest_example"] == ""
    assert "cousin" not in json.dumps([flip.current, flip.changed])
    assert any(chosen(one.current)["nearest_example"] for one in found.differences)


def test_one_that_is_taken_out_is_named_by_its_id_too(
    asked: list[str], encoder: Embedder, registry: dict[str, Specialist]
) -> None:
    found = route_replay(message_count=100, change=ReplayChange(without=str(registry[ROLES[0]].pk)), embedder=encoder)
    assert [flip.text for flip in found.differences] == [asked[0]]


def test_a_gate_is_tried_and_serves_nobody(asked: list[str], encoder: Embedder) -> None:
    """Return a calibration with a threshold that no candidate reaches."""
    calibration = RouterCalibration.objects.get(active=True)
    strict = dict(calibration.parameters)
    for part in ("plain", "full"):
        if strict[part]:
            strict[part] = {**strict[part], "threshold": 1.0}
    other = RouterCalibration.objects.create(
        encoder=calibration.encoder, parameters=strict, classifier=calibration.classifier, inputs_digest="x"
    )
    found = route_replay(message_count=100, change=ReplayChange(calibration_id=other.pk), embedder=encoder)
    assert (len(found.differences), found.time_ratio > 0) == (len(asked), True)
    assert {flip.changed["receipt"]["gate"] for flip in found.differences} == {f"{encoder.space}:{other.pk}"}
    assert {flip.current["receipt"]["gate"] for flip in found.differences} == {f"{encoder.space}:{calibration.pk}"}
    assert RouterCalibration.objects.get(active=True) == calibration
    again = route_replay(message_count=100, change=ReplayChange(without=ROLES[0]), embedder=encoder)
    assert {flip.current["receipt"]["gate"] for flip in again.differences} == {f"{encoder.space}:{calibration.pk}"}
    RouterCalibration.objects.filter(pk=other.pk).update(encoder="elsewhere")
    with pytest.raises(Conflict, match="belongs to elsewhere"):
        route_replay(message_count=1, change=ReplayChange(calibration_id=other.pk), embedder=encoder)


def test_a_replay_leaves_nothing_behind(asked: list[str], encoder: Embedder) -> None:
    kinds = (Message, RouteRecord, Execution, Session, AgentEmbedding, NegativeExample, RouterCalibration, ReplayRun)
    before = [kind._default_manager.count() for kind in kinds]
    route_replay(message_count=100, change=ReplayChange(without=ROLES[0]), embedder=encoder)
    assert [kind._default_manager.count() for kind in kinds] == before
