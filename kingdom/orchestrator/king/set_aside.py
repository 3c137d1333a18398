"""Specialists that may not get a message now, although they are near: set aside, with the reason."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kingdom.orchestrator.king.ability_check import ability_words
from kingdom.orchestrator.king.routing_rules import Thresholds, reaches_threshold
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate
from kingdom.specialists.status.canary_rules import in_canary

SetAsideCode = Literal["abilities", "canary", "copy", "suspended", "model", "credentials"]
# of one that shall not get the message, where others only cannot now: it is no candidate, and competes with none
NOT_FOR_THIS_MESSAGE: frozenset[SetAsideCode] = frozenset({"abilities", "canary", "copy"})
_WORDS: Mapping[SetAsideCode, str] = {"suspended": "suspended", "model": "needs a language model, and none is set up"}


class SetAsideReason(NamedTuple):
    """Why a specialist may not get a message now: the code, and words for the receipt."""

    code: SetAsideCode
    words: str


@dataclass(frozen=True)
class SetAside:
    """A candidate that may not get a message now, and why."""

    candidate: RankedCandidate
    reason: SetAsideReason


def set_aside_reason(
    found: NearbySpecialist, *, bucket: float, with_model: bool, missing: tuple[str, ...] = ()
) -> SetAsideReason | None:
    """Return why a specialist may not get a message in this canary bucket, None when it may.

    ``with_model`` is whether a language model is set up; ``missing`` are abilities that the message needs and the
    specialist does not have.
    """
    if missing:
        return SetAsideReason("abilities", f"it cannot {ability_words(missing)}")
    if found.status == "suspended":
        return SetAsideReason("suspended", _WORDS["suspended"])
    if found.needs_model and not with_model:
        return SetAsideReason("model", _WORDS["model"])
    if found.missing_credentials:
        names = ", ".join(found.missing_credentials)
        return SetAsideReason("credentials", f"your credential is missing or expired: {names}")
    if found.canary is not None and not in_canary(found.canary, bucket):
        share = f"{found.canary.share:.0%}"
        return SetAsideReason("canary", f"verified lately: {share} of the messages go to it at first, not this one")
    return None


def copy_reasons(found: Sequence[NearbySpecialist], reasons: Mapping[str, SetAsideReason]) -> dict[str, SetAsideReason]:
    """Return why unchanged forks are set aside: their verified original is among those found and may get the message.

    ``reasons`` are those of specialists that are set aside already; both are by specialist id.
    """
    originals = {one.specialist_id: one for one in found if one.shared and one.specialist_id not in reasons}
    copies = {
        one.specialist_id: originals[one.fork.specialist_id]
        for one in found
        if not one.shared and one.fork is not None and one.fork.is_unchanged and one.fork.specialist_id in originals
    }
    return {
        copy: SetAsideReason("copy", f"an unchanged copy of {original.role}, which is verified")
        for copy, original in copies.items()
        if copy not in reasons
    }


def only_unable(
    set_aside: Sequence[SetAside], canary_position: Callable[[NearbySpecialist], float], *, with_model: bool
) -> list[RankedCandidate]:
    """Return those that only a missing ability sets aside, by rules that may err: a language model may choose them."""
    unable = [entry.candidate for entry in set_aside if entry.reason.code == "abilities"]
    return [
        candidate
        for candidate in unable
        if set_aside_reason(candidate.found, bucket=canary_position(candidate.found), with_model=with_model) is None
    ]


def nearest_set_aside(set_aside: Sequence[SetAside], thresholds: Thresholds) -> SetAside | None:
    """Return the best of them that would have been chosen, None when none is near enough or able.

    An unchanged copy never is: its original may be chosen.
    """
    able = (entry for entry in set_aside if entry.reason.code not in ("abilities", "copy"))
    return next((entry for entry in able if reaches_threshold(entry.candidate, thresholds)), None)


def canary_kept_out(set_aside: Sequence[SetAside], thresholds: Thresholds) -> str:
    """Return a sentence on the nearest specialist that only its canary share kept from the message, "" for none."""
    canaries = [entry for entry in set_aside if entry.reason.code == "canary"]
    entry = nearest_set_aside(canaries, thresholds)
    return f"{entry.candidate.found.role}: {entry.reason.words}." if entry is not None else ""
