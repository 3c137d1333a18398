"""What begins on a machine whose clock is ahead never ends before it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from kingdom.cognition.inputs import WorkerResult
from kingdom.sessions.engine.effects import effect_close, effect_request_approval
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.sessions.models import Effect, EgressReceipt, Session
from kingdom.sessions.services import session_cancel
from tests.factories.handler_sessions import HandlerSession, OpenHandlerSession
from tests.factories.sessions import answer_question

pytestmark = pytest.mark.django_db
CLOCK_DIFFERENCE = timedelta(minutes=5)


@pytest.fixture
def world(open_session: OpenHandlerSession) -> HandlerSession:
    """A session whose handler, with one open request, was begun by a machine whose clock is ahead."""
    world, begun = open_session(), timezone.now() + CLOCK_DIFFERENCE
    world.store()
    world.allow(method="POST")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kingdom.sessions.gateway.egress_log.egress_end", lambda **_: False)
        world.run().http("POST", "/one", {"n": 1})
    Effect.objects.filter(session=world.session).update(started_at=begun)
    EgressReceipt.objects.filter(session=world.session).update(created_at=begun)
    Session.objects.filter(pk=world.session.pk).update(created_at=begun)
    return world


def _assert_ended(session: Session) -> None:
    effect = Effect.objects.get(session=session)
    assert effect.finished_at == effect.started_at
    receipt = EgressReceipt.objects.get(session=session)
    assert receipt.finished_at == receipt.created_at


def test_a_result_ends_its_effect_and_the_requests(world: HandlerSession) -> None:
    effect_close(world.lease, world.seq, WorkerResult(status="ok", value={}))
    _assert_ended(world.session)


def test_an_answer_ends_its_effect_and_the_requests(world: HandlerSession) -> None:
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, "unknown_outcome")
    answer_question(world.session.pk, choice="skip")
    receipt = EgressReceipt.objects.get(session=world.session)
    assert receipt.finished_at == receipt.created_at


def test_a_stop_ends_the_session_and_its_effect(world: HandlerSession) -> None:
    Session.objects.filter(pk=world.session.pk).update(lease_owner="", lease_expires_at=None)
    session = session_cancel(session_id=world.session.pk)
    assert session.finished_at == session.created_at
    effect = Effect.objects.get(session=session)
    assert effect.finished_at == effect.started_at
