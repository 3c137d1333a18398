"""A verified specialist's new version from its second yes on.

Let in by and by, and back to what was there before when it does not hold.
"""

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.consents.selectors import host_consents_of
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.models import Notification
from kingdom.core.errors import Conflict
from kingdom.council.cases.opening import case_open
from kingdom.council.cases.services import case_reopen
from kingdom.council.models import CreationCase
from kingdom.specialists.audits.actions import failed_canaries_withdraw
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.status.canary import canary_record_execution
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.selectors import fallback_version
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories.council import Council, asked, confirmed, current, opening, spec, suite
from tests.factories.council import comparing_council as comparing_council

pytestmark = pytest.mark.django_db(transaction=True)
HOST = "api.example.com"


@pytest.fixture
def shared(alice: User, carol: User) -> Specialist:
    """Alice's, verified: one host, to which she agreed."""
    made = specialist_register(
        spec=spec(egress_hosts=(HOST,)),
        owner=alice,
        tests=suite(),
        status=Specialist.Status.VERIFIED,
        scope=Specialist.Scope.GLOBAL,
    )
    version = current(made)
    host_consent_grant(user_id=alice.pk, specialist_id=made.pk, hosts=(HOST,))
    StatusChange.objects.create(
        specialist=made,
        version=version,
        digest=version.digest,
        kind="promote",
        actor=carol,
        actor_name="carol",
        reason="It works.",
        old_status="unverified",
        new_status="verified",
        old_scope="user",
        new_scope="global",
        evidence={},
    )
    return made


def revised(council: Council, user: User, specialist: Specialist, rule: str) -> SpecialistVersion:
    """Give a new version both yeses."""
    given = spec(egress_hosts=(HOST,), dna_rules=(rule,))
    case = council.work(case_open(user_id=user.pk, opening=opening(given, specialist)))
    council.work(confirmed(council.work(confirmed(case))))
    assert case.state == "completed", case.reason
    return current(specialist)


def failing(version: SpecialistVersion, users: int = 3) -> None:
    for number in range(users):
        user, _ = User.objects.get_or_create(username=f"unlucky{number}")
        row = Execution.objects.create(version=version, user=user, routed="specialist", success=False, latency_ms=1.0)
        canary_record_execution(row=row)


def agreed(owner: User, specialist: Specialist) -> list[str]:
    return [consent.host for consent in host_consents_of(user_id=owner.pk) if consent.specialist == specialist]


def test_what_does_not_hold_goes_back_to_the_version_before_and_is_told(
    alice: User, carol: User, council: Council, shared: Specialist
) -> None:
    first = current(shared)
    second = revised(council, carol, shared, "In few words.")
    assert (second.number, agreed(alice, shared), agreed(carol, shared)) == (2, [HOST], [HOST])
    failing(second)
    assert Canary.objects.get(version=second).state == "failed"
    assert (failed_canaries_withdraw(), failed_canaries_withdraw()) == (1, 0)
    assert (current(shared), shared.status, shared.scope) == (first, "verified", "global")
    assert agreed(alice, shared) == [HOST]
    change = StatusChange.objects.latest("created_at")
    assert (change.kind, change.version, change.automatic) == ("revert", second, True)
    status_change_notify(change_id=change.pk)
    assert Notification.objects.filter(user=alice, text__contains=shared.role).exists()
    third = revised(council, carol, shared, "In other words.")
    assert (third.number, Canary.objects.get(version=third).previous) == (3, first)


def test_a_failure_that_comes_late_does_not_touch_a_newer_version(
    carol: User, council: Council, shared: Specialist
) -> None:
    second = revised(council, carol, shared, "In few words.")
    failing(second)
    third = revised(council, carol, shared, "In other words.")
    assert failed_canaries_withdraw() == 0
    assert (current(shared), shared.status) == (third, "verified")


def test_what_is_still_being_let_in_is_nobodys_fallback(carol: User, council: Council, shared: Specialist) -> None:
    first = current(shared)
    second = revised(council, carol, shared, "In few words.")
    third = revised(council, carol, shared, "In other words.")
    assert [(one.version, one.previous, one.state) for one in Canary.objects.order_by("created_at")] == [
        (second, first, "ended"),
        (third, first, "running"),
    ]
    assert fallback_version(shared) == first
    failing(third)
    assert (failed_canaries_withdraw(), current(shared)) == (1, first)


def test_a_yes_without_the_figures_is_never_the_second(carol: User, council: Council, shared: Specialist) -> None:
    first = current(shared)
    case = council.work(
        case_open(user_id=carol.pk, opening=opening(spec(egress_hosts=(HOST,), dna_rules=("In few words.",)), shared))
    )
    council.work(confirmed(case))
    status_change_create(
        decision=StatusDecision(
            specialist_id=shared.pk, kind=StatusChange.Kind.DEPRECATE, reason="Not needed.", actor=carol
        )
    )
    council.work(confirmed(case))
    assert (case.state, "out of service" in case.reason) == ("failed", True)
    status_change_create(
        decision=StatusDecision(
            specialist_id=shared.pk, kind=StatusChange.Kind.RESTORE, reason="It is needed.", actor=carol
        )
    )
    case_reopen(user_id=carol.pk, case_id=case.pk)
    case.refresh_from_db()
    assert "tests passed" not in asked(case).text
    council.work(confirmed(case))
    assert (case.state, current(shared)) == ("awaiting_confirmation", first)
    assert "2 of 4 tests passed" in asked(case).text
    council.work(confirmed(case))
    assert (case.state, current(shared).number) == ("completed", 2)


def test_two_offers_at_the_same_moment_are_one_and_a_conflict(
    alice: User, carol: User, shared: Specialist, monkeypatch: pytest.MonkeyPatch
) -> None:
    CreationCase.objects.create(
        user=alice, request="Another", revises=shared, base=current(shared), finished_at=timezone.now()
    )
    monkeypatch.setattr(
        "kingdom.council.cases.opening._check_single_revision", lambda _found: None
    )  # it looked a moment before
    with pytest.raises(Conflict, match="under way already"):
        case_open(user_id=carol.pk, opening=opening(spec(egress_hosts=(HOST,), dna_rules=("In few words.",)), shared))
