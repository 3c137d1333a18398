"""``model_serve`` over HTTP.

The OpenAI-compatible adapter, the ASGI application under uvicorn and the local Gemini server behind it.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import uvicorn

from kingdom.adapters.models import openai_server
from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.adapters.models.gemini.model import GeminiModel
from kingdom.adapters.models.openai_compatible import OpenAIModel
from kingdom.adapters.models.openai_server import MAX_REQUEST_BYTES, OpenAIServer, is_authorized
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, ModelResponse, ToolCall, ToolDeclaration, Usage
from kingdom.core.clock import monotonic
from kingdom.core.errors import (
    KingdomError,
    ModelBadAnswer,
    ModelBlocked,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
)
from kingdom.runtime.ports import LanguageModel, OnDelta
from tests.factories.models import PERSON, Deltas, MakeConfig, ask, assert_cancelling_closes
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.asyncio

KEY = "key-between-two-hosts"
READ = ToolDeclaration(
    name="archon.fs.read",
    description="Read a file",
    parameters={"type": "object", "properties": {"path": {"type": "string"}}},
)


@contextlib.contextmanager
def serving(model: LanguageModel) -> Iterator[str]:
    models = {"kingdom-chat": model, "kingdom-reasoning": model}
    config = uvicorn.Config(OpenAIServer(models, token=KEY), port=0, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(10)


def client_of(url: str, key: str = KEY, model: str = "") -> LanguageModel:
    return OpenAIModel(ModelConfig(provider="openai", base_url=url, api_key=key, model=model))


@pytest.fixture
def address(config_for: MakeConfig) -> Iterator[str]:
    with serving(GeminiModel(config_for())) as url:
        yield url


@pytest.fixture
def model(address: str) -> LanguageModel:
    return client_of(address)


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_answer_is_the_same_as_from_the_provider(
    gemini_server: ModelServer, config_for: MakeConfig, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.say("hello", usage=(1, 2, 3), thoughts="hm")
    gemini_server.say("hello", usage=(1, 2, 3), thoughts="hm")
    served = await model.generate(ctx, ask(), Deltas() if streamed else None)
    direct = await GeminiModel(config_for()).generate(ctx, ask())
    assert (served.text, served.finish, served.usage, served.model) == (
        direct.text,
        direct.finish,
        direct.usage,
        direct.model,
    )
    assert model.name == "openai:kingdom-chat"


@pytest.mark.parametrize("streamed", [False, True])
async def test_tool_calls_travel_both_ways(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    args = {"path": "a.txt", "lines": [1, None, {"deep": True}]}
    gemini_server.call_tool("archon__fs__read", args)
    request = ask(tools=(READ,), temperature=0.1, stop=("x",))
    first = await model.generate(ctx, request, Deltas() if streamed else None)
    assert (first.tool_calls[0].name, first.tool_calls[0].args, first.finish) == ("archon.fs.read", args, "tool_calls")
    result = ModelMessage(role="tool", tool_call_id=first.tool_calls[0].id, tool_name="archon.fs.read", text="{}")
    turns = (*ask().messages, ModelMessage(role="model", tool_calls=first.tool_calls), result)
    gemini_server.say("done")
    assert (await model.generate(ctx, ModelRequest(messages=turns, tools=(READ,)))).text == "done"
    response = gemini_server.requests[-1].body["contents"][-1]["parts"][0]["functionResponse"]
    assert response["name"] == "archon__fs__read"


class Scripted:
    """A model behind the server: answers or raises what a test gives, and keeps the requests."""

    name = "scripted"

    def __init__(self, *outcomes: ModelResponse | Exception, shown: str = "") -> None:
        self.outcomes, self.shown = list(outcomes), shown
        self.requests: list[ModelRequest] = []

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        self.requests.append(request)
        if self.shown and on_delta is not None:
            await on_delta(self.shown)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@pytest.mark.parametrize("streamed", [False, True])
async def test_the_signature_of_a_tool_call_comes_back_unchanged(ctx: CallContext, streamed: bool) -> None:
    call = ToolCall(id="own-1", name="archon__fs__read", args={"path": "a"}, signature="c2lnbmF0dXJl")
    usage = Usage(total_tokens=1)
    behind = Scripted(
        ModelResponse(text="", finish="tool_calls", tool_calls=(call,), usage=usage),
        ModelResponse(text="done", finish="stop", usage=Usage(estimated=True)),
    )
    with serving(behind) as url:
        model, on_delta = client_of(url), Deltas() if streamed else None
        first = await model.generate(ctx, ask(tools=(READ,)), on_delta)
        assert first.tool_calls[0].signature == "c2lnbmF0dXJl"
        result = ModelMessage(role="tool", tool_call_id="own-1", tool_name="archon.fs.read", text="{}")
        turns = (*ask().messages, ModelMessage(role="model", tool_calls=first.tool_calls), result)
        last = await model.generate(ctx, ModelRequest(messages=turns, tools=(READ,)), on_delta)
    assert behind.requests[1].messages[1].tool_calls == (call,)
    assert behind.requests[1].messages[2].tool_name == "archon__fs__read"
    assert last.usage == Usage(estimated=True), "what the provider did not count is not sent as counted"


async def test_a_schema_reaches_the_provider_and_the_client_repairs(
    gemini_server: ModelServer, address: str, ctx: CallContext
) -> None:
    gemini_server.say('{"name": "ann"}')
    gemini_server.say('{"name": "Ann", "age": 3}')
    model = build_model(ModelConfig(provider="openai", base_url=address, api_key=KEY))
    assert (await model.generate(ctx, ask(json_schema=PERSON))).parsed == {"name": "Ann", "age": 3}
    assert len(gemini_server.requests) == 2
    assert gemini_server.requests[0].body["generationConfig"]["responseMimeType"] == "application/json"


async def test_the_model_name_selects_the_purpose(config_for: MakeConfig, ctx: CallContext) -> None:
    chat, reasoning = (Scripted(ModelResponse(text=text, finish="stop")) for text in ("chat", "reasoning"))
    app = OpenAIServer({"kingdom-chat": chat, "kingdom-reasoning": reasoning}, token=KEY)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://host") as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        body = {"model": "kingdom-reasoning", "messages": [{"role": "user", "content": "hi"}]}
        answer = (await client.post("/v1/chat/completions", json=body)).json()
        assert answer["choices"][0]["message"]["content"] == "reasoning"
        assert (await client.get("/v1/models")).json()["data"][1]["id"] == "kingdom-reasoning"
        assert (await client.get("/v1/models/kingdom-chat")).json()["object"] == "model"
        assert (await client.get("/v1/models/other")).status_code == 404
        missing = await client.post("/v1/chat/completions", json={**body, "model": "other"})
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "model_not_found")


async def test_a_stream_comes_piece_by_piece(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("one two three four", pieces=4, piece_delay_s=0.05)
    deltas = Deltas()
    response = await model.generate(ctx, ask(), deltas)
    assert len(deltas) == 4
    assert deltas.text == response.text


async def test_a_silent_stream_is_kept_open_by_comments(ctx: CallContext, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Scripted):
        async def generate(
            self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None
        ) -> ModelResponse:
            await asyncio.sleep(0.2)
            return await super().generate(ctx, request, on_delta)

    monkeypatch.setattr(openai_server, "PING_S", 0.02)
    with serving(Slow(ModelResponse(text="late", finish="stop"), shown="late")) as url:
        deltas = Deltas()
        assert (await client_of(url).generate(ctx, ask(), deltas)).text == "late"
        assert deltas.text == "late"


@pytest.mark.parametrize("streamed", [False, True])
async def test_errors_keep_their_kind_and_details(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    on_delta: OnDelta | None = Deltas() if streamed else None
    gemini_server.fail(429, retry_after=3)
    with pytest.raises(ModelUnavailable) as busy:
        await model.generate(ctx, ask(), on_delta)
    assert (busy.value.extra["fault"], busy.value.extra["retry_after_s"]) == ("quota", 3.0)
    gemini_server.block_prompt("SAFETY")
    with pytest.raises(ModelBlocked, match="SAFETY"):
        await model.generate(ctx, ask(), on_delta)
    gemini_server.bad_key()
    with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY") as refused:
        await model.generate(ctx, ask(), on_delta)
    assert (refused.value.permanent, refused.value.extra["fault"]) == (True, "key")
    gemini_server.say("", finish="MALFORMED_FUNCTION_CALL")
    with pytest.raises(ModelBadAnswer):
        await model.generate(ctx, ask(), on_delta)
    gemini_server.fail(400, message="no")
    with pytest.raises(ModelError) as bad_request:
        await model.generate(ctx, ask(), on_delta)
    assert bad_request.value.permanent


@pytest.mark.parametrize("error", [ModelUnavailable("It broke."), RuntimeError("a bug")])
async def test_a_failure_in_the_middle_of_a_stream_is_not_an_answer(ctx: CallContext, error: Exception) -> None:
    with serving(Scripted(error, shown="half an ")) as url:
        deltas = Deltas()
        with pytest.raises(ModelUnavailable):
            await client_of(url).generate(ctx, ask(), deltas)
        assert deltas.text == "half an "


@pytest.mark.parametrize("streamed", [False, True])
async def test_cancelling_the_client_stops_the_provider(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    await assert_cancelling_closes(gemini_server, model, ctx, streamed)


async def test_the_deadline_of_the_client_stops_the_provider(gemini_server: ModelServer, model: LanguageModel) -> None:
    gemini_server.hang()
    with pytest.raises(ModelUnavailable):
        await model.generate(CallContext(trace_id="t", deadline=monotonic() + 1), ask())
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


async def test_the_server_keeps_the_deadline_by_itself(gemini_server: ModelServer, address: str) -> None:
    gemini_server.hang()
    headers = {"Authorization": f"Bearer {KEY}", "X-Request-Timeout": "0.2"}
    body = {"model": "kingdom-chat", "messages": [{"role": "user", "content": "hi"}]}
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{address}/chat/completions", headers=headers, json=body)
    assert (answer.status_code, answer.json()["error"]["type"]) == (503, "deadline")


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_wrong_key_is_refused_and_not_shown(address: str, ctx: CallContext, streamed: bool) -> None:
    with pytest.raises(ModelNotConfigured, match="refused the key") as caught:
        await client_of(address, key="wrong-key").generate(ctx, ask(), Deltas() if streamed else None)
    assert "wrong-key" not in str(caught.value)


async def test_a_server_without_a_key_refuses_everyone() -> None:
    assert not is_authorized("Bearer ", "")
    assert not is_authorized("", "")
    assert is_authorized("Bearer x", "x")


async def test_limits_paths_and_methods(address: str) -> None:
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"{address}/chat/completions", headers=headers)).status_code == 404
        assert (await client.post(f"{address}/other", headers=headers)).status_code == 404
        refused = await client.post(f"{address}/chat/completions")
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "invalid_api_key")

        async def flood() -> AsyncIterator[bytes]:
            for _ in range(MAX_REQUEST_BYTES // 1_000_000 + 1):
                yield b" " * 1_000_000

        assert (await client.post(f"{address}/chat/completions", headers=headers, content=flood())).status_code == 413


async def test_an_error_that_is_not_the_callers_keeps_its_status(ctx: CallContext) -> None:
    with serving(Scripted(KingdomError("Something failed."))) as url, pytest.raises(ModelUnavailable):
        await client_of(url).generate(ctx, ask())
