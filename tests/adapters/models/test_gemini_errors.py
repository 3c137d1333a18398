"""What goes wrong between here and Gemini, and what is said of it."""

import asyncio
import socket
import time

import pytest

from kingdom.adapters.models.gemini.model import GeminiModel
from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import monotonic
from kingdom.core.errors import KingdomError, ModelBadAnswer, ModelError, ModelNotConfigured, ModelUnavailable
from kingdom.runtime.ports import LanguageModel
from tests.factories.models import Deltas, MakeConfig, ask
from tests.gemini_server import Answer, ModelServer

pytestmark = pytest.mark.asyncio


@pytest.fixture
def model(config_for: MakeConfig) -> LanguageModel:
    return GeminiModel(config_for())


@pytest.mark.parametrize("streamed", [False, True])
async def test_too_many_requests_says_how_long_to_wait(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.fail(429, retry_after=1.5)
    with pytest.raises(ModelUnavailable) as caught:
        await model.generate(ctx, ask(), Deltas() if streamed else None)
    assert caught.value.extra["retry_after_s"] == 1.5
    assert caught.value.extra["fault"] == "quota"
    assert not caught.value.permanent
    assert len(gemini_server.requests) == 1, "the SDK must not retry on its own"


@pytest.mark.parametrize("code", [500, 503, 504])
async def test_server_errors(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, code: int) -> None:
    gemini_server.fail(code)
    with pytest.raises(ModelUnavailable) as caught:
        await model.generate(ctx, ask())
    assert (caught.value.extra["fault"], caught.value.extra["http_status"]) == ("server", code)
    assert "retry_after_s" not in caught.value.extra


async def test_a_bad_key_is_named_and_never_shown(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    config = config_for(api_key="AIza-secret-that-must-not-show-0001")
    with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY") as caught:
        await GeminiModel(config).generate(ctx, ask())
    assert caught.value.permanent
    assert caught.value.extra["fault"] == "key"
    assert_hidden("AIza-secret", caught.value, config)


async def test_a_key_that_the_service_echoes_is_hidden(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.fail(403, message=f"Key {gemini_server.key} was reported as leaked.")
    with pytest.raises(ModelNotConfigured, match="leaked") as caught:
        await model.generate(ctx, ask())
    assert_hidden(gemini_server.key, caught.value)


async def test_an_unknown_model_is_named(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    gemini_server.fail(404, message="models/gemini-2.5-flash is not found for API version v1beta")
    with pytest.raises(ModelNotConfigured, match=r"no model “gemini-2\.5-flash”"):
        await model.generate(ctx, ask())


async def test_a_refused_request_is_permanent(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.fail(400, message="schema too complex")
    with pytest.raises(ModelError, match="schema too complex") as caught:
        await model.generate(ctx, ask())
    assert caught.value.permanent


async def test_nobody_listens(config_for: MakeConfig, ctx: CallContext) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await GeminiModel(config_for(base_url=f"http://127.0.0.1:{port}")).generate(ctx, ask())


async def test_a_silent_server_is_left_after_the_timeout(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    gemini_server.hang()
    model = GeminiModel(config_for(timeout_s=0.2, min_timeout_s=0.2))
    with pytest.raises(ModelUnavailable, match="in time") as caught:
        await model.generate(ctx, ask())
    assert caught.value.extra["fault"] == "timeout"


@pytest.mark.parametrize("streamed", [False, True])
async def test_the_deadline_of_a_call_ends_it_and_closes_upstream(
    gemini_server: ModelServer, model: LanguageModel, streamed: bool
) -> None:
    gemini_server.hang()
    ctx = CallContext(trace_id="t", deadline=monotonic() + 0.3)
    with pytest.raises(ModelUnavailable) as caught:
        await model.generate(ctx, ask(), Deltas() if streamed else None)
    assert caught.value.extra["fault"] == "deadline"
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


async def test_a_passed_deadline_makes_no_call(gemini_server: ModelServer, model: LanguageModel) -> None:
    with pytest.raises(ModelUnavailable, match="No time"):
        await model.generate(CallContext(trace_id="t", deadline=monotonic() - 1), ask())
    assert gemini_server.requests == []


@pytest.mark.parametrize("quiet", [False, True], ids=["reset", "tidy end"])
async def test_a_cut_stream_is_not_an_answer(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, quiet: bool
) -> None:
    gemini_server.cut("one two three", after=1, quiet=quiet)
    deltas = Deltas()
    with pytest.raises(ModelUnavailable):
        await model.generate(ctx, ask(), deltas)
    assert deltas.text
    assert deltas.text != "one two three"


async def test_a_cut_whole_answer(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    gemini_server.cut("one two three")
    with pytest.raises(ModelUnavailable):
        await model.generate(ctx, ask())


@pytest.mark.parametrize("body", [b"{not json", b"\xff\xfe\x00garbage", b'{"candidates": 7}', b"[]", b"null", b"7"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_an_unreadable_body(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, body: bytes, streamed: bool
) -> None:
    gemini_server.raw(body)
    with pytest.raises((ModelBadAnswer, ModelUnavailable)):
        await model.generate(ctx, ask(), Deltas() if streamed else None)


async def test_invalid_utf8_inside_a_text_is_replaced(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.raw(
        b'{"candidates":[{"content":{"role":"model","parts":[{"text":"caf\xe9 ok"}]},"finishReason":"STOP"}]}'
    )
    response = await model.generate(ctx, ask())
    assert response.text == "caf\N{REPLACEMENT CHARACTER} ok"


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "stream"])
async def test_stop_closes_the_upstream_long_before_its_answer(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.rule(
        lambda seen: Answer(text="a b c d e f", pieces=6, piece_delay_s=30, first_byte_s=0 if streamed else 30)
    )
    deltas = Deltas()
    task = asyncio.create_task(model.generate(ctx, ask(), deltas if streamed else None))
    while not (deltas if streamed else gemini_server.requests):
        await asyncio.sleep(0.01)
    start = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)
    assert time.monotonic() - start < 10  # the answer itself would take 30 s and more


async def test_stop_while_a_delta_is_being_delivered_closes_the_upstream_too(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("a b c", piece_delay_s=30)
    arrived = asyncio.Event()

    async def slow(_: str) -> None:
        arrived.set()
        await asyncio.sleep(30)

    task = asyncio.create_task(model.generate(ctx, ask(), slow))
    await arrived.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


async def test_an_error_of_the_listener_ends_the_call(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("a b c", piece_delay_s=30)

    async def broken(_: str) -> None:
        raise RuntimeError("the channel is gone")

    with pytest.raises(RuntimeError, match="channel"):
        await model.generate(ctx, ask(), broken)
    assert await asyncio.to_thread(gemini_server.wait_for_disconnect, within_s=10)


def assert_hidden(secret: str, *things: object) -> None:
    for thing in things:
        shown = f"{thing!r} {thing}"
        if isinstance(thing, KingdomError):
            shown += f"{thing.extra!r}"
            assert thing.__cause__ is None
            assert thing.__context__ is None, "the SDK's error holds the request, and its headers the key"
        assert secret not in shown
