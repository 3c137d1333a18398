"""Security events of the other rooms: status changes, approvals, credentials, limits, overturned reviews."""

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, ApprovalEvent
from kingdom.approvals.requests.services import approval_decide
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
    override.delete()
    assert _events(SecurityEventKind.LIMIT_RAISED) == [("alice", f"specialist {unverified.pk}")] * 2


def test_an_overturned_review_is_recorded_without_the_reason(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    review = specialists.block_by_guardian(version_of(create_own_specialist(alice)), final=False)
    review_overturn(review_id=review.pk, actor_id=alice.pk, reason="read it: harmless")
    assert _events(SecurityEventKind.GUARDIAN_OVERRIDDEN) == [("alice", f"review {review.pk}")]
    assert "harmless" not in str(list(SecurityEvent.objects.values()))
