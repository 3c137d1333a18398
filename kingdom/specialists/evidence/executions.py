"""The evidence of work: one row a finished session, the counters drawn from it, and what users say of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, FloatField, Func, IntegerField, Max, Sum, Value
from django.db.models.functions import Cast, Coalesce, Greatest

from kingdom.contracts.json_schema import validation_error
from kingdom.core.clock import utc_now
from kingdom.core.task_queue import task_send_on_commit
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_add
from kingdom.specialists.models.execution import Execution, HourlyMetrics
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.status.canary import canary_record_execution
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.selectors import receipts_of

CANARY_TASK = "kingdom.specialists.tasks.withdraw_failed_canaries"
ROUTE_NOTE = "route"  # the orchestrator's note in the session's log
ROUNDING_TOLERANCE = 1e-6  # running and recomputed average may differ by rounding only


class CounterMismatch(NamedTuple):
    """One specialist whose counters do not say what its rows say; both mappings hold the wrong ones alone."""

    role: str
    stored: Mapping[str, Any]
    counted: Mapping[str, Any]


@transaction.atomic
def execution_record(*, session: Session) -> Execution | None:
    """Write the row of a finished session and add it to its specialist's counters; a second call changes nothing.

    None for a session without a version: nobody worked (a question back, an offer to create). ``success`` is judged from the final
    state, the error code, the output schema and the receipts of tools and hosts; what the specialist says of itself counts only
    against it (an empty-handed NULL).
    """
    version = session.version
    if version is None:
        return None
    row, fresh = Execution.objects.get_or_create(session=session, defaults=_execution_fields(session, version))
    if fresh:
        row.refresh_from_db(fields=["good"])
        hourly_metrics_add(row)
        _counters_add(row, version)
        if canary_record_execution(row=row) is not None:
            canary_settlement_request()
    return row


@transaction.atomic
def counters_verify(*, fix: bool = False) -> list[CounterMismatch]:
    """Return the specialists whose counters differ from their hourly sums; with ``fix`` the counters are set from the sums.

    The sums outlive the rows, which go with the retention; ``rollups_verify`` proves them against the rows that are there.
    Each specialist's row is locked while it is compared, so that executions that finish meanwhile are in both or in neither.
    """
    return [
        wrong
        for specialist in Specialist.objects.select_for_update().order_by("pk")
        if (wrong := _counters_check(specialist, fix=fix))
    ]


def canary_settlement_request() -> None:
    """Have what a canary's figures decided carried out. With the broker away the Auditor's next round does it."""
    task_send_on_commit(CANARY_TASK)


def _execution_fields(session: Session, version: SpecialistVersion) -> dict[str, Any]:
    finished = session.finished_at or utc_now()
    usage: Mapping[str, Any] = session.usage or {}
    return {
        "version": version,
        "user_id": session.user_id,
        "routed": _routed(session),
        "success": _success(session, version),
        "confidence": session.confidence,
        "latency_ms": max(0.0, (finished - session.created_at).total_seconds() * 1000),
        "prompt_tokens": int(usage.get("prompt_tokens", 0)),
        "output_tokens": int(usage.get("output_tokens", 0)) + int(usage.get("thought_tokens", 0)),
        "cost_micros": int(usage.get("cost_micros", 0)),
        "tool_calls": _tool_calls(session),
        "error_code": session.error_code,
    }


def _tool_calls(session: Session) -> int:
    """Return how many calls of tools were answered, each of a batch by itself; what a fork only remembers is not its own."""
    answered = SessionEvent.objects.filter(session=session, kind="tool_result", seq__gt=session.forked_at_seq or 0)
    counts = answered.annotate(
        count=Func(F("payload__outcomes"), function="jsonb_array_length", output_field=IntegerField())
    )
    return int(counts.aggregate(total=Coalesce(Sum("count"), 0))["total"])


def _routed(session: Session) -> str:
    """Return how the message came here: what the route note says, ``fork`` for one that goes on from another's log, else ``direct``."""
    if session.forked_at_seq is not None:
        return "fork"
    note = (
        SessionEvent.objects.filter(session=session, kind=ROUTE_NOTE)
        .order_by("-seq")
        .values_list("payload", flat=True)
        .first()
    )
    if not isinstance(note, Mapping):
        return "direct"
    by, intent = str(note.get("by", "king")), str(note.get("intent", "") or note.get("kind", ""))
    return ("override" if by == "user" else intent.partition(":")[0] or "specialist")[:20]


def _success(session: Session, version: SpecialistVersion) -> bool:
    schema = version.spec.get("output_schema")
    fits = not schema or validation_error(session.output, schema) is None
    ended = session.state == Session.State.COMPLETED and not session.error_code and session.status_tag != "NULL"
    return ended and bool(session.answer.strip()) and fits and _is_backed_by_receipts(session)


def _is_backed_by_receipts(session: Session) -> bool:
    """Whether receipts speak for what it says: they do not where tools or hosts were tried and not one of them answered.

    What was refused tells of permissions, not of the work: a person's no must not count against who asked.
    """
    tools = set(receipts_of(session_id=session.pk).order_by().values_list("outcome", flat=True)) - {
        ToolReceipt.Outcome.REFUSED
    }
    hosts = set(session.egress.values_list("outcome", flat=True)) - {EgressReceipt.Outcome.REFUSED}
    return (not tools or ToolReceipt.Outcome.DONE in tools) and (not hosts or EgressReceipt.Outcome.ANSWERED in hosts)


def _counters_add(row: Execution, version: SpecialistVersion) -> None:
    """Add one row to the counters in one statement: executions that end at the same time must not lose each other."""
    changes: dict[str, Any] = {
        "execution_count": F("execution_count") + 1,
        "success_count": F("success_count") + int(row.good),
        "last_used_at": Greatest(F("last_used_at"), Value(row.created_at)),  # PostgreSQL's own leaves NULL out
    }
    if row.confidence is not None:
        total = Coalesce(F("avg_confidence"), Value(0.0)) * Cast(F("confidence_count"), FloatField()) + Value(
            row.confidence
        )
        changes["avg_confidence"] = total / (Cast(F("confidence_count"), FloatField()) + Value(1.0))
        changes["confidence_count"] = F("confidence_count") + 1
    Specialist.objects.filter(pk=version.specialist_id).update(**changes)


def _counters_check(specialist: Specialist, *, fix: bool) -> CounterMismatch | None:
    hours = HourlyMetrics.objects.filter(version__specialist=specialist)
    sums: dict[str, Any] = hours.aggregate(
        execution_count=Coalesce(Sum("executions"), 0),
        success_count=Coalesce(Sum("successes"), 0),
        confidence_count=Coalesce(Sum("confidence_count"), 0),
        confidence_sum=Coalesce(Sum("confidence_sum"), 0.0),
    )
    stated, total = sums["confidence_count"], sums.pop("confidence_sum")
    last = Execution.objects.filter(version__specialist=specialist).aggregate(last=Max("created_at"))["last"]
    counted = {**sums, "avg_confidence": total / stated if stated else None, "last_used_at": last}
    stored = {name: getattr(specialist, name) for name in counted}
    wrong = [name for name in counted if not _is_equal(stored[name], counted[name])]
    if wrong and fix:
        Specialist.objects.filter(pk=specialist.pk).update(**counted)
    return (
        CounterMismatch(
            specialist.role, {name: stored[name] for name in wrong}, {name: counted[name] for name in wrong}
        )
        if wrong
        else None
    )


def _is_equal(stored: object, counted: object) -> bool:
    if isinstance(stored, float) and isinstance(counted, float):
        return abs(stored - counted) <= ROUNDING_TOLERANCE
    return stored == counted
