"""How a newly verified version is let in: a share of its messages first, all of them once enough went well. Pure."""

import hashlib
from typing import Literal, NamedTuple

CanaryOutcome = Literal["running", "passed", "failed"]


class CanaryState(NamedTuple):
    """What a running canary means for a route: its share, the version before ("" where none served), whether the sender owns it."""

    share: float
    previous: str
    owned: bool


class VersionChoice(NamedTuple):
    """The version that a message gets, and the sentence for its receipt ("" when there is nothing to say)."""

    version_id: str
    said: str


def in_canary(let: CanaryState | None, at: float) -> bool:
    """Return whether a candidate is there for the message at ``at``: one let in for the first time is, for its share and its owner."""
    return let is None or bool(let.previous) or let.owned or at < let.share


def canary_version(let: CanaryState | None, at: float, version_id: str) -> VersionChoice:
    """Return the version that the message at ``at`` gets: the new one for its share, else the one that served before."""
    if let is None:
        return VersionChoice(version_id, "")
    share = f"{let.share:.0%}"
    if not let.previous:
        return VersionChoice(version_id, f"It was verified lately and gets {share} of what would come to it.")
    if at < let.share:
        return VersionChoice(
            version_id, f"A new version answers: it gets {share} of the messages until enough went well."
        )
    return VersionChoice(
        let.previous, f"The version before answers: the new one gets {share} of the messages until enough went well."
    )


def canary_bucket(*parts: str) -> float:
    """Return where a message falls between 0 and 1: the same for the same parts, evenly spread over different ones."""
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def canary_outcome(successes: int, executions: int, *, needed: int, bar: float) -> CanaryOutcome:
    """Return where a canary stands after so many executions.

    It passes with ``needed`` executions at the bar. It fails as soon as it cannot reach the bar within ``needed`` any more: nobody has to
    bear the rest.
    """
    allowed = int(needed * (1 - bar) + 1e-9)
    failures = executions - successes
    if failures > allowed and successes < bar * executions - 1e-9:
        return "failed"
    return "passed" if executions >= needed else "running"
