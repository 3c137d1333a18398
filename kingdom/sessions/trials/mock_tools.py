"""Mock tools and search for training tests."""

from collections.abc import Sequence

from kingdom.adapters.search.port import SearchHit, SearchResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolOutcome, ToolRequest

MOCK_BACKEND = "made up"
OUTAGE_MESSAGE = "The service did not answer in time."


class UnavailableTools:
    """Tools that do not answer, for tests of outages."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return a failure for each request; nothing runs."""
        return [
            ToolOutcome(call_id=request.call_id, name=request.name, result={"success": False, "error": OUTAGE_MESSAGE})
            for request in requests
        ]


class MockSearch:
    """A search that returns one mock page."""

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return one hit that is marked as made up."""
        hit = SearchHit(
            title=f"About {query[:80]}",
            url="https://example.org/made-up",
            snippet=f"A made-up page about {query[:200]}.",
        )
        return SearchResult(hits=(hit,)[:most], backend=MOCK_BACKEND)
