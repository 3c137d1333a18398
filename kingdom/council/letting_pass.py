"""What follows for a case when an administrator lets pass what the Guardian had blocked in it: it goes on where it was stopped."""

import uuid
from typing import Any

from kingdom.core.errors import NotFound
from kingdom.council.models import Case, StageVerdict
from kingdom.council.moving import case_lock, case_move
from kingdom.council.queue import case_enqueue
from kingdom.council.rules import moves
from kingdom.council.rules.pipeline import PIPELINES
from kingdom.council.rules.reviewing import kind_of
from kingdom.council.settling import tell
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.selectors import overturned_before, subjects_blocked

_SUBJECT = "case:"
_REASON = "An administrator let pass what the Guardian had blocked."


def cases_resume(review: GuardianReview) -> int:
    """Send on every case that a block of this content ended and nothing else keeps back; returns how many.

    The stage that blocked speaks again. What it lets pass is bound to the digest of exactly what was overturned; anything else in the
    case is judged as ever. Inside the transaction of the overturn.
    """
    subjects = subjects_blocked(kind=review.kind, content_sha256=review.content_sha256)
    return sum(_resumed(subject.removeprefix(_SUBJECT)) for subject in subjects if subject.startswith(_SUBJECT))


def _resumed(named: str) -> bool:
    try:
        case = case_lock(uuid.UUID(named))  # of two overturns at once, the second sees the first one's
    except (ValueError, NotFound):
        return False
    row = _block(case)
    if row is None or _still_blocked(row.details) or _overtaken(case):
        return False
    state = next(step.state for step in PIPELINES[case.pipeline] if step.stage == row.stage)
    case_move(case=case, to=state, reason=_REASON)
    tell(case, f"{_REASON} {case.role or 'The specialist you asked for'} is worked on again.")
    case_enqueue(case)
    return True


def _block(case: Case) -> StageVerdict | None:
    """Return the Guardian's block that ended a case; None when it is not over, or something else ended it."""
    row = StageVerdict.objects.filter(case=case).order_by("-created_at").first()
    ended = case.state == moves.REJECTED and row is not None and row.verdict == StageVerdict.Verdict.BLOCKED
    return row if ended and row is not None and row.reason == case.reason and row.details.get("guardian") else None


def _overtaken(case: Case) -> bool:
    """Whether what a case was to replace has another version by now, or another one is under way: an overturn must not fail by that."""
    if case.revises is None:
        return False
    return case.revises.current_version_id != case.base_id or Case.objects.filter(revises=case.revises, state__in=moves.OPEN).exists()


def _still_blocked(details: dict[str, Any]) -> bool:
    said = {name: verdict for name, verdict in details["guardian"].items() if verdict["verdict"] != "APPROVED"}
    return not all(overturned_before(kind=kind_of(name), content_sha256=one["content_sha256"]) for name, one in said.items())
