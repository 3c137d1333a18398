"""Moving a case and writing its log: the row's lock first, then the change and its event, in one transaction."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from kingdom.adapters.channels import CONTROL, LIVE, channel
from kingdom.cognition.inputs import storable
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.council.forgetting import case_forget, is_to_forget
from kingdom.council.models import Case, CaseEvent
from kingdom.council.outcomes import outcome_tell
from kingdom.council.rules import moves

_FREE: Mapping[str, Any] = {"lease_owner": "", "lease_expires_at": None, "attempts": 0, "retry_at": None, "enqueued_at": None}


class LeaseLost(Conflict):
    """Another worker has this case now, or it has been moved."""

    code = "lease_lost"


def topic_of(case_id: uuid.UUID) -> str:
    """Return the live channel's topic of a case."""
    return f"case:{case_id}"


def case_lock(case_id: uuid.UUID, owner: str | None = None) -> Case:
    """Return the row, locked until the transaction ends; with ``owner`` only while that worker holds it.

    A case's question, where it has one, is locked before the case: whoever decides a question holds that row already.
    Raises NotFound, LeaseLost.
    """
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise LeaseLost if owner is not None else NotFound("You have no such case.")
    if owner is not None and case.lease_owner != owner:
        raise LeaseLost
    return case


@transaction.atomic
def case_move(*, case: Case, to: str, reason: str, fields: Mapping[str, Any] | None = None) -> CaseEvent:
    """Move a locked case and record why, or refuse and change nothing. ``fields`` change with it; the worker's lease ends.

    Raises IllegalMove, LostRace.
    """
    old = case.state
    moves.check_move(old, to)
    over = {"finished_at": timezone.now() if to in moves.FINAL else None}
    changes = {**_FREE, **over, **(fields or {}), "state": to, "reason": storable(reason), "updated_at": timezone.now()}
    if Case.objects.filter(pk=case.pk, state=old, lease_owner=case.lease_owner).update(**changes) != 1:
        raise LostRace
    if case.lease_owner:  # who works on it stops
        transaction.on_commit(lambda: channel(CONTROL).publish(topic_of(case.pk), {"type": "moved"}), robust=True)
    case.refresh_from_db()
    event = event_append(case, "moved", reason=reason, states=(old, to))
    if to in moves.FINAL:
        outcome_tell(case)
    if to in moves.FINAL and is_to_forget(case):
        case_forget(case)
    return event


def event_append(
    case: Case, kind: str, *, payload: Mapping[str, Any] | None = None, reason: str = "", states: tuple[str, str] = ("", "")
) -> CaseEvent:
    """Add one event at the end of a locked case's log, and tell who watches on commit."""
    if not connection.in_atomic_block:
        raise RuntimeError("the case's row must be locked in a transaction")
    case.last_seq += 1
    Case.objects.filter(pk=case.pk).update(last_seq=case.last_seq)
    event = CaseEvent.objects.create(
        case=case,
        seq=case.last_seq,
        kind=kind,
        old_state=states[0],
        new_state=states[1],
        reason=storable(reason),
        payload=storable(payload or {}),
    )
    said = {"type": "event", "seq": event.seq, "kind": kind, "state": case.state}
    transaction.on_commit(lambda: channel(LIVE).publish(topic_of(case.pk), said), robust=True)
    return event
