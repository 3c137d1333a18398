"""What a case keeps of its user's words, and how it forgets them when the conversation they came from is deleted."""

from typing import Any

from kingdom.approvals.models import Approval
from kingdom.council.models import Case, CaseEvent
from kingdom.council.rules import moves

GONE = "conversation_deleted"  # the event of an open case whose conversation went; it forgets when it is over
FORGOTTEN = "The conversation it came from was deleted."
_WORDS: dict[str, Any] = {"request": "", "wishes": "", "sources": [], "findings": []}
_MADE_NOTHING: dict[str, Any] = {
    **{"spec_proposal": None, "test_suite": [], "digest": "", "confirmed_digest": "", "confirmed_at": None},
    **{"offered": None, "given": None, "training_results": None, "reason": FORGOTTEN},
}


def case_forget(case: Case) -> None:
    """Blank what the user wrote in a locked case that is over, and what was made of it where no specialist came of it.

    What a specialist was made from stays: its spec and its tests are its own.
    """
    fields = _WORDS if case.version_id is not None else {**_WORDS, **_MADE_NOTHING}
    Case.objects.filter(pk=case.pk, state__in=moves.FINAL).update(**fields)
    Approval.objects.filter(subject__case=str(case.pk)).exclude(note="").update(note="")
    case.refresh_from_db()


def case_erase(case: Case) -> None:
    """Delete a locked case of which nothing came, with its log and its verdicts. An empty one stands for it in the count of a day."""
    user_id, state, when = case.user_id, case.state, case.created_at
    case_forget(case)
    case.delete()
    empty = Case.objects.create(user_id=user_id, state=state, reason=FORGOTTEN, request="", finished_at=when, expires_at=None)
    Case.objects.filter(pk=empty.pk).update(created_at=when)


def is_to_forget(case: Case) -> bool:
    """Say whether a case's conversation was deleted while it was open."""
    return case.conversation_id is None and CaseEvent.objects.filter(case=case, kind=GONE).exists()
