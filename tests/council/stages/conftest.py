"""Stages with their real parts: the registry in PostgreSQL, the local encoder, and a Gemini server on loopback that tests script."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.contracts.call_context import CallContext
from kingdom.council.stages.base import StageContext, StageInput
from kingdom.council.stages.design import designer
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import Embedder, LanguageModel
from tests.factories.http_hosts import plain
from tests.factories.routing import encoder, make, registry
from tests.gemini_server import ModelServer
from tests.gemini_server.fixtures import gemini_server

__all__ = ["encoder", "gemini_server", "make", "plain", "registry"]

WorkFor = Callable[..., StageInput]


@dataclass
class Told:
    """What a stage told those who watch, and whether its case is stopped."""

    lines: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    stopped: bool = False

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.lines]

    def context(self, model: LanguageModel | None) -> StageContext:
        runtime = RuntimeContext(call=CallContext(trace_id="case", user_id="1"))
        return StageContext(
            runtime=runtime,
            model=model,
            progress=lambda kind, values: self.lines.append((kind, values)),
            cancelled=lambda: self.stopped,
        )


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def offline(told: Told) -> StageContext:
    """No language model is set."""
    return told.context(None)


@pytest.fixture
def online(told: Told, gemini_server: ModelServer) -> StageContext:
    """The scripted server is the language model."""
    config = ModelConfig(
        provider="gemini", model="gemini-2.5-flash", api_key=gemini_server.key, base_url=gemini_server.url
    )
    return told.context(build_model(config))


@pytest.fixture
def work_for(alice: User, encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> WorkFor:
    """Make the work of one of Alice's cases; the designer looks with the run's own encoder."""
    monkeypatch.setattr(designer, "active_embedder", lambda: encoder)

    def make_work(request: str, **changes: Any) -> StageInput:  # noqa: ANN401 - fields of Work
        return StageInput(case_id=uuid.UUID(int=7), user_id=alice.pk, request=request, **changes)

    return make_work
