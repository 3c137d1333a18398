"""Answers of earlier attempts of the same effect, replayed in order so that no request leaves twice."""

from collections import deque
from typing import Any

from kingdom.adapters.egress_proxy.port import EgressBudget, EgressFailed, EgressRefused
from kingdom.sessions import models
from kingdom.sessions.gateway import egress_log
from kingdom.sessions.gateway.egress_log import EffectLease, EgressRequest


class RequestReplay:
    """What earlier tries of an effect asked of the outside.

    Reads are looked up by what they ask. Writes must come again one by one, as they were: a program that now wants to write something
    else would be another program than the one whose writes went out.
    """

    def __init__(self, place: EffectLease) -> None:
        rows = egress_log.egress_list(place)
        kept = {
            models.EgressReceipt.Outcome.STARTED,
            models.EgressReceipt.Outcome.ANSWERED,
            models.EgressReceipt.Outcome.FAILED,
        }
        self._sent = [row for row in rows if row.outcome != models.EgressReceipt.Outcome.REFUSED]
        self._reads = [row for row in rows if row.safe and row.outcome == models.EgressReceipt.Outcome.ANSWERED]
        self._writes = deque(row for row in rows if not row.safe and row.outcome in kept)
        for row in rows:
            if row.safe and row.outcome == models.EgressReceipt.Outcome.STARTED:
                egress_log.egress_mark_unknown(receipt=row)  # reading again is harmless

    def left(self, budget: EgressBudget) -> EgressBudget:
        """Return what earlier tries left of a budget: beginning again does not renew it."""
        return EgressBudget(
            calls=max(0, budget.calls - len(self._sent)),
            bytes=max(0, budget.bytes - sum(row.sent_bytes + row.received_bytes for row in self._sent)),
            seconds=max(0.0, budget.seconds - sum(row.ms or 0.0 for row in self._sent) / 1000),
        )

    def take(self, request: EgressRequest) -> models.EgressReceipt | None:
        """Return the row that answers a request, None when it must be sent. Raises EgressRefused for another write than before."""
        if request.safe:
            found = next((row for row in self._reads if row.request_hash == request.hash), None)
            if found is not None:
                self._reads.remove(found)
            return found
        if not self._writes:
            return None
        row = self._writes[0]
        if row.request_hash != request.hash:
            why = "The try before this one sent another request in its place. So that nothing is sent twice, this one is not sent."
            raise EgressRefused(why, reason="diverged")
        self._writes.popleft()
        if row.outcome == models.EgressReceipt.Outcome.STARTED:
            egress_log.egress_mark_unknown(receipt=row)  # only a person's "try it again" leads here
            return None
        return row


def replayed_reply(row: models.EgressReceipt) -> Any:  # noqa: ANN401 - any JSON value
    if row.outcome == models.EgressReceipt.Outcome.FAILED:
        raise EgressFailed(row.message, reason=row.reason)
    return row.reply
