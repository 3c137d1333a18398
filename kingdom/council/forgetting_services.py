"""Forgetting the cases of a conversation that is being deleted."""

import uuid

from django.db import transaction

from kingdom.council.forgetting import GONE, case_erase, case_forget
from kingdom.council.models import Case
from kingdom.council.moving import case_lock, event_append
from kingdom.council.rules import moves

MOST_AT_ONCE = 200


def cases_forget(*, conversation_id: uuid.UUID) -> int:
    """Have every case that came from a conversation forget its user's words, an open one when it is over; returns how many there are.

    Of a case that made nothing nothing stays. Call it in the transaction that deletes the conversation, before it is gone.
    """
    named = list(Case.objects.filter(conversation_id=conversation_id).order_by("pk").values_list("pk", flat=True))
    for case_id in named:
        case = case_lock(case_id)
        if case.state in moves.OPEN:
            event_append(case, GONE)
        elif case.version_id is None:
            case_erase(case)
        else:
            case_forget(case)
    return len(named)


def cases_erase() -> int:
    """Erase the cases that were open when their conversation went, and came to nothing since; returns how many. Safe to run twice."""
    over = Case.objects.filter(state__in=moves.FINAL, request="", version=None, events__kind=GONE)
    named = list(over.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    return sum(_erased(case_id) for case_id in named)


@transaction.atomic
def _erased(case_id: uuid.UUID) -> bool:
    case = Case.objects.select_for_update().filter(pk=case_id, state__in=moves.FINAL, request="", version=None).first()
    if case is not None:
        case_erase(case)
    return case is not None
