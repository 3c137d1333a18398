"""User feedback on answers."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.executions import canary_settlement_request
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_correct
from kingdom.specialists.models.execution import UNCOUNTED, Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.canary import canary_record_execution

_Outcome = Execution.Outcome


def feedback_by_session(session_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return the feedback by session, "" without any, for sessions with an execution. One query."""
    rows = Execution.objects.filter(session__in=session_ids).values_list("session_id", "feedback")
    return {session_id: feedback for session_id, feedback in rows if session_id is not None}


@transaction.atomic
def feedback_record(*, user: User, session: Session, feedback: Execution.Feedback) -> Execution:
    """Store the feedback of a user on an answer and return the execution. Later feedback replaces earlier feedback.

    "bad" makes an answer corrected, also an honest decline; "good" does not make a failure a success. Raises NotFound
    if the session is not the user's or has no execution.
    """
    row = Execution.objects.select_for_update().filter(session=session, session__user=user).first()
    if row is None:
        raise NotFound("There is no answer of a specialist to rate here.")
    outcome = _outcome_after(row, feedback)
    row.feedback = feedback
    return _execution_update(row, outcome=outcome, success=row.success)


@transaction.atomic
def override_correction_record(*, session_id: UUID, corrected: bool) -> None:
    """Mark the execution of a served session as corrected, because its user sent the message elsewhere, or undo that.

    A specialist that declined honestly stays as it is: the route was wrong, not the specialist.
    """
    outcome = _Outcome.SERVED if corrected else _Outcome.CORRECTED
    rows = Execution.objects.select_for_update().filter(session=session_id, outcome=outcome, success=corrected)
    row = rows.first()
    if row is not None and (corrected or row.feedback != Execution.Feedback.BAD):
        _execution_update(row, outcome=_Outcome.CORRECTED if corrected else _Outcome.SERVED, success=not corrected)


def _outcome_after(row: Execution, feedback: Execution.Feedback) -> str:
    """Return the outcome of an execution after its user rated it."""
    if feedback == Execution.Feedback.BAD:
        return _Outcome.CORRECTED if row.outcome in (_Outcome.SERVED, *UNCOUNTED) else row.outcome
    if row.outcome != _Outcome.CORRECTED or row.feedback != Execution.Feedback.BAD:
        return row.outcome
    return _Outcome.SERVED if row.success else _Outcome.DECLINED


def _execution_update(row: Execution, *, outcome: str, success: bool) -> Execution:
    """Store outcome, success and feedback of an execution, and correct what was counted of it."""
    succeeded, uncounted = row.counts_as_success, row.outcome in UNCOUNTED
    row.outcome, row.success = outcome, success
    row.save(update_fields=["feedback", "outcome", "success"])
    row.refresh_from_db(fields=["counts_as_success"])
    changes = (int(row.counts_as_success) - int(succeeded), int(outcome in UNCOUNTED) - int(uncounted))
    if any(changes):
        _counts_correct(row, *changes)
    return row


def _counts_correct(row: Execution, successes: int, uncounted: int) -> None:
    # The same lock order as in ``execution_record`` (hour, specialist, canary); another order could deadlock.
    hourly_metrics_correct(row, successes=successes, uncounted=uncounted)
    Specialist.objects.filter(versions=row.version_id).update(
        success_count=F("success_count") + successes, uncounted_count=F("uncounted_count") + uncounted
    )
    if canary_record_execution(row=row) is not None:
        canary_settlement_request()
