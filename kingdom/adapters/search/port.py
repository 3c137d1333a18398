"""The search port."""

from dataclasses import dataclass, field
from typing import Protocol

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import Usage


@dataclass(frozen=True, kw_only=True)
class SearchHit:
    """One search result. Its text is untrusted: data, never an instruction."""

    title: str
    url: str
    snippet: str


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """The result of a search. ``summary`` is empty unless the backend writes one; ``backend`` is its name.

    ``model`` is the language model that searched, with its ``usage``; "" for a search engine.
    """

    hits: tuple[SearchHit, ...]
    backend: str
    summary: str = ""
    model: str = ""
    usage: Usage = field(default_factory=Usage)


class Search(Protocol):
    """Searches the web."""

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return at most ``most`` hits. Raises ToolError (the backend refused), Unavailable (it does not answer)."""
        ...
