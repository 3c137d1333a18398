"""Change the status of a specialist: promote, suspend, demote, deprecate, restore, revert."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.role_reservations import role_check
from kingdom.specialists.signals import serving_version_changed
from kingdom.specialists.status import notifications
from kingdom.specialists.status.canary import canary_end, canary_start, canary_unfinished
from kingdom.specialists.status.promotion import unmet_conditions
from kingdom.specialists.status.promotion_evidence import (
    promotion_criteria,
    promotion_evidence,
    promotion_evidence_summary,
)
from kingdom.specialists.status.rules import StatusAndScope, status_after
from kingdom.specialists.status.safety import safety_blockers, verdicts_for_version
from kingdom.specialists.status.selectors import fallback_version, reverted_version, status_to_restore

AUDITOR = "auditor"
_DOMAIN_EVENTS: Mapping[StatusChange.Kind, str] = {
    StatusChange.Kind.PROMOTE: "SpecialistPromoted",
    StatusChange.Kind.SUSPEND: "SpecialistSuspended",
    StatusChange.Kind.DEMOTE: "SpecialistDemoted",
    StatusChange.Kind.DEPRECATE: "SpecialistDeprecated",
    StatusChange.Kind.RESTORE: "SpecialistRestored",
    StatusChange.Kind.REVERT: "SpecialistReverted",
}
LONGEST_REASON = 2000


class PromotionNotReady(Conflict):
    """The evidence does not suffice for this promotion."""

    code = "promotion_not_ready"

    @property
    def unmet(self) -> list[dict[str, Any]]:
        """The unmet conditions, each ``{"code", "met", "figure"}``."""
        unmet = self.extra.get("unmet")
        return list(unmet) if isinstance(unmet, list) else []


@dataclass(frozen=True, kw_only=True)
class StatusDecision:
    """A requested status change. ``actor`` is None for the Auditor.

    ``digest`` is that of the reviewed version's spec, ``reviewed_digest`` that of spec and tests; "" for any.
    """

    specialist_id: UUID
    kind: StatusChange.Kind
    reason: str
    actor: User | None = None
    digest: str = ""
    reviewed_digest: str = ""
    successor_id: UUID | None = None
    stop_sessions: bool = False  # cancel running sessions; otherwise they may finish


@transaction.atomic
def status_change_create(*, decision: StatusDecision) -> StatusChange:
    """Carry out a status change and return its row.

    Locks the specialist, then checks digest, transition and conditions. Notifications follow after commit. Raises
    NotFound, BadInput (no reason, unsuitable successor), IllegalTransition, PromotionNotReady with ``unmet`` (code and
    figure of each condition), Conflict if no earlier version was verified, LostRace if another version is current than
    the reviewed one, AccessEnded when the actor's account or sign-in has ended meanwhile.
    """
    reason = _reason(decision)
    specialist = _specialist_lock(decision)
    version = specialist.current_version
    _check_reviewed(decision, specialist)
    target = status_after(decision.kind, specialist.status, before=status_to_restore(specialist))
    serves = _version_to_serve(decision, specialist)
    frozen = _evidence_freeze(decision, specialist, target, serves)
    change = StatusChange.objects.create(
        specialist=specialist,
        version=version,
        digest=version.digest if version else "",
        kind=decision.kind,
        old_status=specialist.status,
        new_status=target.status,
        old_scope=specialist.scope,
        new_scope=target.scope or specialist.scope,
        actor=decision.actor,
        actor_name=decision.actor.get_username() if decision.actor else AUDITOR,
        automatic=decision.actor is None,
        reason=reason,
        evidence=frozen,
        successor=_successor(decision, specialist),
    )
    _status_update(specialist, change, serves)
    _event_store(specialist, change)
    _canary_update(specialist, change, serves)
    if decision.stop_sessions:
        _sessions_cancel(specialist)
    notifications.status_change_announce(change)
    return change


def _specialist_lock(decision: StatusDecision) -> Specialist:
    """Lock the actor's access, then the specialist. Raises AccessEnded, NotFound."""
    if decision.actor is not None:
        access_lock(user_id=decision.actor.pk)
    specialist = Specialist.objects.select_for_update().filter(pk=decision.specialist_id).first()
    if specialist is None:
        raise NotFound("There is no such specialist.")
    return specialist


def _event_store(specialist: Specialist, change: StatusChange) -> None:
    name = _DOMAIN_EVENTS.get(StatusChange.Kind(change.kind))
    fields = {
        "specialist": specialist.role,
        "specialist_id": str(specialist.pk),
        "old_status": change.old_status,
        "status": change.new_status,
        "automatic": change.automatic,
    }
    if name is not None:
        events_store(EventRun(user_id=specialist.created_by_id), NewEvent(name, fields))


def _check_reviewed(decision: StatusDecision, specialist: Specialist) -> None:
    """Raise LostRace when the version or its tests are not those that were reviewed."""
    version = specialist.current_version
    digest, reviewed_digest = (version.digest, version.reviewed_digest) if version is not None else ("", "")
    if decision.digest and decision.digest != digest:
        raise LostRace(f"{specialist.role} has another version now. Look at it again, then decide.")
    if decision.reviewed_digest and decision.reviewed_digest != reviewed_digest:
        raise LostRace(f"{specialist.role} has other tests or another version now. Look at it again, then decide.")


def _reason(decision: StatusDecision) -> str:
    reason = decision.reason.strip()
    if not reason:
        raise BadInput("Give a reason: it is stored with the status change and sent to the users it concerns.")
    if len(reason) > LONGEST_REASON:
        raise BadInput(f"The reason is longer than {LONGEST_REASON} characters.")
    return reason


def _version_to_serve(decision: StatusDecision, specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that serves after the change, None if the current one stays."""
    if decision.kind == StatusChange.Kind.RESTORE:
        return reverted_version(specialist)
    if decision.kind != StatusChange.Kind.REVERT:
        return None
    fallback = fallback_version(specialist)
    if fallback is None:
        raise Conflict(f"No version of {specialist.role} was verified before this one. Suspend it, or demote it.")
    return fallback


def _canary_update(specialist: Specialist, change: StatusChange, serves: SpecialistVersion | None) -> None:
    """Start a canary after a promotion, the restoration of a reverted version, or that of a version whose canary was
    interrupted; end the running canary otherwise.
    """
    if change.kind == StatusChange.Kind.PROMOTE and change.version is not None:
        canary_start(specialist=specialist, version=change.version, previous=fallback_version(specialist))
    elif change.kind == StatusChange.Kind.RESTORE and serves is not None:
        canary_start(specialist=specialist, version=serves, previous=change.version)
    elif _resumes_service(change) and (unfinished := canary_unfinished(change.version)):
        canary_start(specialist=specialist, version=unfinished.version, previous=fallback_version(specialist))
    else:
        canary_end(specialist=specialist)


def _resumes_service(change: StatusChange) -> bool:
    return change.kind == StatusChange.Kind.RESTORE and change.new_status == Specialist.Status.VERIFIED


def _sessions_cancel(specialist: Specialist) -> None:
    """Cancel the open sessions of all versions of a specialist, with the reason for their users.

    Those that wait for a person, or for work that they delegated, are among them.
    """
    for session in Session.objects.filter(version__specialist=specialist).exclude(state__in=FINAL_STATES):
        session_cancel(
            session_id=session.pk,
            reason=sentence("%(name)s was taken out of service while it worked. Ask again.", name=specialist.role),
        )


def _evidence_freeze(
    decision: StatusDecision, specialist: Specialist, target: StatusAndScope, serves: SpecialistVersion | None
) -> Mapping[str, Any]:
    """Return the evidence to store with a status change. Raises PromotionNotReady if it does not suffice."""
    version = specialist.current_version
    if decision.kind == StatusChange.Kind.PROMOTE:
        _require_promotion_evidence(decision, specialist)
    elif target.status == Specialist.Status.VERIFIED:
        _require_other_admin(decision, specialist)
    if decision.kind == StatusChange.Kind.RESTORE:
        _require_safe(serves or version)
    return _evidence_snapshot(specialist, decision, serves)


def _evidence_snapshot(
    specialist: Specialist, decision: StatusDecision, serves: SpecialistVersion | None
) -> Mapping[str, Any]:
    version = specialist.current_version
    evidence = promotion_evidence_summary(specialist, decides=decision.actor.pk if decision.actor else None)
    if evidence["test_run"]:
        evidence["test_run"]["at"] = evidence["test_run"]["at"].isoformat()
    if version is not None:
        evidence["verdicts"] = [verdict._asdict() for verdict in verdicts_for_version(version)]
    if serves is not None:
        evidence["serves"] = {"number": serves.number, "digest": serves.digest}
    return evidence


def _require_promotion_evidence(decision: StatusDecision, specialist: Specialist) -> None:
    if decision.actor is None:
        raise PromotionNotReady("Only a person can promote, never the Auditor.")
    if missing := unmet_conditions(promotion_evidence(specialist, decides=decision.actor.pk), promotion_criteria()):
        figures = "; ".join(condition.figure for condition in missing)
        raise PromotionNotReady(
            f"{specialist.role} cannot be verified yet: {figures}.",
            unmet=[condition._asdict() for condition in missing],
        )


def _require_other_admin(decision: StatusDecision, specialist: Specialist) -> None:
    """Raise PromotionNotReady for the owner, and for the Auditor unless it reverts to a verified version."""
    is_auditor = decision.actor is None
    is_owner = decision.actor is not None and decision.actor.pk == specialist.created_by_id
    if is_owner or (is_auditor and decision.kind != StatusChange.Kind.REVERT):
        raise PromotionNotReady(
            "Neither its owner nor the Auditor can verify it. Ask an admin who is not its owner.", unmet=[]
        )


def _require_safe(version: SpecialistVersion | None) -> None:
    if version is not None and (blockers := safety_blockers(version)):
        figure = f"{len(blockers)} open safety finding{'' if len(blockers) == 1 else 's'}: {'; '.join(blockers[:3])}"
        missing = [{"code": "findings", "met": False, "figure": figure}]
        raise PromotionNotReady(
            f"It is not safe now: {figure}. Run its tests again, or override the Guardian's block.", unmet=missing
        )


def _successor(decision: StatusDecision, specialist: Specialist) -> Specialist | None:
    if decision.successor_id is None:
        return None
    if decision.kind != StatusChange.Kind.DEPRECATE:
        raise BadInput("Only a deprecation names a successor.")
    visible = Specialist.objects.visible_to(specialist.created_by_id or 0).exclude(pk=specialist.pk)
    successor = visible.filter(pk=decision.successor_id, status__in=["verified", "unverified"]).first()
    if successor is None:
        raise BadInput("The successor must be another specialist in service that its users can see.")
    return successor


def _status_update(specialist: Specialist, change: StatusChange, serves: SpecialistVersion | None) -> None:
    """Update an unchanged specialist. Raises LostRace if it has changed, Conflict for a taken or reserved role."""
    values: dict[str, Any] = {"status": change.new_status, "scope": change.new_scope}
    if change.kind == StatusChange.Kind.PROMOTE:
        values |= {"admin_approved_by": change.actor, "admin_approved_at": timezone.now()}
    if serves is not None:
        values |= {"current_version": serves, "spec_snapshot": serves.spec}
    if change.new_status == Specialist.Status.VERIFIED and change.old_status != change.new_status:
        role_check(specialist)
    unchanged = Specialist.objects.filter(
        pk=specialist.pk, status=change.old_status, current_version=specialist.current_version_id
    )
    try:
        with transaction.atomic():
            changed = unchanged.update(**values)
    except IntegrityError as error:
        raise Conflict(f"Another verified specialist is called {specialist.role} already.") from error
    if changed != 1:
        raise LostRace
    if serves is not None:
        serving_version_changed.send(sender=Specialist, specialist_id=specialist.pk)
