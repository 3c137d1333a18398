"""Stages with their real parts.

The registry in PostgreSQL, the local encoder, and a Gemini server on loopback that tests script.
"""

import uuid
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.council.stages.base import StageContext, StageInput
from kingdom.council.stages.design import designer
from kingdom.runtime.ports import Embedder
from tests.factories.http_hosts import plain
from tests.factories.routing import encoder, make, registry
from tests.factories.stages import ProgressLog, StageInputFactory
from tests.gemini_server import ModelServer
from tests.gemini_server.fixtures import gemini_server

__all__ = ["encoder", "gemini_server", "make", "plain", "registry"]


@pytest.fixture
def told() -> ProgressLog:
    return ProgressLog()


@pytest.fixture
def offline(told: ProgressLog) -> StageContext:
    """No language model is set."""
    return told.context(None)


@pytest.fixture
def online(told: ProgressLog, gemini_server: ModelServer) -> StageContext:
    """The scripted server is the language model."""
    config = ModelConfig(
        provider="gemini", model="gemini-2.5-flash", api_key=gemini_server.key, base_url=gemini_server.url
    )
    return told.context(build_model(config))


@pytest.fixture
def stage_input_for(alice: User, encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> StageInputFactory:
    """Make the work of one of Alice's cases; the designer looks with the run's own encoder."""
    monkeypatch.setattr(designer, "active_embedder", lambda: encoder)

    def make_work(request: str, **changes: Any) -> StageInput:  # noqa: ANN401 - fields of Work
        return StageInput(case_id=uuid.UUID(int=7), user_id=alice.pk, request=request, **changes)

    return make_work
