"""Routes API: shown with reasons, overridden once, answered again in a new session."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.orchestrator.conversations.selectors import messages_with_sessions
from kingdom.orchestrator.models import RouteRecord
from kingdom.routing.models import AgentEmbedding
from kingdom.sessions.models import Session, SessionEvent
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories import (
    RoutedMessage,
    create_global_specialist,
    create_own_specialist,
    create_routed_message,
    version_of,
)
from tests.factories.specialists import finish_session


@pytest.fixture
def asked(alice: User) -> RoutedMessage:
    """A question that went to the wrong one."""
    return create_routed_message(alice, create_global_specialist("wrong"))


def override(client: APIClient, asked: RoutedMessage, specialist: str) -> tuple[int, dict[str, str]]:
    answer = client.post(f"/api/v1/routes/{asked.route.pk}/override/", {"specialist": specialist}, format="json")
    return answer.status_code, answer.json()


def test_a_route_shows_its_reasons(as_alice: APIClient, asked: RoutedMessage) -> None:
    shown = as_alice.get(f"/api/v1/routes/{asked.route.pk}/").json()
    assert (shown["intent"], shown["agent"], shown["confidence"], shown["by"]) == (
        "specialist:wrong",
        "wrong",
        0.94,
        "king",
    )
    assert shown["receipt"]["candidates"][0]["role"] == "wrong"
    assert (shown["session_id"], shown["message_id"]) == (str(asked.session.pk), str(asked.message.pk))


@pytest.mark.django_db(transaction=True)
def test_a_route_says_that_receipts_contradict_its_answer(as_alice: APIClient, asked: RoutedMessage) -> None:
    def shown() -> bool:
        found: bool = as_alice.get(f"/api/v1/routes/{asked.route.pk}/").json()["unconfirmed"]
        return found

    assert not shown()
    finish_session(asked.session, answer="Written.", evidence=[{"name": "archon.fs.write", "outcome": "done"}])
    assert shown()


@pytest.mark.parametrize("by", ["role", "id"])
def test_an_override_opens_a_session_on_the_same_message(as_alice: APIClient, asked: RoutedMessage, by: str) -> None:
    right = create_global_specialist("right")
    status, posted = override(as_alice, asked, right.role if by == "role" else str(right.pk))
    assert status == 202
    assert posted["message_id"] == str(asked.message.pk)
    session = Session.objects.get(pk=posted["session_id"])
    assert (session.state, session.input_text) == ("running", asked.message.content)
    new = RouteRecord.objects.get(session=session)
    assert (new.by, new.role, new.specialist, new.version) == ("user", "right", right, right.current_version)
    old = as_alice.get(f"/api/v1/routes/{asked.route.pk}/").json()
    assert (old["overridden_to"], old["overridden_at"] is not None) == ("right", True)
    assert [one.pk for one in messages_with_sessions(conversation_id=asked.conversation.pk)[0].sessions] == [
        asked.session.pk,
        session.pk,
    ]


def test_a_route_is_overridden_once(as_alice: APIClient, asked: RoutedMessage) -> None:
    create_global_specialist("right")
    assert override(as_alice, asked, "right")[0] == 202
    status, problem = override(as_alice, asked, "right")
    assert (status, problem["code"]) == (409, "lost_race")
    assert Session.objects.count() == 2


def test_ones_own_goes_before_the_global_one_of_the_same_role(
    as_alice: APIClient, alice: User, asked: RoutedMessage
) -> None:
    create_global_specialist("right")
    own = create_own_specialist(alice, "right")
    _, posted = override(as_alice, asked, "right")
    assert RouteRecord.objects.get(session_id=posted["session_id"]).specialist == own


def test_general_may_be_chosen(as_alice: APIClient, asked: RoutedMessage) -> None:
    general = create_global_specialist("general")
    Specialist.objects.filter(pk=general.pk).update(routable=False)
    _, posted = override(as_alice, asked, "general")
    assert RouteRecord.objects.get(session_id=posted["session_id"]).public["intent"] == "general"


@pytest.mark.parametrize(("specialist", "status"), [("nobody", 404), ("", 400), ("x" * 101, 400)])
def test_who_is_not_there_cannot_be_chosen(
    as_alice: APIClient, asked: RoutedMessage, specialist: str, status: int
) -> None:
    assert override(as_alice, asked, specialist)[0] == status


def test_a_suspended_one_cannot_be_chosen(as_alice: APIClient, alice: User, asked: RoutedMessage) -> None:
    own = create_own_specialist(alice)
    Specialist.objects.filter(pk=own.pk).update(status="suspended")
    status, problem = override(as_alice, asked, own.role)
    assert (status, problem["detail"]) == (409, "poem_writer is suspended and cannot answer now.")
    asked.route.refresh_from_db()
    assert asked.route.overridden_to is None


def taught(alice: User, asked: RoutedMessage, as_alice: APIClient) -> RouteRecord:
    """Return the route of an override that a worker has learned."""
    right = create_global_specialist("right")
    _, posted = override(as_alice, asked, "right")
    text, vector = asked.message.content, [1.0] + [0.0] * 383
    assert asked.route.specialist_id is not None
    for kind, pk in (("example", right.pk), ("negative", asked.route.specialist_id)):
        AgentEmbedding.objects.create(
            specialist_id=pk,
            kind=kind,
            source="feedback",
            text=text,
            text_digest=stripped_text_digest(text),
            owner=alice,
            encoder="test",
            vector=vector,
        )
    return RouteRecord.objects.get(session_id=posted["session_id"])


@pytest.mark.parametrize("behind", ["the override", "the route it replaced", "a later route that followed it"])
def test_an_override_is_taken_back_from_each_receipt_that_shows_it(
    as_alice: APIClient, alice: User, asked: RoutedMessage, behind: str
) -> None:
    route = taught(alice, asked, as_alice)
    later = create_routed_message(alice, create_global_specialist("other"), "a near-identical message").route
    later.receipt["override"] = stripped_text_digest(asked.message.content)
    later.save()
    chosen = {"the override": route, "the route it replaced": asked.route}.get(behind, later)
    undone = as_alice.delete(f"/api/v1/routes/{chosen.pk}/override/")
    assert undone.status_code == 200
    assert not AgentEmbedding.objects.filter(owner=alice).exists()
    for one in (route, later):
        one.refresh_from_db()
        assert one.override_undone_at is not None
    asked.route.refresh_from_db()
    assert asked.route.overridden_to is None
    assert SessionEvent.objects.filter(session=chosen.session_id, kind="override_undone").count() == 1
    again = as_alice.delete(f"/api/v1/routes/{route.pk}/override/")
    assert (again.status_code, again.json()["code"]) == (409, "lost_race")
    assert override(as_alice, asked, "right")[0] == 202, "it can be overridden anew"
    again = as_alice.delete(f"/api/v1/routes/{route.pk}/override/")
    assert (again.status_code, again.json()["code"]) == (409, "lost_race"), "the newer override stays"
    asked.route.refresh_from_db()
    assert asked.route.overridden_to == route.specialist


def test_a_route_without_an_override_has_none_to_take_back(as_alice: APIClient, asked: RoutedMessage) -> None:
    assert as_alice.delete(f"/api/v1/routes/{asked.route.pk}/override/").status_code == 409


@pytest.mark.parametrize("who", ["other", "admin", "anonymous"])
def test_nobody_else_takes_an_override_back(
    as_alice: APIClient, alice: User, bob: User, asked: RoutedMessage, who: str
) -> None:
    route = taught(alice, asked, as_alice)
    client = APIClient()
    if who != "anonymous":
        client.force_authenticate(bob if who == "other" else User.objects.create_superuser("root"))
    status = client.delete(f"/api/v1/routes/{route.pk}/override/").status_code
    assert status == (401 if who == "anonymous" else 404)
    assert AgentEmbedding.objects.filter(owner=alice).count() == 2


def test_the_answer_s_confidence_is_measured_on_messages_like_it(as_alice: APIClient, alice: User) -> None:
    """What answers state does not enter it: 0.97 does not stay beside failures."""
    specialist = create_global_specialist("poet")
    asked = create_routed_message(alice, specialist)

    def shown(route: RouteRecord) -> float | None:
        found: float | None = as_alice.get(f"/api/v1/routes/{route.pk}/").json()["measured_confidence"]
        return found

    assert shown(asked.route) is None
    for number in range(20):
        earlier = create_routed_message(alice, specialist)
        is_alike = number < 10
        RouteRecord.objects.filter(pk=earlier.route.pk).update(confidence=0.9 if is_alike else 0.6)
        Execution.objects.create(
            session=earlier.session,
            version=version_of(specialist),
            user=alice,
            message_fingerprint=f"{number:032x}",
            routed="specialist",
            success=is_alike,
            outcome="served" if is_alike else "failed",
            confidence=0.97,
            latency_ms=1,
        )
    of_all = 11 / 22
    assert shown(asked.route) == pytest.approx((10 + 2 * of_all) / 12), "it was chosen with 0.94"
    RouteRecord.objects.filter(pk=asked.route.pk).update(confidence=0.62)
    assert shown(asked.route) == pytest.approx(2 * of_all / 12)
    RouteRecord.objects.filter(pk=asked.route.pk).update(confidence=0.2)
    assert shown(asked.route) == pytest.approx(of_all), "no message like it: what all outcomes bear out"
