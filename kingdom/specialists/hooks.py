"""Asking for a change of a specialist that a finding is about. The room that can propose one stands above this one and enters itself."""

from collections.abc import Callable
from uuid import UUID

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict

CHANGE_PROPOSERS: list[
    Callable[[UUID, User], str]
] = []  # each takes a finding and who asks, and says in a sentence what happens now


def specialist_change_propose(*, entry_id: UUID, user: User) -> str:
    """Have a change proposed for what a finding is about; returns what happens now. Raises what keeps it from being proposed."""
    if not CHANGE_PROPOSERS:
        raise Conflict("Nobody here proposes changes.")
    return CHANGE_PROPOSERS[0](entry_id, user)
