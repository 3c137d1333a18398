"""Writes calls in progress and receipts, and removes the receipts of deleted accounts."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from kingdom.approvals.text_rendering import redact_json
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import canonical_json, json_digest, text_digest
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import Conflict, LostRace
from kingdom.core.sql_parts import SqlPart
from kingdom.events.event_store import PENDING_SQL, event_params, events_follow, events_sql
from kingdom.events.tool_events import tool_completed_events, tool_event_run
from kingdom.tools.models import ReceiptChain, ToolCall, ToolReceipt
from kingdom.tools.receipts.hash_chain import GENESIS, body_hash
from kingdom.tools.receipts.selectors import RECEIPT_HASH_FIELDS, RECEIPT_TEXT_FIELDS, receipt_fields

# Alone it commits by itself. A returned row means that this worker began the call. ``again``: an earlier attempt is
# known to have left no result, so its row is taken over.
_BEGIN_CALL_SQL = """
INSERT INTO tool_calls AS call (session_id, call_id, args_hash, repeatable, started_at)
SELECT %(begin_session_id)s, %(begin_call_id)s, %(begin_args_hash)s, %(begin_repeatable)s, %(begin_started_at)s {when}
    ON CONFLICT (session_id, call_id) DO UPDATE SET args_hash = EXCLUDED.args_hash, started_at = EXCLUDED.started_at
 WHERE %(begin_again)s AND call.result IS NULL
RETURNING 1 AS begun
"""
_NOTHING_SQL = "SELECT 1 AS nothing"
_STORE_RESULT_SQL = """
UPDATE tool_calls SET result = %(result)s::jsonb
 WHERE session_id = %(session_id)s AND call_id = %(call_id)s AND result IS NULL RETURNING 1
"""
# One statement closes the call, appends the receipt to its user's chain, and begins the next call of the batch. The
# chain's row is its lock: only the same user's other receipts wait. The hash is that of ``hash_chain.link_hash``.
_APPEND_RECEIPT_SQL = """
WITH closed AS ({closed}), begun AS ({begun}), chain AS (
    INSERT INTO tool_receipt_chains AS chain (user_id, seq, previous_hash, hash)
    SELECT %(user_id)s, 1, %(genesis)s, encode(sha256(convert_to(%(genesis)s || ':1:' || %(body)s, 'UTF8')), 'hex')
      FROM closed
        ON CONFLICT (user_id) DO UPDATE
       SET seq = chain.seq + 1,
           previous_hash = chain.hash,
           hash = encode(sha256(convert_to(chain.hash || ':' || (chain.seq + 1) || ':' || %(body)s, 'UTF8')), 'hex')
    RETURNING chain.seq, chain.previous_hash, chain.hash
), stored AS (
INSERT INTO tool_receipts (id, user_id, seq, session_id, trace_id, agent_id, call_id, tool, side, outcome, reason,
                           args, args_hash, result_hash, started_at, finished_at, previous_hash, hash)
SELECT %(id)s, %(user_id)s, seq, %(session_id)s, %(trace_id)s, %(agent_id)s, %(call_id)s, %(tool)s, %(side)s,
       %(outcome)s, %(reason)s, %(args)s::jsonb, %(args_hash)s, %(result_hash)s, %(started_at)s, %(finished_at)s,
       previous_hash, hash
  FROM chain
RETURNING seq, previous_hash, hash
), domain AS ({events})
SELECT seq, previous_hash, hash, (SELECT count(*) FROM begun), {pending} FROM stored
"""
_EVENTS_SQL = events_sql("WHERE EXISTS (SELECT 1 FROM stored)")
MAX_ARG_LENGTH = 500  # characters of a text that a receipt shows; its hash covers all of it
MAX_CALL_ID_LENGTH = 200


@dataclass(frozen=True, kw_only=True)
class ToolCallOutcome:
    """How one call ended: the part of a receipt that is not in the request.

    ``args_hash`` is that of a call of which only the hash is known; "" for that of the request's arguments.
    """

    outcome: str
    result: Mapping[str, Any]
    reason: str = ""
    side: str = ""
    started_at: datetime | None = None
    args_hash: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolCallStart:
    """A call that begins now. ``again`` means that an earlier attempt is known to have left no result."""

    session_id: uuid.UUID
    request: ToolRequest
    repeatable: bool
    again: bool = False
    at: datetime = field(default_factory=timezone.now)

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of the SQL statements."""
        args_hash = json_digest(to_jsonb(self.request.args))
        fields = {
            "session_id": self.session_id,
            "call_id": stored_call_id(self.request.call_id),
            "args_hash": args_hash,
        }
        fields |= {"repeatable": self.repeatable, "started_at": self.at, "again": self.again}
        return {f"begin_{name}": value for name, value in fields.items()}


def stored_call_id(call_id: str) -> str:
    """Return a call's id as it is stored: the id itself, or its digest when it is too long for the column."""
    text = str(to_jsonb(call_id))
    return text if len(text) <= MAX_CALL_ID_LENGTH else text_digest(text)


def call_begin(begin: ToolCallStart) -> datetime:
    """Store that a call starts now, and return the time. Raises LostRace when another worker has begun it."""
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN_CALL_SQL.format(when=""), begin.values)
        if cursor.rowcount != 1:
            raise LostRace
    return begin.at


def call_finish(
    *, ctx: CallContext, request: ToolRequest, ended: ToolCallOutcome, following: ToolCallStart | None = None
) -> bool:
    """Store a call's result and its receipt, and begin the following call, in one statement.

    An interrupted call stores no result, because it is unknown. Returns whether this worker began the following call.
    Raises LostRace when the call has a result already.
    """
    closes = ended.outcome != ToolReceipt.Outcome.INTERRUPTED
    result = canonical_json(to_jsonb(ended.result)) if closes else None
    return _append_receipt(_receipt(ctx, request, ended), _event(ctx, request, ended), result, following)


def calls_erase(*, session_id: uuid.UUID) -> int:
    """Delete a session's calls in progress and return how many. Their batch is in the log or was abandoned."""
    return ToolCall.objects.filter(session_id=session_id).delete()[0]


def calls_erase_part(*, session_id: uuid.UUID) -> SqlPart:
    """Return ``calls_erase`` as a part of another statement."""
    sql = "DELETE FROM tool_calls WHERE session_id = %(calls_session)s"
    return SqlPart("calls", sql, {"calls_session": session_id})


def receipt_append(*, ctx: CallContext, request: ToolRequest, ended: ToolCallOutcome) -> ToolReceipt:
    """Append a receipt to its user's chain. Only that user's other receipts wait for it."""
    receipt = _receipt(ctx, request, ended)
    _append_receipt(receipt, _event(ctx, request, ended))
    return receipt


def _receipt(ctx: CallContext, request: ToolRequest, ended: ToolCallOutcome) -> ToolReceipt:
    now = timezone.now()
    started = ended.started_at or now
    return ToolReceipt(
        user_id=int(ctx.user_id),
        session_id=uuid.UUID(ctx.session_id),
        trace_id=ctx.trace_id[:64],
        agent_id=ctx.agent_id[:100],
        call_id=stored_call_id(request.call_id),
        tool=str(to_jsonb(request.name))[:120],
        side=ended.side,
        outcome=ended.outcome,
        reason=ended.reason,
        args={} if ctx.trial else receipt_args(request.args),  # of a trial: they may quote a held-out test
        args_hash=ended.args_hash or _hash(request.args),
        result_hash=_hash(ended.result),
        started_at=started,
        finished_at=max(started, now),  # it may have begun on a machine whose clock is ahead
    )


def _event(ctx: CallContext, request: ToolRequest, ended: ToolCallOutcome) -> Mapping[str, Any]:
    """Return the parameters of the domain event of a call's end."""
    seconds = (timezone.now() - ended.started_at).total_seconds() if ended.started_at else 0.0
    outcome, reason = str(ended.outcome), ended.reason
    events = tool_completed_events(ctx, request, outcome=outcome, reason=reason, seconds=seconds)
    return event_params(tool_event_run(ctx), events)


def _append_receipt(
    receipt: ToolReceipt, event: Mapping[str, Any], result: str | None = None, following: ToolCallStart | None = None
) -> bool:
    """Append a receipt to its chain with its domain event; with ``result`` (JSON), close its call; begin the next one.

    Returns whether this worker began the following call. Raises LostRace when the call is closed already.
    """
    values: dict[str, Any] = {
        name: getattr(receipt, name)
        for name in (*RECEIPT_TEXT_FIELDS, *RECEIPT_HASH_FIELDS, "started_at", "finished_at")
    }
    values |= {"outcome": str(receipt.outcome), "args": canonical_json(receipt.args), "result": result}
    values |= {
        "body": body_hash(receipt_fields(receipt)),
        "genesis": GENESIS,
        **(following.values if following else {}),
        **event,
    }
    close_sql = _NOTHING_SQL if result is None else _STORE_RESULT_SQL
    begin_sql = _NOTHING_SQL if following is None else _BEGIN_CALL_SQL.format(when="FROM closed")
    with connection.cursor() as cursor:
        statements = {"closed": close_sql, "begun": begin_sql, "events": _EVENTS_SQL, "pending": PENDING_SQL}
        cursor.execute(_APPEND_RECEIPT_SQL.format(**statements), values)
        row = cursor.fetchone()
    if row is None:
        raise LostRace
    receipt.seq, receipt.previous_hash, receipt.hash, begun_count, pending = row
    events_follow(pending)
    return following is not None and begun_count == 1


def receipt_args(args: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return arguments as a receipt shows them: secrets masked, long texts cut, as JSON for the database."""
    try:
        return to_jsonb(_truncated(redact_json(args)))
    except ValueError:
        return {"unreadable": "not plain JSON"}


@transaction.atomic
def receipts_purge(*, user_id: int) -> int:
    """Remove all receipts of a deleted account with their chain, and return how many.

    The trigger allows no other removal.

    Raises Conflict while the user's account exists.
    """
    if get_user_model().objects.filter(pk=user_id).exists():
        raise Conflict("This account still exists. Delete the account before its receipts.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('kingdom.receipts_purge', %s, true)", [str(user_id)])
        deleted = ToolReceipt.objects.filter(user_id=user_id).delete()[0]
        ReceiptChain.objects.filter(user_id=user_id).delete()
        cursor.execute("SELECT set_config('kingdom.receipts_purge', '', true)")
    return deleted


def _hash(value: Mapping[str, Any]) -> str:
    try:
        return json_digest(to_jsonb(value))
    except ValueError:
        return json_digest({"unreadable": repr(value)[:MAX_ARG_LENGTH]})


def _truncated(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return value if len(value) <= MAX_ARG_LENGTH else f"{value[:MAX_ARG_LENGTH]}… ({len(value)} characters)"
    if isinstance(value, Mapping):
        return {key: _truncated(inner) for key, inner in value.items()}
    return [_truncated(inner) for inner in value] if isinstance(value, list | tuple) else value
