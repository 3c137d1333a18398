"""Writes of the tools room: calls in work, receipts, and the one way to remove receipts."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from kingdom.approvals.rules.rendering import redacted
from kingdom.cognition.inputs import storable
from kingdom.contracts.calls import CallContext
from kingdom.contracts.canonical import digest, text_digest
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import Conflict, LostRace
from kingdom.tools.models import ReceiptChain, ToolCall, ToolReceipt
from kingdom.tools.rules.chain import GENESIS, link_hash
from kingdom.tools.selectors import fields_of

# One statement each: it commits by itself, and tells whether it was this worker that began the call.
_BEGIN = """
INSERT INTO tool_calls (session_id, call_id, args_hash, repeatable, started_at) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_AGAIN = """
INSERT INTO tool_calls AS call (session_id, call_id, args_hash, repeatable, started_at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (session_id, call_id) DO UPDATE SET args_hash = EXCLUDED.args_hash, started_at = EXCLUDED.started_at
 WHERE call.result IS NULL
"""
LONGEST_ARG = 500  # characters kept of a text in a receipt; its hash covers all of it
LONGEST_ID = 200


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How one call ended: what a receipt says beside who called what."""

    outcome: str
    result: Mapping[str, Any]
    reason: str = ""
    side: str = ""
    started_at: datetime | None = None


def call_key(call_id: str) -> str:
    """Return a call's id as it is stored: itself, or its digest when it is longer than a column."""
    kept = str(storable(call_id))
    return kept if len(kept) <= LONGEST_ID else text_digest(kept)


def call_begin(*, session_id: uuid.UUID, request: ToolRequest, repeatable: bool, again: bool) -> datetime:
    """Write down that a call starts now, and return the time. ``again`` says that an earlier try is known to have left no result.

    Raises LostRace when another worker has begun it meanwhile.
    """
    now = timezone.now()
    with connection.cursor() as cursor:
        values = (session_id, call_key(request.call_id), digest(storable(request.args)), repeatable, now)
        cursor.execute(_AGAIN if again else _BEGIN, values)
        if cursor.rowcount != 1:
            raise LostRace
    return now


@transaction.atomic
def call_finish(*, ctx: CallContext, request: ToolRequest, ended: Ended) -> ToolReceipt:
    """Keep a call's result for the batch, and its receipt for good. An interrupted call keeps no result: nobody knows it."""
    if ended.outcome != ToolReceipt.Outcome.INTERRUPTED:
        mine = ToolCall.objects.filter(session_id=ctx.session_id, call_id=call_key(request.call_id), result__isnull=True)
        if mine.update(result=storable(ended.result)) != 1:
            raise LostRace
    return receipt_append(ctx=ctx, request=request, ended=ended)


def calls_forget(*, session_id: uuid.UUID) -> int:
    """Remove a session's calls in work: their batch is in the log, or was given up. Returns how many."""
    return ToolCall.objects.filter(session_id=session_id).delete()[0]


@transaction.atomic
def receipt_append(*, ctx: CallContext, request: ToolRequest, ended: Ended) -> ToolReceipt:
    """Add a receipt to its user's chain. Only that user's other receipts wait for it."""
    chain = _chain_lock(int(ctx.user_id))
    now = timezone.now()
    receipt = ToolReceipt(
        user_id=chain.user_id,
        seq=chain.seq + 1,
        session_id=uuid.UUID(ctx.session_id),
        trace_id=ctx.trace_id[:64],
        agent_id=ctx.agent_id[:100],
        call_id=call_key(request.call_id),
        tool=str(storable(request.name))[:120],
        side=ended.side,
        outcome=ended.outcome,
        reason=ended.reason,
        args=kept_args(request.args),
        args_hash=_hash(request.args),
        result_hash=_hash(ended.result),
        started_at=ended.started_at or now,
        finished_at=now,
        previous_hash=chain.hash,
    )
    receipt.hash = link_hash(chain.hash, fields_of(receipt))
    receipt.save(force_insert=True)
    ReceiptChain.objects.filter(pk=chain.pk).update(seq=receipt.seq, hash=receipt.hash)
    return receipt


def kept_args(args: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return arguments as a receipt shows them: secrets masked, long texts cut, in the one form that the database keeps."""
    try:
        return storable(_short(redacted(args)))
    except ValueError:
        return {"unreadable": "not plain JSON"}


@transaction.atomic
def receipts_purge(*, user_id: int) -> int:
    """Remove all receipts of a user who is gone, with their chain; returns how many. The trigger lets nothing else remove one.

    Raises Conflict while the user's account exists.
    """
    if get_user_model().objects.filter(pk=user_id).exists():
        raise Conflict("This account still exists. Delete it first; its receipts can go only afterwards.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('kingdom.receipts_purge', %s, true)", [str(user_id)])
        deleted = ToolReceipt.objects.filter(user_id=user_id).delete()[0]
        ReceiptChain.objects.filter(user_id=user_id).delete()
        cursor.execute("SELECT set_config('kingdom.receipts_purge', '', true)")
    return deleted


def _chain_lock(user_id: int) -> ReceiptChain:
    found = ReceiptChain.objects.select_for_update().filter(pk=user_id).first()
    if found is None:
        ReceiptChain.objects.bulk_create([ReceiptChain(user_id=user_id, seq=0, hash=GENESIS)], ignore_conflicts=True)
        found = ReceiptChain.objects.select_for_update().get(pk=user_id)
    return found


def _hash(value: Mapping[str, Any]) -> str:
    try:
        return digest(storable(value))
    except ValueError:
        return digest({"unreadable": repr(value)[:LONGEST_ARG]})


def _short(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return value if len(value) <= LONGEST_ARG else f"{value[:LONGEST_ARG]}… ({len(value)} characters)"
    if isinstance(value, Mapping):
        return {key: _short(inner) for key, inner in value.items()}
    return [_short(inner) for inner in value] if isinstance(value, list | tuple) else value
