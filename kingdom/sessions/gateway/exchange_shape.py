"""The form of an HTTP request without its values: what a replay compares. Pure."""

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from kingdom.contracts.capabilities.sending import VARIABLE, is_path_of, path_template
from kingdom.contracts.formats.canonical import text_digest

MAX_SHAPE_CHARS = 2_000  # longer forms are compared by their digest
_MAX_DEPTH = 12
_FORM = "application/x-www-form-urlencoded"
_SCALAR_SHAPES = {type(None): "null", bool: "boolean", str: "string"}


@dataclass(frozen=True, kw_only=True)
class ExchangeShape:
    """Method, origin (``https://host:port``), path, names of the parameters, and the form of the body.

    Names that the version does not write itself are ``{}``: they are made of a user's data.
    """

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
    *, method: str, origin: str, resource: str, headers: Mapping[str, str], body: bytes, names: Set[str]
) -> ExchangeShape:
    """Return the form of a request. ``resource`` is path and query; ``headers`` have lower-case names.

    ``names`` are those that may stay (``written_names`` of the recorded version).
    """
    path, _, query = resource.partition("?")
    parameters = "&".join(_field_names(query, names))
    shape = _body_shape(body, headers.get("content-type", ""), names)
    if len(shape) > MAX_SHAPE_CHARS:
        shape = f"a body of the form {text_digest(shape)}"
    return ExchangeShape(method=method, origin=origin, path=path, parameters=parameters, body=shape)


def _field_names(form: str, names: Set[str]) -> list[str]:
    return sorted({_kept_name(name, names) for name, _ in parse_qsl(form, keep_blank_values=True)})


def _kept_name(name: str, names: Set[str]) -> str:
    return name if name in names else VARIABLE


def _body_shape(body: bytes, content_type: str, names: Set[str]) -> str:
    if not body:
        return "no body"
    text = body.decode(errors="replace")
    if content_type.startswith(_FORM):
        return f"form {', '.join(_field_names(text, names))}"
    try:
        return _value_shape(json.loads(text), 0, names)
    except (ValueError, RecursionError):
        return "text"


def _value_shape(value: Any, depth: int, names: Set[str]) -> str:  # noqa: ANN401 - any JSON value
    if depth > _MAX_DEPTH:
        return "…"
    if isinstance(value, dict):
        fields = {(_kept_name(name, names), _value_shape(item, depth + 1, names)) for name, item in value.items()}
        return "{" + ", ".join(f"{name}: {shape}" for name, shape in sorted(fields)) + "}"
    if isinstance(value, list):
        return "[" + " | ".join(sorted({_value_shape(item, depth + 1, names) for item in value})) + "]"
    return _SCALAR_SHAPES.get(type(value), "number")
