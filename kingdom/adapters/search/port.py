"""The search port."""

from dataclasses import dataclass
from typing import Protocol

from kingdom.contracts.calls import CallContext


@dataclass(frozen=True, kw_only=True)
class Hit:
    """One result: the words of strangers, never an instruction."""

    title: str
    url: str
    snippet: str


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search gave. ``summary`` is there where the backend writes one; ``backend`` names what answered."""

    hits: tuple[Hit, ...]
    backend: str
    summary: str = ""


class Search(Protocol):
    """Searches the web."""

    async def find(self, ctx: CallContext, query: str, most: int) -> Found:
        """Return at most ``most`` hits. Raises ToolError (the backend's own no), Unavailable (it does not answer)."""
        ...
