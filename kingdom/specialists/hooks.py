"""Hooks that a room above fills: proposals for a finding, and verdicts on a version."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict
from kingdom.specialists.models.specialist import SpecialistVersion


class VersionVerdict(NamedTuple):
    """A verdict on a version with author and reason. ``against`` is True if it prevents a promotion."""

    by: str
    verdict: str
    reason: str
    against: bool = False


# Takes the id of a finding and the requesting user; returns a sentence on what happens next.
CHANGE_PROPOSERS: list[Callable[[UUID, User], str]] = []
# Returns the verdicts of a room above on a version. While this list is empty, no version can be promoted.
VERDICT_SOURCES: list[Callable[[SpecialistVersion], Sequence[VersionVerdict]]] = []


def specialist_change_propose(*, finding_id: UUID, user: User) -> str:
    """Request a proposal for the specialist of a finding; return a sentence on what happens next.

    Raises Conflict if no room proposes changes, and the errors of the room that does.
    """
    if not CHANGE_PROPOSERS:
        raise Conflict("No component of this installation proposes changes.")
    return CHANGE_PROPOSERS[0](finding_id, user)
