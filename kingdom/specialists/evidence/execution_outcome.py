"""The outcome of a finished session for its specialist: served, declined, asked back, failed or abandoned."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from kingdom.contracts.formats.json_schema import validation_error
from kingdom.sessions.models import Session
from kingdom.sessions.version_specs import session_spec
from kingdom.specialists.evidence.call_evidence import (
    RecordedCall,
    has_own_failure,
    is_claimed_without_evidence,
    recorded_calls,
)
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion

ROUTE_EVENT = "route"  # kind of the orchestrator's event in the session log
OVERRIDDEN_NOTE, OVERRIDE_UNDONE_NOTE = "overridden", "counts_again"  # in the log of a session that still runs
CLAIMED_WITHOUT_EVIDENCE = "claimed_without_evidence"  # error codes of answers that are no success
FAILED_CALLS = "failed_calls"
NO_STATUS = "no_status"
_Outcome = Execution.Outcome


_NOTES = """
SELECT
    (SELECT json_agg(json_build_array(kind, payload) ORDER BY seq) FROM session_events
      WHERE session_id = %(session)s AND kind = ANY(%(kinds)s)),
    (SELECT coalesce(sum(jsonb_array_length(payload -> 'outcomes')), 0) FROM session_events
      WHERE session_id = %(session)s AND kind = 'tool_result' AND seq > %(forked_at)s),
    EXISTS (SELECT FROM tool_receipts WHERE session_id = %(session)s)
      OR EXISTS (SELECT FROM session_egress WHERE session_id = %(session)s)
"""


class SessionNotes(NamedTuple):
    """The newest route in a session's log, and whether its user sent the message elsewhere before it ended.

    Also the number of its answered tool calls, without those before the fork of a forked session, and whether it has
    a receipt of a tool or a host.
    """

    route: Mapping[str, Any] | None
    is_overridden: bool
    tool_calls: int
    has_receipts: bool


class Judgement(NamedTuple):
    """The outcome of a session and, for a failure, its error code ("" for none)."""

    outcome: Execution.Outcome
    error_code: str = ""


def execution_judgement(session: Session, version: SpecialistVersion, notes: SessionNotes) -> Judgement:
    """Return the outcome of a finished session (docs/metrics.md); a user's correction changes it later.

    It follows from the final state, the status tag, the output schema and the receipts, never from the words of the
    answer.
    """
    if session.state == Session.State.CANCELLED or notes.is_overridden:
        return Judgement(_Outcome.ABANDONED, session.error_code)
    if session.state != Session.State.COMPLETED or session.error_code or not session.answer.strip():
        return Judgement(_Outcome.FAILED, session.error_code)
    if session.status_tag == "NULL":
        is_failure = has_own_failure(_calls(session, notes))
        return Judgement(_Outcome.FAILED, FAILED_CALLS) if is_failure else Judgement(null_outcome(session))
    return _success_judgement(session, version, notes)


def _success_judgement(session: Session, version: SpecialistVersion, notes: SessionNotes) -> Judgement:
    """Return the outcome of an answer that does not say that it has nothing for the message."""
    if session.status_tag != "SUCCESS":
        return Judgement(_Outcome.FAILED, NO_STATUS)
    spec = session_spec(session)
    if is_claimed_without_evidence(session, spec, _calls(session, notes)):
        return Judgement(_Outcome.FAILED, CLAIMED_WITHOUT_EVIDENCE)
    is_valid = not spec.output_schema or validation_error(session.output, spec.output_schema) is None
    is_served = is_valid and not _repeats_answer(session, version, notes)
    return Judgement(_Outcome.SERVED if is_served else _Outcome.FAILED)


def _calls(session: Session, notes: SessionNotes) -> Sequence[RecordedCall]:
    """Return the recorded calls of a session, without a query where it has none."""
    return recorded_calls(session) if notes.has_receipts or session.forked_at_seq is not None else ()


def null_outcome(session: Session) -> Execution.Outcome:
    """Return the outcome of a session whose answer says that it has nothing for the message."""
    return _Outcome.ASKED if session.answer.strip().endswith("?") else _Outcome.DECLINED


def _repeats_answer(session: Session, version: SpecialistVersion, notes: SessionNotes) -> bool:
    """Return whether a follow-up with other words got the answer before again, word for word: a table, a list, a text.

    An answer of one line may be right twice ("4").
    """
    if session.conversation_id is None or "\n" not in session.answer.strip() or not _is_follow_up(notes):
        return False
    earlier = Session.objects.filter(
        conversation_id=session.conversation_id,
        created_at__lt=session.created_at,
        state=Session.State.COMPLETED,
        version__specialist=version.specialist_id,
    )
    last = earlier.order_by("-created_at").values_list("answer", "input_text").first()
    return last is not None and last[0] == session.answer and last[1].strip() != session.input_text.strip()


def session_notes(session: Session) -> SessionNotes:
    """Return what a session's log says of its route and its calls, in one query."""
    kinds = [ROUTE_EVENT, OVERRIDDEN_NOTE, OVERRIDE_UNDONE_NOTE]
    params: dict[str, Any] = {"session": session.pk, "kinds": kinds, "forked_at": session.forked_at_seq or 0}
    with connection.cursor() as cursor:
        cursor.execute(_NOTES, params)
        noted, tool_calls, has_receipts = cursor.fetchone() or (None, 0, False)
    rows = [(str(kind), payload) for kind, payload in noted or ()]
    routes = [payload for kind, payload in rows if kind == ROUTE_EVENT]
    choices = [kind for kind, _ in rows if kind != ROUTE_EVENT]
    route = routes[-1] if routes else None
    return SessionNotes(route, choices[-1:] == [OVERRIDDEN_NOTE], int(tool_calls), bool(has_receipts))


def _is_follow_up(notes: SessionNotes) -> bool:
    receipt = notes.route.get("receipt") if notes.route is not None else None
    return isinstance(receipt, Mapping) and bool(receipt.get("follow_up_of"))
