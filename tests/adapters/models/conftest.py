"""A local model server and adapters that speak to it through the real clients."""

import pytest

from kingdom.adapters.models.config import ModelConfig, Provider
from kingdom.contracts.call_context import CallContext
from tests.factories.models import MakeConfig
from tests.gemini_server import ModelServer
from tests.gemini_server.fixtures import gemini_server

__all__ = ["gemini_server"]


@pytest.fixture
def ctx() -> CallContext:
    """The context of a call with no deadline."""
    return CallContext(trace_id="t-1")


@pytest.fixture
def config_for(gemini_server: ModelServer) -> MakeConfig:
    """Make a configuration that points at the local server."""

    def make(provider: Provider = "gemini", **changes: object) -> ModelConfig:
        base_url = gemini_server.openai_url if provider == "openai" else gemini_server.url
        values: dict[str, object] = {
            "model": "gemini-2.5-flash",
            "api_key": gemini_server.key,
            "base_url": base_url,
            **changes,
        }
        return ModelConfig(provider=provider, **values)  # type: ignore[arg-type]  # the tests' own names

    return make
