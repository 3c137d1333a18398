"""Notifications about a case: to its owner, and to the proposer of a fork, who cannot read the case."""

from collections.abc import Mapping
from typing import Any

from kingdom.accounts.models import User
from kingdom.approvals.notifications.services import notification_create
from kingdom.core.text.sentences import sentence, sentence_template
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules import state_machine

CASE_NOTIFICATION = "creation"
FORK_PROPOSAL_KIND = "offer_back"
UNNAMED_SPECIALIST = sentence_template("The specialist you asked for")
REJECTED_WITHOUT_REASON = sentence_template("Rejected.")  # the reviewer gave no reason
_OUTCOMES: Mapping[str, str] = {
    state_machine.COMPLETED: "taken",
    state_machine.REJECTED: "refused",
    state_machine.EXPIRED: "expired",
    state_machine.FAILED: "failed",
}


def notify_owner(case: CreationCase, text: str) -> None:
    """Notify the case's owner."""
    notification_create(user_id=case.user_id, kind=CASE_NOTIFICATION, text=text, link=f"/creations/{case.pk}/")


def notify_owner_of_end(case: CreationCase, text: str) -> None:
    """Notify the owner, unless the case is a new version that was never shown to them."""
    if case.revises_id is None or case.approval_id is not None:
        notify_owner(case, text)


def case_label(case: CreationCase) -> str:
    """Return what a notification calls the case's specialist."""
    if case.revises_id is not None:
        if not case.role:
            return sentence("The new version of a specialist")
        return sentence("The new version of %(name)s", name=case.role)
    return case.role or UNNAMED_SPECIALIST


def fork_proposal_outcome(case: CreationCase) -> str:
    """Return the outcome of a fork proposal: ``waiting``, ``taken``, ``refused``, ``expired`` or ``failed``."""
    return _OUTCOMES.get(case.state, "waiting")


def fork_proposal_outcome_notify(case: CreationCase) -> None:
    """Notify the proposer of the outcome, in the transaction that ends the case; do nothing for any other case."""
    origin: Mapping[str, Any] = (case.supplied_proposal or {}).get("origin", {})
    if origin.get("kind") != FORK_PROPOSAL_KIND:
        return
    proposer = User.objects.filter(pk__in=[origin.get("user") or 0], is_active=True).exclude(pk=case.user_id).first()
    if proposer is None:
        return
    text = sentence(
        "You offered %(name)s back to %(label)s. %(sentence)s",
        name=origin.get("fork_role"),
        label=case.role or sentence("what it was forked from"),
        sentence=_outcome_text(case),
    )
    notification_create(
        user_id=proposer.pk,
        kind=FORK_PROPOSAL_KIND,
        text=text,
        link=f"/specialists/{origin.get('fork')}/?offer={case.pk}&as={case.state}",
    )


def _outcome_text(case: CreationCase) -> str:
    match fork_proposal_outcome(case):
        case "taken":
            if case.version is None:
                return sentence("It was taken.")
            return sentence("It is version %(number)s of it now.", number=case.version.number)
        case "refused":
            if case.reason == REJECTED_WITHOUT_REASON:
                return sentence("It was not taken.")
            return sentence("It was not taken: %(sentence)s", sentence=_refusal_reason(case))
        case "expired":
            return sentence("The question about it expired before it was answered.")
        case _:
            return sentence("It could not be made: %(sentence)s", sentence=case.reason)


def _refusal_reason(case: CreationCase) -> str:
    """Return why a proposal was refused.

    A training's own reason quotes tests that may hold messages of the original's owner.
    """
    row = (
        StageVerdict.objects.filter(case=case, stage="train", verdict=StageVerdict.Verdict.REJECTED)
        .order_by("created_at")
        .last()
    )
    if row is None or row.reason != case.reason:
        return case.reason
    passed, total = row.details.get("passed", 0), row.details.get("total", 0)
    return sentence(
        "%(count)s of %(total)s tests passed, including those of the original. Run your fork's tests, mend it, then "
        "offer it again.",
        count=passed,
        total=total,
    )
