"""Gemini's search grounding as a search backend: Google searches, Gemini summarizes, the sources are the hits."""

from dataclasses import replace
from typing import Any

from google.genai import types

from kingdom.adapters.models.config import GEMINI_MODEL, ModelConfig
from kingdom.adapters.models.gemini.errors import FAULTS, map_fault
from kingdom.adapters.models.gemini.messages import to_usage
from kingdom.adapters.models.gemini.model import clients_for
from kingdom.adapters.models.streaming import call_deadline
from kingdom.adapters.search.port import SearchHit, SearchResult
from kingdom.contracts.call_context import CallContext

SUMMARY, TITLE, SNIPPET = 4_000, 200, 600  # maximum characters of each


class GeminiSearch:
    """Searches with a Gemini model and its tool ``google_search``."""

    def __init__(self, config: ModelConfig) -> None:
        """Keep the address and the key. Raises ModelNotConfigured without a key."""
        self._config = config
        self._clients = clients_for(config)

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return the sources of Gemini's answer, and the answer as the summary.

        Raises the errors of ``GeminiModel``.
        """
        tools: types.ToolListUnion = [types.Tool(google_search=types.GoogleSearch())]
        config = types.GenerateContentConfig(tools=tools, temperature=0.0)
        client = await self._clients.get()
        model = self._config.model or GEMINI_MODEL
        async with call_deadline(ctx, "Gemini"):
            try:
                answer = await client.aio.models.generate_content(model=model, contents=query, config=config)
            except FAULTS as fault:
                error = map_fault(fault, key=self._config.api_key, model=model)
            else:
                return SearchResult(
                    hits=tuple(_hits(answer)[:most]),
                    backend="gemini",
                    summary=_summary(answer),
                    model=model,
                    usage=replace(to_usage(answer.usage_metadata), searches=int(_has_searched(answer))),
                )
        raise error


def _grounding(answer: types.GenerateContentResponse) -> types.GroundingMetadata | None:
    return answer.candidates[0].grounding_metadata if answer.candidates else None


def _has_searched(answer: types.GenerateContentResponse) -> bool:
    """Return whether Gemini searched: it bills one call once, whatever the number of its searches."""
    grounding = _grounding(answer)
    return grounding is not None and bool(grounding.web_search_queries or grounding.grounding_chunks)


def _hits(answer: types.GenerateContentResponse) -> list[SearchHit]:
    grounding = _grounding(answer)
    chunks = (grounding.grounding_chunks or []) if grounding else []
    snippets = _snippets(grounding)
    pages = [(index, chunk.web) for index, chunk in enumerate(chunks) if chunk.web is not None and chunk.web.uri]
    return [
        SearchHit(title=(web.title or "")[:TITLE], url=web.uri or "", snippet=snippets.get(index, ""))
        for index, web in pages
    ]


def _snippets(grounding: types.GroundingMetadata | None) -> dict[int, str]:
    """Return the sentences of the answer that each source supports, by the source's index."""
    snippets: dict[int, str] = {}
    for support in (grounding.grounding_supports or []) if grounding else []:
        text = (support.segment.text or "") if support.segment else ""
        for index in support.grounding_chunk_indices or []:
            snippets[index] = f"{snippets.get(index, '')} {text}".strip()[:SNIPPET]
    return snippets


def _summary(answer: types.GenerateContentResponse) -> str:
    content: Any = answer.candidates[0].content if answer.candidates else None
    parts = (content.parts or []) if content else []
    return "".join(part.text or "" for part in parts if not part.thought)[:SUMMARY]
