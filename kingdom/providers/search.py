"""The web search of this installation, built from the settings."""

import pkgutil
from dataclasses import replace
from functools import cache
from typing import Literal

from django.conf import settings

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.port import Search, SearchResult
from kingdom.adapters.search.searxng import SearxngSearch
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, Usage
from kingdom.core.background.circuit_breaker import CircuitBreakerPolicy, CircuitOpen, SharedCircuit
from kingdom.core.clock import Clock, monotonic, utc_now
from kingdom.core.errors import ToolError, Unavailable
from kingdom.providers.circuit_store import SEARCH_CIRCUIT, DatabaseCircuitStore
from kingdom.providers.language_models import gemini_config
from kingdom.providers.model_metering import model_call_announce, usage_record
from kingdom.runtime.wrappers import ModelUse
from kingdom.runtime.wrappers.metering import estimate_usage


@cache
def search_backend() -> Search | None:
    """Return this process's web search, None when the settings name none."""
    config = settings.KINGDOM
    search = build_search(config.search, url=config.search_url, gemini=gemini_config(config.model_chat))
    return None if search is None else BreakerSearch(search)


class BreakerSearch:
    """A web search that is not called while it is down."""

    def __init__(self, inner: Search, *, clock: Clock = utc_now) -> None:
        """Wrap a search."""
        self._inner = inner
        self._circuit = SharedCircuit(
            store=DatabaseCircuitStore(),
            name=SEARCH_CIRCUIT,
            policy=CircuitBreakerPolicy(),
            now=lambda: clock().timestamp(),
        )

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return at most ``most`` hits. Raises ToolError, Unavailable also while the circuit is open."""
        try:
            probe = await self._circuit.enter()
        except CircuitOpen:
            message = "The web search has failed several times. It is not called for a while."
            raise Unavailable(message) from None
        try:
            result = await self._inner.find(ctx, query, most)
        except ToolError:  # it answers: it refuses this query
            await self._circuit.succeeded()
            raise
        except Unavailable:
            await self._circuit.failed()
            raise
        except BaseException:  # a cancelled probe must not keep the circuit half open
            if probe:
                await self._circuit.abandoned()
            raise
        await self._circuit.succeeded()
        return result


class BudgetedSearch:
    """A web search by a language model: it counts as a model call, and runs only while the budgets allow one."""

    def __init__(self, inner: Search) -> None:
        """Wrap a search."""
        self._inner = inner

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        """Return at most ``most`` hits. Raises what the search raises, and BudgetExceeded."""
        await model_call_announce(ctx)
        begin = monotonic()
        result = await self._inner.find(ctx, query, most)
        usage = result.usage if result.usage.total_tokens else _estimated(result.usage, query, result)
        use = ModelUse(model=result.model, purpose="chat", usage=usage, seconds=monotonic() - begin)
        return replace(result, usage=await usage_record(ctx, use, in_log=False))


def _estimated(usage: Usage, query: str, result: SearchResult) -> Usage:
    """Return the usage of a search whose provider reported no tokens, estimated from its length."""
    request = ModelRequest(messages=(ModelMessage(role="user", text=query),))
    return replace(estimate_usage(request, len(result.summary)), searches=usage.searches)


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
        return BudgetedSearch(backend)
    return None
