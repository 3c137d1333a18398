"""Structured answers: validated, repaired at most twice, never fetched from elsewhere, never shown half."""

import pytest

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.adapters.models.structured import StructuredModel, strip_code_fence
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import BadInput, ModelBadAnswer, ModelBlocked
from kingdom.runtime.ports import LanguageModel
from tests.factories.models import PERSON, WEATHER, Deltas, MakeConfig, ask
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.asyncio

ANN = {"name": "Ann", "age": 40}


@pytest.fixture
def model(config_for: MakeConfig) -> LanguageModel:
    return build_model(config_for())


async def test_a_valid_answer_is_parsed(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    gemini_server.say_json(ANN)
    response = await model.generate(ctx, ask(json_schema=PERSON))
    assert response.parsed == ANN
    assert len(gemini_server.requests) == 1


async def test_a_fault_is_told_to_the_model_and_mended(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say('{"name": "Ann", "age"', usage=(10, 5, 0))  # broken JSON
    gemini_server.say_json({"name": "ann", "age": -1}, usage=(20, 5, 0))
    gemini_server.say_json(ANN, usage=(30, 5, 0))
    response = await model.generate(ctx, ask(json_schema=PERSON))
    assert response.parsed == ANN
    assert response.usage.total_tokens == 75
    first, second, third = gemini_server.requests
    assert len(first.texts) == 1
    assert "not JSON" in second.last_text
    assert second.texts[1] == '{"name": "Ann", "age"'
    assert "name: " in third.last_text
    assert "age: " in third.last_text
    assert len(third.texts) == 3, "the repairs do not pile up"


async def test_two_repairs_and_no_more(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    for _ in range(4):
        gemini_server.say("I'd rather not.")
    with pytest.raises(ModelBadAnswer, match="not JSON"):
        await model.generate(ctx, ask(json_schema=PERSON))
    assert len(gemini_server.requests) == 3


async def test_the_first_try_is_streamed_and_a_repair_is_not(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say("[1, 2, 3]")
    gemini_server.say_json(ANN)
    deltas = Deltas()
    response = await model.generate(ctx, ask(json_schema=PERSON), deltas)
    assert len(deltas) == 3
    assert deltas.text == "[1, 2, 3]"
    assert response.parsed == ANN
    assert [seen.verb for seen in gemini_server.requests] == ["streamGenerateContent", "generateContent"]


async def test_an_answer_cut_at_the_limit_is_asked_for_shorter(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say('{"name": "An', finish="MAX_TOKENS")
    gemini_server.say_json(ANN)
    await model.generate(ctx, ask(json_schema=PERSON))
    assert "shorter" in gemini_server.requests[1].last_text


async def test_a_filtered_answer_is_blocked_and_not_repaired(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say('{"name"', finish="SAFETY")
    with pytest.raises(ModelBlocked):
        await model.generate(ctx, ask(json_schema=PERSON))
    assert len(gemini_server.requests) == 1


async def test_a_tool_call_is_an_answer_too(gemini_server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
    gemini_server.call_tool("weather", {"place": "Bern"})
    response = await model.generate(ctx, ask(json_schema=PERSON, tools=(WEATHER,)))
    assert response.finish == "tool_calls"
    assert response.parsed is None


async def test_without_a_schema_nothing_is_parsed(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say_json(ANN)
    assert (await model.generate(ctx, ask())).parsed is None


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "nonsense"}, id="not a schema"),
        pytest.param({"$ref": "http://127.0.0.1:9/elsewhere.json"}, id="remote reference"),
        pytest.param({"$ref": "file:///etc/passwd"}, id="file reference"),
        pytest.param({"$ref": "#/$defs/missing"}, id="leads nowhere"),
        pytest.param({"description": "x" * 200_000}, id="too large"),
    ],
)
async def test_an_unusable_schema_is_the_callers_fault(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, schema: dict[str, object]
) -> None:
    gemini_server.say_json(ANN)
    with pytest.raises(BadInput):
        await model.generate(ctx, ask(json_schema=schema))


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "NaN", '{"name": NaN, "age": 1}', "9" * 5000], ids=["deep", "nan", "nan inside", "huge"]
)
async def test_hostile_json_ends_in_a_bad_answer(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext, text: str
) -> None:
    gemini_server.rule(lambda seen: None)
    for _ in range(3):
        gemini_server.say(text)
    with pytest.raises(ModelBadAnswer):
        await model.generate(ctx, ask(json_schema=PERSON))


async def test_a_fence_around_json_is_taken_off(
    gemini_server: ModelServer, model: LanguageModel, ctx: CallContext
) -> None:
    gemini_server.say('```json\n{"name": "Ann", "age": 40}\n```')
    assert (await model.generate(ctx, ask(json_schema=PERSON))).parsed == ANN
    assert strip_code_fence("``` is a fence") == "``` is a fence"


async def test_the_name_is_the_models(config_for: MakeConfig) -> None:
    _: LanguageModel = build_model(ModelConfig())
    assert StructuredModel(build_model(config_for())).name == "gemini:gemini-2.5-flash"
