"""Calls Gemini with google-genai. The SDK neither retries nor runs functions: callers decide about both."""

import functools
from collections.abc import AsyncIterator

import httpx2
from google import genai
from google.genai import types

from kingdom.adapters.models.config import GEMINI_BASE_URL, GEMINI_MODEL, ModelConfig
from kingdom.adapters.models.gemini.errors import FAULTS, map_fault
from kingdom.adapters.models.gemini.messages import GeminiResponseCollector, build_config, build_contents
from kingdom.adapters.models.per_loop_client import PerLoopClient, tls_context
from kingdom.adapters.models.streaming import call_deadline, pump_stream
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse, OnDelta
from kingdom.core.errors import KingdomError, ModelNotConfigured

Contents = types.ContentListUnion
ResponseStream = AsyncIterator[types.GenerateContentResponse]


class GeminiClients:
    """The process's clients for one credential and address: one per event loop, created on first use.

    The search adapter takes its clients from ``clients_for``, too, so that a process has one per credential.
    """

    def __init__(self, *, api_key: str, base_url: str, api_version: str, wait_s: float) -> None:
        """Keep the address; ``wait_s`` is the maximum wait for bytes, in seconds."""
        self._key = api_key
        self._options = types.HttpOptions(base_url=base_url, api_version=api_version, timeout=round(wait_s * 1000))
        self._per_loop = PerLoopClient(self._make, _close)

    async def get(self) -> genai.Client:
        """Return the running loop's client."""
        return (await self._per_loop.get())[0]

    def _make(self) -> tuple[genai.Client, httpx2.AsyncClient]:
        # An httpx2 client of our own: the SDK would use aiohttp where it is installed, and cannot close the sockets of
        # one loop. vertexai=False and the explicit options override the machine's GOOGLE_* variables.
        http = httpx2.AsyncClient(verify=tls_context(), follow_redirects=False)
        sync = httpx2.Client(verify=tls_context())
        # Without async_client_args the SDK reads the certificates again.
        clients = {"httpx_async_client": http, "httpx_client": sync, "async_client_args": {"ssl": tls_context()}}
        options = self._options.model_copy(update=clients)
        client = genai.Client(vertexai=False, api_key=self._key, http_options=options)
        sync.close()
        return client, http


async def _close(pair: tuple[genai.Client, httpx2.AsyncClient]) -> None:
    await pair[1].aclose()


def clients_for(config: ModelConfig) -> GeminiClients:
    """Return the process's clients for this credential and address. Raises ModelNotConfigured without a key."""
    if not config.api_key:
        raise ModelNotConfigured
    return _clients(config.api_key, config.base_url or GEMINI_BASE_URL, config.api_version, config.wait_s)


@functools.lru_cache(maxsize=64)
def _clients(api_key: str, base_url: str, api_version: str, wait_s: float) -> GeminiClients:
    return GeminiClients(api_key=api_key, base_url=base_url, api_version=api_version, wait_s=wait_s)


class GeminiModel:
    """One Gemini model behind the ``LanguageModel`` port."""

    def __init__(self, config: ModelConfig) -> None:
        """Keep the address; the first call opens the connection. Raises ModelNotConfigured without a key."""
        self._config = config
        self._model = config.model or GEMINI_MODEL
        self._clients = clients_for(config)

    @property
    def name(self) -> str:
        """Return ``gemini:<model>``."""
        return f"gemini:{self._model}"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request, streamed to ``on_delta`` when given. ``parsed`` is left to StructuredModel.

        Raises BadInput (no message), ModelNotConfigured (key, model or permission refused), ModelUnavailable (with
        ``fault`` and, if the service names it, ``retry_after_s``), ModelBlocked, ModelBadAnswer, ModelError.
        """
        collector = GeminiResponseCollector()
        config = build_config(request)
        contents: Contents = [*build_contents(request.messages)]
        client = await self._clients.get()
        async with call_deadline(ctx, "Gemini"):
            if on_delta is None:
                collector.add(await self._whole(client, contents, config))
            else:
                await pump_stream(self._pieces(client, contents, config), functools.partial(_take, collector, on_delta))
        return collector.response(self.name)

    # Both raise the new error outside of the except block: the frames of the SDK's error refer to the request, whose
    # headers have the key, and keep half-read streams open.

    async def _whole(
        self, client: genai.Client, contents: Contents, config: types.GenerateContentConfig
    ) -> types.GenerateContentResponse:
        try:
            return await client.aio.models.generate_content(model=self._model, contents=contents, config=config)
        except FAULTS as fault:
            error = self._error(fault)
        raise error

    async def _pieces(
        self, client: genai.Client, contents: Contents, config: types.GenerateContentConfig
    ) -> ResponseStream:
        try:
            stream = await client.aio.models.generate_content_stream(
                model=self._model, contents=contents, config=config
            )
            async for piece in stream:
                yield piece
        except FAULTS as fault:
            error = self._error(fault)
        else:
            return
        raise error

    def _error(self, fault: Exception) -> KingdomError:
        return map_fault(fault, key=self._config.api_key, model=self._model)


async def _take(collector: GeminiResponseCollector, on_delta: OnDelta, piece: types.GenerateContentResponse) -> None:
    text = collector.add(piece)
    if text:
        await on_delta(text)
