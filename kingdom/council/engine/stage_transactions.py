"""The transactions of a stage run: load its input, store its result, log, retry, fail or release the case."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import structlog
from django.db import transaction
from django.utils import timezone

from kingdom.core.background.jobs import RETRY_S, Lease, LeaseLost
from kingdom.core.errors import InfrastructureFault, KingdomError
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.cases.transitions import case_fail, case_jobs
from kingdom.council.cases.verdicts import StageAttempt, stage_attempt_of, verdict_find, verdict_store
from kingdom.council.engine.stage_results import case_verdict_apply
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.rules.pipeline import pipeline_stage
from kingdom.council.stages.base import StageResult

RETRY_DELAYS_S = (5.0, 15.0, 60.0, 120.0)  # seconds between attempts of a stage whose service was unavailable
MAX_WAIT = timedelta(hours=1)  # of a stage for one part of the installation; then the case fails with its message
_log = structlog.get_logger(__name__)


class TimedResult(NamedTuple):
    """A stage's result and its duration in milliseconds."""

    result: StageResult
    ms: float


def attempt_load(lease: Lease) -> tuple[StageAttempt, StageVerdict | None]:
    """Return the attempt at the case's current stage, and the verdict that it gave on the same inputs before.

    Raises LeaseLost when no stage runs in the case's state.
    """
    with transaction.atomic():
        case = case_lock(lease.job_id, lease.owner)
    stage = pipeline_stage(case.pipeline, case.state)
    if stage is None:
        raise LeaseLost
    task = stage_attempt_of(case, stage)
    return task, verdict_find(task)


@transaction.atomic
def result_store(lease: Lease, task: StageAttempt, known: StageVerdict | None, timed: TimedResult | None) -> None:
    """Store the stage's result, or reuse the known verdict, and apply it. Raises LeaseLost when the case has moved."""
    case = case_lock(lease.job_id, lease.owner)
    if case.state != task.stage.state:
        raise LeaseLost
    row = known
    if row is None and timed is not None:
        row = verdict_store(task=task, result=timed.result, ms=timed.ms)
    if row is None:
        raise LeaseLost
    case_verdict_apply(case=case, task=task, row=row)


@transaction.atomic
def stage_event_append(lease: Lease, kind: str, payload: Mapping[str, Any]) -> None:
    """Append an event to a case that this worker holds. Raises LeaseLost."""
    case_event_append(case_lock(lease.job_id, lease.owner), kind, payload=payload)


@transaction.atomic
def stage_retry_or_fail(lease: Lease, error: KingdomError) -> None:
    """Retry later after a temporary error of a service; fail on a permanent one or after the last retry."""
    if error.permanent or lease.attempts > len(RETRY_DELAYS_S):
        stage_fail(lease, error.code, error.message)
        return
    wait_s = RETRY_DELAYS_S[lease.attempts - 1]
    stage_event_append(lease, "waiting", {"code": error.code, "message": error.message, "again_in_s": wait_s})
    case_jobs.release(lease, wait_s=wait_s)


@transaction.atomic
def stage_wait(lease: Lease, fault: InfrastructureFault) -> None:
    """Release a case that waits for a part of the installation, and log why. The attempt does not count."""
    case = case_lock(lease.job_id, lease.owner)
    notes = _waiting_notes(case)
    if notes and timezone.now() - notes[0].created_at > MAX_WAIT:
        case_fail(case=case, code=fault.code, message=fault.message)
        return
    if not notes or notes[-1].payload["code"] != fault.code:
        note = {"code": fault.code, "message": fault.message, "again_in_s": RETRY_S, "away": True}
        case_event_append(case, "waiting", payload=note)
    case_jobs.give_back(lease, wait_s=RETRY_S)


def _waiting_notes(case: CreationCase) -> list[CaseEvent]:
    """Return the events of waiting for the installation since the case moved, oldest first; one for each new fault."""
    log = CaseEvent.objects.filter(case=case)
    last_move = log.filter(kind="moved").order_by("-seq").values_list("seq", flat=True).first() or 0
    return list(log.filter(kind="waiting", seq__gt=last_move, payload__away=True).order_by("seq"))


def stage_release_for_retry(lease: Lease) -> None:
    """Release the case for a retry with a growing delay. The attempt counts: a store that always fails must end."""
    case_jobs.release(lease, wait_s=RETRY_DELAYS_S[min(lease.attempts, len(RETRY_DELAYS_S)) - 1])


@transaction.atomic
def stage_fail(lease: Lease, code: str, message: str) -> None:
    """Fail a case that this worker holds; only log when the lease is lost."""
    try:
        case = case_lock(lease.job_id, lease.owner)
    except LeaseLost:
        _log.warning("case_lost", case_id=str(lease.job_id))
        return
    case_fail(case=case, code=code, message=message)
