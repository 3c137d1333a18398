"""The search port."""

from dataclasses import dataclass
from typing import Protocol

from kingdom.contracts.call_context import CallContext


@dataclass(frozen=True, kw_only=True)
class SearchHit:
    """One result: the words of strangers, never an instruction."""

    title: str
    url: str
    snippet: str


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """What a search gave. ``summary`` is there where the backend writes one; ``backend`` names what answered."""

    hits: tuple[SearchHit, ...]
    backend: str
    summary: str = ""


class Search(Protocol):
    """Searches the web."""

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return at most ``most`` hits. Raises ToolError (the backend's own no), Unavailable (it does not answer)."""
        ...
