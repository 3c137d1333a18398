"""A finding of common wishes can be acted on: staff see it redacted, those who asked get a proposal of their own."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.errors import BadInput, LostRace, NotAllowed
from kingdom.council.models import CreationCase
from kingdom.orchestrator.demand.proposals import ASKED_BY_SEVERAL, demand_propose, shared_wishes_read
from kingdom.orchestrator.models import Conversation, Message
from kingdom.security_log.models import SecurityEvent
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from tests.factories import create_user

pytestmark = pytest.mark.django_db(transaction=True)


def allowed(user: User, *codes: str) -> User:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=codes))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def carol() -> User:
    """Staff who may close findings."""
    return allowed(create_user("carol"), "view_auditfinding", "resolve_finding", "view_routerecord")


@pytest.fixture
def askers() -> list[User]:
    return [create_user(name) for name in ("ann", "ben", "cem")]


@pytest.fixture
def finding(askers: list[User]) -> AuditFinding:
    talks = [Conversation.objects.create(user=user) for user in askers]
    asked = [
        Message.objects.create(
            conversation=talk, role="user", content=f"check the IBAN of {talk.user.username}'s tenant"
        )
        for talk in talks
    ]
    now = timezone.now()
    report = AuditReport.objects.create(kind=AuditReport.Kind.DEMAND, slot=now, finished_at=now)
    return AuditFinding.objects.create(
        report=report,
        key="demand:1",
        code="demand",
        level="info",
        message="3 similar requests of 3 users on 3 days found no specialist.",
        action="propose_specialist",
        figures={"users": 3, "recipe": "iban_checker", "recipe_fits": True},
        evidence=[str(message.pk) for message in asked],
        last_seen=now,
    )


def test_staff_see_what_is_shared_and_the_look_is_recorded(carol: User, finding: AuditFinding) -> None:
    shared = shared_wishes_read(actor=carol, finding_id=finding.pk)
    assert (shared.users, shared.recipe, shared.fits) == (3, "iban_checker", True)
    assert shared.wishes
    assert not any(name in " ".join(shared.wishes) for name in ("ann", "ben", "cem"))
    event = SecurityEvent.objects.get(kind="break_glass")
    assert (event.subject, event.details["step"]) == (f"finding {finding.pk}", "wishes_shown")


def test_the_page_of_a_finding_about_no_specialist_wants_no_model(carol: User, finding: AuditFinding) -> None:
    browser = Client()
    browser.force_login(carol)
    page = browser.get(f"/admin/specialists/auditfinding/{finding.pk}/change/").content.decode()
    assert "See what they asked" in page
    assert "this finding is about no specialist" in page
    assert "needs a language model" not in page


def test_each_who_asked_is_proposed_a_creation_once(carol: User, finding: AuditFinding, askers: list[User]) -> None:
    assert demand_propose(actor=carol, finding_id=finding.pk) == 3
    finding.refresh_from_db()
    assert (finding.state, finding.resolved_by, finding.resolution) == ("acted", carol, "Proposed to 3 users.")
    told = Notification.objects.filter(kind="demand_proposal")
    assert {notification.user_id for notification in told} == {user.pk for user in askers}
    assert "ben" not in told.get(user=askers[0]).text
    assert CreationCase.objects.count() == 0, "nothing is made before a yes"
    with pytest.raises(LostRace):
        demand_propose(actor=carol, finding_id=finding.pk)


def test_their_yes_makes_it_theirs(carol: User, finding: AuditFinding, askers: list[User]) -> None:
    demand_propose(actor=carol, finding_id=finding.pk)
    ann, client = askers[0], Client()
    client.force_login(ann)
    link = Notification.objects.get(user=ann, kind="demand_proposal").link
    page = client.get(link)
    assert "Others here asked for something like it" in page.content.decode()
    proposed = page.context["proposed"]
    body = {
        "request": proposed.request,
        "recipe": proposed.recipe,
        "message": str(proposed.message.pk),
        "conversation": str(proposed.message.conversation_id),
    }
    answer = client.post("/creations/", body)
    case = CreationCase.objects.get()
    assert answer.headers["Location"] == f"/creations/{case.pk}/"
    assert (case.user, case.recipe, case.message_id) == (ann, "iban_checker", proposed.message.pk)
    assert ASKED_BY_SEVERAL in case.request
    other = Client()
    other.force_login(askers[1])
    assert other.get(link).context["proposed"] is None, "another user's message"


def test_two_users_get_no_proposal(carol: User, finding: AuditFinding, askers: list[User]) -> None:
    User.objects.filter(pk=askers[0].pk).update(is_active=False)
    assert shared_wishes_read(actor=carol, finding_id=finding.pk).wishes == ()
    with pytest.raises(BadInput):
        demand_propose(actor=carol, finding_id=finding.pk)
    assert not Notification.objects.filter(kind="demand_proposal").exists()


def test_only_staff_with_the_right_may(carol: User, finding: AuditFinding, askers: list[User]) -> None:
    dave = allowed(create_user("dave"), "view_auditfinding")
    assert shared_wishes_read(actor=dave, finding_id=finding.pk).wishes
    for nobody in (dave, askers[0]):
        with pytest.raises(NotAllowed):
            demand_propose(actor=nobody, finding_id=finding.pk)
    with pytest.raises(NotAllowed):
        shared_wishes_read(actor=askers[0], finding_id=finding.pk)


def test_the_page_has_the_one_action(carol: User, finding: AuditFinding, askers: list[User]) -> None:
    client, path = Client(), f"/admin/orchestrator/routerecord/demand/{finding.pk}/"
    assert client.get(path).status_code == 302
    client.force_login(askers[0])
    assert client.get(path).status_code == 302
    client.force_login(carol)
    assert "Propose it to the users who asked" in client.get(path).content.decode()
    assert client.get(f"/admin/specialists/auditfinding/{finding.pk}/change/").content.decode().count(path) == 1
    assert client.post(path).status_code == 302
    page = client.get(path).content.decode()
    assert "This finding is closed: Proposed to 3 users." in page
    assert "Propose it to the users who asked" not in page
