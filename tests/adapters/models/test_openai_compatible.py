"""OpenAI-compatible servers through the real openai client, over real sockets."""

from collections.abc import Iterator

import pytest

from kingdom.adapters.models.factory import build_model
from kingdom.adapters.models.openai_compatible import OpenAIModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolDeclaration, Usage
from kingdom.core.errors import (
    BadConfiguration,
    BadInput,
    KingdomError,
    ModelBadAnswer,
    ModelBlocked,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
)
from kingdom.runtime.ports import LanguageModel
from tests.factories.models import PERSON, Deltas, MakeConfig, ask, assert_cancelling_closes
from tests.gemini_server import Answer, ModelServer, running_server

pytestmark = pytest.mark.asyncio

READ = ToolDeclaration(
    name="archon.fs.read",
    description="Read a file",
    parameters={"type": "object", "properties": {"path": {"type": "string"}}},
)


@pytest.fixture
def model(config_for: MakeConfig) -> LanguageModel:
    return OpenAIModel(config_for("openai", model="local-model"))


@pytest.fixture
def old_server() -> Iterator[ModelServer]:
    with running_server(old_openai=True) as server:
        yield server


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_answer(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool) -> None:
    gemini_server.say("hello there friend", usage=(7, 2, 3))
    deltas = Deltas()
    response = await model.generate(
        ctx, ask(temperature=0.5, max_output_tokens=9, stop=("END",)), deltas if streamed else None
    )
    assert (response.text, response.finish, response.provider_finish) == ("hello there friend", "stop", "stop")
    assert response.usage == Usage(prompt_tokens=7, output_tokens=2, thought_tokens=3, total_tokens=12)
    assert response.model == "local-model"
    assert model.name == "openai:local-model"
    assert deltas.text == (response.text if streamed else "")
    body = gemini_server.requests[0].body
    assert (body["temperature"], body["max_tokens"], body["stop"]) == (0.5, 9, ["END"])
    assert gemini_server.requests[0].headers["authorization"] == f"Bearer {gemini_server.key}"


async def test_no_key_is_needed(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-key-of-another-account")
    await OpenAIModel(config_for("openai", api_key="")).generate(ctx, ask())
    assert gemini_server.requests[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize("streamed", [False, True])
async def test_tools_keep_their_dotted_names(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    gemini_server.call_tools(
        ("archon__fs__read", {"path": "a.txt"}), ("archon__fs__read", {"path": "b.txt"}), ("other", {})
    )
    first = await model.generate(ctx, ask(tools=(READ,)), Deltas() if streamed else None)
    assert first.finish == "tool_calls"
    assert [(call.name, call.args) for call in first.tool_calls] == [
        ("archon.fs.read", {"path": "a.txt"}),
        ("archon.fs.read", {"path": "b.txt"}),
        ("other", {}),
    ]
    result = ModelMessage(role="tool", tool_call_id=first.tool_calls[0].id, tool_name="archon.fs.read", text="{}")
    system = ModelMessage(role="system", text="Be brief.")
    turns = (system, *ask().messages, ModelMessage(role="model", tool_calls=first.tool_calls), result)
    await model.generate(ctx, ModelRequest(messages=turns, tools=(READ,)))
    messages = gemini_server.requests[1].body["messages"]
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "tool"]
    assert messages[2]["tool_calls"][0]["function"] == {"name": "archon__fs__read", "arguments": '{"path": "a.txt"}'}
    assert messages[3]["tool_call_id"] == first.tool_calls[0].id


async def test_structured_output_by_json_schema(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    gemini_server.say_json({"name": "Ann", "age": 4})
    response = await build_model(config_for("openai")).generate(ctx, ask(json_schema=PERSON))
    assert response.parsed == {"name": "Ann", "age": 4}
    assert gemini_server.requests[0].body["response_format"]["json_schema"]["schema"] == PERSON


async def test_a_server_that_refuses_json_schema_is_asked_otherwise_and_remembered(
    old_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    model = build_model(config_for("openai", base_url=old_server.openai_url))
    for _ in range(2):
        old_server.say_json({"name": "Ann", "age": 4})
        assert (await model.generate(ctx, ask(json_schema=PERSON))).parsed == {"name": "Ann", "age": 4}
    formats = [(seen.body.get("response_format") or {}).get("type") for seen in old_server.requests]
    assert formats == ["json_schema", "json_object", "json_object"]
    assert '"additionalProperties": false' in old_server.requests[1].texts[0]


async def test_a_server_that_knows_no_format_is_asked_in_words(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.rule(
        lambda seen: (
            Answer(status=400, error_message="unknown field response_format")
            if "response_format" in seen.body
            else None
        )
    )
    gemini_server.say("{}")
    assert (await model.generate(ctx, ask(json_schema=PERSON))).text == "{}"
    assert len(gemini_server.requests) == 3


async def test_a_request_refused_for_another_reason_says_so(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.rule(lambda seen: Answer(status=400, error_message="the prompt is too long"))
    with pytest.raises(ModelError, match="too long"):
        await model.generate(ctx, ask(json_schema=PERSON))
    with pytest.raises(ModelError, match="too long"):
        await model.generate(ctx, ask())


@pytest.mark.parametrize(
    ("reason", "finish"), [("STOP", "stop"), ("MAX_TOKENS", "length"), ("SAFETY", "content_filter"), ("weird", "error")]
)
async def test_finish_reasons(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, reason: str, finish: str
) -> None:
    gemini_server.say("part", finish=reason)
    assert (await model.generate(ctx, ask())).finish == finish


async def test_a_filtered_or_refused_answer_is_blocked(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("", finish="SAFETY")
    with pytest.raises(ModelBlocked):
        await model.generate(ctx, ask())
    gemini_server.raw(
        b'{"choices":[{"index":0,"message":{"role":"assistant","content":null,"refusal":"no"},"finish_reason":"stop"}]}'
    )
    with pytest.raises(ModelBlocked, match="no"):
        await model.generate(ctx, ask())


FAULTS: list[tuple[int, type[KingdomError], str]] = [
    (401, ModelNotConfigured, "key"),
    (404, ModelNotConfigured, "model"),
    (429, ModelUnavailable, "quota"),
    (500, ModelUnavailable, "server"),
    (503, ModelUnavailable, "server"),
    (400, ModelError, "request"),
]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(("code", "kind", "fault"), FAULTS)
async def test_http_errors(
    gemini_server: ModelServer,
    model: LanguageModel,
    ctx: CallContext,
    code: int,
    kind: type[KingdomError],
    fault: str,
    streamed: bool,
) -> None:
    gemini_server.fail(code, retry_after=2.0 if code == 429 else None, message=f"no, {gemini_server.key}")
    with pytest.raises(kind) as caught:
        await model.generate(ctx, ask(), Deltas() if streamed else None)
    assert caught.value.extra["fault"] == fault
    assert caught.value.extra.get("retry_after_s") == (2.0 if code == 429 else None)
    assert gemini_server.key not in str(caught.value)
    assert caught.value.__context__ is None
    assert len(gemini_server.requests) == 1


@pytest.mark.parametrize("quiet", [False, True])
async def test_a_cut_stream(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, quiet: bool) -> None:
    gemini_server.cut("one two three", quiet=quiet)
    with pytest.raises(ModelUnavailable):
        await model.generate(ctx, ask(), Deltas())


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        b"{not json",
        b"7",
        b"[]",
        b'{"choices": 7}',
        b'{"choices": [7]}',
        b'{"choices": [{"message": {"tool_calls": 3}}]}',
        b"\xff\xfe",
    ],
)
async def test_an_unreadable_body(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, body: bytes, streamed: bool
) -> None:
    gemini_server.raw(body)
    with pytest.raises((ModelBadAnswer, ModelUnavailable)):
        await model.generate(ctx, ask(), Deltas() if streamed else None)


async def test_arguments_that_are_no_object(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    call = '{"id":"c","type":"function","function":{"name":"f","arguments":"[1"}}'
    gemini_server.raw(
        f'{{"choices":[{{"index":0,"message":{{"role":"assistant","tool_calls":[{call}]}},"finish_reason":"tool_calls"}}]}}'.encode()
    )
    with pytest.raises(ModelBadAnswer, match="arguments"):
        await model.generate(ctx, ask())


@pytest.mark.parametrize("streamed", [False, True])
async def test_stop_closes_the_upstream(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool
) -> None:
    await assert_cancelling_closes(gemini_server, model, ctx, streamed)


async def test_nobody_listens(config_for: MakeConfig, ctx: CallContext) -> None:
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await OpenAIModel(config_for("openai", base_url="http://127.0.0.1:9/v1")).generate(ctx, ask())


async def test_a_silent_server(gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext) -> None:
    gemini_server.hang()
    with pytest.raises(ModelUnavailable, match="in time"):
        await OpenAIModel(config_for("openai", timeout_s=0.2, min_timeout_s=0.2)).generate(ctx, ask())


async def test_what_is_missing_is_named(config_for: MakeConfig) -> None:
    with pytest.raises(BadConfiguration, match="KINGDOM_MODEL_URL"):
        OpenAIModel(config_for("openai", base_url=""))


async def test_two_tools_that_fall_together_are_refused(model: LanguageModel, ctx: CallContext) -> None:
    twin = ToolDeclaration(name="archon__fs__read", description="", parameters={})
    with pytest.raises(BadInput, match="tell apart"):
        await model.generate(ctx, ask(tools=(READ, twin)))
    with pytest.raises(BadInput, match="no message"):
        await model.generate(ctx, ModelRequest(messages=()))


async def test_with_no_model_named_the_first_listed_one_answers(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    model = OpenAIModel(config_for("openai", model=""))
    assert model.name == f"openai:127.0.0.1:{gemini_server.port}"
    await model.generate(ctx, ask())
    await model.generate(ctx, ask())
    assert model.name == "openai:local-model"
    assert [seen.verb for seen in gemini_server.requests] == ["models", "chat/completions", "chat/completions"]
    assert gemini_server.requests[1].model == "local-model"


async def test_a_server_that_lists_no_model_says_so(
    ctx: CallContext, config_for: MakeConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.gemini_server.openai_protocol.MODELS", ())
    with pytest.raises(ModelNotConfigured, match="lists no model"):
        await OpenAIModel(config_for("openai", model="")).generate(ctx, ask())
