"""Searches with the JSON API of a SearXNG server (``/search?format=json``.

Its settings must list the format ``json``).
"""

import json
from typing import Any

import httpx

from kingdom.adapters.search.port import SearchHit, SearchResult
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import ToolError, Unavailable

TIMEOUT_S = 15.0
MAX_BODY = 1 << 20  # bytes of a response
TITLE, SNIPPET, URL = 200, 600, 2000  # maximum characters of each


class SearxngSearch:
    """One SearXNG server."""

    def __init__(self, url: str) -> None:
        """Keep the server's address, e.g. ``http://localhost:8888``."""
        self._url = url.rstrip("/") + "/search"

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return the first hits of the server. Raises ToolError (too large), Unavailable."""
        try:
            body = await self._body(query)
        except httpx.HTTPError as error:
            raise Unavailable(f"The search server does not answer ({type(error).__name__}).") from error
        return SearchResult(hits=tuple(_hits(body)[:most]), backend="searxng")

    async def _body(self, query: str) -> Any:  # noqa: ANN401 - any JSON value
        params = {"q": query, "format": "json"}
        # trust_env off: a proxy in the machine's environment must not see the users' queries
        async with (
            httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False, follow_redirects=False) as client,
            client.stream("GET", self._url, params=params, headers={"accept": "application/json"}) as response,
        ):
            data = b""
            async for piece in response.aiter_bytes():
                data += piece
                if len(data) > MAX_BODY:
                    raise ToolError(f"The search server's answer is larger than {MAX_BODY} bytes.")
        if response.status_code == httpx.codes.FORBIDDEN:
            raise Unavailable("The search server does not offer JSON. Add json to search.formats in its settings.")
        if response.status_code != httpx.codes.OK:
            raise Unavailable(f"The search server answered with status {response.status_code}.")
        try:
            return json.loads(data)
        except ValueError as error:
            raise Unavailable(
                "The search server's answer is not JSON. Check the address in KINGDOM_SEARCH_URL."
            ) from error


def _hits(body: object) -> list[SearchHit]:
    results = body.get("results") if isinstance(body, dict) else None
    rows = [row for row in results if isinstance(row, dict)] if isinstance(results, list) else []
    hits = [
        SearchHit(title=_text(row, "title", TITLE), url=_text(row, "url", URL), snippet=_text(row, "content", SNIPPET))
        for row in rows
    ]
    return [hit for hit in hits if hit.url.startswith(("http://", "https://"))]


def _text(row: dict[str, Any], name: str, most: int) -> str:
    value = row.get(name)
    return " ".join(value.split())[:most] if isinstance(value, str) else ""
