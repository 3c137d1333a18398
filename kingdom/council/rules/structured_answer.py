"""JSON schemas of the model's structured answers. Pure."""

from typing import Any


class UnusableAnswer(ValueError):
    """An answer that has the form, and cannot be used: the sentences tell the model what to change."""


def closed_object(**properties: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON schemas
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}
