"""What became of a fork that was offered back, for who offered it: the case is somebody else's."""

from collections.abc import Mapping
from typing import Any

from kingdom.accounts.models import User
from kingdom.approvals.notice_services import notice_create
from kingdom.council.models import Case, StageVerdict
from kingdom.council.rules import moves

KIND = "offer_back"
_PLAIN = "You said no."  # a no without a word of why
_OUTCOMES: Mapping[str, str] = {moves.COMPLETED: "taken", moves.REJECTED: "refused", moves.EXPIRED: "expired", moves.FAILED: "failed"}


def outcome(case: Case) -> str:
    """Return what became of an offer: ``waiting``, ``taken``, ``refused``, ``expired`` or ``failed``."""
    return _OUTCOMES.get(case.state, "waiting")


def outcome_tell(case: Case) -> None:
    """Tell who offered a fork back how its case ended. In the transaction that ends it; nothing for any other case."""
    origin: Mapping[str, Any] = (case.given or {}).get("origin", {})
    if origin.get("kind") != KIND:
        return
    offerer = User.objects.filter(pk__in=[origin.get("user") or 0], is_active=True).exclude(pk=case.user_id).first()
    if offerer is None:
        return
    text = f"You offered {origin.get('fork_role')} back to {case.role or 'what it was forked from'}. {_words(case)}"
    notice_create(user_id=offerer.pk, kind=KIND, text=text, link=f"/specialists/{origin.get('fork')}/?offer={case.pk}&as={case.state}")


def _words(case: Case) -> str:
    match outcome(case):
        case "taken":
            return f"It is version {case.version.number} of it now." if case.version is not None else "It was taken."
        case "refused":
            return "It was not taken." if case.reason == _PLAIN else f"It was not taken: {_why(case)}"
        case "expired":
            return "Nobody answered in time."
        case _:
            return f"It could not be made: {case.reason}"


def _why(case: Case) -> str:
    """Return why an offer was refused. What a training says quotes tests, and some are the original's own, made of its owner's messages."""
    row = StageVerdict.objects.filter(case=case, stage="train", verdict=StageVerdict.Verdict.REJECTED).order_by("created_at").last()
    if row is None or row.reason != case.reason:
        return case.reason
    passed, total = row.details.get("passed", 0), row.details.get("total", 0)
    return f"{passed} of {total} tests passed, those of the original among them. Run your fork's tests, mend it, then offer it again."
