"""The form of an HTTP request without its values: what a replay compares. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from kingdom.contracts.canonical import text_digest
from kingdom.contracts.capabilities.sending import is_path_of, path_template

MAX_SHAPE_CHARS = 2_000  # longer forms are compared by their digest
_MAX_DEPTH = 12
_FORM = "application/x-www-form-urlencoded"
_SCALAR_SHAPES = {type(None): "null", bool: "boolean", str: "string"}


@dataclass(frozen=True, kw_only=True)
class ExchangeShape:
    """Method, origin (``https://host:port``), path, names of the parameters, and the form of the body."""

    method: str
    origin: str
    path: str
    parameters: str
    body: str

    def is_of(self, recorded: "ExchangeShape") -> bool:
        """Return whether a request has the form of a recorded one, whose path is a template."""
        same = (self.method, self.origin, self.parameters, self.body) == (
            recorded.method,
            recorded.origin,
            recorded.parameters,
            recorded.body,
        )
        return same and is_path_of(self.path, recorded.path)

    def label(self, code: str | None) -> str:
        """Return the form for a person, without a value: e.g. ``POST https://a.example/v1/{} with {to: string}``."""
        query = f"?{self.parameters}" if self.parameters else ""
        return f"{self.method} {self.origin}{path_template(self.path, code)}{query} with {self.body}"


def exchange_shape(
    *, method: str, origin: str, resource: str, headers: Mapping[str, str], body: bytes
) -> ExchangeShape:
    """Return the form of a request. ``resource`` is path and query; ``headers`` have lower-case names."""
    path, _, query = resource.partition("?")
    names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
    shape = _body_shape(body, headers.get("content-type", ""))
    if len(shape) > MAX_SHAPE_CHARS:
        shape = f"a body of the form {text_digest(shape)}"
    return ExchangeShape(method=method, origin=origin, path=path, parameters="&".join(names), body=shape)


def _body_shape(body: bytes, content_type: str) -> str:
    if not body:
        return "no body"
    text = body.decode(errors="replace")
    if content_type.startswith(_FORM):
        return f"form {', '.join(sorted({name for name, _ in parse_qsl(text, keep_blank_values=True)}))}"
    try:
        return _value_shape(json.loads(text), 0)
    except (ValueError, RecursionError):
        return "text"


def _value_shape(value: Any, depth: int) -> str:  # noqa: ANN401 - any JSON value
    if depth > _MAX_DEPTH:
        return "…"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_value_shape(value[name], depth + 1)}" for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + " | ".join(sorted({_value_shape(item, depth + 1) for item in value})) + "]"
    return _SCALAR_SHAPES.get(type(value), "number")
