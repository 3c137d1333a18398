"""What follows for a case when an administrator lets pass what the Guardian had blocked in it: it goes on where it was stopped."""

import uuid
from typing import Any

from kingdom.core.errors import NotFound
from kingdom.council.cases.dispatch import case_enqueue
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.stage_results import notify_owner
from kingdom.council.cases.transitions import case_transition
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules import state_machine
from kingdom.council.rules.guardian_verdicts import guardian_kind
from kingdom.council.rules.pipeline import PIPELINES
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.selectors import blocked_subjects, overturned_review

_SUBJECT_PREFIX = "case:"
_OVERRIDE_REASON = "An administrator let pass what the Guardian had blocked."


def blocked_cases_resume(review: GuardianReview) -> int:
    """Send on every case that a block of this content ended and nothing else keeps back; returns how many.

    The stage that blocked speaks again. What it lets pass is bound to the digest of exactly what was overturned; anything else in the
    case is judged as ever. Inside the transaction of the overturn.
    """
    subjects = blocked_subjects(kind=review.kind, content_sha256=review.content_sha256)
    return sum(
        _resume_case(subject.removeprefix(_SUBJECT_PREFIX))
        for subject in subjects
        if subject.startswith(_SUBJECT_PREFIX)
    )


def _resume_case(named: str) -> bool:
    try:
        case = case_lock(uuid.UUID(named))  # of two overturns at once, the second sees the first one's
    except (ValueError, NotFound):
        return False
    row = _blocking_verdict(case)
    if row is None or _is_still_blocked(row.details) or _is_superseded(case):
        return False
    state = next(step.state for step in PIPELINES[case.pipeline] if step.stage == row.stage)
    case_transition(case=case, to=state, reason=_OVERRIDE_REASON)
    notify_owner(case, f"{_OVERRIDE_REASON} {case.role or 'The specialist you asked for'} is worked on again.")
    case_enqueue(case)
    return True


def _blocking_verdict(case: CreationCase) -> StageVerdict | None:
    """Return the Guardian's block that ended a case; None when it is not over, or something else ended it."""
    row = StageVerdict.objects.filter(case=case).order_by("-created_at").first()
    ended = case.state == state_machine.REJECTED and row is not None and row.verdict == StageVerdict.Verdict.BLOCKED
    return row if ended and row is not None and row.reason == case.reason and row.details.get("guardian") else None


def _is_superseded(case: CreationCase) -> bool:
    """Whether what a case was to replace has another version by now, or another one is under way: an overturn must not fail by that."""
    if case.revises is None:
        return False
    return (
        case.revises.current_version_id != case.base_id
        or CreationCase.objects.filter(revises=case.revises, state__in=state_machine.OPEN_STATES).exists()
    )


def _is_still_blocked(details: dict[str, Any]) -> bool:
    said = {name: verdict for name, verdict in details["guardian"].items() if verdict["verdict"] != "APPROVED"}
    return not all(
        overturned_review(kind=guardian_kind(name), content_sha256=one["content_sha256"]) for name, one in said.items()
    )
