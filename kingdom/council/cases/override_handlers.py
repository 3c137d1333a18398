"""Resume the cases that a block of the Guardian ended, when an administrator overrides that block."""

import uuid
from typing import Any

from kingdom.core.errors import NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.notifications import UNNAMED_SPECIALIST, notify_owner
from kingdom.council.cases.transitions import case_enqueue, case_transition
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules import state_machine
from kingdom.council.rules.guardian_verdicts import guardian_kind
from kingdom.council.rules.pipeline import PIPELINES
from kingdom.council.selectors import is_revision_open
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.selectors import blocked_subjects, overturned_review

_SUBJECT_PREFIX = "case:"
_OVERRIDE_REASON = sentence("An administrator overrode the Guardian's block.")


def blocked_cases_resume(review: GuardianReview) -> int:
    """Resume every case that only this block ended; return their number.

    The blocking stage runs again. The override is bound to the digest of the blocked content; everything else in the
    case is judged as usual. Call this in the transaction of the override.
    """
    subjects = blocked_subjects(kind=review.kind, content_sha256=review.content_sha256)
    return sum(
        _resume_case(subject.removeprefix(_SUBJECT_PREFIX))
        for subject in subjects
        if subject.startswith(_SUBJECT_PREFIX)
    )


def _resume_case(case_id: str) -> bool:
    try:
        case = case_lock(uuid.UUID(case_id))  # of two concurrent overrides the second sees the first
    except (ValueError, NotFound):
        return False
    row = _blocking_verdict(case)
    if row is None or _is_still_blocked(row.details) or _is_superseded(case):
        return False
    state = next(stage.state for stage in PIPELINES[case.pipeline] if stage.name == row.stage)
    case_transition(case=case, to=state, reason=_OVERRIDE_REASON)
    text = sentence(
        "An administrator overrode the Guardian's block. %(label)s is worked on again.",
        label=case.role or UNNAMED_SPECIALIST,
    )
    notify_owner(case, text)
    case_enqueue(case)
    return True


def _blocking_verdict(case: CreationCase) -> StageVerdict | None:
    """Return the Guardian's block that ended a case, None when something else ended it or it is open."""
    row = StageVerdict.objects.filter(case=case).order_by("-created_at").first()
    ended = case.state == state_machine.REJECTED and row is not None and row.verdict == StageVerdict.Verdict.BLOCKED
    return row if ended and row is not None and row.reason == case.reason and row.details.get("guardian") else None


def _is_superseded(case: CreationCase) -> bool:
    """Return whether the base has a newer version or another new version is open: then nothing is resumed."""
    if case.revises is None:
        return False
    return case.revises.current_version_id != case.base_id or is_revision_open(case.revises)


def _is_still_blocked(details: dict[str, Any]) -> bool:
    return not all(
        overturned_review(kind=guardian_kind(name), content_sha256=verdict["content_sha256"])
        for name, verdict in details["guardian"].items()
        if verdict["verdict"] != "APPROVED"
    )
