"""Calls OpenAI-compatible servers (Ollama, vLLM, llama.cpp, LM Studio) with the ``openai`` SDK."""

import functools
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.openai_messages import (
    SCHEMA_MODES,
    TIMEOUT_HEADER,
    OpenAIResponseCollector,
    SchemaMode,
    build_body,
)
from kingdom.adapters.models.per_loop_client import PerLoopClient, tls_context
from kingdom.adapters.models.streaming import call_deadline, pump_stream
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse, OnDelta
from kingdom.core.clock import monotonic
from kingdom.core.errors import (
    BadConfiguration,
    KingdomError,
    ModelBadAnswer,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    ModelUnreachable,
)

NO_KEY = "none"
"""Local servers take any key, but the SDK insists on one."""

MAX_MESSAGE = 300

REFUSED_FORMAT = frozenset({400, 415, 422, 501})
"""HTTP statuses of servers that do not support a ``response_format``."""

PASSED_ON: Mapping[str | None, type[KingdomError]] = {
    error.code: error for error in (ModelNotConfigured, ModelBadAnswer)
}
"""Errors by ``code`` that mean the same here as on the host that ``manage.py model_serve`` runs on."""

FAULTS: tuple[type[Exception], ...] = (
    openai.OpenAIError,
    httpx2.HTTPError,
    httpx2.StreamError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
)


class OpenAIModel:
    """One model of an OpenAI-compatible server behind the ``LanguageModel`` port."""

    def __init__(self, config: ModelConfig) -> None:
        """Keep the address; the first call opens the connection. Raises BadConfiguration without a base URL."""
        if not config.base_url:
            raise BadConfiguration(
                "KINGDOM_MODEL_URL is not set: it is the base URL of the server, e.g. http://localhost:11434/v1."
            )
        self._config = config
        self._clients = _clients(config.api_key or NO_KEY, config.base_url, config.wait_s)
        self._model = config.model
        self._mode: SchemaMode = SCHEMA_MODES[0]

    @property
    def name(self) -> str:
        """Return ``openai:<model>``; while no model is set or known, the server's address in its place."""
        return f"openai:{self._model or urlsplit(self._config.base_url).netloc}"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request.

        When the server refuses one form of structured output, the next one is tried and remembered.

        Raises BadInput, ModelNotConfigured, ModelUnavailable, ModelBlocked, ModelBadAnswer, ModelError.
        """
        modes = (
            SCHEMA_MODES[SCHEMA_MODES.index(self._mode) :]
            if request.json_schema is not None and not request.tools
            else SCHEMA_MODES[-1:]
        )
        first_refusal: KingdomError | None = None
        for mode in modes:
            try:
                response = await self._generate(ctx, request, on_delta, mode)
            except ModelError as error:
                if error.extra.get("http_status") not in REFUSED_FORMAT:
                    raise
                first_refusal = first_refusal or error
            else:
                self._mode = mode if len(modes) > 1 else self._mode
                return response
        raise first_refusal or ModelError()  # the form was not the reason, so the first refusal is the informative one

    async def _generate(
        self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None, mode: SchemaMode
    ) -> ModelResponse:
        collector = OpenAIResponseCollector(request)
        client = await self._clients.get()

        async def collect(piece: dict[str, Any]) -> None:
            text = collector.add(piece)
            if text and on_delta is not None:
                await on_delta(text)

        async with call_deadline(ctx, self.name):
            self._model = self._model or await self._first_model(client)
            body = {**build_body(request, self._model, mode), "extra_headers": _headers(ctx)}
            if on_delta is None:
                collector.add(await self._whole(client, body))
            else:
                await pump_stream(self._pieces(client, body), collect)
        return collector.response(self.name)

    # All three raise the new error outside of the except block: the SDK's error refers to the request, whose headers
    # have the key.

    async def _first_model(self, client: "openai.AsyncOpenAI") -> str:
        try:
            models = (await client.models.list()).data
        except FAULTS as fault:
            error = self._error(fault)
        else:
            if models:
                return models[0].id
            error = ModelNotConfigured(
                "The model server lists no model. Load one, or set KINGDOM_MODEL_CHAT.",
                fault="model",
                provider="openai",
            )
        raise error

    async def _whole(self, client: "openai.AsyncOpenAI", body: dict[str, Any]) -> dict[str, Any]:
        try:
            completion = await client.chat.completions.create(**body, stream=False)
            return dict(completion.to_dict(warnings=False))
        except FAULTS as fault:
            error = self._error(fault)
        raise error

    async def _pieces(self, client: "openai.AsyncOpenAI", body: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        try:
            stream = await client.chat.completions.create(**body, stream=True, stream_options={"include_usage": True})
            async for chunk in stream:
                yield dict(chunk.to_dict(warnings=False))
        except FAULTS as fault:
            error = self._error(fault)
        else:
            return
        raise error

    def _error(self, fault: Exception) -> KingdomError:
        return map_fault(fault, key=self._config.api_key, model=self._model)


def _headers(ctx: CallContext) -> dict[str, str]:
    return {} if ctx.deadline is None else {TIMEOUT_HEADER: f"{max(0.0, ctx.deadline - monotonic()):.3f}"}


@functools.lru_cache(maxsize=64)
def _clients(api_key: str, base_url: str, wait_s: float) -> "PerLoopClient[openai.AsyncOpenAI]":
    def connect() -> "openai.AsyncOpenAI":
        http = httpx2.AsyncClient(verify=tls_context(), follow_redirects=False)
        # RetryingModel retries; the SDK's own retries would multiply its attempts.
        return openai.AsyncOpenAI(api_key=api_key, base_url=base_url, timeout=wait_s, max_retries=0, http_client=http)

    return PerLoopClient(connect, lambda client: client.close())


def map_fault(fault: Exception, *, key: str, model: str) -> KingdomError:
    """Return the error to raise for a fault of ``FAULTS``. Its message never holds the key."""
    if isinstance(fault, openai.APIStatusError):
        return _status_error(fault, key, model)
    if isinstance(fault, openai.APITimeoutError | httpx2.TimeoutException):
        return ModelUnavailable("The model server did not answer in time.", fault="timeout", provider="openai")
    if isinstance(fault, openai.APIConnectionError | httpx2.ConnectError):
        return _connection_error(fault)
    if isinstance(fault, httpx2.HTTPError | httpx2.StreamError):
        kind = type(fault).__name__
        return ModelUnreachable(
            f"The connection to the model server broke ({kind}).", fault="transport", provider="openai"
        )
    if isinstance(fault, openai.APIError) and not isinstance(fault, openai.APIResponseValidationError):
        return ModelUnavailable(
            f"The model server failed: {_clean(fault.message, key)}", fault="server", provider="openai"
        )
    return ModelBadAnswer(
        f"The model server's answer could not be read ({type(fault).__name__}).", fault="unreadable", provider="openai"
    )


def _connection_error(fault: Exception) -> ModelUnreachable:
    broken = fault.__cause__ is not None and not isinstance(fault.__cause__, httpx2.ConnectError)
    if broken:
        return ModelUnreachable("The connection to the model server broke.", fault="transport", provider="openai")
    return ModelUnreachable(
        "The model server cannot be reached. Check its URL and that it runs.", fault="connect", provider="openai"
    )


def _status_error(fault: "openai.APIStatusError", key: str, model: str) -> KingdomError:
    message, code = _clean(fault.message, key), fault.status_code
    extra: dict[str, object] = {"provider": "openai", "http_status": code}
    if fault.code in PASSED_ON:  # another Kingdom host says what went wrong behind it
        return PASSED_ON[fault.code](f"The model server answers: {message}", fault=fault.type or "server", **extra)
    if code in (401, 403):
        return ModelNotConfigured(f"The model server refused the key: {message}", fault="key", **extra)
    if code == 404:
        return ModelNotConfigured(
            f"The model server has no model “{model}” at this URL: {message}", fault="model", **extra
        )
    if code in (408, 429) or (code >= 500 and code != 501):
        kind, state = ("quota", "is over its quota") if code == 429 else ("server", "is not available now")
        return ModelUnavailable(
            f"The model server {state}: {message}", fault=kind, **extra, **_retry_after(fault.response)
        )
    return ModelError(f"The model server refused the request: {message}", fault="request", **extra)


def _retry_after(response: httpx2.Response) -> dict[str, float]:
    seconds = response.headers.get("retry-after", "")
    return {"retry_after_s": float(seconds)} if re.fullmatch(r"\d+(\.\d+)?", seconds) else {}


def _clean(message: str, key: str) -> str:
    without = message.replace(key, "••••") if key else message
    return " ".join(without.split())[:MAX_MESSAGE]
