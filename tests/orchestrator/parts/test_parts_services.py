"""Parts of a message: each a session with its own route; the message's session ends with the last one, once."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.cognition.inputs import Failure
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.handler_result import Span
from kingdom.contracts.routes import Route
from kingdom.core.background.jobs import LeaseLost
from kingdom.orchestrator.conversations.override_services import route_override
from kingdom.orchestrator.conversations.selectors import (
    messages_unserved,
    messages_with_sessions,
    previous_route,
    turns_before,
)
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation, Message, MessagePart, RouteRecord
from kingdom.orchestrator.parts.part_routing import RoutedPart
from kingdom.orchestrator.parts.services import MAX_PARTS, parts_open
from kingdom.orchestrator.pipeline import message_pipeline, route_learning
from kingdom.runtime.context import RuntimeContext
from kingdom.sessions.budgets.selectors import executions_started
from kingdom.sessions.models import Budget, Session, SessionEvent
from kingdom.sessions.services import session_bind, session_cancel, session_conclude
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_user, route_receipt, version_of

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
TEXT = "Is ann@example.com valid, and what is 3 miles in km?"
PARTS = ("Is ann@example.com valid", "what is 3 miles in km?")


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She asks."""
    return create_user("alice")


@pytest.fixture
def talk(alice: User) -> Conversation:
    """Her conversation."""
    return Conversation.objects.create(user=alice)


@pytest.fixture
def pair(db: None) -> tuple[Specialist, Specialist]:
    """The specialists of the two parts."""
    return tuple(  # type: ignore[return-value]  # two
        create_global_specialist(role, engine="handler", handler_code=CODE) for role in ("email_validator", "converter")
    )


def route_of(specialist: Specialist | None) -> Route:
    if specialist is None:
        return Route(kind="general", confidence=0.1, receipt=route_receipt(chosen="general"))
    return Route(
        kind="specialist", confidence=0.9, role=specialist.role, specialist_id=str(specialist.pk),
        version_id=str(version_of(specialist).pk), scope="global",
        receipt=route_receipt(specialist, chosen=specialist.role),
    )  # fmt: skip


def routed(text: str, *specialists: Specialist | None, pieces: tuple[str, ...] = PARTS) -> tuple[RoutedPart, ...]:
    spans = [Span(text.index(piece), text.index(piece) + len(piece)) for piece in pieces]
    return tuple(
        RoutedPart(span, piece, route_of(one), one is not None)
        for span, piece, one in zip(spans, pieces, specialists, strict=True)
    )


def post(talk: Conversation, text: str = TEXT) -> tuple[Message, Session]:
    posted = message_post(user_id=talk.user_id, conversation_id=talk.pk, content=text)
    return posted.message, Session.objects.get(pk=posted.session_id)


def opened(talk: Conversation, *specialists: Specialist | None) -> tuple[Session, list[MessagePart]]:
    """Post the message and open its two parts."""
    message, run = post(talk)
    parts_open(run=run, message=message, route=route_of(None), parts=routed(TEXT, *specialists))
    run.refresh_from_db()
    return run, list(run.parts.select_related("session", "message"))


def prepared(session: Session | None) -> Session:
    """Bind a part's session as a worker does before it runs."""
    assert session is not None

    async def go() -> None:
        await message_pipeline.session_prepare(RuntimeContext(call=CallContext(trace_id="test")), session)

    asyncio.run(go())
    session.refresh_from_db()
    return session


def answered(session: Session | None, answer: str) -> None:
    session_conclude(session_id=prepared(session).pk, answer=answer, output={"is": answer})


def kinds(run: Session) -> list[str]:
    return list(SessionEvent.objects.filter(session=run).values_list("kind", flat=True))


def test_each_part_is_routed_and_answered_and_the_message_has_one_answer(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    run, (first, second) = opened(talk, *pair)
    assert (run.state, run.lease_owner, run.version) == ("awaiting_parts", "", None)
    assert [first.text, second.text] == list(PARTS)
    assert [(part.session.input_text, part.session.route.role) for part in (first, second)] == [  # type: ignore[union-attr]
        (PARTS[0], "email_validator"), (PARTS[1], "converter"),
    ]  # fmt: skip
    assert RouteRecord.objects.get(session=run).public["intent"] == "parts"
    answered(second.session, "4.8 km")
    run.refresh_from_db()
    assert run.state == "awaiting_parts", "the first one is open"
    answered(first.session, "valid")
    run.refresh_from_db()
    assert (run.state, run.answer) == ("completed", f"> {PARTS[0]}\n\nvalid\n\n> {PARTS[1]}\n\n4.8 km")
    assert run.output == {
        "parts": [{"number": 1, "output": {"is": "valid"}}, {"number": 2, "output": {"is": "4.8 km"}}]
    }
    assert kinds(run) == ["route", "parts", "part_finished", "part_finished", "completed"]
    assert [one.content for one in Message.objects.filter(role="specialist")] == [run.answer]


def test_the_api_shows_the_parts_and_leaves_the_old_fields(
    talk: Conversation, pair: tuple[Specialist, Specialist], alice: User
) -> None:
    run, parts = opened(talk, *pair)
    answered(parts[0].session, "valid")
    client = APIClient()
    client.force_authenticate(alice)
    body = client.get(f"/api/v1/sessions/{run.pk}/").json()
    assert (body["state"], body["answer"], body["specialist"], body["error"]) == ("awaiting_parts", "", None, None)
    assert [(part["number"], part["text"], part["agent"], part["state"], part["answer"]) for part in body["parts"]] == [
        (1, PARTS[0], "email_validator", "completed", "valid"), (2, PARTS[1], "converter", "running", ""),
    ]  # fmt: skip
    assert client.get(f"/api/v1/routes/{run.pk}/").json()["intent"] == "parts"
    part = client.get(f"/api/v1/sessions/{parts[0].session_id}/").json()
    assert (part["parts"], part["route"]["agent"]) == ([], "email_validator")
    client.force_authenticate(create_user("bob"))
    assert client.get(f"/api/v1/sessions/{parts[0].session_id}/").status_code == 404


def test_a_part_in_error_leaves_the_other_right(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    run, (first, second) = opened(talk, *pair)
    session_conclude(session_id=prepared(first.session).pk, failure=Failure(code="crashed", message="It broke."))
    answered(second.session, "4.8 km")
    run.refresh_from_db()
    assert (run.state, run.error_code) == ("completed", "")
    assert "This part was not answered. It broke." in run.answer
    assert run.answer.endswith("4.8 km")


def test_a_message_without_any_answer_failed(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    run, parts = opened(talk, *pair)
    for part in parts:
        session_conclude(session_id=prepared(part.session).pk, failure=Failure(code="crashed", message="It broke."))
    run.refresh_from_db()
    assert (run.state, run.error_code) == ("failed", "parts_failed")
    assert "None of the 2 parts" in run.error_message


def test_a_stop_of_the_message_stops_its_parts(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    run, parts = opened(talk, *pair)
    answered(parts[0].session, "valid")
    session_cancel(session_id=run.pk)
    states = dict(Session.objects.filter(conversation=talk).values_list("input_text", "state"))
    assert states == {TEXT: "cancelled", PARTS[0]: "completed", PARTS[1]: "cancelled"}


def test_a_part_whose_stop_was_lost_is_stopped_before_it_runs(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    run, parts = opened(talk, *pair)
    Session.objects.filter(pk=run.pk).update(state="cancelled")  # the worker died before it stopped the parts
    assert prepared(parts[0].session).state == "cancelled"


def test_a_stop_while_the_message_is_routed_opens_no_parts(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    message, run = post(talk)
    owned = {"lease_owner": "worker", "lease_expires_at": timezone.now() + timedelta(minutes=1)}
    Session.objects.filter(pk=run.pk).update(**owned)
    run.refresh_from_db()
    assert session_cancel(session_id=run.pk).state == "running", "its worker stops it"
    parts_open(run=run, message=message, route=route_of(None), parts=routed(TEXT, *pair))
    run.refresh_from_db()
    assert (run.state, run.error_message) == ("cancelled", "Stopped by you.")
    assert not MessagePart.objects.exists()


def test_the_end_of_a_message_of_parts_leaves_its_users_day_alone(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    """A part that ends locks that day and then the message's session; the other order would be a deadlock."""
    run, _ = opened(talk, *pair)
    with CaptureQueriesContext(connection) as asked:
        session_cancel(session_id=run.pk)
        days = [query["sql"] for query in asked if "usage_days" in query["sql"]]
        assert days == []


def test_stopping_all_parts_stops_the_message(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    run, parts = opened(talk, *pair)
    for part in parts:
        assert part.session_id is not None
        session_cancel(session_id=part.session_id)
    run.refresh_from_db()
    assert run.state == "cancelled"


def test_a_worker_that_lost_the_session_opens_no_parts(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    message, run = post(talk)
    Session.objects.filter(pk=run.pk).update(lease_owner="another")
    with pytest.raises(LeaseLost):
        parts_open(run=run, message=message, route=route_of(None), parts=routed(TEXT, *pair))
    run.refresh_from_db()
    parts_open(run=run, message=message, route=route_of(None), parts=routed(TEXT, *pair))
    with pytest.raises(LeaseLost):
        parts_open(run=run, message=message, route=route_of(None), parts=routed(TEXT, *pair))
    assert MessagePart.objects.count() == 2


def test_at_most_five_are_answered_and_the_others_are_named(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    pieces = tuple(f"what is {number} miles in km" for number in range(1, 8))
    text = " and ".join(pieces)
    message, run = post(talk, text)
    specialists = (pair * 4)[:7]
    parts_open(run=run, message=message, route=route_of(None), parts=routed(text, *specialists, pieces=pieces))
    for part in run.parts.exclude(session=None).select_related("session"):
        answered(part.session, "yes")
    run.refresh_from_db()
    assert run.state == "completed"
    assert Session.objects.filter(part__run=run).count() == MAX_PARTS
    assert run.answer.count("> what is") == 7
    assert run.answer.count("at most 5 answers at once") == 2


def test_a_part_that_the_budget_forbids_is_refused_alone(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    Budget.objects.create(user=talk.user, scope=Budget.Scope.USER, executions=1)
    run, parts = opened(talk, *pair)
    assert executions_started(talk.user_id) == 1, "the message itself is no execution"
    assert [part.session is None for part in parts] == [False, True]
    answered(parts[0].session, "valid")
    run.refresh_from_db()
    assert run.state == "completed"
    assert "This part was not answered. Your budget of executions" in run.answer


def test_what_fits_nobody_gets_the_king_s_own_answer(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    create_global_specialist("general")
    run, parts = opened(talk, pair[0], None)
    answered(parts[0].session, "valid")
    assert prepared(parts[1].session).state == "completed"
    run.refresh_from_db()
    assert "No specialist here fits this message." in run.answer
    assert MessagePart.objects.get(number=2).public["agent"] is None


def test_a_part_is_overridden_alone_and_learned_as_itself(
    talk: Conversation, pair: tuple[Specialist, Specialist], monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[dict[str, Any]] = []
    monkeypatch.setattr(route_learning, "route_feedback_record", lambda **what: taught.append(what))
    other = create_global_specialist("text_statistics", engine="handler", handler_code=CODE)
    run, parts = opened(talk, *pair)
    for part, answer in zip(parts, ("valid", "4.8 km"), strict=True):
        answered(part.session, answer)
    assert parts[0].session_id is not None
    posted, _ = route_override(user_id=talk.user_id, route_id=parts[0].session_id, specialist="text_statistics")
    again = prepared(Session.objects.get(pk=posted.session_id))
    assert (again.input_text, again.version) == (PARTS[0], other.current_version)
    assert taught == [{"user_id": talk.user_id, "text": PARTS[0], "right_id": other.pk, "wrong_id": pair[0].pk}]
    session_conclude(session_id=again.pk, answer="24 characters")
    shown = messages_with_sessions(conversation_id=talk.pk)[0].sessions
    assert [session.pk for session in shown] == [run.pk, parts[0].session_id, again.pk, parts[1].session_id]


def test_parts_that_went_to_the_same_other_specialist_each_teach_their_own_mistake(
    talk: Conversation, pair: tuple[Specialist, Specialist], monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[dict[str, Any]] = []
    monkeypatch.setattr(route_learning, "route_feedback_record", lambda **what: taught.append(what))
    create_global_specialist("text_statistics", engine="handler", handler_code=CODE)
    _, parts = opened(talk, *pair)
    posted = []
    for part in parts:
        answered(part.session, "wrong")
        assert part.session_id is not None
        chosen = route_override(user_id=talk.user_id, route_id=part.session_id, specialist="text_statistics")
        posted.append(chosen[0].session_id)
    for session_id in posted:
        prepared(Session.objects.get(pk=session_id))
    assert [(one["text"], one["wrong_id"]) for one in taught] == [(PARTS[0], pair[0].pk), (PARTS[1], pair[1].pk)]


def test_of_a_message_only_the_part_that_nobody_took_is_unserved(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    create_global_specialist("general")
    _, parts = opened(talk, pair[0], None)
    for part in parts:
        prepared(part.session)
    assert messages_unserved(user_id=talk.user_id, limit=5) == [(parts[1].message_id, PARTS[1])]


def test_the_next_message_sees_each_part_as_a_turn(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    _, parts = opened(talk, *pair)
    for part, answer in zip(parts, ("valid", "4.8 km"), strict=True):
        answered(part.session, answer)
    message, _ = post(talk, "and 4 miles?")
    assert [(turn.question, turn.answer) for turn in turns_before(message=message)] == [
        (PARTS[0], "valid"), (PARTS[1], "4.8 km"),
    ]  # fmt: skip
    previous = previous_route(message=message)
    assert previous is not None
    assert previous.role == "converter"


def test_a_follow_up_reaches_over_a_part_that_fits_nobody(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    create_global_specialist("general")
    _, parts = opened(talk, pair[0], None)
    for part in parts:
        prepared(part.session)
    message, _ = post(talk, "and bob@example.com?")
    previous = previous_route(message=message)
    assert previous is not None
    assert previous.role == "email_validator"


def test_only_the_part_that_speaks_of_files_gets_them(talk: Conversation, pair: tuple[Specialist, Specialist]) -> None:
    text = "Is ann@example.com valid, and how many words are in the file?"
    pieces = ("Is ann@example.com valid", "how many words are in the file?")
    message, run = post(talk, text)
    Message.objects.filter(pk=message.pk).update(files=["notes.txt"])
    parts_open(run=run, message=message, route=route_of(None), parts=routed(text, *pair, pieces=pieces))
    given = {}
    for part in run.parts.select_related("session"):
        session = prepared(part.session)
        given[part.number] = SessionEvent.objects.get(session=session, kind="user_message").payload.get("files", [])
    assert given == {1: [], 2: ["notes.txt"]}


def test_a_session_that_waits_for_parts_is_bound_to_nobody(
    talk: Conversation, pair: tuple[Specialist, Specialist]
) -> None:
    run, _ = opened(talk, *pair)
    with pytest.raises(Exception, match="already has its specialist"):
        session_bind(session_id=run.pk, version_id=version_of(pair[0]).pk)
