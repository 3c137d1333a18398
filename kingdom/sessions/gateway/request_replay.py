"""Replays the answers of earlier attempts of an effect, so that no request is sent twice."""

from collections import deque
from typing import Any

from kingdom.adapters.egress_proxy.port import EgressBudget, EgressFailed, EgressRefused
from kingdom.sessions.gateway import egress_log
from kingdom.sessions.gateway.egress_log import EffectLease, EgressRequest
from kingdom.sessions.models import EgressReceipt

_Outcome = EgressReceipt.Outcome
_DIVERGED = (
    "The try before this one sent another request in its place. So that nothing is sent twice, this one is not sent."
)


class RequestReplay:
    """The requests of earlier attempts of an effect.

    Reads are found by their hash. Writes must repeat in the same order: a program that now writes something else is not
    the program whose writes were sent.
    """

    def __init__(self, effect_lease: EffectLease) -> None:
        """Read the receipts; close unanswered reads as unknown, because reading again is harmless."""
        rows = egress_log.egress_list(effect_lease)
        replayable = {_Outcome.STARTED, _Outcome.ANSWERED, _Outcome.FAILED}
        self._sent = [row for row in rows if row.outcome != _Outcome.REFUSED]
        self._reads = [row for row in rows if row.read_only and row.outcome == _Outcome.ANSWERED]
        self._writes = deque(row for row in rows if not row.read_only and row.outcome in replayable)
        for row in rows:
            if row.read_only and row.outcome == _Outcome.STARTED:
                egress_log.egress_mark_unknown(receipt=row)

    def remaining(self, budget: EgressBudget) -> EgressBudget:
        """Return the rest of a budget after the earlier attempts: a new attempt does not renew it."""
        return EgressBudget(
            calls=max(0, budget.calls - len(self._sent)),
            bytes=max(0, budget.bytes - sum(row.sent_bytes + row.received_bytes for row in self._sent)),
            seconds=max(0.0, budget.seconds - sum(row.ms or 0.0 for row in self._sent) / 1000),
        )

    def take(self, request: EgressRequest) -> EgressReceipt | None:
        """Return the receipt that answers a request, None to send it.

        Raises EgressRefused for another write than before.
        """
        if request.read_only:
            read = next((row for row in self._reads if row.request_hash == request.hash), None)
            if read is not None:
                self._reads.remove(read)
            return read
        if not self._writes:
            return None
        row = self._writes[0]
        if row.request_hash != request.hash:
            raise EgressRefused(_DIVERGED, reason="diverged")
        self._writes.popleft()
        if row.outcome == _Outcome.STARTED:
            egress_log.egress_mark_unknown(receipt=row)  # only after a person chose to retry
            return None
        return row


def replayed_reply(row: EgressReceipt) -> Any:  # noqa: ANN401 - any JSON value
    """Return the recorded reply. Raises EgressFailed for a request that failed."""
    if row.outcome == _Outcome.FAILED:
        raise EgressFailed(row.message, reason=row.reason)
    return row.reply
