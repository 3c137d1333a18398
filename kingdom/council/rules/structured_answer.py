"""Building blocks of a model's structured answers. Pure."""

from typing import Any


class UnusableAnswer(ValueError):
    """A model's answer that fits its schema but cannot be used. The message tells the model what to change."""


def closed_object(**properties: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON schemas
    """Return the JSON schema of an object that requires exactly these properties."""
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}
