"""The model port on another host: the same values, the same errors, streamed and cancelled alike."""

import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.per_loop_client import PerLoopClient, tls_context
from kingdom.adapters.models.remote_wire import read_error, read_response, write_request
from kingdom.adapters.models.streaming import OnDelta, call_deadline, pump_stream
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.clock import monotonic
from kingdom.core.errors import BadConfiguration, KingdomError, ModelBadAnswer, ModelNotConfigured, ModelUnavailable

Event = tuple[str, object]

_HTTP = PerLoopClient(
    lambda: httpx.AsyncClient(verify=tls_context(), follow_redirects=False), lambda client: client.aclose()
)


class RemoteModel:
    """A model that another process serves (see ``remote_server``)."""

    def __init__(self, config: ModelConfig) -> None:
        """Keep the address (``base_url``) and the token (``api_key``). Raises BadConfiguration for an address that is none."""
        if urlsplit(config.base_url).scheme not in ("http", "https") or not urlsplit(config.base_url).hostname:
            raise BadConfiguration("The address of the remote model must be an http(s) URL.")
        self._config = config
        self._url = f"{config.base_url.rstrip('/')}/generate"

    @property
    def name(self) -> str:
        """Return ``remote:<host>``, or with the model's name when one is set."""
        return f"remote:{self._config.model or urlsplit(self._url).netloc}"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request. Raises what the model over there raises, and ModelUnavailable when it cannot be reached."""
        client = await _HTTP.get()
        body = write_request(ctx, request, stream=on_delta is not None, now=monotonic())
        async with call_deadline(ctx, self.name):
            if on_delta is None:
                return await self._whole(client, body)
            answer = _Answer(on_delta)
            await pump_stream(self._events(client, body), answer.take)
            return answer.end()

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._config.api_key}", "Content-Type": "application/json"}

    # As with the other adapters, new errors are raised when the old one, whose request holds the token, is gone.

    async def _whole(self, client: httpx.AsyncClient, body: bytes) -> ModelResponse:
        try:
            reply = await client.post(self._url, content=body, headers=self._headers(), timeout=self._config.wait_s)
        except httpx.HTTPError as fault:
            error = self._error(fault)
        else:
            data = _json(reply.content)
            if reply.status_code == 200:
                return read_response(data)
            error = self._refused(data, reply.status_code)
        raise error

    async def _events(self, client: httpx.AsyncClient, body: bytes) -> AsyncIterator[Event]:
        try:
            async with client.stream(
                "POST", self._url, content=body, headers=self._headers(), timeout=self._config.wait_s
            ) as reply:
                if reply.status_code != 200:
                    yield "error", self._refused(_json(await reply.aread()), reply.status_code)
                    return
                name = ""
                async for line in reply.aiter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        yield name, _json(line.removeprefix("data: ").encode())
        except httpx.HTTPError as fault:
            error = self._error(fault)
        else:
            return
        raise error

    def _refused(self, data: object, status: int) -> KingdomError:
        if status in (401, 403):
            return ModelNotConfigured(
                f"{self.name} refused the token. Set the one its server has.", fault="key", provider="remote"
            )
        if status == 404:
            return ModelNotConfigured(f"Nobody serves a model at {self._url}.", fault="model", provider="remote")
        return read_error(data, status)

    def _error(self, fault: httpx.HTTPError) -> KingdomError:
        if isinstance(fault, httpx.TimeoutException):
            return ModelUnavailable(f"{self.name} did not answer in time.", fault="timeout", provider="remote")
        if isinstance(fault, httpx.ConnectError):
            return ModelUnavailable(
                f"{self.name} cannot be reached: check its address.", fault="connect", provider="remote"
            )
        return ModelUnavailable(
            f"The connection to {self.name} broke ({type(fault).__name__}).", fault="transport", provider="remote"
        )


class _Answer:
    """Takes the events of one streamed answer."""

    def __init__(self, on_delta: OnDelta) -> None:
        self._on_delta = on_delta
        self._response: ModelResponse | None = None

    async def take(self, event: Event) -> None:
        name, data = event
        match name, data:
            case "delta", {"text": str(text)}:
                await self._on_delta(text)
            case "done", _:
                self._response = read_response(data)
            case "error", KingdomError():
                raise data
            case "error", _:
                raise read_error(data, 502)
            case _:
                raise ModelBadAnswer(
                    "The remote model's stream could not be read.", fault="unreadable", provider="remote"
                )

    def end(self) -> ModelResponse:
        if self._response is None:
            raise ModelUnavailable(
                "The remote model's answer broke off before its end.", fault="cut", provider="remote"
            )
        return self._response


def _json(body: bytes) -> object:
    try:
        found: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found
