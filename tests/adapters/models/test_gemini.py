"""Gemini through the real google-genai client, over real sockets."""

import json

import pytest

from kingdom.adapters.models.gemini.model import GeminiModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolCall, Usage
from kingdom.core.errors import BadInput, ModelBadAnswer, ModelBlocked, ModelNotConfigured, ModelUnavailable
from kingdom.runtime.ports import LanguageModel
from tests.factories.models import PERSON, WEATHER, Deltas, MakeConfig, ask
from tests.gemini_server import Answer, ModelServer

pytestmark = pytest.mark.asyncio


@pytest.fixture
def model(config_for: MakeConfig) -> LanguageModel:
    return GeminiModel(config_for())


@pytest.mark.parametrize("version", ["v1", "v1beta"])
async def test_an_answer_with_its_usage_and_names(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext, version: str
) -> None:
    model = GeminiModel(config_for(api_version=version))
    gemini_server.say("hello there", thoughts="let me think", usage=(7, 2, 3))
    response = await model.generate(ctx, ask("hi", temperature=0.5, max_output_tokens=99, stop=("END",)))
    assert (response.text, response.finish, response.provider_finish) == ("hello there", "stop", "STOP")
    assert response.usage == Usage(prompt_tokens=7, output_tokens=2, thought_tokens=3, total_tokens=12)
    assert response.model == "gemini-2.5-flash"
    assert model.name == "gemini:gemini-2.5-flash"
    seen = gemini_server.requests[0]
    assert (seen.verb, seen.version, seen.last_text) == ("generateContent", version, "hi")
    assert seen.headers["x-goog-api-key"] == gemini_server.key
    assert seen.body["generationConfig"] == {"temperature": 0.5, "maxOutputTokens": 99, "stopSequences": ["END"]}
    assert seen.headers["x-server-timeout"] == "120"


async def test_a_short_timeout_is_raised_to_ten_seconds(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    await GeminiModel(config_for(timeout_s=0.5)).generate(ctx, ask())
    assert gemini_server.requests[0].headers["x-server-timeout"] == "10"


async def test_a_stream_gives_its_text_piece_by_piece(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("one two three four", thoughts="hidden", pieces=4, usage=(3, 4, 1))
    deltas = Deltas()
    response = await model.generate(ctx, ask(), deltas)
    assert gemini_server.requests[0].verb == "streamGenerateContent"
    assert len(deltas) == 4
    assert deltas.text == response.text == "one two three four"
    assert response.usage.thought_tokens == 1
    assert response.finish == "stop"


async def test_system_messages_and_turns_are_laid_out_as_the_service_wants(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    messages = (
        ModelMessage(role="system", text="Be short."),
        ModelMessage(role="system", text="Be kind."),
        ModelMessage(role="user", text="one"),
        ModelMessage(role="user", text="two"),
        ModelMessage(role="model", text="three"),
        ModelMessage(role="user", text="four"),
    )
    await model.generate(ctx, ModelRequest(messages=messages))
    body = gemini_server.requests[0].body
    assert body["systemInstruction"]["parts"] == [{"text": "Be short.\n\nBe kind."}]
    assert [(one["role"], [part["text"] for part in one["parts"]]) for one in body["contents"]] == [
        ("user", ["one", "two"]),
        ("model", ["three"]),
        ("user", ["four"]),
    ]


async def test_no_message_is_refused_before_any_call(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    with pytest.raises(BadInput):
        await model.generate(ctx, ModelRequest(messages=(ModelMessage(role="system", text="x"),)))
    assert gemini_server.requests == []


@pytest.mark.parametrize("streamed", [False, True])
async def test_function_calls_go_there_and_back_with_ids_and_signatures(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.call_tools(("weather", {"place": "Bern"}), ("weather", {"place": "Rome"}))
    request = ask("weather?", tools=(WEATHER,))
    first = await model.generate(ctx, request, Deltas() if streamed else None)
    assert first.finish == "tool_calls"
    assert [(call.name, call.args) for call in first.tool_calls] == [
        ("weather", {"place": "Bern"}),
        ("weather", {"place": "Rome"}),
    ]
    assert all(call.id.startswith("srv-") and call.signature for call in first.tool_calls)

    results = [
        ModelMessage(role="tool", tool_call_id=call.id, tool_name=call.name, text='{"sky": "blue"}')
        for call in first.tool_calls
    ]
    turns = (*request.messages, ModelMessage(role="model", tool_calls=first.tool_calls), *results)
    gemini_server.say("Blue in both.")
    # The server refuses the conversation when a signature is missing or altered.
    second = await model.generate(ctx, ModelRequest(messages=turns, tools=(WEATHER,)))
    assert second.text == "Blue in both."
    contents = gemini_server.requests[1].body["contents"]
    assert [one["role"] for one in contents] == ["user", "model", "user"]
    replies = [part["functionResponse"] for part in contents[2]["parts"]]
    assert [reply["id"] for reply in replies] == [call.id for call in first.tool_calls]
    assert replies[0]["response"] == {"sky": "blue"}
    declared = gemini_server.requests[0].body["tools"][0]["functionDeclarations"][0]
    schema = declared.get("parametersJsonSchema") or declared["parameters_json_schema"]
    assert schema["properties"] == {"place": {"type": "string"}}


async def test_a_lost_signature_is_refused_by_the_server(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.call_tool("weather", {"place": "Bern"})
    first = await model.generate(ctx, ask(tools=(WEATHER,)))
    bare = ToolCall(id=first.tool_calls[0].id, name="weather", args={"place": "Bern"})
    result = ModelMessage(role="tool", tool_call_id=bare.id, tool_name="weather", text="plain words")
    turns = (ModelMessage(role="user", text="hi"), ModelMessage(role="model", tool_calls=(bare,)), result)
    with pytest.raises(Exception, match="thought_signature"):
        await model.generate(ctx, ModelRequest(messages=turns))


async def test_call_ids_made_here_stay_here(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    part = {"functionCall": {"name": "weather", "args": {"place": "Bern"}}}
    body = {"candidates": [{"content": {"role": "model", "parts": [part, part]}, "finishReason": "STOP"}]}
    gemini_server.raw(json.dumps(body).encode())
    first = await model.generate(ctx, ask(tools=(WEATHER,)))
    assert first.tool_calls[0].id != first.tool_calls[1].id
    assert first.usage.estimated
    result = ModelMessage(role="tool", tool_call_id=first.tool_calls[0].id, tool_name="weather", text="[1]")
    await model.generate(
        ctx, ModelRequest(messages=(*ask().messages, ModelMessage(role="model", tool_calls=first.tool_calls), result))
    )
    contents = gemini_server.requests[1].body["contents"]
    assert "id" not in contents[1]["parts"][0]["functionCall"]
    assert contents[2]["parts"][0]["functionResponse"] == {"name": "weather", "response": {"result": [1]}}


async def test_a_schema_goes_out_as_plain_json_schema(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    await model.generate(ctx, ask(json_schema=PERSON))
    seen = gemini_server.requests[0]
    assert seen.body["generationConfig"]["responseMimeType"] == "application/json"
    assert seen.schema is not None
    assert seen.schema["properties"]["name"] == {"type": "string"}
    assert seen.schema["additionalProperties"] is False
    assert seen.schema["propertyOrdering"] == ["name", "age"]


async def test_tools_and_a_schema_together_put_the_schema_in_words(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    await model.generate(ctx, ask(json_schema=PERSON, tools=(WEATHER,)))
    seen = gemini_server.requests[0]
    assert seen.schema is None
    assert '"^[A-Z]"' in seen.texts[0]


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_blocked_prompt(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.block_prompt("PROHIBITED_CONTENT")
    with pytest.raises(ModelBlocked, match="PROHIBITED_CONTENT"):
        await model.generate(ctx, ask(), Deltas() if streamed else None)


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("STOP", "stop"),
        ("MAX_TOKENS", "length"),
        ("SAFETY", "content_filter"),
        ("RECITATION", "content_filter"),
        ("SPII", "content_filter"),
        ("OTHER", "error"),
        ("NO_IMAGE", "error"),
    ],
)
async def test_finish_reasons_with_text(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, reason: str, finish: str
) -> None:
    gemini_server.say("part of it", finish=reason)
    response = await model.generate(ctx, ask())
    assert (response.finish, response.provider_finish, response.text) == (finish, reason, "part of it")


@pytest.mark.filterwarnings("ignore:NEW_REASON is not a valid FinishReason")
async def test_a_finish_reason_of_tomorrow_is_kept_by_name(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("text", finish="NEW_REASON")
    response = await model.generate(ctx, ask())
    assert (response.finish, response.provider_finish) == ("error", "NEW_REASON")


@pytest.mark.parametrize("reason", ["SAFETY", "BLOCKLIST", "MODEL_ARMOR"])
async def test_an_answer_stopped_before_its_first_word_is_blocked(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, reason: str
) -> None:
    gemini_server.say("", finish=reason)
    with pytest.raises(ModelBlocked, match=reason):
        await model.generate(ctx, ask())


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MISSING_THOUGHT_SIGNATURE"])
async def test_a_malformed_answer(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, reason: str
) -> None:
    gemini_server.say("", finish=reason)
    with pytest.raises(ModelBadAnswer, match=reason):
        await model.generate(ctx, ask())


async def test_an_unknown_function_is_passed_up_as_it_is(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.call_tool("rm_rf", {"path": "/"})
    response = await model.generate(ctx, ask(tools=(WEATHER,)))
    assert response.tool_calls[0].name == "rm_rf"


async def test_no_key_is_said_before_anything_is_opened(config_for: MakeConfig) -> None:
    with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY"):
        GeminiModel(config_for(api_key=""))


async def test_streamed_usage_is_the_last_one(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.rule(lambda seen: Answer(text="a b c", usage=(1, 2, 0), pieces=3))
    response = await model.generate(ctx, ask(), Deltas())
    assert response.usage.total_tokens == 3


async def test_a_mid_stream_error_event_is_not_an_answer(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.raw(b'{"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}')
    with pytest.raises(ModelUnavailable):
        await model.generate(ctx, ask(), Deltas())


async def test_variables_of_the_machine_do_not_lead_elsewhere(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "key-of-something-else")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    monkeypatch.setenv("GOOGLE_GENAI_API_VERSION", "v9")
    response = await GeminiModel(config_for(model="", timeout_s=77)).generate(ctx, ask())
    assert response.model == "gemini-2.5-flash"
    assert gemini_server.requests[0].version == "v1beta"
    assert gemini_server.requests[0].headers["x-server-timeout"] == "77"
