"""Small words for the tests of models."""

from typing import Any

from kingdom.contracts.model import ModelMessage, ModelRequest, ToolDeclaration

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
    """A request with one message of the user."""
    return ModelRequest(messages=(ModelMessage(role="user", text=text),), **changes)


class Deltas(list[str]):
    """Collects streamed text."""

    async def __call__(self, text: str) -> None:
        self.append(text)

    @property
    def text(self) -> str:
        return "".join(self)
