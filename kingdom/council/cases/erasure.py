"""Erase the user's text from cases whose conversation is deleted."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from kingdom.approvals.models import Approval
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict, TryOut
from kingdom.council.rules import state_machine

CONVERSATION_DELETED = "conversation_deleted"  # event of an open case: it is erased when it ends
ERASED_REASON = sentence("The conversation it came from was deleted.")
_USER_TEXT_FIELDS: dict[str, Any] = {"request": "", "change_request": "", "sources": [], "findings": []}
_PROPOSAL_FIELDS: dict[str, Any] = {
    **{"spec_proposal": None, "test_suite": [], "digest": "", "confirmed_digest": "", "confirmed_at": None},
    "confirmed_capabilities": None,
    **{"offered": None, "supplied_proposal": None, "training_results": None, "reason": ERASED_REASON},
}


_TRAINING_ANSWERS = frozenset({"cases", "failures"})


def case_erase_text(case: CreationCase) -> None:
    """Blank the user's text in a locked, final case, and the proposal too unless a specialist was made from it.

    A specialist keeps the spec and the tests that it was made with.
    """
    fields = _USER_TEXT_FIELDS if case.version_id is not None else {**_USER_TEXT_FIELDS, **_PROPOSAL_FIELDS}
    CreationCase.objects.filter(pk=case.pk, state__in=state_machine.FINAL_STATES).update(**fields)
    Approval.objects.filter(subject__case=str(case.pk)).exclude(note="").update(note="")
    TryOut.objects.filter(case=case).delete()
    case.refresh_from_db()


def case_erase(case: CreationCase) -> None:
    """Delete a locked case that made no specialist, with its log and verdicts.

    An empty row replaces it in the daily count.
    """
    user_id, state, when = case.user_id, case.state, case.created_at
    case_erase_text(case)
    case.delete()
    empty = CreationCase.objects.create(
        user_id=user_id, state=state, reason=ERASED_REASON, request="", finished_at=when, expires_at=None
    )
    CreationCase.objects.filter(pk=empty.pk).update(created_at=when)


def is_erasure_pending(case: CreationCase) -> bool:
    """Return whether the conversation of a case was deleted while the case was open."""
    return case.conversation_id is None and CaseEvent.objects.filter(case=case, kind=CONVERSATION_DELETED).exists()


def training_answers_erase(cassette_ids: Sequence[uuid.UUID]) -> None:
    """Remove what tests answered from the results of trainings on recordings that are deleted. The figures stay."""
    ids = [str(cassette_id) for cassette_id in cassette_ids]
    for rows, field in (
        (CreationCase.objects.filter(training_results__cassette__in=ids), "training_results"),
        (StageVerdict.objects.filter(details__cassette__in=ids), "details"),
    ):
        for row in rows.select_for_update():
            results = {name: value for name, value in getattr(row, field).items() if name not in _TRAINING_ANSWERS}
            rows.filter(pk=row.pk).update(**{field: results})


ERASURE_BATCH_SIZE = 200


def conversation_cases_erase(*, conversation_id: uuid.UUID) -> int:
    """Erase the user's text from every case of a conversation, from an open case when it ends; return their number.

    A case that made no specialist is deleted. Call this in the transaction that deletes the conversation, before the
    conversation's row.
    """
    cases = CreationCase.objects.filter(conversation_id=conversation_id)
    case_ids = list(cases.order_by("pk").values_list("pk", flat=True))
    for case_id in case_ids:
        case = case_lock(case_id)
        if case.state in state_machine.OPEN_STATES:
            case_event_append(case, CONVERSATION_DELETED)
        elif case.version_id is None:
            case_erase(case)
        else:
            case_erase_text(case)
    return len(case_ids)


def past_try_outs_erase(*, user_id: int) -> None:
    """Delete what drafts answered to past messages of a user, one of whose conversations is deleted."""
    TryOut.objects.filter(case__user_id=user_id, kind=TryOut.Kind.PAST).delete()


def pending_cases_erase() -> int:
    """Delete cases that were open when their conversation was deleted and made no specialist; return their number.

    Idempotent.
    """
    ended = CreationCase.objects.filter(
        state__in=state_machine.FINAL_STATES, request="", version=None, events__kind=CONVERSATION_DELETED
    )
    case_ids = list(ended.order_by("pk").values_list("pk", flat=True)[:ERASURE_BATCH_SIZE])
    return sum(_erase_pending_case(case_id) for case_id in case_ids)


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
