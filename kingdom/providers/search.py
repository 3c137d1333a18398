"""The web search of this installation, built from the settings."""

import pkgutil
from functools import cache
from typing import Literal

from django.conf import settings

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.port import Search
from kingdom.adapters.search.searxng import SearxngSearch
from kingdom.providers.language_models import gemini_config


@cache
def search_backend() -> Search | None:
    """Return this process's web search, None when the settings name none."""
    config = settings.KINGDOM
    return build_search(config.search, url=config.search_url, gemini=gemini_config(config.model_chat))


def build_search(
    choice: Literal["auto", "searxng", "gemini", "off"], *, url: str, gemini: ModelConfig
) -> Search | None:
    """Return the search backend of a choice.

    ``auto`` takes the SearXNG server at ``url``, else Gemini when it has a key.
    """
    if choice in ("auto", "searxng") and url:
        return SearxngSearch(url)
    if choice in ("auto", "gemini") and gemini.api_key:
        # by name, not by import: the SDK costs each process 15 MB and up to a second
        backend: Search = pkgutil.resolve_name("kingdom.adapters.search.gemini:GeminiSearch")(gemini)
        return backend
    return None
