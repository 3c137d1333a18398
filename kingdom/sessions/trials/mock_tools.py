"""Mock tools and search for training tests."""

from collections.abc import Sequence

from kingdom.adapters.search.port import SearchHit, SearchResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolOutcome, ToolRequest

OUTAGE_MESSAGE = "The service did not answer in time."


class UnavailableTools:
    """Tools that do not answer: how a specialist bears that is a test of its own."""

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return a failure for each request; nothing runs."""
        return [
            ToolOutcome(call_id=one.call_id, name=one.name, result={"success": False, "error": OUTAGE_MESSAGE})
            for one in requests
        ]


MOCK_BACKEND = "made up"


class MockSearch:
    """A search that finds one made-up page."""

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return one hit that says what it is."""
        hit = SearchHit(
            title=f"About {query[:80]}",
            url="https://example.org/made-up",
            snippet=f"A made-up page about {query[:200]}.",
        )
        return SearchResult(hits=(hit,)[:most], backend=MOCK_BACKEND)
