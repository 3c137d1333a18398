"""Record the execution of a finished session and add it to the counters of its specialist."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Max, Sum
from django.db.models.functions import Coalesce

from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.core.clock import utc_now
from kingdom.core.sql_parts import insert_part, params_of, with_parts
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.execution_outcome import SessionNotes, execution_judgement, session_notes
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_add_part
from kingdom.specialists.models.execution import Execution, HourlyMetrics
from kingdom.specialists.models.observed_executions import message_fingerprint
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.status.canary import canary_record_execution

CANARY_TASK = "kingdom.specialists.tasks.failed_canaries_withdraw"
# GREATEST ignores NULL. The counters wait for the hour: two executions lock these rows in the same order.
_ADD = """
WITH adding AS (SELECT){parts},
counters AS (
    UPDATE dynamic_agents SET execution_count = execution_count + 1,
        success_count = success_count + %(hours_success)s, uncounted_count = uncounted_count + %(hours_uncounted)s,
        last_used_at = greatest(last_used_at, %(hours_at)s)
    WHERE id = %(specialist)s AND NOT draft AND EXISTS (SELECT FROM hours) RETURNING id
)
SELECT EXISTS (SELECT FROM execution), EXISTS (
    SELECT FROM agent_canaries
    WHERE version_id = %(hours_version)s AND state = 'running' AND created_at <= %(hours_at)s
)
"""


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
    row = Execution(session=session, **_execution_fields(session, version))
    is_new, has_canary = _execution_add(row, version)
    if not is_new:
        return Execution.objects.get(session=session)
    row.counts_as_success = row.success  # as the database computes it of a row without feedback
    row._state.adding = False
    if has_canary and canary_record_execution(row=row) is not None:
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
    outcome, error_code = execution_judgement(session, version, notes := session_notes(session))
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
        "tool_calls": notes.tool_calls,
        "error_code": error_code,
    }


def _routed(session: Session, notes: SessionNotes) -> str:
    """Return how the message was routed: from the route event, ``fork`` for a forked session, else ``direct``."""
    if session.forked_at_seq is not None:
        return "fork"
    route = notes.route
    if route is None:
        return "direct"
    author, intent = str(route.get("by", "king")), str(route.get("intent", "") or route.get("kind", ""))
    return ("override" if author == "user" else intent.partition(":")[0] or "specialist")[:20]


def _execution_add(row: Execution, version: SpecialistVersion) -> tuple[bool, bool]:
    """Store a new execution and add it to its hour and its specialist's counters, in one statement and that order.

    Return whether it was new, and whether its version has a running canary.
    """
    execution = insert_part("execution", row, ignore_conflicts=True)
    hours = hourly_metrics_add_part(row, execution=execution)
    params = {**params_of([execution, hours]), "specialist": version.specialist_id}
    with connection.cursor() as cursor:
        cursor.execute(_ADD.format(parts=with_parts([execution, hours])), params)
        is_new, has_canary = cursor.fetchone() or (False, False)
    return bool(is_new), bool(has_canary)


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
