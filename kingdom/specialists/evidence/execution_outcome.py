"""The outcome of a finished session for its specialist: served, declined, asked back, failed or abandoned."""

from collections.abc import Mapping
from typing import Any

from kingdom.contracts.json_schema import validation_error
from kingdom.sessions.models import EgressReceipt, Session, SessionEvent
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.selectors import receipts_of

ROUTE_EVENT = "route"  # kind of the orchestrator's event in the session log
_Outcome = Execution.Outcome


def execution_outcome(session: Session, version: SpecialistVersion) -> Execution.Outcome:
    """Return the outcome of a finished session (docs/metrics.md); a user's correction changes it later."""
    if session.state == Session.State.CANCELLED:
        return _Outcome.ABANDONED
    answer = session.answer.strip()
    if session.state != Session.State.COMPLETED or session.error_code or not answer:
        return _Outcome.FAILED
    if session.status_tag == "NULL":
        return _Outcome.ASKED if answer.endswith("?") else _Outcome.DECLINED
    schema = version.spec.get("output_schema")
    is_valid = not schema or validation_error(session.output, schema) is None
    is_served = is_valid and _is_backed_by_receipts(session) and not _repeats_answer(session, version)
    return _Outcome.SERVED if is_served else _Outcome.FAILED


def _is_backed_by_receipts(session: Session) -> bool:
    """Return whether at least one tool call and one request succeeded, where there were any.

    Refused calls are ignored: a denied permission says nothing about the quality of the work.
    """
    tools = set(receipts_of(session_id=session.pk).order_by().values_list("outcome", flat=True)) - {
        ToolReceipt.Outcome.REFUSED
    }
    hosts = set(session.egress.values_list("outcome", flat=True)) - {EgressReceipt.Outcome.REFUSED}
    return (not tools or ToolReceipt.Outcome.DONE in tools) and (not hosts or EgressReceipt.Outcome.ANSWERED in hosts)


def _repeats_answer(session: Session, version: SpecialistVersion) -> bool:
    """Return whether a follow-up with other words got the answer before again, word for word: a table, a list, a text.

    An answer of one line may be right twice ("4").
    """
    if session.conversation_id is None or "\n" not in session.answer.strip() or not _is_follow_up(session):
        return False
    earlier = Session.objects.filter(
        conversation_id=session.conversation_id,
        created_at__lt=session.created_at,
        state=Session.State.COMPLETED,
        version__specialist=version.specialist_id,
    )
    last = earlier.order_by("-created_at").values_list("answer", "input_text").first()
    return last is not None and last[0] == session.answer and last[1].strip() != session.input_text.strip()


def route_payload(session: Session) -> Mapping[str, Any] | None:
    """Return the newest route in a session's log, None without one."""
    routes = SessionEvent.objects.filter(session=session, kind=ROUTE_EVENT).order_by("-seq")
    route = routes.values_list("payload", flat=True).first()
    return route if isinstance(route, Mapping) else None


def _is_follow_up(session: Session) -> bool:
    route = route_payload(session)
    receipt = route.get("receipt") if route is not None else None
    return isinstance(receipt, Mapping) and bool(receipt.get("follow_up_of"))
