"""Canary rules: a new version gets a share of the messages until enough executions succeeded. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Literal, NamedTuple

from kingdom.core.observations import (
    MIN_FAILING_USERS,
    Observation,
    distinct_messages,
    failing_users,
    without_most_failing_user,
)
from kingdom.core.text.sentences import sentence_template

CanaryOutcome = Literal["running", "passed", "failed"]


class CanaryFigures(NamedTuple):
    """Executions and successes of a canary that count, and the state that follows from them."""

    executions: int
    successes: int
    outcome: CanaryOutcome


class CanaryState(NamedTuple):
    """A running canary: its share, the previous version ("" for none), whether the sender owns the specialist."""

    share: float
    previous: str
    owned: bool


class VersionChoice(NamedTuple):
    """The version for a message and a sentence for the route receipt ("" for none)."""

    version_id: str
    explanation: str


def in_canary(canary: CanaryState | None, bucket: float) -> bool:
    """Return whether a candidate may get the message: without a previous version only its share and its owner."""
    return canary is None or bool(canary.previous) or canary.owned or bucket < canary.share


def canary_version(canary: CanaryState | None, bucket: float, version_id: str) -> VersionChoice:
    """Return the version for the message in ``bucket``: the new one for its share, else the previous one."""
    if canary is None:
        return VersionChoice(version_id, "")
    share = f"{canary.share:.0%}"
    if not canary.previous:
        return VersionChoice(version_id, f"It was verified lately and gets {share} of what would come to it.")
    if bucket < canary.share:
        return VersionChoice(
            version_id, f"A new version answers: it gets {share} of the messages until enough went well."
        )
    return VersionChoice(
        canary.previous, f"The version before answers: the new one gets {share} of the messages until enough went well."
    )


def canary_sentence(share: float, required: int, *, is_first: bool) -> str:
    """Return what people read of a canary: who gets it at first, and until when; ``is_first``: no version before."""
    if is_first:
        text = sentence_template(
            "At first only %(share)s of the messages for it go to it, and all of its owner's; the others go where they "
            "went before. It is open to everybody after %(count)s different messages, unless too many of them failed."
        )
    else:
        text = sentence_template(
            "At first only %(share)s of the messages for it go to it; the version before answers the others. It is "
            "open to everybody after %(count)s different messages, unless too many of them failed."
        )
    return text % {"share": f"{share:.0%}", "count": required}


def canary_bucket(*parts: str) -> float:
    """Return the bucket of a message, 0 to 1: a uniformly distributed hash of the parts."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def canary_figures(observations: Sequence[Observation], *, required: int, min_rate: float) -> CanaryFigures:
    """Return what a canary's executions, oldest first, amount to.

    Near-identical messages of one user count once. It passes after ``required`` of them with the minimum rate. It fails
    as soon as it cannot reach that rate any more by the failures of at least three users, and not by one user's alone;
    otherwise it passes after ``required`` executions, because nobody but that user has seen it fail.
    """
    counted = distinct_messages(observations)
    outcome = canary_outcome(*_counts(counted), required=required, min_rate=min_rate)
    if outcome == "failed" and not _is_widespread(counted, min_rate=min_rate):
        outcome = "passed" if len(counted) >= required else "running"
    successes, executions = _counts(counted)
    return CanaryFigures(executions, successes, outcome)


def _is_widespread(counted: Sequence[Observation], *, min_rate: float) -> bool:
    successes, executions = _counts(without_most_failing_user(counted))
    return failing_users(counted) >= MIN_FAILING_USERS and successes < min_rate * executions - 1e-9


def _counts(observations: Sequence[Observation]) -> tuple[int, int]:
    return sum(one.success for one in observations), len(observations)


def canary_outcome(successes: int, executions: int, *, required: int, min_rate: float) -> CanaryOutcome:
    """Return the state of a canary after a number of executions.

    It passes after ``required`` executions with the minimum rate, and fails as soon as it cannot reach that rate any
    more.
    """
    allowed = int(required * (1 - min_rate) + 1e-9)
    failures = executions - successes
    if failures > allowed and successes < min_rate * executions - 1e-9:
        return "failed"
    return "passed" if executions >= required else "running"
