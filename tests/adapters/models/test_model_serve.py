"""``manage.py model_serve`` in a process of its own, reached by the OpenAI-compatible adapter."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import KingdomError
from tests.factories.models import ask
from tests.gemini_server import ModelServer

ROOT = Path(__file__).resolve().parents[3]
KEY = "key-between-two-hosts"


@pytest.fixture
def host(gemini_server: ModelServer) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "GEMINI_API_KEY": gemini_server.key,
        "KINGDOM_GEMINI_BASE_URL": gemini_server.url,
        "KINGDOM_MODEL_KEY": KEY,
    }
    command = [sys.executable, "manage.py", "model_serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(2400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.asyncio
async def test_another_hosts_model_answers_with_the_key(host: str, gemini_server: ModelServer) -> None:
    gemini_server.say("hello from the other host")
    model = build_model(ModelConfig(provider="openai", base_url=host, api_key=KEY))
    response = await model.generate(CallContext(trace_id="t"), ask("hi"))
    assert model.name == "openai:kingdom-chat"
    assert response.text == "hello from the other host"
    stranger = build_model(ModelConfig(provider="openai", base_url=host, api_key="guess"))
    with pytest.raises(KingdomError):
        await stranger.generate(CallContext(trace_id="t"), ask("hi"))
    assert len(gemini_server.requests) == 1


def test_without_a_key_nothing_is_served() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "KINGDOM_MODEL_KEY"}
    command = [sys.executable, "manage.py", "model_serve", "--port", "1"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "KINGDOM_MODEL_KEY" in ended.stderr
    assert "Traceback" not in ended.stderr
