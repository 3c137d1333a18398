"""Staff read a user's words by a disclosure only: a permission, a reason, an hour, recorded and told to the user."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.disclosures import LIFE, disclosure_open, open_disclosure
from kingdom.approvals.models import Approval, DisclosureEvent, Notification
from kingdom.core.errors import BadInput, NotAllowed, NotFound
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import review_overturn
from kingdom.orchestrator.models import Message
from kingdom.security_log.models import SecurityEvent, SecurityEventKind
from tests.factories import create_own_specialist, create_routed_message
from tests.factories.approvals import asked

pytestmark = pytest.mark.django_db
WORDS, REASON = "my brother owes me money", "Ticket 17: an answer is missing."


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def message(alice: User) -> Message:
    """Alice's message."""
    return create_routed_message(alice, create_own_specialist(alice), WORDS).message


def address(message: Message) -> str:
    return f"/admin/disclosure/orchestrator.message/{message.pk}/"


def test_a_reason_opens_the_words_records_it_and_tells_the_user(alice: User, carol: User, message: Message) -> None:
    staff = browser(carol)
    asking = staff.get(address(message)).content.decode()
    assert WORDS not in asking
    assert "the user is told" in asking
    assert staff.post(address(message), {"reason": "short"}).status_code == 200
    assert not DisclosureEvent.objects.exists()
    assert staff.post(address(message), {"reason": REASON}).status_code == 302
    assert WORDS in staff.get(address(message)).content.decode()
    opened, shown = DisclosureEvent.objects.order_by("created_at")
    assert (opened.kind, shown.kind, shown.disclosure_id) == ("opened", "shown", opened.pk)
    assert (opened.actor_name, opened.owner_ref, opened.reason) == ("carol", alice.pk, REASON)
    told = Notification.objects.get(user=alice, kind="disclosure").text
    assert "carol" in told
    assert REASON in told
    logged = SecurityEvent.objects.filter(kind=SecurityEventKind.BREAK_GLASS).order_by("created_at")
    assert [(row.actor_name, row.details["step"]) for row in logged] == [("carol", "opened"), ("carol", "shown")]
    listed = staff.get("/admin/approvals/disclosureevent/").content.decode()
    assert REASON in listed
    assert WORDS not in listed


def test_it_is_for_one_row_one_person_and_an_hour(alice: User, carol: User, bob: User, message: Message) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    other = create_routed_message(alice, create_own_specialist(alice, "another"), WORDS).message
    event = disclosure_open(actor_id=carol.pk, label="orchestrator.message", object_id=str(message.pk), reason=REASON)
    assert timedelta() < event.expires_at - timezone.now() <= LIFE
    assert WORDS not in browser(carol).get(address(other)).content.decode()
    assert WORDS not in browser(bob).get(address(message)).content.decode()
    past = DisclosureEvent(
        kind="opened", disclosure_id=event.pk, actor_ref=bob.pk, actor_name="bob", owner_ref=alice.pk, reason=REASON,
        model="orchestrator.message", object_id=str(message.pk), expires_at=timezone.now() - timedelta(seconds=1),
    )  # fmt: skip
    past.save()
    assert WORDS not in browser(bob).get(address(message)).content.decode(), "its time is over"


def test_staff_without_the_permission_are_refused(bob: User, alice: User, message: Message) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.user_permissions.add(Permission.objects.get(codename="view_routerecord"))
    assert browser(bob).get(address(message)).status_code == 403
    assert browser(bob).post(address(message), {"reason": REASON}).status_code == 403
    assert browser(alice).get(address(message)).status_code == 302, "no staff: to the sign-in page"
    with pytest.raises(NotAllowed):
        disclosure_open(actor_id=bob.pk, label="orchestrator.message", object_id=str(message.pk), reason=REASON)
    bob.user_permissions.add(Permission.objects.get(codename="disclose_words"))
    assert browser(bob).get(address(message)).status_code == 200
    assert not DisclosureEvent.objects.exists()


def test_a_permission_taken_away_closes_what_is_open(bob: User, message: Message) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    permission = Permission.objects.get(codename="disclose_words")
    bob.user_permissions.add(permission)
    disclosure_open(actor_id=bob.pk, label="orchestrator.message", object_id=str(message.pk), reason=REASON)
    assert WORDS in browser(bob).get(address(message)).content.decode()
    bob.user_permissions.remove(permission)
    assert browser(bob).get(address(message)).status_code == 403


@pytest.mark.parametrize(
    "label", ["auth.group", "no.model", "accounts.user", "orchestrator.message", "x", "ops.heartbeat"]
)
def test_nothing_else_is_opened(carol: User, label: str) -> None:
    with pytest.raises((NotFound, BadInput)):
        disclosure_open(actor_id=carol.pk, label=label, object_id="1", reason=REASON)
    assert browser(carol).get(f"/admin/disclosure/{label}/1/").status_code == 404


@pytest.mark.parametrize("change", ["update", "delete"])
def test_staff_change_no_record_of_it(carol: User, message: Message, change: str) -> None:
    event = disclosure_open(actor_id=carol.pk, label="orchestrator.message", object_id=str(message.pk), reason=REASON)
    rows = DisclosureEvent.objects.filter(pk=event.pk)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        rows.update(reason="none") if change == "update" else rows.delete()
    page = f"/admin/approvals/disclosureevent/{event.pk}/"
    assert browser(carol).post(f"{page}change/", {"reason": "none"}).status_code == 403
    assert browser(carol).post(f"{page}delete/", {"post": "yes"}).status_code == 403
    message.conversation.user.delete()
    assert DisclosureEvent.objects.get().reason == REASON, "it outlives the account"


def test_nobody_decides_for_another_what_they_have_not_read(alice: User, carol: User) -> None:
    approval = asked(alice)
    page = f"/admin/approvals/approval/{approval.pk}/change/"
    form = {"answer": "deny", "reason": "", "seen_hash": approval.args_hash}
    unread = browser(carol).get(page).content.decode()
    assert approval.text[:30] not in unread
    assert f"/admin/disclosure/approvals.approval/{approval.pk}/" in unread
    assert browser(carol).post(page, form).status_code == 403
    disclosure_open(actor_id=carol.pk, label="approvals.approval", object_id=str(approval.pk), reason=REASON)
    assert 'name="answer"' in browser(carol).get(page).content.decode()
    assert DisclosureEvent.objects.filter(kind="shown").count() == 1
    assert browser(carol).post(page, form).status_code == 302
    assert Approval.objects.get().choice == "deny"


def test_whoever_lets_a_message_pass_has_read_it(alice: User, carol: User, message: Message) -> None:
    review = GuardianReview.objects.create(
        subject=f"message:{message.pk}", kind="request", content_sha256="0" * 64, policy_version="1",
        verdict="BLOCKED", risk_level="high", reason=f"It says: {WORDS}",
    )  # fmt: skip
    page = f"/admin/ministers/guardianreview/{review.pk}/change/"
    unread = browser(carol).get(page).content.decode()
    assert WORDS not in unread
    assert address(message) in unread
    assert browser(carol).post(page, {"overturn_note": "It is harmless."}).status_code == 403
    with pytest.raises(NotAllowed, match="Read the blocked text"):
        review_overturn(review_id=review.pk, actor_id=carol.pk, reason="It is harmless.")
    disclosure_open(actor_id=carol.pk, label="orchestrator.message", object_id=str(message.pk), reason=REASON)
    read = browser(carol).get(page).content.decode()
    assert f'<pre tabindex="0">{WORDS}</pre>' in read, "the message itself"
    assert f"It says: {WORDS}" in read
    assert DisclosureEvent.objects.filter(kind="shown", actor_ref=carol.pk).count() == 1
    assert browser(carol).post(page, {"overturn_note": "It is harmless."}).status_code == 302
    assert GuardianReview.objects.get().overturned_by == carol


def test_a_deleted_message_is_let_pass_by_nobody(carol: User, message: Message) -> None:
    review = GuardianReview.objects.create(
        subject=f"message:{message.pk}", kind="request", content_sha256="0" * 64, policy_version="1",
        verdict="BLOCKED", risk_level="high", reason="no",
    )  # fmt: skip
    message.delete()
    with pytest.raises(NotFound, match="deleted"):
        review_overturn(review_id=review.pk, actor_id=carol.pk, reason="It is harmless.")
    assert browser(carol).get(f"/admin/ministers/guardianreview/{review.pk}/change/").status_code == 200
    assert open_disclosure(actor_id=carol.pk, label="orchestrator.message", object_id=message.pk) is None


def test_a_page_decides_once_and_never_shows_words_unrecorded(
    alice: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    approval = asked(alice)
    page = f"/admin/approvals/approval/{approval.pk}/change/"
    label, reads = "approvals.approval", list[str]()
    disclosure_open(actor_id=carol.pk, label=label, object_id=str(approval.pk), reason=REASON)

    def counted(*, actor_id: int, label: str, object_id: object) -> DisclosureEvent | None:
        reads.append(str(object_id))
        return open_disclosure(actor_id=actor_id, label=label, object_id=object_id)

    monkeypatch.setattr("kingdom.approvals.disclosure_pages.open_disclosure", counted)
    assert approval.text[:30] in browser(carol).get(page).content.decode()
    assert reads == [str(approval.pk)]
    monkeypatch.setattr("kingdom.approvals.disclosures.open_disclosure", lambda **_row: None)  # it has just ended
    refused = browser(carol).get(page)
    assert refused.status_code == 403
    assert approval.text[:30] not in refused.content.decode()
    assert DisclosureEvent.objects.filter(kind="shown").count() == 1
