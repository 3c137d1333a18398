"""The messages of a conversation as a tree: an edited or repeated message opens a branch beside the old one. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class MessagePlace:
    """What is stored of a message's place: the message that it follows, and the one that it replaces."""

    id: UUID
    follows: UUID | None = None
    replaces: UUID | None = None


class MessageTree:
    """The user messages of one conversation.

    A message follows the one that is stored; an edited first message follows nothing, like the one that it replaces;
    any other without a stored place follows the message before it in time.
    """

    def __init__(self, places: Iterable[MessagePlace]) -> None:
        """``places`` are all user messages of the conversation, oldest first."""
        self._before: dict[UUID, UUID | None] = {}
        last: UUID | None = None
        for place in places:
            replaced = self._before.get(place.replaces) if place.replaces in self._before else last
            self._before[place.id] = place.follows if place.follows in self._before else replaced
            last = place.id
        self._newest = last
        self._behind: dict[UUID | None, list[UUID]] = {}
        for message_id, before in self._before.items():
            self._behind.setdefault(before, []).append(message_id)

    def before(self, message_id: UUID) -> UUID | None:
        """Return the message that this one follows; None for a first message."""
        return self._before.get(message_id)

    def path(self, message_id: UUID) -> Sequence[UUID]:
        """Return the messages of a branch from the first one to this one."""
        found: list[UUID] = []
        here: UUID | None = message_id
        while here is not None:
            found.append(here)
            here = self._before.get(here)
        return found[::-1]

    def versions(self, message_id: UUID) -> Sequence[UUID]:
        """Return the messages that follow the same one, oldest first: the versions of this message."""
        return self._behind.get(self._before.get(message_id), ())

    def end_of(self, message_id: UUID | None) -> UUID | None:
        """Return the newest message behind this one, or itself; of no known message the newest of all."""
        if message_id not in self._before:
            return self._newest
        behind, end = {message_id}, message_id
        for other, before in self._before.items():  # oldest first: what a message follows comes before it
            if before in behind:
                behind.add(other)
                end = other
        return end
