"""Reads of the tools room."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from kingdom.contracts.canonical import json_digest
from kingdom.tools.models import ReceiptChain, ToolCall, ToolReceipt
from kingdom.tools.receipts.hash_chain import ReceiptLink, chain_faults

RECEIPT_TEXT_FIELDS = (
    "id",
    "user_id",
    "session_id",
    "trace_id",
    "agent_id",
    "call_id",
    "tool",
    "side",
    "outcome",
    "reason",
)
RECEIPT_HASH_FIELDS = ("args", "args_hash", "result_hash")
CHUNK_SIZE = 2_000  # receipts in memory while a chain is checked


class ChainCheck(NamedTuple):
    """What a check of all chains found: how many chains and receipts, every fault with its user, and the digest of all ends.

    Kept outside the database, ``ends`` shows even a chain that was cut short together with its own row: another one with no more receipts.
    """

    chains: int
    receipts: int
    faults: list[str]
    ends: str


def receipts_of(*, session_id: uuid.UUID) -> QuerySet[ToolReceipt]:
    """Return a session's receipts in the order they were made."""
    return ToolReceipt.objects.filter(session_id=session_id).order_by("seq")


def receipts_of_sessions(*, session_ids: Sequence[uuid.UUID]) -> QuerySet[ToolReceipt]:
    """Return the receipts of several sessions in the order they were made."""
    return ToolReceipt.objects.filter(session_id__in=session_ids).order_by("seq")


def receipts_of_user(
    *, user_id: int, session_id: uuid.UUID | None = None, tool: str = "", outcome: str = ""
) -> QuerySet[ToolReceipt]:
    """Return a user's receipts, the newest first; of one session, tool or outcome where they are given."""
    given = {"session_id": session_id, "tool": tool, "outcome": outcome}
    return ToolReceipt.objects.filter(
        user_id=user_id, **{name: value for name, value in given.items() if value}
    ).order_by("-seq")


def has_tool_run(*, session_id: uuid.UUID, tool: str) -> bool:
    """Return whether a tool did its work in a session: there is a receipt that says so."""
    return receipts_of(session_id=session_id).filter(tool=tool, outcome=ToolReceipt.Outcome.DONE).exists()


def escalations_of(*, user_id: int) -> QuerySet[ToolReceipt]:
    """Return the recorded attempts of a user's agents to use what they do not hold, newest first."""
    return ToolReceipt.objects.filter(user_id=user_id, reason="not_granted").order_by("-finished_at")


def is_batch_resumable(*, session_id: uuid.UUID) -> bool:
    """Return whether the batch that a dead worker left may simply go on: each call begun has its result or may be repeated.

    With no call written down nobody can tell, and the answer is no.
    """
    calls = list(ToolCall.objects.filter(session_id=session_id))
    return bool(calls) and all(call.repeatable or call.result is not None for call in calls)


def receipt_fields(receipt: ToolReceipt) -> Mapping[str, Any]:
    """Return everything that a receipt says, as JSON values: what its hash covers beside its place and the hash before it."""
    times = {"started_at": _utc(receipt.started_at), "finished_at": _utc(receipt.finished_at)}
    texts = {name: str(getattr(receipt, name)) for name in RECEIPT_TEXT_FIELDS}
    return {**texts, **times, **{name: getattr(receipt, name) for name in RECEIPT_HASH_FIELDS}}


def receipt_chains_verify(*, user_id: int | None = None) -> ChainCheck:
    """Read every receipt of every chain (or one user's) again and return what does not fit."""
    ends = {end.user_id: end for end in ReceiptChain.objects.all()}
    known = set(ToolReceipt.objects.order_by().values_list("user_id", flat=True).distinct()) | set(ends)
    users = sorted(known) if user_id is None else [user_id]
    faults, count = list[str](), 0
    for one in users:
        end = ends.get(one)
        rows = ToolReceipt.objects.filter(user_id=one)
        found = chain_faults(_receipt_links(rows), end_seq=end.seq if end else 0, end_hash=end.hash if end else "")
        faults += [f"user {one}: {fault}" for fault in found]
        count += rows.count()
    ended = json_digest([[one, ends[one].seq, ends[one].hash] for one in users if one in ends])
    return ChainCheck(len(users), count, faults, ended)


def _receipt_links(rows: QuerySet[ToolReceipt]) -> Iterator[ReceiptLink]:
    for row in rows.order_by("seq").iterator(chunk_size=CHUNK_SIZE):
        yield ReceiptLink(row.seq, row.previous_hash, row.hash, receipt_fields(row))


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
