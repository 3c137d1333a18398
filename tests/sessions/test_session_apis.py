"""The API of sessions: report, cancellation and usage."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.cognition.inputs import Failure
from kingdom.core.clock import utc_now
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.services import session_cancel, session_conclude
from tests.factories import RoutedMessage, create_global_specialist, create_routed_message


@pytest.fixture
def asked(alice: User) -> RoutedMessage:
    """Return a running session of Alice with its message."""
    return create_routed_message(alice, create_global_specialist("right"))


def shown(client: APIClient, session: Session) -> dict[str, object]:
    answer: dict[str, object] = client.get(f"/api/v1/sessions/{session.pk}/").json()
    return answer


def test_a_finished_session_has_all_fields(as_alice: APIClient, asked: RoutedMessage) -> None:
    Effect.objects.create(
        session=asked.session,
        seq=1,
        kind="spawn_worker",
        args_hash="a" * 64,
        repeatable=True,
        status="done",
        finished_at=utc_now(),
    )
    session_conclude(session_id=asked.session.pk, answer="Here it **is**.", output={"n": 1})
    session = shown(as_alice, asked.session)
    assert (session["state"], session["answer"], session["output"], session["error"]) == (
        "completed",
        "Here it **is**.",
        {"n": 1},
        None,
    )
    assert session["route"]["agent"] == "right"  # type: ignore[index]
    assert session["specialist"]["version"] == 1  # type: ignore[index]
    assert [(one["kind"], one["finished_at"] is not None) for one in session["receipts"]] == [("spawn_worker", True)]  # type: ignore[attr-defined]


def test_an_open_effect_has_no_receipt(as_alice: APIClient, asked: RoutedMessage) -> None:
    Effect.objects.create(session=asked.session, seq=1, kind="call_tool", args_hash="a" * 64, repeatable=False)
    assert shown(as_alice, asked.session)["receipts"] == []


def test_the_answer_becomes_one_message(alice: User) -> None:
    talk = Conversation.objects.create(user=alice)
    posted = message_post(user_id=alice.pk, conversation_id=talk.pk, content="hello")
    session_conclude(session_id=posted.session_id, answer="Good day.")
    assert [(one.role, one.content) for one in Message.objects.order_by("created_at")] == [
        ("user", "hello"),
        ("specialist", "Good day."),
    ]


def test_a_failed_session_adds_no_message(as_alice: APIClient, asked: RoutedMessage) -> None:
    session_conclude(
        session_id=asked.session.pk,
        failure=Failure(code="model_unavailable", message="The language model does not answer."),
    )
    error = {"code": "model_unavailable", "message": "The language model does not answer."}
    assert (shown(as_alice, asked.session)["state"], shown(as_alice, asked.session)["error"]) == ("failed", error)
    assert not Message.objects.filter(role="specialist").exists()


def test_cancelling_is_idempotent(as_alice: APIClient, asked: RoutedMessage) -> None:
    url = f"/api/v1/sessions/{asked.session.pk}/cancel/"
    answers = [as_alice.post(url, format="json") for _ in range(2)]
    assert [(one.status_code, one.json()["state"]) for one in answers] == [(202, "cancelled")] * 2


def test_usage_counts_states_and_tokens(as_alice: APIClient, alice: User, asked: RoutedMessage) -> None:
    session_conclude(session_id=asked.session.pk, answer="done")
    Session.objects.filter(pk=asked.session.pk).update(
        usage={"prompt_tokens": 30, "output_tokens": 12, "total_tokens": 42}
    )
    second = create_routed_message(alice, asked.route.specialist)  # type: ignore[arg-type]
    session_cancel(session_id=second.session.pk)
    usage = as_alice.get("/api/v1/me/usage/").json()
    assert usage.pop("today")["used"]["executions"] == 2
    assert usage == {
        "days": 30, "sessions": 2, "completed": 1, "failed": 0, "cancelled": 1,
        "prompt_tokens": 30, "output_tokens": 12, "total_tokens": 42, "by_specialist": {"right": 2},
    }  # fmt: skip


@pytest.mark.parametrize("days", ["0", "367", "-1", "1.5", "x", "\u0663", "9" * 30])
def test_usage_refuses_invalid_days(as_alice: APIClient, days: str) -> None:
    assert as_alice.get("/api/v1/me/usage/", {"days": days}).status_code == 400
