"""Receipts of calls that never reached the permission gate, because a person, a rule or an expiry denied them."""

from collections.abc import Sequence
from typing import Literal

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest, denied_result
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append

DenialReason = Literal["denied_by_person", "nobody_answered", "permission", "not_begun"]
"""``permission`` is a rule of the user or of the organisation, as in the gate's own refusals. ``not_begun``: a person
skipped the rest of an interrupted batch, or stopped the session before the question about the call was answered."""
MARKED_DONE = "marked_done"  # reason of a call with an unknown outcome that a person says took effect
SKIPPED = "skipped"


def denied_calls_record(*, ctx: CallContext, requests: Sequence[ToolRequest], reason: DenialReason) -> None:
    """Append one receipt for each denied call. Call it in the transaction that stores the denial: once for each."""
    result = denied_result()
    for request in requests:
        ended = ToolCallOutcome(outcome=ToolReceipt.Outcome.REFUSED, result=result, reason=reason)
        receipt_append(ctx=ctx, request=request, ended=ended)


def unknown_call_record(*, ctx: CallContext, request: ToolRequest, call: ToolCall, done: bool) -> None:
    """Append the receipt of a call that was begun, whose outcome is not known and which a person has settled.

    The receipt has the start and the hash of the arguments that ``call`` was begun with.
    """
    reason = MARKED_DONE if done else SKIPPED
    ended = ToolCallOutcome(
        outcome=ToolReceipt.Outcome.INTERRUPTED,
        result={},
        reason=reason,
        started_at=call.started_at,
        args_hash=call.args_hash,
    )
    receipt_append(ctx=ctx, request=request, ended=ended)
