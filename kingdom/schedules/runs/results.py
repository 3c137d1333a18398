"""What became of the runs of schedules: their sessions and workflows end, and their users are told."""

from uuid import UUID

from django.db.models import QuerySet

from kingdom.approvals.notifications.services import notification_create
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.text.sentences import sentence
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.sessions.models import Session
from kingdom.workflows.models import Workflow

_SHOWN = 300  # characters of an answer


def run_finished(*, session: Session) -> None:
    """Settle the run of a finished session and tell its user. Idempotent; ignores other sessions."""
    run = _sent_run.first(session_id=session.pk)
    if run is not None:
        failure = "" if session.state == Session.State.COMPLETED else session.error_message
        link = f"/c/{session.conversation_id}/" if session.conversation_id else ""
        is_answered = session.state == Session.State.COMPLETED
        _settle(run, is_answered=is_answered, answer=session.answer, failure=failure, link=link)


def _sent_run_query(session_id: UUID) -> QuerySet[ScheduleRun]:
    runs = ScheduleRun.objects.filter(session_id=session_id, outcome="sent")
    return runs.select_related("schedule").order_by("pk")


_sent_run = ComposedQuery(_sent_run_query, session_id=UUID)


def workflow_run_finished(*, workflow: Workflow) -> None:
    """Settle the run of a workflow that is over and tell its user; again when a node of it was run again."""
    run = ScheduleRun.objects.filter(workflow=workflow).select_related("schedule").first()
    if run is not None:
        failure = (
            sentence("The workflow was cancelled.")
            if workflow.state == Workflow.State.CANCELLED
            else workflow.error_message
        )
        is_answered = workflow.state == Workflow.State.COMPLETED
        link = f"/workflows/{workflow.pk}/"
        _settle(run, is_answered=is_answered, answer=workflow.answer, failure="" if is_answered else failure, link=link)


def _settle(run: ScheduleRun, *, is_answered: bool, answer: str, failure: str, link: str) -> None:
    outcome = run.Outcome.ANSWERED if is_answered else run.Outcome.FAILED
    if ScheduleRun.objects.filter(pk=run.pk, outcome=run.outcome).update(outcome=outcome, reason=failure):
        message = run.schedule.message[:80]
        failed = sentence("“%(message)s”: It failed: %(sentence)s", message=message, sentence=failure[:_SHOWN])
        owner_notify(run.schedule, f"“{message}”: {answer[:_SHOWN]}" if is_answered else failed, link=link)


def owner_notify(schedule: Schedule, text: str, *, link: str = "") -> None:
    """Tell the user of a schedule; without a link it leads to the conversation, else to the schedule."""
    default = f"/c/{schedule.conversation_id}/" if schedule.conversation_id else f"/schedules/{schedule.pk}/"
    notification_create(user_id=schedule.user_id, kind="schedule", text=text, link=link or default)
