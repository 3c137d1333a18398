"""The web search of this installation, built from the settings."""

from functools import cache

from django.conf import settings

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.factory import build_search
from kingdom.adapters.search.port import Search


@cache
def search_backend() -> Search | None:
    """Return this process's web search by the settings, None when there is none."""
    config = settings.KINGDOM
    key = config.gemini_api_key.get_secret_value() if config.gemini_api_key is not None else ""
    gemini = ModelConfig(
        provider="gemini",
        model=config.model_chat if key else "",
        api_key=key,
        base_url=config.gemini_base_url,
        api_version=config.gemini_api_version,
        timeout_s=config.model_timeout_s,
    )
    return build_search(config.search, url=config.search_url, gemini=gemini)
