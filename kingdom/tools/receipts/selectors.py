"""Reads of receipts and of calls in progress."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, QuerySet

from kingdom.contracts.formats.canonical import json_digest
from kingdom.tools.models import ReceiptChain, ToolCall, ToolReceipt
from kingdom.tools.receipts.hash_chain import ReceiptLink, chain_faults

RECEIPT_TEXT_FIELDS = (
    *("id", "user_id", "session_id", "trace_id", "agent_id", "call_id", "tool", "side", "outcome", "reason"),
)
RECEIPT_HASH_FIELDS = ("args", "args_hash", "result_hash")
CHUNK_SIZE = 2_000  # receipts in memory while a chain is checked


class ChainCheck(NamedTuple):
    """The result of a check.

    The numbers of chains and receipts, every fault with its user, and the digest of all chain ends.

    Stored outside the database, ``ends`` also reveals a chain that was truncated together with its own row: it differs
    although no receipt was added.
    """

    chains: int
    receipts: int
    faults: list[str]
    ends: str


def receipts_of_sessions(*, session_ids: Sequence[uuid.UUID]) -> QuerySet[ToolReceipt]:
    """Return the receipts of several sessions, oldest first."""
    return ToolReceipt.objects.filter(session_id__in=session_ids).order_by("seq")


def receipts_of_user(
    *, user_id: int, session_id: uuid.UUID | None = None, tool: str = "", outcome: str = ""
) -> QuerySet[ToolReceipt]:
    """Return a user's receipts, newest first; only those of a session, a tool or an outcome where given.

    Each says whether it is ``of_trial``: the arguments may quote a held-out test, and are nobody's to read.
    """
    filters = {"session_id": session_id, "tool": tool, "outcome": outcome}
    own = ToolReceipt.objects.filter(user_id=user_id, **{name: value for name, value in filters.items() if value})
    return own.annotate(of_trial=Exists(trial_sessions().filter(pk=OuterRef("session_id")))).order_by("-seq")


def trial_sessions() -> QuerySet[Model]:
    """Return the sessions that are trials. Their room is above this one."""
    return ToolCall._meta.get_field("session").related_model._default_manager.filter(purpose="trial")


def is_batch_resumable(*, session_id: uuid.UUID) -> bool:
    """Return whether the batch of a dead worker can be resumed: each call that was begun has a result or is repeatable.

    Without a stored call this is unknown, and the answer is False.
    """
    calls = list(ToolCall.objects.filter(session_id=session_id))
    return bool(calls) and all(call.repeatable or call.result is not None for call in calls)


def receipt_fields(receipt: ToolReceipt) -> Mapping[str, Any]:
    """Return a receipt's fields as JSON values: all that its hash covers beside its position and the previous hash."""
    times = {"started_at": _utc(receipt.started_at), "finished_at": _utc(receipt.finished_at)}
    texts = {name: str(getattr(receipt, name)) for name in RECEIPT_TEXT_FIELDS}
    return {**texts, **times, **{name: getattr(receipt, name) for name in RECEIPT_HASH_FIELDS}}


def receipt_chains_verify(*, user_id: int | None = None) -> ChainCheck:
    """Read every receipt of every chain, or of one user's, and return the faults."""
    ends = {end.user_id: end for end in ReceiptChain.objects.all()}
    user_ids = set(ToolReceipt.objects.order_by().values_list("user_id", flat=True).distinct()) | set(ends)
    users = sorted(user_ids) if user_id is None else [user_id]
    faults, count = list[str](), 0
    for user in users:
        end = ends.get(user)
        rows = ToolReceipt.objects.filter(user_id=user)
        found = chain_faults(_receipt_links(rows), end_seq=end.seq if end else 0, end_hash=end.hash if end else "")
        faults += [f"user {user}: {fault}" for fault in found]
        count += rows.count()
    ends_digest = json_digest([[user, ends[user].seq, ends[user].hash] for user in users if user in ends])
    return ChainCheck(len(users), count, faults, ends_digest)


def _receipt_links(rows: QuerySet[ToolReceipt]) -> Iterator[ReceiptLink]:
    for row in rows.order_by("seq").iterator(chunk_size=CHUNK_SIZE):
        yield ReceiptLink(row.seq, row.previous_hash, row.hash, receipt_fields(row))


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
