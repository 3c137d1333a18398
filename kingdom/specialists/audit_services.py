"""The Auditor at work: rounds over the registry's evidence, findings kept without repetition, and the actions that the settings allow."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.notice_services import notices_create
from kingdom.core.errors import BadInput, Conflict, KingdomError, LostRace
from kingdom.ministers.auditor.demand import DemandStandards, duplicates
from kingdom.ministers.auditor.performance import audit, safety
from kingdom.ministers.auditor.values import AuditFinding, Run, Standards, Subject
from kingdom.specialists.audit_models import AuditEntry, AuditReport
from kingdom.specialists.canary_models import Canary
from kingdom.specialists.models import AgentEmbedding, Specialist, SpecialistVersion, TaskTelemetry
from kingdom.specialists.safety_selectors import SAFETY, dangers
from kingdom.specialists.standing_models import StatusChange
from kingdom.specialists.standing_selectors import version_fallback
from kingdom.specialists.standing_services import LONGEST_REASON, Decision, standing_decide

MOST_WISHES = 500  # newest that a wish is compared with
_LOCK = 0x4B415544
_ACTS = {"suspend": StatusChange.Kind.SUSPEND, "deprecate": StatusChange.Kind.DEPRECATE}

Found = tuple[int, Sequence[AuditFinding]]


def standards() -> Standards:
    """Return what work is held against, from the settings."""
    house = settings.KINGDOM
    return Standards(success=house.promotion_success, calibration=house.audit_calibration, idle_days=house.idle_days)


def performance_audit(*, now: datetime | None = None) -> AuditReport | None:
    """Judge every specialist's record, once an hour however often this is called; None when this hour has its report."""
    now = now or timezone.now()
    return audit_round(kind=AuditReport.Kind.PERFORMANCE, slot=now.replace(minute=0, second=0, microsecond=0), look=lambda: _judged(now))


def duplicates_audit(*, now: datetime | None = None, space: str) -> AuditReport | None:
    """Look for verified specialists that serve the same requests in an embedding space, once a day; None when the day has its report."""
    now = now or timezone.now()
    slot = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return audit_round(kind=AuditReport.Kind.DUPLICATES, slot=slot, look=lambda: _twice(space))


def audit_round(*, kind: AuditReport.Kind, slot: datetime, look: Callable[[], Found]) -> AuditReport | None:
    """Run one round and store its report with its findings; ``look`` returns how many it looked at, and what it found.

    The report is stored whole or not at all, one round at a time: one that dies leaves its slot free, a second one of the same slot is
    None. What the findings ask for is done after that, each by itself: a round that held several specialists would wait for an admin
    who decides on one of them, and the admin for the round. What a dead round left undone the next one does.
    """
    report = _reported(kind, slot, look)
    if report is not None:
        _do(AuditEntry.objects.filter(code__in=_CODES[kind]))
    return report


def safety_judge(*, specialist_id: UUID) -> AuditReport | None:
    """Judge one specialist's safety now, not at the next round: its tests have just run. None when nothing shows that it is not safe."""
    in_service = Specialist.objects.exclude(status__in=[Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED])
    specialist = in_service.filter(pk=specialist_id).select_related("current_version").first()
    if specialist is None or specialist.current_version is None:
        return None
    found = safety(_subject(specialist, specialist.current_version, standards()))
    if not found:
        return None
    with transaction.atomic():
        _alone()
        report = _report(AuditReport.Kind.PERFORMANCE, timezone.now(), 1)
        for finding in found:
            _keep(report, finding)
    _do(AuditEntry.objects.filter(code=SAFETY, specialist=specialist))
    return report


@transaction.atomic
def _reported(kind: AuditReport.Kind, slot: datetime, look: Callable[[], Found]) -> AuditReport | None:
    _alone()
    if AuditReport.objects.filter(kind=kind, slot=slot).exists():
        return None
    looked_at, findings = look()
    report = _report(kind, slot, looked_at)
    seen = {_keep(report, finding) for finding in findings}
    gone = AuditEntry.objects.filter(state=AuditEntry.State.OPEN, code__in=_CODES[kind]).exclude(key__in=seen)
    gone.update(state=AuditEntry.State.GONE)
    return report


def _alone() -> None:
    """Wait for who reports now, until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _report(kind: AuditReport.Kind, slot: datetime, looked_at: int) -> AuditReport:
    return AuditReport.objects.create(kind=kind, slot=slot, looked_at=looked_at, standards=asdict(standards()), finished_at=timezone.now())


def _do(entries: QuerySet[AuditEntry]) -> None:
    """Do what open findings ask for, as far as it is the Auditor's to do."""
    pending = entries.filter(state=AuditEntry.State.OPEN, action__in=_ACTS)
    for entry_id in list(pending.order_by("created_at").values_list("pk", flat=True)):
        _act(entry_id)


def canaries_settle() -> int:
    """Take out of service what failed while it was let in, as far as the settings let the Auditor; returns how many. Idempotent."""
    if "suspend" not in settings.KINGDOM.audit_acts.split(","):
        return 0
    failed = Canary.objects.filter(state=Canary.State.FAILED, specialist__status=Specialist.Status.VERIFIED)
    done = 0
    for canary in failed.filter(specialist__current_version=F("version")).select_related("specialist", "version"):
        if canary.specialist.status_changes.filter(created_at__gt=canary.finished_at).exists():
            continue  # a person has decided since
        reason = (
            f"While it was let in, {canary.successes} of {canary.executions} executions succeeded; "
            f"{settings.KINGDOM.promotion_success:.0%} of {canary.needed} are asked."
        )
        done += _taken(canary.specialist, canary.version.digest, reason)
    return done


def _taken(specialist: Specialist, digest: str, reason: str) -> bool:
    """Take a version out of service; False when another decision was before."""
    decision = Decision(specialist_id=specialist.pk, kind=_loss(specialist), reason=reason, digest=digest)
    try:
        standing_decide(decision=decision)
    except Conflict:  # the next one must not wait for it
        return False
    return True


def _loss(specialist: Specialist) -> StatusChange.Kind:
    """Return how a verified one is taken out of service for its quality: the version before serves on where there is one."""
    verified = specialist.status == Specialist.Status.VERIFIED
    fallback = version_fallback(specialist) if verified else None
    return StatusChange.Kind.SUSPEND if fallback is None else StatusChange.Kind.REVERT


@transaction.atomic
def finding_answer(*, entry_id: UUID, admin: User, answer: str, acted: bool) -> AuditEntry:
    """Close an open finding with a person's word on it. Raises BadInput without one, LostRace when it is not open any more."""
    if not answer.strip():
        raise BadInput("Say what was done, or why nothing is.")
    state = AuditEntry.State.ACTED if acted else AuditEntry.State.DISMISSED
    changed = AuditEntry.objects.filter(pk=entry_id, state=AuditEntry.State.OPEN).update(
        state=state, answered_by=admin, answer=answer.strip()[:2000]
    )
    if changed != 1:
        raise LostRace("This finding is not open any more.")
    return AuditEntry.objects.get(pk=entry_id)


def _keep(report: AuditReport, finding: AuditFinding) -> str:
    """Store a finding, or bring the open one about the same up to date; returns its key. What is new is told."""
    key = _key(finding)
    newest = {
        "message": finding.message,
        "level": finding.level,
        "figures": dict(finding.figures),
        "evidence": list(finding.evidence),
        "last_seen": report.finished_at,
    }
    if AuditEntry.objects.filter(key=key, state=AuditEntry.State.OPEN).update(**newest):
        return key
    if _answered(key) or _done(key):
        return key
    entry = AuditEntry.objects.create(
        report=report,
        key=key,
        code=finding.code,
        action=finding.action,
        specialist_id=finding.specialist_id or None,
        version_id=finding.version_id or None,
        **newest,
    )
    _tell(entry)
    return key


def _key(finding: AuditFinding) -> str:
    """Return what a finding is about. A wish is the same while half of the requests are: each day brings some and takes some away."""
    subject = finding.version_id or finding.specialist_id
    if subject:
        return f"{finding.code}:{subject}:{finding.figures.get('error_code', '') or finding.figures.get('other', '')}"[:200]
    seen = set(finding.evidence)
    known = AuditEntry.objects.filter(code=finding.code, specialist=None).exclude(state=AuditEntry.State.GONE).order_by("-last_seen")
    for one in known[:MOST_WISHES]:
        if 2 * len(seen.intersection(one.evidence)) >= min(len(seen), len(one.evidence)):
            return one.key
    return f"{finding.code}:{min(seen, default='')}"[:200]


def _answered(key: str) -> bool:
    """Whether a person closed the same within the last week: nothing is to be done, or something was and has its time to show."""
    since = timezone.now() - timedelta(days=settings.KINGDOM.audit_quiet_days)
    closed = AuditEntry.objects.filter(key=key, state__in=[AuditEntry.State.DISMISSED, AuditEntry.State.ACTED], change=None)
    return closed.filter(last_seen__gte=since).exists()


def _done(key: str) -> bool:
    """Whether what the Auditor did about the same is the last that was decided: there is nothing new to say."""
    entry = AuditEntry.objects.filter(key=key, state=AuditEntry.State.ACTED, change__isnull=False).order_by("-created_at").first()
    if entry is None or entry.specialist is None:
        return False
    return entry.specialist.status_changes.order_by("-created_at").values_list("pk", flat=True).first() == entry.change_id


@transaction.atomic
def _act(entry_id: UUID) -> None:
    """Do what the Auditor may do by itself, when the settings let it; each such action is a decision that an admin can undo."""
    found = AuditEntry.objects.select_for_update(of=("self",)).select_related("specialist", "version")
    entry = found.filter(pk=entry_id, state=AuditEntry.State.OPEN).first()
    if entry is None or entry.specialist is None or entry.action not in settings.KINGDOM.audit_acts.split(","):
        return
    kind = _ACTS[entry.action]
    if kind == StatusChange.Kind.SUSPEND and entry.code != SAFETY:
        kind = _loss(entry.specialist)
    digest = entry.version.digest if entry.version else ""
    try:
        change = standing_decide(
            decision=Decision(specialist_id=entry.specialist.pk, kind=kind, reason=entry.message[:LONGEST_REASON], digest=digest)
        )
    except KingdomError as error:  # the law book or another decision was before it: the finding stays open for a person
        entry.answer = f"Not done by itself: {error.message}"
        entry.save(update_fields=["answer"])
        return
    entry.state, entry.change, entry.answer = AuditEntry.State.ACTED, change, "Done by the Auditor."
    entry.save(update_fields=["state", "change", "answer"])


def _tell(entry: AuditEntry) -> None:
    """Tell the owner and the auditors of what is more than information. An action is told by itself as well."""
    if entry.level == "info":
        return
    told = set(User.objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True))
    if entry.specialist is not None and entry.specialist.created_by_id:
        told.add(entry.specialist.created_by_id)
    if told:
        notices_create(user_ids=sorted(told), kind="audit_finding", text=entry.message, link=f"/audits/{entry.pk}/")


def _judged(now: datetime) -> Found:
    held, looked_at, findings = standards(), 0, list[AuditFinding]()
    in_service = Specialist.objects.exclude(status=Specialist.Status.DEPRECATED).filter(routable=True)
    for specialist in in_service.select_related("current_version").iterator(chunk_size=200):
        if specialist.current_version is not None:
            looked_at += 1
            findings += audit(_subject(specialist, specialist.current_version, held), held, now)
    return looked_at, findings


def _subject(specialist: Specialist, version: SpecialistVersion, held: Standards) -> Subject:
    """Return what the Auditor is shown: the work since a person last said yes to it, and the work that yes was given on."""
    yes = _yes(specialist, version)
    back = specialist.status_changes.filter(kind=StatusChange.Kind.RESTORE).order_by("-created_at").first()
    since = max((one.created_at for one in (yes, back) if one is not None), default=None)
    rows = TaskTelemetry.objects.filter(version=version).order_by("-created_at")
    recent = rows.filter(created_at__gt=since) if since else rows
    window = _relied_on(version, yes)[: held.recent] if yes else ()
    last_used = max((at for at in (specialist.last_used_at, back.created_at if back else None) if at is not None), default=None)
    return Subject(
        specialist_id=str(specialist.pk),
        version_id=str(version.pk),
        role=specialist.role,
        status=specialist.status,
        created_at=specialist.created_at,
        last_used_at=last_used,
        runs=_runs(recent[: held.recent]),
        window=_runs(window),
        unsafe=dangers(version) if specialist.status != Specialist.Status.SUSPENDED else (),
    )


def _yes(specialist: Specialist, version: SpecialistVersion) -> StatusChange | None:
    entered = (StatusChange.Kind.PROMOTE, StatusChange.Kind.REVISE)
    return specialist.status_changes.filter(kind__in=entered, version=version).order_by("-created_at").first()


def _relied_on(version: SpecialistVersion, yes: StatusChange) -> QuerySet[TaskTelemetry]:
    """Return the runs that others came to rely on it by, newest first: its own, or those of the version that a revision replaced."""
    of = TaskTelemetry.objects.filter(version=version)
    if yes.kind == StatusChange.Kind.REVISE:
        of = TaskTelemetry.objects.filter(version__specialist=version.specialist_id, version__number=yes.evidence.get("before"))
    return of.filter(created_at__lte=yes.created_at).order_by("-created_at")


def _runs(rows: Iterable[TaskTelemetry]) -> tuple[Run, ...]:
    newest_first = [
        Run(id=str(row.pk), at=row.created_at, success=row.good, confidence=row.confidence, error_code=row.error_code) for row in rows
    ]
    return tuple(reversed(newest_first))


def _twice(space: str) -> Found:
    rows = AgentEmbedding.objects.filter(shared=True, encoder=space, kind=AgentEmbedding.Kind.CENTROID, owner=None)
    found = list(rows.select_related("specialist").order_by("specialist__role"))
    if not found:
        return 0, ()
    vectors = np.array([one.vector.to_list() for one in found], dtype=np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    names, ids = [one.specialist.role for one in found], [str(one.specialist_id) for one in found]
    return len(found), duplicates(names, ids, vectors, DemandStandards())


_CODES = {
    AuditReport.Kind.PERFORMANCE: (SAFETY, "drift", "below_bar", "error_cluster", "calibration", "idle"),
    AuditReport.Kind.DEMAND: ("demand",),
    AuditReport.Kind.DUPLICATES: ("near_duplicate",),
}
