"""What became of a fork that was offered back, for who offered it: the case is somebody else's."""

from collections.abc import Mapping
from typing import Any

from kingdom.accounts.models import User
from kingdom.approvals.notifications.services import notification_create
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules import state_machine

FORK_PROPOSAL_KIND = "offer_back"
_REJECTED_WITHOUT_REASON = "You said no."  # a no without a word of why
_OUTCOMES: Mapping[str, str] = {
    state_machine.COMPLETED: "taken",
    state_machine.REJECTED: "refused",
    state_machine.EXPIRED: "expired",
    state_machine.FAILED: "failed",
}


def fork_proposal_outcome(case: CreationCase) -> str:
    """Return what became of an offer: ``waiting``, ``taken``, ``refused``, ``expired`` or ``failed``."""
    return _OUTCOMES.get(case.state, "waiting")


def fork_proposal_outcome_notify(case: CreationCase) -> None:
    """Tell who offered a fork back how its case ended. In the transaction that ends it; nothing for any other case."""
    origin: Mapping[str, Any] = (case.supplied_proposal or {}).get("origin", {})
    if origin.get("kind") != FORK_PROPOSAL_KIND:
        return
    offerer = User.objects.filter(pk__in=[origin.get("user") or 0], is_active=True).exclude(pk=case.user_id).first()
    if offerer is None:
        return
    text = (
        f"You offered {origin.get('fork_role')} back to {case.role or 'what it was forked from'}. {_outcome_text(case)}"
    )
    notification_create(
        user_id=offerer.pk,
        kind=FORK_PROPOSAL_KIND,
        text=text,
        link=f"/specialists/{origin.get('fork')}/?offer={case.pk}&as={case.state}",
    )


def _outcome_text(case: CreationCase) -> str:
    match fork_proposal_outcome(case):
        case "taken":
            return f"It is version {case.version.number} of it now." if case.version is not None else "It was taken."
        case "refused":
            return (
                "It was not taken."
                if case.reason == _REJECTED_WITHOUT_REASON
                else f"It was not taken: {_refusal_reason(case)}"
            )
        case "expired":
            return "Nobody answered in time."
        case _:
            return f"It could not be made: {case.reason}"


def _refusal_reason(case: CreationCase) -> str:
    """Return why an offer was refused. What a training says quotes tests, and some are the original's own, made of its owner's messages."""
    row = (
        StageVerdict.objects.filter(case=case, stage="train", verdict=StageVerdict.Verdict.REJECTED)
        .order_by("created_at")
        .last()
    )
    if row is None or row.reason != case.reason:
        return case.reason
    passed, total = row.details.get("passed", 0), row.details.get("total", 0)
    return f"{passed} of {total} tests passed, those of the original among them. Run your fork's tests, mend it, then offer it again."
