"""Decisions on a specialist's standing: promote, suspend, demote, deprecate, restore, revert. One service, whoever asks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status import notifications
from kingdom.specialists.status.canary import canary_end, canary_start
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
LONGEST_REASON = 2000


class PromotionNotReady(Conflict):
    """The evidence does not allow this promotion yet."""

    code = "promotion_not_ready"

    @property
    def unmet(self) -> list[dict[str, Any]]:
        """What is missing: ``{"code", "met", "figure"}`` each."""
        found = self.extra.get("unmet")
        return list(found) if isinstance(found, list) else []


@dataclass(frozen=True, kw_only=True)
class StatusDecision:
    """What is decided on whom, by whom and why. ``actor`` None is the Auditor; ``digest`` is what they looked at, "" for any."""

    specialist_id: UUID
    kind: StatusChange.Kind
    reason: str
    actor: User | None = None
    digest: str = ""
    successor_id: UUID | None = None
    stop_sessions: bool = False  # whether what runs on it now is stopped; otherwise it may finish


@transaction.atomic
def status_change_create(*, decision: StatusDecision) -> StatusChange:
    """Carry out one decision and return its row, or change nothing.

    The specialist is locked first; conditions, law book and digest are judged on what is there then. Notifications go out after commit.
    Raises NotFound, BadInput (no reason, a successor that cannot be one), IllegalTransition, NotReady with ``unmet`` (code and figure of each
    condition), Conflict when no version was verified before, LostRace when the version is another than the one that was looked at.
    """
    reason = _reason(decision)
    specialist = Specialist.objects.select_for_update().filter(pk=decision.specialist_id).first()
    if specialist is None:
        raise NotFound("There is no such specialist.")
    version = specialist.current_version
    if decision.digest and (version is None or version.digest != decision.digest):
        raise LostRace(f"{specialist.role} has another version now. Look at it again, then decide.")
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
    _canary_update(specialist, change, serves)
    if decision.stop_sessions:
        _sessions_cancel(specialist)
    notifications.status_change_announce(change)
    return change


def _reason(decision: StatusDecision) -> str:
    reason = decision.reason.strip()
    if not reason:
        raise BadInput("Say why: the reason is kept with the decision and told to those it concerns.")
    if len(reason) > LONGEST_REASON:
        raise BadInput(f"The reason is longer than {LONGEST_REASON} characters.")
    return reason


def _version_to_serve(decision: StatusDecision, specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that serves after the decision, None when it stays the one that is there."""
    if decision.kind == StatusChange.Kind.RESTORE:
        return reverted_version(specialist)
    if decision.kind != StatusChange.Kind.REVERT:
        return None
    before = fallback_version(specialist)
    if before is None:
        raise Conflict(f"No version of {specialist.role} was verified before this one. Suspend it, or demote it.")
    return before


def _canary_update(specialist: Specialist, change: StatusChange, serves: SpecialistVersion | None) -> None:
    """Begin to let in by and by what is new to most: what was promoted, or is back after it was taken back. All else ends that."""
    again = change.kind == StatusChange.Kind.RESTORE and serves is not None
    version = change.version if change.kind == StatusChange.Kind.PROMOTE else serves if again else None
    if version is None:
        canary_end(specialist=specialist)
    else:
        canary_start(
            specialist=specialist, version=version, previous=change.version if again else fallback_version(specialist)
        )


def _sessions_cancel(specialist: Specialist) -> None:
    """Stop what runs or waits on any version of it; their users are told why."""
    open_states = (Session.State.RUNNING, Session.State.AWAITING_APPROVAL)
    for session in Session.objects.filter(version__specialist=specialist, state__in=open_states):
        session_cancel(
            session_id=session.pk, reason=f"{specialist.role} was taken out of service while it worked. Ask again."
        )


def _evidence_freeze(
    decision: StatusDecision, specialist: Specialist, target: StatusAndScope, serves: SpecialistVersion | None
) -> Mapping[str, Any]:
    """Return the evidence to freeze with a decision; for whatever ends in service it must be enough."""
    decides = decision.actor.pk if decision.actor else None
    version = specialist.current_version
    if decision.kind == StatusChange.Kind.PROMOTE:
        _require_promotion_evidence(decision, specialist)
    elif target.status == Specialist.Status.VERIFIED:
        _require_other_admin(decision, specialist)
    if decision.kind == StatusChange.Kind.RESTORE:
        _require_safe(serves or version)
    shown = promotion_evidence_summary(specialist, decides=decides)
    if shown["suite"]:
        shown["suite"]["at"] = shown["suite"]["at"].isoformat()
    if version is not None:
        shown["verdicts"] = [one._asdict() for one in verdicts_for_version(version)]
    return shown if serves is None else {**shown, "serves": {"number": serves.number, "digest": serves.digest}}


def _require_promotion_evidence(decision: StatusDecision, specialist: Specialist) -> None:
    if decision.actor is None:
        raise PromotionNotReady("A person promotes, never the Auditor.")
    if missing := unmet_conditions(promotion_evidence(specialist, decides=decision.actor.pk), promotion_criteria()):
        named = "; ".join(one.figure for one in missing)
        raise PromotionNotReady(
            f"{specialist.role} cannot be verified yet: {named}.", unmet=[one._asdict() for one in missing]
        )


def _require_other_admin(decision: StatusDecision, specialist: Specialist) -> None:
    """Keep the owner, and the Auditor but for taking a version back, from deciding what everybody gets."""
    taken_back = decision.kind == StatusChange.Kind.REVERT
    if (decision.actor is None and not taken_back) or (
        decision.actor is not None and decision.actor.pk == specialist.created_by_id
    ):
        raise PromotionNotReady(
            "Its owner cannot verify it, and the Auditor never does. An admin must decide.", unmet=[]
        )


def _require_safe(version: SpecialistVersion | None) -> None:
    if version is not None and (found := safety_blockers(version)):
        figure = f"{len(found)} open safety finding{'' if len(found) == 1 else 's'}: {'; '.join(found[:3])}"
        missing = [{"code": "findings", "met": False, "figure": figure}]
        raise PromotionNotReady(
            f"It is not safe now: {figure}. Run its tests again, or let pass what the Guardian blocked.", unmet=missing
        )


def _successor(decision: StatusDecision, specialist: Specialist) -> Specialist | None:
    if decision.successor_id is None:
        return None
    if decision.kind != StatusChange.Kind.DEPRECATE:
        raise BadInput("Only a deprecation names a successor.")
    seen = Specialist.objects.visible_to(specialist.created_by_id or 0)
    found = (
        seen.filter(pk=decision.successor_id, status__in=["verified", "unverified"]).exclude(pk=specialist.pk).first()
    )
    if found is None:
        raise BadInput("The successor must be another specialist in service that its users can see.")
    return found


def _status_update(specialist: Specialist, change: StatusChange, serves: SpecialistVersion | None) -> None:
    """Compare-and-set on the old standing and version; the lock makes it sure, the filter makes it seen."""
    values: dict[str, Any] = {"status": change.new_status, "scope": change.new_scope}
    if change.kind == StatusChange.Kind.PROMOTE:
        values |= {"admin_approved_by": change.actor, "admin_approved_at": timezone.now()}
    if serves is not None:
        values |= {"current_version": serves, "spec_snapshot": serves.spec}
    old = Specialist.objects.filter(
        pk=specialist.pk, status=change.old_status, current_version=specialist.current_version_id
    )
    try:
        with transaction.atomic():
            changed = old.update(**values)
    except IntegrityError as error:
        raise Conflict(f"Another verified specialist is called {specialist.role} already.") from error
    if changed != 1:
        raise LostRace
    if serves is not None:
        notifications.embedding_request(specialist.pk)
