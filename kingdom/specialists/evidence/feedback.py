"""User feedback on answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_note
from kingdom.specialists.evidence.execution_outcome import (
    CLAIMED_WITHOUT_EVIDENCE,
    OVERRIDDEN_NOTE,
    OVERRIDE_UNDONE_NOTE,
    null_outcome,
)
from kingdom.specialists.evidence.executions import canary_settlement_request
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_correct
from kingdom.specialists.models.execution import UNCOUNTED, Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.canary import canary_record_execution

_Outcome = Execution.Outcome
_CORRECTABLE = (_Outcome.SERVED, _Outcome.DECLINED, _Outcome.ASKED)


class AnswerReview(NamedTuple):
    """What is known of an answer: the feedback of its user, and whether its receipts contradict it.

    The feedback is "" for none yet, None without an execution to rate.
    """

    feedback: str | None
    is_unconfirmed: bool


NO_REVIEW = AnswerReview(feedback=None, is_unconfirmed=False)


def reviews_by_session(session_ids: Sequence[UUID]) -> Mapping[UUID, AnswerReview]:
    """Return what is known of the answers of sessions with an execution, by session. One query."""
    rows = Execution.objects.filter(session__in=session_ids).values_list("session_id", "feedback", "error_code")
    return {
        session_id: AnswerReview(feedback, error_code == CLAIMED_WITHOUT_EVIDENCE)
        for session_id, feedback, error_code in rows
        if session_id is not None
    }


@access_transaction()
def feedback_record(*, user: User, session: Session, feedback: Execution.Feedback) -> Execution:
    """Store the feedback of a user on an answer and return the execution. Later feedback replaces earlier feedback.

    "bad" corrects an answer, an honest decline and a question; "good" takes that back, and makes no failure a success.
    Raises NotFound if the session is not the user's or has no execution.
    """
    own = Execution.objects.filter(session=session, session__user=user)
    row = own.select_for_update(of=("self",)).first()  # an override locks the session first, then this row
    if row is None:
        raise NotFound("There is no answer of a specialist to rate here.")
    original = _original_outcome(row)
    was_overridden = original == _Outcome.SERVED and not row.success
    row.feedback = feedback
    return _execution_update(row, outcome=_outcome_after(row, original, was_overridden), success=row.success)


@transaction.atomic
def override_correction_record(*, session_id: UUID, corrected: bool) -> None:
    """Mark the execution of a served session as corrected, because its user sent the message elsewhere, or undo that.

    A specialist that declined honestly stays as it is: the route was wrong, not the specialist. A session that still
    runs gets a note instead: its answer will be no one's, and enters no success rate.
    """
    if session_lock(session_id).state not in FINAL_STATES:
        kind = OVERRIDDEN_NOTE if corrected else OVERRIDE_UNDONE_NOTE
        session_note(session_id=session_id, kind=kind, payload={})
        return
    rows = Execution.objects.select_for_update(of=("self",)).select_related("session", "version")
    row = rows.filter(session=session_id, success=corrected).first()
    if row is not None and _original_outcome(row) == _Outcome.SERVED:
        _execution_update(row, outcome=_outcome_after(row, _Outcome.SERVED, corrected), success=not corrected)


def _original_outcome(row: Execution) -> str:
    """Return the outcome of an execution without its user's corrections."""
    if row.outcome != _Outcome.CORRECTED:
        return row.outcome
    if row.success or row.session is None or row.session.status_tag != "NULL":
        return _Outcome.SERVED
    return null_outcome(row.session)  # a decline or question that was rated "bad"


def _outcome_after(row: Execution, original: str, was_overridden: bool) -> str:
    """Return the outcome of an execution: the original one unless its user rated it as wrong or sent it elsewhere."""
    is_wrong = row.feedback == Execution.Feedback.BAD and original in _CORRECTABLE
    return _Outcome.CORRECTED if is_wrong or was_overridden else original


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
