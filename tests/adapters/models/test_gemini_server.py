"""The local model server itself: others' tests stand on it."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from google.genai import errors, types

from kingdom.adapters.models.gemini.model import GeminiModel, clients_for
from kingdom.contracts.call_context import CallContext
from tests.factories.models import PERSON, MakeConfig, ask
from tests.gemini_server import ModelServer
from tests.gemini_server.script import read_step


def test_embeddings_counts_and_lists_through_the_real_client(
    gemini_server: ModelServer, config_for: MakeConfig
) -> None:
    async def run() -> None:
        models = (await clients_for(config_for()).get()).aio.models
        texts = ["convert kilograms to pounds", "convert pounds to kilograms", "validate an email address"]
        contents: types.ContentListUnion = [types.Content(parts=[types.Part(text=text)]) for text in texts]
        config = types.EmbedContentConfig(output_dimensionality=768, task_type="RETRIEVAL_QUERY")
        found = await models.embed_content(model="gemini-embedding-001", contents=contents, config=config)
        first, second, third = [one.values or [] for one in found.embeddings or []]
        near, far = (
            sum(a * b for a, b in zip(first, second, strict=True)),
            sum(a * b for a, b in zip(first, third, strict=True)),
        )
        assert near > 3.9
        assert far < near / 2
        assert len(first) == 768
        with pytest.raises(errors.ClientError, match="3072"):
            await models.embed_content(
                model="m", contents=["a"], config=types.EmbedContentConfig(output_dimensionality=4000)
            )
        too_many: types.ContentListUnion = [types.Content(parts=[types.Part(text="x")])] * 101
        with pytest.raises(errors.ClientError, match="100"):
            await models.embed_content(model="m", contents=too_many)
        assert (await models.count_tokens(model="m", contents="one two three")).total_tokens == 3
        names = [one.name async for one in await models.list()]
        assert names[:1] == ["models/gemini-2.5-flash"]

    asyncio.run(run())


def test_the_openai_face_lists_models_and_curl_embeds(gemini_server: ModelServer) -> None:
    assert httpx.get(f"{gemini_server.openai_url}/models").json()["data"][0]["id"] == "local-model"
    url = f"{gemini_server.url}/v1beta/models/m:embedContent?key={gemini_server.key}"
    reply = httpx.post(url, json={"content": {"parts": [{"text": "x"}]}, "outputDimensionality": 8})
    assert len(reply.json()["embedding"]["values"]) == 8
    assert httpx.post(f"{gemini_server.url}/v1/models/m:generateContent", json={}).status_code == 403
    assert httpx.post(f"{gemini_server.url}/elsewhere", json={}).status_code == 404


def test_rules_go_before_the_queue_and_the_default_comes_last(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    gemini_server.load(
        {
            "steps": [{"say": "queued"}],
            "rules": [{"contains": "Weather", "call_tool": {"name": "w", "args": {}}}],
            "default": {"say": "default", "pieces": 1},
        }
    )
    model = GeminiModel(config_for())

    def answer(text: str) -> str:
        response = asyncio.run(model.generate(ctx, ask(text)))
        return response.text or response.tool_calls[0].name

    assert [answer(text) for text in ("the weather?", "a", "b", "weather!")] == ["w", "queued", "default", "w"]
    assert gemini_server.waiting == 0
    gemini_server.clear()
    assert answer("weather") == "Echo: weather"


def test_an_unscripted_structured_request_gets_the_smallest_value(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    response = asyncio.run(GeminiModel(config_for()).generate(ctx, ask(json_schema=PERSON)))
    assert json.loads(response.text) == {"name": "text", "age": 0}


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown step"):
        read_step({"shout": "x"})


def test_it_runs_as_its_own_process(tmp_path: Path, ctx: CallContext, config_for: MakeConfig) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"say": "from the file"}, {"fail": {"code": 503}}]))
    command = [sys.executable, "-m", "tests.gemini_server", "--port", "0", "--script", str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            hello = json.loads(process.stdout.readline())
            model = GeminiModel(config_for(base_url=hello["url"], api_key=hello["key"]))
            assert asyncio.run(model.generate(ctx, ask())).text == "from the file"
            httpx.post(f"{hello['url']}/_script", json=[{"say": "added"}])
            log = httpx.get(f"{hello['url']}/_log").json()
            assert (len(log["requests"]), log["disconnects"], log["waiting"]) == (1, 0, 2)
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
