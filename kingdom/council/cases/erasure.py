"""Forgetting the cases of a conversation that is being deleted."""

import uuid
from typing import Any

from django.db import transaction

from kingdom.approvals.models import Approval
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.models import CaseEvent, CreationCase
from kingdom.council.rules import state_machine

CONVERSATION_DELETED = (
    "conversation_deleted"  # the event of an open case whose conversation went; it forgets when it is over
)
ERASED_REASON = "The conversation it came from was deleted."
_USER_TEXT_FIELDS: dict[str, Any] = {"request": "", "change_request": "", "sources": [], "findings": []}
_PROPOSAL_FIELDS: dict[str, Any] = {
    **{"spec_proposal": None, "test_suite": [], "digest": "", "confirmed_digest": "", "confirmed_at": None},
    **{"offered": None, "supplied_proposal": None, "training_results": None, "reason": ERASED_REASON},
}


def case_erase_text(case: CreationCase) -> None:
    """Blank what the user wrote in a locked case that is over, and what was made of it where no specialist came of it.

    What a specialist was made from stays: its spec and its tests are its own.
    """
    fields = _USER_TEXT_FIELDS if case.version_id is not None else {**_USER_TEXT_FIELDS, **_PROPOSAL_FIELDS}
    CreationCase.objects.filter(pk=case.pk, state__in=state_machine.FINAL_STATES).update(**fields)
    Approval.objects.filter(subject__case=str(case.pk)).exclude(note="").update(note="")
    case.refresh_from_db()


def case_erase(case: CreationCase) -> None:
    """Delete a locked case of which nothing came, with its log and its verdicts. An empty one stands for it in the count of a day."""
    user_id, state, when = case.user_id, case.state, case.created_at
    case_erase_text(case)
    case.delete()
    empty = CreationCase.objects.create(
        user_id=user_id, state=state, reason=ERASED_REASON, request="", finished_at=when, expires_at=None
    )
    CreationCase.objects.filter(pk=empty.pk).update(created_at=when)


def is_erasure_pending(case: CreationCase) -> bool:
    """Say whether a case's conversation was deleted while it was open."""
    return case.conversation_id is None and CaseEvent.objects.filter(case=case, kind=CONVERSATION_DELETED).exists()


ERASURE_BATCH_SIZE = 200


def conversation_cases_erase(*, conversation_id: uuid.UUID) -> int:
    """Have every case that came from a conversation forget its user's words, an open one when it is over; returns how many there are.

    Of a case that made nothing nothing stays. Call it in the transaction that deletes the conversation, before it is gone.
    """
    named = list(
        CreationCase.objects.filter(conversation_id=conversation_id).order_by("pk").values_list("pk", flat=True)
    )
    for case_id in named:
        case = case_lock(case_id)
        if case.state in state_machine.OPEN_STATES:
            case_event_append(case, CONVERSATION_DELETED)
        elif case.version_id is None:
            case_erase(case)
        else:
            case_erase_text(case)
    return len(named)


def pending_cases_erase() -> int:
    """Erase the cases that were open when their conversation went, and came to nothing since; returns how many. Safe to run twice."""
    over = CreationCase.objects.filter(
        state__in=state_machine.FINAL_STATES, request="", version=None, events__kind=CONVERSATION_DELETED
    )
    named = list(over.order_by("pk").values_list("pk", flat=True)[:ERASURE_BATCH_SIZE])
    return sum(_erase_pending_case(case_id) for case_id in named)


@transaction.atomic
def _erase_pending_case(case_id: uuid.UUID) -> bool:
    case = (
        CreationCase.objects.select_for_update()
        .filter(pk=case_id, state__in=state_machine.FINAL_STATES, request="", version=None)
        .first()
    )
    if case is not None:
        case_erase(case)
    return case is not None
