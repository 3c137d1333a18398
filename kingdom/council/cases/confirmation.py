"""The question to a case's owner: confirm the current proposal."""

from datetime import timedelta
from typing import Any

from django.conf import settings

from kingdom.approvals.requests.services import ApprovalTerms, approval_request
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.transitions import UNCONFIRMED_FIELDS, case_fail, case_transition
from kingdom.council.cases.verdicts import missing_verdicts
from kingdom.council.models import CreationCase
from kingdom.council.presenters import approval_subject, case_card
from kingdom.council.rules import state_machine
from kingdom.council.rules.score_diff import score_labels


def case_confirmation_request(case: CreationCase, fields: dict[str, Any] | None = None) -> None:
    """Ask the locked case's owner to confirm the current proposal.

    The case fails while a judging stage's pass is missing.
    """
    for name, value in (fields or {}).items():
        setattr(case, name, value)
    missing = missing_verdicts(case)
    if missing or not case.test_suite:
        case_fail(
            case=case,
            code="unjudged",
            message=sentence(
                "There is no verdict of: %(stages)s. Open the case again.", stages=", ".join(missing) or "tests"
            ),
        )
        return
    approval = approval_request(
        user_id=case.user_id, kind="creation", subject=approval_subject(case), terms=_approval_terms(case)
    )
    waits = {
        "approval_id": approval.pk,
        "expires_at": approval.expires_at,
        "error_code": "",
        **UNCONFIRMED_FIELDS,
        "mock": case.mock,
    }
    case_transition(
        case=case,
        to=state_machine.AWAITING_CONFIRMATION,
        reason=_confirmation_reason(case),
        fields={**(fields or {}), **waits},
    )


def _confirmation_reason(case: CreationCase) -> str:
    """Return the question in a sentence: what was not changed and what it may do, or its score beside its base's."""
    card = case_card(case)
    scores = (card["revises"] or {}).get("scores")
    if not scores:
        return f"{card['not_changed']} {card['power']}".strip()
    labels = score_labels(scores)
    return sentence(
        "Version %(number)s: %(before_score)s. This one: %(after_score)s.",
        number=scores["version"],
        before_score=labels["before"],
        after_score=labels["after"],
    )


def _approval_terms(case: CreationCase) -> ApprovalTerms:
    """Return the terms of the approval. A new version is unrequested: it waits longer and cannot be edited."""
    if case.revises_id is None:
        return ApprovalTerms(life=timedelta(minutes=settings.KINGDOM.creation_ttl_minutes))
    return ApprovalTerms(life=timedelta(hours=settings.KINGDOM.proposal_ttl_hours), choices=("confirm", "reject"))
