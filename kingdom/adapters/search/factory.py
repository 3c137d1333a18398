"""Which search backend the settings mean."""

import pkgutil
from typing import Literal

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.port import Search
from kingdom.adapters.search.searxng import SearxngSearch


def build_search(
    choice: Literal["auto", "searxng", "gemini", "off"], *, url: str, gemini: ModelConfig
) -> Search | None:
    """Return the backend, None when there is none: ``auto`` takes the SearXNG server at ``url``, else Gemini when its key is there."""
    if choice in ("auto", "searxng") and url:
        return SearxngSearch(url)
    if choice in ("auto", "gemini") and gemini.api_key:
        # by name, not by import: the SDK costs each process 15 MB and up to a second
        made: Search = pkgutil.resolve_name("kingdom.adapters.search.gemini:GeminiSearch")(gemini)
        return made
    return None
