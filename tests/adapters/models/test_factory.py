"""Configurations to models, and the tiny call that doctor makes."""

import pytest
from pytest_socket import SocketConnectBlockedError

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import OfflineModel, build_model, probe_model
from kingdom.adapters.models.gemini.schema import to_gemini_schema
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import ModelNotConfigured, ModelUnavailable
from kingdom.runtime.ports import LanguageModel
from kingdom.runtime.wrappers import RetryingModel
from tests.factories.models import MakeConfig, ask
from tests.gemini_server import ModelServer


def test_a_key_never_shows_in_a_configuration() -> None:
    assert "secret" not in repr(ModelConfig(provider="gemini", api_key="secret"))


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (ModelConfig(), "offline"),
        (ModelConfig(provider="gemini", model="g"), "offline"),
        (ModelConfig(provider="gemini", model="g", api_key="k"), "gemini:g"),
        (ModelConfig(provider="openai", model="o", base_url="http://127.0.0.1/v1"), "openai:o"),
        (ModelConfig(provider="openai", base_url="http://127.0.0.1:7/v1"), "openai:127.0.0.1:7"),
    ],
)
def test_each_provider_has_its_model(config: ModelConfig, name: str) -> None:
    assert build_model(config).name == name


@pytest.mark.asyncio
async def test_wrappers_stand_between_the_repairs_and_the_adapter(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    async def no_wait(_: float) -> None:
        return None

    model: LanguageModel = build_model(config_for(), lambda inner: RetryingModel(inner, sleep=no_wait))
    gemini_server.fail(503)
    gemini_server.say("not json")
    gemini_server.fail(503)
    gemini_server.say("[1]")
    assert (await model.generate(ctx, ask(json_schema={"type": "array"}))).parsed == [1]


@pytest.mark.asyncio
async def test_offline_says_what_to_set(ctx: CallContext) -> None:
    with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY or KINGDOM_MODEL_URL"):
        await OfflineModel().generate(ctx, ask())


@pytest.mark.asyncio
async def test_probe_names_the_exact_fault(gemini_server: ModelServer, config_for: MakeConfig) -> None:
    good = await probe_model(build_model(config_for()))
    assert (good.ok, good.model, good.fault) == (True, "gemini-2.5-flash", "")
    gemini_server.fail(404)
    gemini_server.fail(429)
    gemini_server.fail(503)
    faults = [(await probe_model(build_model(config_for()))).fault for _ in range(3)]
    assert faults == ["model", "quota", "server"]
    assert (await probe_model(build_model(config_for(api_key="wrong")))).fault == "key"
    assert (await probe_model(build_model(config_for(base_url="http://127.0.0.1:9")))).fault == "connect"
    gemini_server.hang()
    assert (await probe_model(build_model(config_for()), within_s=0.2)).fault == "deadline"
    offline = await probe_model(build_model(ModelConfig()))
    assert (offline.ok, offline.fault) == (False, "model_not_configured")


@pytest.mark.asyncio
async def test_a_model_that_only_had_time_to_think_works(gemini_server: ModelServer, config_for: MakeConfig) -> None:
    gemini_server.say("", finish="MAX_TOKENS")
    gemini_server.block_prompt()
    model = build_model(config_for())
    assert (await probe_model(model)).ok
    assert (await probe_model(model)).ok


def test_gemini_gets_only_the_keywords_it_reads() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"pattern": {"type": "string", "pattern": "^a", "minLength": 1}, "kind": {"const": "x"}},
        "items": {"$ref": "#/$defs/one", "description": "beside a reference"},
        "anyOf": [{"not": {}}, {"type": "null"}],
        "additionalProperties": False,
        "$defs": {"one": {"type": "integer", "multipleOf": 2}},
    }
    assert to_gemini_schema(schema) == {
        "type": "object",
        "properties": {"pattern": {"type": "string"}, "kind": {"enum": ["x"]}},
        "items": {"$ref": "#/$defs/one"},
        "anyOf": [{}, {"type": "null"}],
        "additionalProperties": False,
        "$defs": {"one": {"type": "integer"}},
    }


@pytest.mark.asyncio
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize(
    "config",
    [
        pytest.param(ModelConfig(provider="gemini", api_key="k", base_url="http://192.0.2.1"), id="gemini"),
        pytest.param(ModelConfig(provider="openai", model="m", base_url="http://192.0.2.1/v1"), id="openai"),
    ],
)
async def test_a_live_call_from_a_test_is_stopped(config: ModelConfig, ctx: CallContext) -> None:
    """Every adapter goes through ordinary sockets, so a tripwire on those stops each of them."""
    stopped = (
        SocketConnectBlockedError,
        ExceptionGroup,
        ModelUnavailable,
    )  # some clients wrap it; the tripwire's own word is the warning
    with pytest.warns(UserWarning, match=r"192\.0\.2\.1"), pytest.raises(stopped):
        await build_model(config).generate(ctx, ask())
