"""Moving a case and writing its log: the row's lock first, then the change and its event, in one transaction."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from kingdom.adapters.pubsub_registry import CONTROL_CHANNEL, pubsub_channel
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.errors import LostRace
from kingdom.council.cases.erasure import case_erase_text, is_erasure_pending
from kingdom.council.cases.event_log import case_event_append, case_topic
from kingdom.council.cases.proposal_notifications import fork_proposal_outcome_notify
from kingdom.council.models import CaseEvent, CreationCase
from kingdom.council.rules import state_machine

_RELEASED_LEASE: Mapping[str, Any] = {
    "lease_owner": "",
    "lease_expires_at": None,
    "attempts": 0,
    "retry_at": None,
    "enqueued_at": None,
}


@transaction.atomic
def case_transition(*, case: CreationCase, to: str, reason: str, fields: Mapping[str, Any] | None = None) -> CaseEvent:
    """Move a locked case and record why, or refuse and change nothing. ``fields`` change with it; the worker's lease ends.

    Raises IllegalTransition, LostRace.
    """
    old = case.state
    state_machine.check_transition(old, to)
    over = {"finished_at": timezone.now() if to in state_machine.FINAL_STATES else None}
    changes = {
        **_RELEASED_LEASE,
        **over,
        **(fields or {}),
        "state": to,
        "reason": to_jsonb(reason),
        "updated_at": timezone.now(),
    }
    if CreationCase.objects.filter(pk=case.pk, state=old, lease_owner=case.lease_owner).update(**changes) != 1:
        raise LostRace
    if case.lease_owner:  # who works on it stops
        transaction.on_commit(
            lambda: pubsub_channel(CONTROL_CHANNEL).publish(case_topic(case.pk), {"type": "moved"}), robust=True
        )
    case.refresh_from_db()
    event = case_event_append(case, "moved", reason=reason, states=(old, to))
    if to in state_machine.FINAL_STATES:
        fork_proposal_outcome_notify(case)
    if to in state_machine.FINAL_STATES and is_erasure_pending(case):
        case_erase_text(case)
    return event
