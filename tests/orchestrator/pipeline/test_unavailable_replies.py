"""The answer when the specialist for a message cannot run now: why, and who can do what about it."""

import asyncio
from itertools import product
from typing import Any, get_args

import pytest

from kingdom.accounts.models import User
from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.routes import Route
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation, RouteRecord
from kingdom.orchestrator.pipeline import message_pipeline
from kingdom.orchestrator.replies.unavailable_replies import CanaryProgress, unavailable_reply
from kingdom.runtime.context import RuntimeContext
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from tests.factories import create_own_specialist, create_user, route_receipt, version_of

CODE = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
CODES = ("model", "suspended", "credentials", "canary")


@pytest.mark.parametrize(("code", "language", "staff"), list(product(CODES, get_args(Language), (True, False))))
def test_each_reason_is_said_in_each_language(code: str, language: Language, staff: bool) -> None:
    text, output = unavailable_reply(code, "poet", "its detail", ["calculator"], language=language, staff=staff)
    assert "**poet**" in text
    assert "{" not in text
    assert ("its detail" in text) == (code in ("suspended", "credentials"))
    assert ("KINGDOM_MODEL_URL" in text) == (staff and code == "model"), "only staff read names of settings"
    progress = CanaryProgress(0.25, 31, 30)
    more, _ = unavailable_reply("canary", "poet", progress, [], language=language, staff=staff)
    assert "25%" in more
    assert more.count("30") == 2, "never more than all"
    assert (output["role"], output["can_do_now"]) == ("poet", ["calculator"])


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She asks."""
    return create_user("alice")


def create_runnable(owner: User) -> Specialist:
    """Store an own specialist that needs no language model."""
    own = create_own_specialist(owner)
    version = version_of(own)
    Specialist.objects.filter(pk=own.pk).update(
        spec_snapshot={**own.spec_snapshot, "engine": "handler", "handler_code": CODE}
    )
    own.refresh_from_db()
    assert own.current_version == version
    return own


def answer(user: User, specialist: Specialist, monkeypatch: pytest.MonkeyPatch, **receipt: Any) -> Session:  # noqa: ANN401 - fields
    """Return the session of a message that the King routes to the specialist, after it was prepared."""
    stated = route_receipt(specialist, chosen=specialist.role).model_copy(update=receipt)
    route = Route(
        kind="specialist",
        confidence=0.9,
        role=specialist.role,
        specialist_id=str(specialist.pk),
        version_id=str(version_of(specialist).pk),
        scope="user",
        receipt=stated,
    )
    monkeypatch.setattr(message_pipeline, "route_message", lambda **_: route)
    talk = Conversation.objects.create(user=user)
    posted = message_post(user_id=user.pk, conversation_id=talk.pk, content="write a poem about the sea")
    session = Session.objects.get(pk=posted.session_id)

    async def go() -> None:
        await message_pipeline.session_prepare(RuntimeContext(call=CallContext(trace_id="test")), session)

    asyncio.run(go())
    session.refresh_from_db()
    return session


@pytest.mark.django_db(transaction=True)
def test_the_owner_of_a_suspended_specialist_reads_the_reason(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    own = create_runnable(alice)
    Specialist.objects.filter(pk=own.pk).update(status="suspended")
    StatusChange.objects.create(
        specialist=own, version=own.current_version, kind="suspend", reason="It invents facts.",
        old_status="unverified", new_status="suspended", old_scope="user", new_scope="user", actor_name="carol",
    )  # fmt: skip
    session = answer(alice, own, monkeypatch, unavailable="suspended")
    assert session.version is None, "it does not run"
    assert "is suspended and answers nothing. The reason given: It invents facts. The operator of" in session.answer


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("unavailable", ["", "suspended"])
def test_one_suspended_after_its_route_does_not_run_either(
    alice: User, monkeypatch: pytest.MonkeyPatch, unavailable: str
) -> None:
    own = create_runnable(alice)
    assert answer(alice, own, monkeypatch, unavailable=unavailable).version == own.current_version, "it was restored"
    Specialist.objects.filter(pk=own.pk).update(status="suspended")
    assert answer(alice, own, monkeypatch, unavailable="").version is None


@pytest.mark.django_db(transaction=True)
def test_a_missing_credential_is_named_and_a_choice_by_hand_runs(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    own = create_runnable(alice)
    credentials = [{"name": "sms_key", "host": "api.sms.example", "how": "header"}]
    Specialist.objects.filter(pk=own.pk).update(spec_snapshot={**own.spec_snapshot, "credentials": credentials})
    session = answer(alice, own, monkeypatch, unavailable="credentials")
    assert session.version is None
    assert "a credential from you that is not stored or has expired: sms_key. Store it under" in session.answer
    assert answer(alice, own, monkeypatch, unavailable="").version == own.current_version


@pytest.mark.django_db(transaction=True)
def test_outside_a_canary_the_answer_says_so_and_offers_no_creation(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = create_runnable(create_user("bob"))
    Canary.objects.create(
        specialist=other, version=version_of(other), share=0.2, required_executions=30, executions=4
    )  # fmt: skip
    session = answer(alice, other, monkeypatch, unavailable="canary")
    assert session.version is None
    assert "It gets 20% of the messages now; 4 of 30 different ones are answered so far." in session.answer
    assert "at first only a share of the messages go to it" in session.answer
    assert session.output is not None
    assert "offer" not in session.output
    assert RouteRecord.objects.get(session=session).receipt["unavailable"] == "canary"
