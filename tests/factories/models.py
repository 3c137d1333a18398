"""Requests, a collector of streamed text and a circuit store for tests of language models."""

from collections.abc import Callable
from typing import Any

from kingdom.adapters.models.config import ModelConfig
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolDeclaration
from kingdom.core.background.circuit_breaker import Circuit

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
