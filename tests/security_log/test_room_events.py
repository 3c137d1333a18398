"""Security events of the other rooms: status changes, approvals, credentials, limits, overturned reviews."""

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.approvals.consents.services import host_consent_grant, host_consent_withdraw
from kingdom.approvals.models import Approval, ApprovalEvent, HostConsent
from kingdom.approvals.requests.services import approval_decide
from kingdom.core.errors import NotFound
from kingdom.credentials.services import credential_delete
from kingdom.ministers.services import review_overturn
from kingdom.ops.security_events import RECORDED
from kingdom.security_log.models import SecurityEvent, SecurityEventKind
from kingdom.sessions.models import SandboxLimitOverride
from tests.factories import create_own_specialist, specialists, version_of
from tests.factories.approvals import answer_to, asked
from tests.factories.credentials import open_credential, store_credential

pytestmark = pytest.mark.django_db


def _events(kind: SecurityEventKind) -> list[tuple[str, str]]:
    rows = SecurityEvent.objects.filter(kind=kind).order_by("created_at")
    return [(event.actor_name, event.subject) for event in rows]


def test_an_answered_approval_is_recorded_and_a_request_is_not(alice: User) -> None:
    approval = asked(alice)
    assert _events(SecurityEventKind.APPROVAL_ANSWERED) == []
    approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval))
    assert Approval.objects.get().state == Approval.State.DECIDED
    assert _events(SecurityEventKind.APPROVAL_ANSWERED) == [("alice", f"approval {approval.pk}")]
    assert ApprovalEvent in RECORDED


def test_a_promotion_is_recorded_with_its_admin(alice: User, bob: User) -> None:
    specialist = specialists.verified(alice, bob)
    kinds = SecurityEvent.objects.filter(kind=SecurityEventKind.STATUS_CHANGED, subject=f"specialist {specialist.pk}")
    assert [(event.actor_name, event.details["change"]) for event in kinds] == [("bob", "promote")]


def test_the_use_of_a_credential_is_recorded_without_its_value(alice: User) -> None:
    value = "sk-canary-0123456789"
    credential = store_credential(alice, value=value)
    open_credential(alice)
    assert _events(SecurityEventKind.CREDENTIAL_STORED) == [("alice", f"credential {credential.pk}")]
    assert _events(SecurityEventKind.CREDENTIAL_USED) == [("alice", f"credential {credential.pk}")]
    assert value not in str(list(SecurityEvent.objects.values()))


def test_a_raised_limit_and_its_end_are_recorded(alice: User) -> None:
    unverified = create_own_specialist(alice)
    override = SandboxLimitOverride.objects.create(
        specialist=unverified, memory_mb=512, set_by=alice, reason="big files"
    )
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    page = f"/admin/kingdom_sessions/sandboxlimitoverride/{override.pk}/delete/"
    assert client.post(page, {"post": "yes"}).status_code == 302
    subject = f"specialist {unverified.pk}"
    assert _events(SecurityEventKind.LIMIT_RAISED) == [("alice", subject), ("root", subject)]
    raised, removed = SecurityEvent.objects.filter(kind=SecurityEventKind.LIMIT_RAISED).order_by("created_at")
    assert removed.details == {**raised.details, "removed": True}
    assert "removed" not in raised.details


def test_a_deleted_credential_is_named(alice: User) -> None:
    credential = store_credential(alice)
    specialist = {"specialist_role": credential.specialist_role, "specialist_id": str(credential.specialist_id)}
    open_credential(alice)
    for _ in range(2):
        credential_delete(credential=credential, actor_id=alice.pk)
    subject = f"credential {credential.pk}"
    assert _events(SecurityEventKind.CREDENTIAL_REMOVED) == [("alice", subject)]
    recorded = SecurityEvent.objects.filter(subject=subject)
    assert [event.details | specialist for event in recorded] == [event.details for event in recorded]
    assert recorded.count() == 3


def test_consent_to_a_host_and_its_end_are_recorded(alice: User, bob: User) -> None:
    host_consent_grant(user_id=alice.pk, specialist_id=create_own_specialist(alice).pk, hosts=["api.example"])
    consent = HostConsent.objects.get()
    with pytest.raises(NotFound):
        host_consent_withdraw(user_id=bob.pk, consent_id=consent.pk)
    host_consent_withdraw(user_id=alice.pk, consent_id=consent.pk)
    with pytest.raises(NotFound):
        host_consent_withdraw(user_id=alice.pk, consent_id=consent.pk)
    subject = f"host consent {consent.pk}"
    assert _events(SecurityEventKind.HOST_CONSENT) == [("alice", subject)] * 2
    events = SecurityEvent.objects.filter(kind=SecurityEventKind.HOST_CONSENT).order_by("created_at")
    assert [event.details["withdrawn"] for event in events] == [False, True]


def test_an_overturned_review_is_recorded_without_the_reason(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    review = specialists.block_by_guardian(version_of(create_own_specialist(alice)), final=False)
    review_overturn(review_id=review.pk, actor_id=alice.pk, reason="read it: harmless")
    assert _events(SecurityEventKind.GUARDIAN_OVERRIDDEN) == [("alice", f"review {review.pk}")]
    assert "harmless" not in str(list(SecurityEvent.objects.values()))
