"""Asking for a change of a specialist that a finding is about. The room that can propose one stands above this one and enters itself."""

from collections.abc import Callable
from uuid import UUID

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict

PROPOSERS: list[Callable[[UUID, User], str]] = []  # each takes a finding and who asks, and says in a sentence what happens now


def change_ask(*, entry_id: UUID, user: User) -> str:
    """Have a change proposed for what a finding is about; returns what happens now. Raises what keeps it from being proposed."""
    if not PROPOSERS:
        raise Conflict("Nobody here proposes changes.")
    return PROPOSERS[0](entry_id, user)
