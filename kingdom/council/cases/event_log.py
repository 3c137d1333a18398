"""The row lock and the event log of a creation case."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.errors import NotFound
from kingdom.council.models import CaseEvent, CreationCase
from kingdom.events.event_store import EventRun, NewEvent, events_store

_DOMAIN_EVENTS: Mapping[str, str] = {"opened": "CreationOpened", "moved": "CreationMoved"}


def case_topic(case_id: uuid.UUID) -> str:
    """Return the pub/sub topic of a case."""
    return f"case:{case_id}"


def case_lock(case_id: uuid.UUID, owner: str | None = None) -> CreationCase:
    """Return the case with its row locked until the transaction ends.

    With ``owner`` only while that worker holds the lease. Lock order: the approval of a case before the case, since
    deciding an approval holds its row already. Raises NotFound, LeaseLost.
    """
    case = CreationCase.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise LeaseLost if owner is not None else NotFound("You have no such case.")
    if owner is not None and case.lease_owner != owner:
        raise LeaseLost
    return case


def case_event_append(
    case: CreationCase,
    kind: str,
    *,
    payload: Mapping[str, Any] | None = None,
    reason: str = "",
    states: tuple[str, str] = ("", ""),
) -> CaseEvent:
    """Append one event to a locked case's log and publish it on commit."""
    if not connection.in_atomic_block:
        raise RuntimeError("the case's row must be locked in a transaction")
    case.last_seq += 1
    CreationCase.objects.filter(pk=case.pk).update(last_seq=case.last_seq)
    event = CaseEvent.objects.create(
        case=case,
        seq=case.last_seq,
        kind=kind,
        old_state=states[0],
        new_state=states[1],
        reason=to_jsonb(reason),
        payload=to_jsonb(payload or {}),
    )
    name = _DOMAIN_EVENTS.get(kind)
    if name is not None:
        fields = {"creation": str(case.pk), "old_state": states[0], "state": states[1]}
        events_store(EventRun(user_id=case.user_id), NewEvent(name, fields))
    message = {"type": "event", "seq": event.seq, "kind": kind, "state": case.state}
    transaction.on_commit(lambda: pubsub_channel(LIVE_CHANNEL).publish(case_topic(case.pk), message), robust=True)
    return event
