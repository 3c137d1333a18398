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
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.canary import canary_record_execution


def feedback_by_session(session_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return the feedback by session, "" without any, for sessions with an execution. One query."""
    rows = Execution.objects.filter(session__in=session_ids).values_list("session_id", "feedback")
    return {session_id: feedback for session_id, feedback in rows if session_id is not None}


@transaction.atomic
def feedback_record(*, user: User, session: Session, feedback: Execution.Feedback) -> Execution:
    """Store the feedback of a user on an answer and return the execution. Later feedback replaces earlier feedback.

    "bad" makes a success a failure; "good" does not make a failure a success. Raises NotFound if the session is not the
    user's or has no execution.
    """
    row = Execution.objects.select_for_update().filter(session=session, session__user=user).first()
    if row is None:
        raise NotFound("There is no answer of a specialist to rate here.")
    before = row.counts_as_success
    row.feedback = feedback
    row.save(update_fields=["feedback"])
    row.refresh_from_db(fields=["counts_as_success"])
    if row.counts_as_success != before:
        _successes_correct(row, int(row.counts_as_success) - int(before))
    return row


def _successes_correct(row: Execution, change: int) -> None:
    # The same lock order as in ``execution_record`` (hour, specialist, canary); another order could deadlock.
    hourly_metrics_correct(row, change)
    Specialist.objects.filter(versions=row.version_id).update(success_count=F("success_count") + change)
    if canary_record_execution(row=row) is not None:
        canary_settlement_request()
