"""The model port over HTTP: the real client against the real ASGI application under uvicorn, and Gemini's stand-in behind it."""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import uvicorn

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.adapters.models.gemini.model import GeminiModel
from kingdom.adapters.models.remote import RemoteModel
from kingdom.adapters.models.remote_server import ModelApp, is_authorized, serve_request
from kingdom.adapters.models.remote_wire import MAX_REQUEST_BYTES, read_error, read_request, write_request
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolCall
from kingdom.core.clock import monotonic
from kingdom.core.errors import BadConfiguration, BadInput, ModelBlocked, ModelNotConfigured, ModelUnavailable
from kingdom.runtime.ports import LanguageModel, OnDelta
from tests.adapters.models.conftest import MakeConfig
from tests.adapters.models.helpers import PERSON, WEATHER, Deltas, ask
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.asyncio

TOKEN = "remote-token-of-the-tests"


@contextlib.contextmanager
def serving(model: LanguageModel) -> Iterator[str]:
    config = uvicorn.Config(ModelApp(model, token=TOKEN), port=0, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/model"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(10)


@pytest.fixture
def address(config_for: MakeConfig) -> Iterator[str]:
    with serving(GeminiModel(config_for())) as url:
        yield url


@pytest.fixture
def model(address: str) -> LanguageModel:
    return RemoteModel(ModelConfig(provider="remote", base_url=address, api_key=TOKEN))


async def test_an_answer_is_the_same_over_there(
    gemini_server: ModelServer, config_for: MakeConfig, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("hello", usage=(1, 2, 3), thoughts="hm")
    gemini_server.say("hello", usage=(1, 2, 3), thoughts="hm")
    assert await model.generate(ctx, ask()) == await GeminiModel(config_for()).generate(ctx, ask())
    assert model.name.startswith("remote:127.0.0.1")


async def test_tools_schemas_and_signatures_travel(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.call_tool("weather", {"place": "Bern", "days": [1, None, {"deep": True}]})
    first = await model.generate(
        ctx, ask(tools=(WEATHER,), json_schema=PERSON, temperature=0.1, stop=("x",), purpose="reasoning")
    )
    assert first.tool_calls[0].args == {"place": "Bern", "days": [1, None, {"deep": True}]}
    result = ModelMessage(role="tool", tool_call_id=first.tool_calls[0].id, tool_name="weather", text="{}")
    turns = (*ask().messages, ModelMessage(role="model", tool_calls=first.tool_calls), result)
    gemini_server.say("done")
    assert (await model.generate(ctx, ModelRequest(messages=turns))).text == "done"


async def test_a_stream_comes_piece_by_piece(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("one two three four", pieces=4, piece_delay_s=0.05)
    deltas = Deltas()
    response = await model.generate(ctx, ask(), deltas)
    assert len(deltas) == 4
    assert deltas.text == response.text


@pytest.mark.parametrize("streamed", [False, True])
async def test_errors_keep_their_kind_and_details(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    on_delta: OnDelta | None = Deltas() if streamed else None
    gemini_server.fail(429, retry_after=3)
    with pytest.raises(ModelUnavailable) as busy:
        await model.generate(ctx, ask(), on_delta)
    assert busy.value.extra["retry_after_s"] == 3.0
    gemini_server.block_prompt("SAFETY")
    with pytest.raises(ModelBlocked, match="SAFETY"):
        await model.generate(ctx, ask(), on_delta)
    gemini_server.bad_key()
    with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY") as refused:
        await model.generate(ctx, ask(), on_delta)
    assert refused.value.permanent
    with pytest.raises(BadInput):
        await model.generate(ctx, ModelRequest(messages=()), on_delta)


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_stop_here_stops_the_provider_there(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.hang()
    task = asyncio.create_task(model.generate(ctx, ask(), Deltas() if streamed else None))
    while not gemini_server.requests:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


async def test_the_deadline_travels_as_time_left(ctx: CallContext) -> None:
    body = write_request(CallContext(trace_id="t", user_id="u", deadline=105.0), ask(), stream=False, now=100.0)
    asked = read_request(body, now=7000.0)
    assert asked.ctx.deadline == 7005.0
    assert (asked.ctx.trace_id, asked.ctx.user_id, asked.request, asked.stream) == ("t", "u", ask(), False)
    assert read_request(write_request(ctx, ask(), stream=True, now=1.0), now=2.0).ctx.deadline is None


async def test_a_deadline_is_kept_over_there_too(gemini_server: ModelServer, model: LanguageModel) -> None:
    gemini_server.hang()
    with pytest.raises(ModelUnavailable):
        await model.generate(CallContext(trace_id="t", deadline=monotonic() + 0.3), ask())
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_wrong_token_is_refused_and_not_shown(address: str, ctx: CallContext, streamed: bool) -> None:
    model = RemoteModel(ModelConfig(provider="remote", base_url=address, api_key="wrong-token"))
    with pytest.raises(ModelNotConfigured, match="refused the token") as caught:
        await model.generate(ctx, ask(), Deltas() if streamed else None)
    assert "wrong-token" not in str(caught.value)


async def test_a_server_without_a_token_lets_nobody_in() -> None:
    assert not is_authorized("Bearer ", "")
    assert not is_authorized("", "")
    assert is_authorized("Bearer x", "x")


async def test_nobody_there(ctx: CallContext) -> None:
    model = RemoteModel(ModelConfig(provider="remote", base_url="http://127.0.0.1:9/model", api_key=TOKEN))
    for on_delta in (None, Deltas()):
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await model.generate(ctx, ask(), on_delta)


async def test_a_server_that_is_something_else(gemini_server: ModelServer, ctx: CallContext) -> None:
    model = RemoteModel(ModelConfig(provider="remote", base_url=gemini_server.url, api_key=TOKEN))
    with pytest.raises(ModelNotConfigured, match="Nobody serves a model"):
        await model.generate(ctx, ask())


@pytest.mark.parametrize("url", ["", "localhost:80", "ftp://host/x", "http://"])
async def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(BadConfiguration):
        build_model(ModelConfig(provider="remote", base_url=url))


class Silent:
    """Breaks off a stream: what a crash in the middle of an answer looks like."""

    name = "silent"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> object:
        assert on_delta is not None
        await on_delta("half an ")
        raise RuntimeError("a bug over there")


async def test_a_crash_over_there_is_not_an_answer(ctx: CallContext) -> None:
    with serving(Silent()) as url:  # type: ignore[arg-type]  # never answers
        model = RemoteModel(ModelConfig(provider="remote", base_url=url, api_key=TOKEN))
        deltas = Deltas()
        with pytest.raises(ModelUnavailable):
            await model.generate(ctx, ask(), deltas)
        assert deltas.text == "half an "


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b'{"context": {}}', b'{"context": {"trace_id": 1}, "request": {"messages": 7}}', b"[" * 100_000],
    ids=["empty", "list", "broken", "no request", "wrong type", "deep"],
)
async def test_what_is_not_a_request_is_refused(body: bytes) -> None:
    reply = await serve_request(body, build_model(ModelConfig()))
    assert reply.status == 400
    parts = [part async for part in reply.parts]
    assert json.loads(b"".join(parts))["error"]["code"] == "bad_input"


async def test_limits_paths_and_methods(address: str) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"{address}/generate", headers=headers)).status_code == 404
        assert (await client.post(f"{address}/other", headers=headers)).status_code == 404
        assert (await client.post(f"{address}/generate")).status_code == 403

        async def flood() -> AsyncIterator[bytes]:
            for _ in range(MAX_REQUEST_BYTES // 1_000_000 + 1):
                yield b" " * 1_000_000

        assert (await client.post(f"{address}/generate", headers=headers, content=flood())).status_code == 413


async def test_errors_from_the_wire_are_only_the_known_ones() -> None:
    assert (
        type(
            read_error(
                {"error": {"code": "model_blocked", "message": "m", "extra": {"self": 1, "message": 2, "a": 3}}}, 502
            )
        )
        is ModelBlocked
    )
    assert type(read_error({"error": {"code": "bad_configuration"}}, 500)) is ModelUnavailable
    assert type(read_error("<html>", 502)) is ModelUnavailable


async def test_the_port_fits(model: LanguageModel) -> None:
    _: LanguageModel = RemoteModel(ModelConfig(provider="remote", base_url="http://127.0.0.1", model="big"))
    assert _.name == "remote:big"
    assert ToolCall(id="1", name="n", args={}) == ToolCall(id="1", name="n", args={})
