"""Creations over HTTP: the whole dialog, what is shown and what is not, and for whom."""

import asyncio
import json
import uuid
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection, transaction
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.background.jobs import LeaseLost
from kingdom.council.api.creation_events import case_log
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.engine.executor import case_run
from kingdom.council.models import CreationCase
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from tests.factories import api_client, route_receipt
from tests.factories.council import Council, confirmed, opened

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/api/v1/creations/"


def path(case: CreationCase, act: str = "") -> str:
    return f"{URL}{case.pk}/{act + '/' if act else ''}"


def test_the_whole_dialog(as_alice: APIClient, alice: User, council: Council) -> None:
    made = as_alice.post(URL, {"request": "I get lists of IBANs to check every week"}, format="json")
    assert (made.status_code, made.json()["state"], made.json()["card"]["digest"]) == (201, "designing", "")
    case = council.work(CreationCase.objects.get(pk=made.json()["id"]))

    shown: dict[str, Any] = as_alice.get(path(case)).json()
    card = shown["card"]
    assert card["power"] == "It reads the text you send and computes; it can not use the network, files or keys."
    assert (card["scope"], card["risk_level"], card["limits"]["words"]) == (
        "user",
        "low",
        "256 MB, 0.5 cores, 50 processes, 30 s",
    )
    assert card["tests"] == {
        "total": 4,
        "visible": 3,
        "held_out": 1,
        "kinds": {"normal": 4},
        "words": "4 tests, 1 of them hidden from its designer.",
    }
    assert [one["input"] for one in shown["tests"]["cases"]] == ["test 1", "test 2", "test 3"]
    assert "test 0" not in json.dumps(shown), "a held-out test is counted, and nothing else"
    assert [one["verdict"] for one in shown["stages"]] == ["passed", "passed", "passed", "passed", None]
    assert shown["expires_at"] is not None

    stale = as_alice.post(path(case, "confirm"), {"digest": "0" * 64}, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "proposal_changed")
    yes = as_alice.post(path(case, "confirm"), {"digest": card["digest"]}, format="json")
    assert (yes.status_code, yes.json()["state"]) == (200, "training")
    again = as_alice.post(path(case, "confirm"), {"digest": card["digest"]}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "illegal_move")
    case.refresh_from_db()
    council.work(case)

    done = as_alice.get(path(case)).json()
    assert (done["state"], done["training_results"]["passed"]) == ("completed", 4)
    assert done["specialist_id"] == str(Specialist.objects.get().pk)
    assert as_alice.get(URL, {"state": "completed"}).json()["results"][0]["id"] == str(case.pk)
    assert as_alice.get(URL, {"state": "rejected"}).json()["results"] == []
    assert as_alice.get(URL, {"state": "nonsense"}).status_code == 400


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("confirm", {"digest": "0" * 64}),
    ("edit", {"change_request": "Other."}),
    ("reject", {}),
    ("reopen", {}),
    ("use-mock", {}),
    ("credentials", {"credentials": {"key": "value"}}),
    ("events", {}),
    ("", {}),
]


def test_for_others_and_strangers_there_is_nothing(
    as_alice: APIClient, alice: User, bob: User, carol: User, council: Council
) -> None:
    case = council.work(opened(alice))
    for act, body in ACTS:
        reads = act in ("", "events")
        for client in (api_client(bob), api_client(carol)):
            answer = client.get(path(case, act)) if reads else client.post(path(case, act), body, format="json")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), act
        stranger = api_client(None)
        answer = stranger.get(path(case, act)) if reads else stranger.post(path(case, act), body, format="json")
        assert answer.status_code == 401, act
    assert api_client(bob).get(URL).json()["results"] == []
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation"


def test_a_signed_in_page_needs_its_csrf_token(alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(path(case, "confirm"), {"digest": case.digest}, format="json")
    assert answer.status_code == 403
    case.refresh_from_db()
    assert case.state == "awaiting_confirmation"


def test_what_is_wrong_is_named(as_alice: APIClient, alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    bad: list[tuple[str, dict[str, Any]]] = [
        ("confirm", {}),
        ("confirm", {"digest": "short"}),
        ("edit", {"change_request": ""}),
        ("credentials", {"credentials": "text"}),
    ]
    for act, body in bad:
        assert as_alice.post(path(case, act), body, format="json").status_code == 400, (act, body)
    wrong_time = as_alice.post(path(case, "use-mock"), {}, format="json")
    assert (wrong_time.status_code, wrong_time.json()["code"]) == (409, "illegal_move")
    for body in (
        {"request": ""},
        {"request": "x", "sources": ["javascript:alert(1)"]},
        {"request": "x", "recipe": "../../etc"},
    ):
        assert as_alice.post(URL, body, format="json").status_code in (400, 404), body
    assert (
        as_alice.get(path(case, "events"), headers={"Last-Event-ID": "x"}, HTTP_ACCEPT="application/json").status_code
        == 400
    )


def test_events_as_json_and_as_a_stream_that_resumes(as_alice: APIClient, alice: User, council: Council) -> None:
    case = council.work(confirmed(council.work(opened(alice))))
    listed = as_alice.get(path(case, "events"), HTTP_ACCEPT="application/json").json()
    assert listed["state"] == "completed"
    assert [one["seq"] for one in listed["events"]] == list(range(1, case.last_seq + 1))

    async def frames(after: int) -> list[str]:
        return [frame async for frame in case_log(case.pk).stream(alice.pk, after)]

    whole = async_to_sync(frames)(0)
    assert whole[0].startswith("event: event\nid: 1\n")
    assert whole[-1].startswith(f"event: final\nid: {case.last_seq}\n")
    assert async_to_sync(frames)(3) == whole[3:], "nothing lost, nothing twice"
    response = as_alice.get(path(case, "events"))
    assert response["Content-Type"] == "text/event-stream"


def test_a_stream_brings_what_happens_while_it_is_open(alice: User, council: Council) -> None:
    case = council.work(opened(alice))

    def go_on() -> None:
        council.work(confirmed(case))
        connection.close()  # that thread's own

    async def watch() -> list[str]:
        seen = []
        async for frame in case_log(case.pk).stream(alice.pk, case.last_seq, ping_s=0.05):
            seen.append(frame)
            if len(seen) == 2:
                await asyncio.to_thread(go_on)
            if len(seen) > 400:
                raise AssertionError("it never ends")
        return seen

    seen = async_to_sync(watch)()
    assert '"new_state":"training"' in "".join(seen)
    assert seen[-1].startswith("event: final")


def create_route(message: Message, frequency: str = "frequent", kind: str = "create") -> None:
    session = message.session
    assert session is not None
    receipt = route_receipt(chosen=kind).model_dump(mode="json")
    receipt["analysis"] = {
        "complexity": "low",
        "frequency": frequency,
        "required_capabilities": [],
        "should_create_specialist": kind == "create",
        "reason": "So.",
        "by": "rules",
    }
    RouteRecord.objects.create(
        id=session.pk, message=message, session=session, kind=kind, confidence=0.1, receipt=receipt
    )


def test_the_message_that_started_it_is_answered_by_who_was_made(
    as_alice: APIClient, alice: User, council: Council
) -> None:
    talk = Conversation.objects.create(user=alice)
    posted = message_post(user_id=alice.pk, conversation_id=talk.pk, content="I get lists of IBANs to check every week")
    create_route(posted.message)
    body = {"request": posted.message.content, "message": str(posted.message.pk)}
    first = as_alice.post(URL, body, format="json").json()
    assert (first["conversation_id"], first["message_id"]) == (str(talk.pk), str(posted.message.pk))
    assert as_alice.post(URL, body, format="json").json()["id"] == first["id"], "a second click opens no second case"
    case = council.work(confirmed(council.work(CreationCase.objects.get(pk=first["id"]))))

    assert case.state == "completed"
    session = Session.objects.exclude(pk=posted.session_id).get()
    route = RouteRecord.objects.get(pk=session.pk)
    assert (route.by, route.role, route.version_id, session.input_text) == (
        "council",
        "iban_checker",
        case.version_id,
        posted.message.content,
    )
    assert route.public["intent"] == "specialist:iban_checker"


def test_no_case_for_a_message_of_somebody_else_or_a_one_time_task(as_alice: APIClient, alice: User, bob: User) -> None:
    his = Conversation.objects.create(user=bob)
    posted = message_post(user_id=bob.pk, conversation_id=his.pk, content="Secret of Bob, every week")
    hers = Conversation.objects.create(user=alice)
    for body in (
        {"message": str(posted.message.pk)},
        {"conversation": str(his.pk)},
        {"conversation": str(uuid.uuid4())},
        {"message": str(posted.message.pk), "conversation": str(hers.pk)},
    ):
        answer = as_alice.post(URL, {"request": "Check IBANs every week", **body}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), body
    mine = message_post(user_id=alice.pk, conversation_id=hers.pk, content="Translate this letter")
    create_route(mine.message, "one_time", "general")
    answer = as_alice.post(URL, {"request": "Translate this letter", "message": str(mine.message.pk)}, format="json")
    assert (answer.status_code, "one-time task" in answer.json()["detail"]) == (400, True)
    assert not CreationCase.objects.exists()
    said = as_alice.post(
        URL, {"request": "Translate the letters I get each week", "message": str(mine.message.pk)}, format="json"
    )
    assert said.status_code == 201


def test_deleting_the_conversation_leaves_the_case_and_answers_nobody(alice: User, council: Council) -> None:
    talk = Conversation.objects.create(user=alice)
    posted = message_post(user_id=alice.pk, conversation_id=talk.pk, content="IBANs every week")
    create_route(posted.message)
    case = council.work(opened(alice, message_id=posted.message.pk))
    confirmed(case)
    Session.objects.all().delete()
    talk.delete()
    case.refresh_from_db()
    assert council.work(case).state == "completed"
    assert not Session.objects.filter(purpose="task").exists()


def test_a_note_after_the_end_of_a_lease_is_refused(alice: User) -> None:
    case = opened(alice)
    with pytest.raises(LeaseLost), transaction.atomic():
        case_event_append(case_lock(case.pk, "somebody else"), "training")
    assert case_run(case_id=uuid.uuid4()) is False


def test_admins_look_and_do_not_touch(alice: User, carol: User, council: Council) -> None:
    case = council.work(confirmed(council.work(opened(alice))))
    client = Client()
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    for page in (
        "creationcase/",
        f"creationcase/{case.pk}/change/",
        "caseevent/",
        "stageverdict/",
        f"caseevent/?case={case.pk}",
    ):
        assert client.get(f"/admin/council/{page}").status_code == 200, page
    shown = client.get(f"/admin/council/creationcase/{case.pk}/change/").content.decode()
    assert "iban_checker" in shown
    assert client.get("/admin/council/creationcase/add/").status_code == 403
    assert client.post(f"/admin/council/creationcase/{case.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.post(f"/admin/council/creationcase/{case.pk}/change/", {"state": "rejected"}).status_code == 403


def test_an_unknown_field_is_an_error_that_names_the_known_ones(as_alice: APIClient) -> None:
    """``receipe`` was ignored, and another recipe chosen."""
    refused = as_alice.post(URL, {"request": "I check IBANs every week", "receipe": "isbn_checker"}, format="json")
    assert refused.status_code == 400
    (error,) = refused.json()["errors"]
    assert error["pointer"] == "/receipe"
    assert "recipe" in error["detail"]
    assert not CreationCase.objects.exists()
