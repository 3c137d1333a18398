"""Record the execution of a finished session and add it to the counters of its specialist."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Func, IntegerField, Max, Sum, Value
from django.db.models.functions import Coalesce, Greatest

from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.core.clock import utc_now
from kingdom.sessions.models import Session, SessionEvent
from kingdom.specialists.evidence.execution_outcome import RouteNotes, execution_judgement, route_notes
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_add
from kingdom.specialists.models.execution import UNCOUNTED, Execution, HourlyMetrics
from kingdom.specialists.models.observed_executions import message_fingerprint
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.status.canary import canary_record_execution

CANARY_TASK = "kingdom.specialists.tasks.withdraw_failed_canaries"


class CounterMismatch(NamedTuple):
    """A specialist whose counters differ from its sums. Both mappings hold the differing counters only."""

    role: str
    stored: Mapping[str, Any]
    counted: Mapping[str, Any]


@transaction.atomic(savepoint=False)
def execution_record(*, session: Session) -> Execution | None:
    """Store the execution of a finished session and add it to its specialist's counters. Idempotent.

    Returns None for a session without a version (a question to the user, an offer of a creation). ``outcome`` follows
    from the final state, the error code, the status, the output schema and the receipts of tools and hosts.
    """
    version = session.version
    if version is None:
        return None
    draft = Execution(session=session, **_execution_fields(session, version))
    Execution.objects.bulk_create([draft], ignore_conflicts=True)
    row = Execution.objects.get(session=session)  # with what the database computes
    if row.pk == draft.pk:
        hourly_metrics_add(row)
        _counters_add(row, version)
        if canary_record_execution(row=row) is not None:
            canary_settlement_request()
    return row


@transaction.atomic
def counters_verify(*, fix: bool = False) -> list[CounterMismatch]:
    """Return the specialists whose counters differ from their hourly sums; ``fix`` sets the counters from the sums.

    The sums remain when the retention deletes executions; ``hourly_metrics_verify`` compares them with the existing
    executions. A row lock on each specialist keeps concurrent executions out of the comparison.
    """
    specialists = Specialist.objects.select_for_update().order_by("pk")
    return [mismatch for specialist in specialists if (mismatch := _counters_check(specialist, fix=fix))]


def canary_settlement_request() -> None:
    """Request the withdrawal of failed canaries. If the message is lost, the next audit withdraws them."""
    task_send_on_commit(CANARY_TASK)


def _execution_fields(session: Session, version: SpecialistVersion) -> dict[str, Any]:
    finished = session.finished_at or utc_now()
    usage: Mapping[str, Any] = session.usage or {}
    outcome, error_code = execution_judgement(session, version, notes := route_notes(session))
    return {
        "version": version,
        "user_id": session.user_id,
        "message_fingerprint": message_fingerprint(session.input_text, user_id=session.user_id),
        "routed": _routed(session, notes),
        "success": outcome == Execution.Outcome.SERVED,
        "outcome": outcome,
        "confidence": session.confidence,
        "latency_ms": max(0.0, (finished - session.created_at).total_seconds() * 1000),
        "prompt_tokens": int(usage.get("prompt_tokens", 0)),
        "output_tokens": int(usage.get("output_tokens", 0)) + int(usage.get("thought_tokens", 0)),
        "cost_micros": int(usage.get("cost_micros", 0)),
        "tool_calls": _tool_calls(session),
        "error_code": error_code,
    }


def _tool_calls(session: Session) -> int:
    """Return the number of answered tool calls, without those before the fork of a forked session."""
    answered = SessionEvent.objects.filter(session=session, kind="tool_result", seq__gt=session.forked_at_seq or 0)
    counts = answered.annotate(
        count=Func(F("payload__outcomes"), function="jsonb_array_length", output_field=IntegerField())
    )
    return int(counts.aggregate(total=Coalesce(Sum("count"), 0))["total"])


def _routed(session: Session, notes: RouteNotes) -> str:
    """Return how the message was routed: from the route event, ``fork`` for a forked session, else ``direct``."""
    if session.forked_at_seq is not None:
        return "fork"
    route = notes.route
    if route is None:
        return "direct"
    author, intent = str(route.get("by", "king")), str(route.get("intent", "") or route.get("kind", ""))
    return ("override" if author == "user" else intent.partition(":")[0] or "specialist")[:20]


def _counters_add(row: Execution, version: SpecialistVersion) -> None:
    """Add an execution to the counters in one statement, so that concurrent executions are not lost."""
    changes: dict[str, Any] = {
        "execution_count": F("execution_count") + 1,
        "success_count": F("success_count") + int(row.counts_as_success),
        "uncounted_count": F("uncounted_count") + int(row.outcome in UNCOUNTED),
        "last_used_at": Greatest(F("last_used_at"), Value(row.created_at)),  # GREATEST ignores NULL in PostgreSQL
    }
    Specialist.objects.filter(pk=version.specialist_id).update(**changes)


def _counters_check(specialist: Specialist, *, fix: bool) -> CounterMismatch | None:
    hours = HourlyMetrics.objects.filter(version__specialist=specialist)
    sums: dict[str, Any] = hours.aggregate(
        execution_count=Coalesce(Sum("executions"), 0),
        success_count=Coalesce(Sum("successes"), 0),
        uncounted_count=Coalesce(Sum("uncounted"), 0),
    )
    last_used = Execution.objects.filter(version__specialist=specialist).aggregate(last=Max("created_at"))["last"]
    counted = {**sums, "last_used_at": last_used}
    stored = {name: getattr(specialist, name) for name in counted}
    wrong = [name for name in counted if stored[name] != counted[name]]
    if not wrong:
        return None
    if fix:
        Specialist.objects.filter(pk=specialist.pk).update(**counted)
    return CounterMismatch(
        specialist.role, {name: stored[name] for name in wrong}, {name: counted[name] for name in wrong}
    )
