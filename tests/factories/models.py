"""Requests, a collector of streamed text and a circuit store for tests of language models."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kingdom.adapters.models.config import ModelConfig
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import LanguageModel, ModelMessage, ModelRequest, ToolDeclaration
from kingdom.core.background.circuit_breaker import Circuit
from tests.gemini_server import ModelServer

MakeConfig = Callable[..., ModelConfig]

WEATHER = ToolDeclaration(
    name="weather",
    description="The weather of a place",
    parameters={"type": "object", "properties": {"place": {"type": "string", "minLength": 1}}, "required": ["place"]},
)
PERSON: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string", "pattern": "^[A-Z]"}, "age": {"type": "integer", "minimum": 0}},
    "required": ["name", "age"],
    "additionalProperties": False,
}


def ask(text: str = "hi", **changes: Any) -> ModelRequest:  # noqa: ANN401 - fields of ModelRequest
    """Return a request with one message of the user."""
    return ModelRequest(messages=(ModelMessage(role="user", text=text),), **changes)


async def assert_cancelling_closes(server: ModelServer, model: LanguageModel, ctx: CallContext, streamed: bool) -> None:
    """Cancel a call that waits for an answer, and fail unless its connection to the server is closed."""
    server.hang()
    task = asyncio.create_task(model.generate(ctx, ask(), Deltas() if streamed else None))
    while not server.requests:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(server.wait_for_disconnect, within_s=10)


class Deltas(list[str]):
    """Collects streamed text."""

    async def __call__(self, text: str) -> None:
        self.append(text)

    @property
    def text(self) -> str:
        return "".join(self)


class MemoryCircuitStore:
    """Circuits of one test."""

    def __init__(self) -> None:
        self._circuits: dict[str, Circuit] = {}

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; one never stored is closed."""
        return self._circuits.get(name, Circuit())

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; return whether it was."""
        if await self.load(name) != old:
            return False
        self._circuits[name] = new
        return True
