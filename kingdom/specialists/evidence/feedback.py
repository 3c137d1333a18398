"""Reads of the evidence for those whose work it was."""

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
from kingdom.specialists.status.canary import canary_correct_success


def feedback_by_session(session_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return the user's word on each of these sessions in which a specialist worked to the end, "" where nothing was said. One query."""
    rows = Execution.objects.filter(session__in=session_ids).values_list("session_id", "feedback")
    return {session_id: feedback for session_id, feedback in rows if session_id is not None}


@transaction.atomic
def feedback_record(*, user: User, session: Session, feedback: Execution.Feedback) -> Execution:
    """Store what the user says of an answer; the last word counts. "Bad" takes a success out of the record, and only that.

    Raises NotFound when the session is another's or nobody worked in it.
    """
    row = Execution.objects.select_for_update().filter(session=session, session__user=user).first()
    if row is None:
        raise NotFound("There is no answer of a specialist to rate here.")
    before = row.good
    row.feedback = feedback
    row.save(update_fields=["feedback"])
    row.refresh_from_db(fields=["good"])
    if row.good != before:
        change = int(row.good) - int(before)
        hourly_metrics_correct(
            row, change
        )  # hours, specialist, canary: in the order of ``telemetry_record``, or the two wait for each other
        Specialist.objects.filter(versions=row.version_id).update(success_count=F("success_count") + change)
        if canary_correct_success(row=row, change=change) is not None:
            canary_settlement_request()
    return row
