"""State transitions of a case, and the queue of its stages.

The row lock comes first, then the change and its event in one transaction.
"""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from kingdom.adapters.pubsub_registry import CONTROL_CHANNEL, pubsub_channel
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.background.jobs import JobQueue
from kingdom.core.errors import LostRace
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.erasure import case_erase_text, is_erasure_pending
from kingdom.council.cases.event_log import case_event_append, case_lock, case_topic
from kingdom.council.cases.notifications import case_label, fork_proposal_outcome_notify, notify_owner_of_end
from kingdom.council.models import CaseEvent, CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.state_machine import WORKING_STATES

STAGE_RUN_TASK = "kingdom.council.tasks.stage_run"
case_jobs = JobQueue(CreationCase, states=tuple(WORKING_STATES), task=STAGE_RUN_TASK)
# reset whenever the proposal changes
UNCONFIRMED_FIELDS: dict[str, Any] = {
    "confirmed_digest": "",
    "confirmed_capabilities": None,
    "confirmed_at": None,
    "confirmed_channel": "",
    "mock": False,
}
_RELEASED_LEASE: Mapping[str, Any] = {
    "lease_owner": "",
    "lease_expires_at": None,
    "attempts": 0,
    "retry_at": None,
    "enqueued_at": None,
}


def case_enqueue(case: CreationCase) -> None:
    """Send the case's next stage after commit. If the message is lost, the reaper sends the case again."""
    case_jobs.enqueue(case)


@transaction.atomic
def case_transition(*, case: CreationCase, to: str, reason: str, fields: Mapping[str, Any] | None = None) -> CaseEvent:
    """Move a locked case to another state, change ``fields`` with it and log the reason; the worker's lease ends.

    Raises IllegalTransition, LostRace; then nothing is changed.
    """
    old = case.state
    state_machine.check_transition(old, to)
    changes = {
        **_RELEASED_LEASE,
        "finished_at": timezone.now() if to in state_machine.FINAL_STATES else None,
        **(fields or {}),
        "state": to,
        "reason": to_jsonb(reason),
        "updated_at": timezone.now(),
    }
    if CreationCase.objects.filter(pk=case.pk, state=old, lease_owner=case.lease_owner).update(**changes) != 1:
        raise LostRace
    if case.lease_owner:  # tell its worker to stop
        transaction.on_commit(
            lambda: pubsub_channel(CONTROL_CHANNEL).publish(case_topic(case.pk), {"type": "moved"}), robust=True
        )
    case.refresh_from_db()
    event = case_event_append(case, "moved", reason=reason, states=(old, to))
    if to in state_machine.FINAL_STATES:
        fork_proposal_outcome_notify(case)
        if is_erasure_pending(case):
            case_erase_text(case)
    return event


def cases_stop_closed(*, user_id: int | None = None) -> int:
    """Fail the cases that are worked on for closed accounts, or for one; return how many. Their owners may reopen them.

    What waits for its owner is left: only he can answer it.
    """
    working = CreationCase.objects.filter(state__in=WORKING_STATES, user__is_active=False)
    chosen = working if user_id is None else working.filter(user_id=user_id)
    return sum(_stop_closed(case_id) for case_id in list(chosen.values_list("pk", flat=True)))


@transaction.atomic
def _stop_closed(case_id: uuid.UUID) -> bool:
    case = case_lock(case_id)
    if case.state not in WORKING_STATES:
        return False
    case_fail(case=case, code="account_closed", message=sentence("The account was closed."))
    return True


def case_fail(*, case: CreationCase, code: str, message: str) -> None:
    """Move a locked case to failed and notify its owner, who may reopen it."""
    case_transition(
        case=case, to=state_machine.FAILED, reason=message, fields={"error_code": code[:60], **UNCONFIRMED_FIELDS}
    )
    notify_owner_of_end(
        case, sentence("%(label)s could not be made: %(sentence)s", label=case_label(case), sentence=message)
    )
