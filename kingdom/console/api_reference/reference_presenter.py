"""View models of the reference of the REST API, made from its OpenAPI schema. No reads."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

METHODS = ("get", "post", "put", "patch", "delete")
_REFERENCE = "#/components/schemas/"
_CODE = re.compile(r"(`+)(.+?)\1")
_LABEL = re.compile(r"^\* `(?P<value>[^`]*)` - (?P<label>.*)$", re.MULTILINE)
_LIMITS: Mapping[str, str] = {
    "minimum": "≥ {}",
    "maximum": "≤ {}",
    "maxLength": "at most {} characters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "pattern": "matches {}",
    "default": "default {}",
}
_ONE_OF = " | "
_COMBINATIONS: Mapping[str, str] = {"oneOf": _ONE_OF, "anyOf": _ONE_OF, "allOf": " & "}
_SAMPLES: Mapping[str, Any] = {"array": [], "object": {}, "integer": 1, "number": 1.0, "boolean": True}
MAX_DEPTH = 4  # of objects within objects in an example
Json = Mapping[str, Any]
TypePart = tuple[str, str]  # a text, and the name of the schema that it links to; "" for none


@dataclass(frozen=True, kw_only=True)
class FieldView:
    """A field of an object, or a parameter of an operation, whose ``place`` is path, query or header."""

    name: str
    type: Sequence[TypePart]
    is_required: bool
    place: str
    description: SafeString
    limits: str


@dataclass(frozen=True, kw_only=True)
class AnswerView:
    """An answer of an operation. ``types`` are pairs of media type and what it holds."""

    status: str
    description: SafeString
    types: Sequence[tuple[str, Sequence[TypePart]]]


@dataclass(frozen=True, kw_only=True)
class OperationView:
    """One operation. ``example`` is a command line; ``summary`` the first sentence of the description."""

    id: str
    method: str
    path: str
    summary: SafeString
    details: SafeString
    parameters: Sequence[FieldView]
    body: Sequence[tuple[str, Sequence[TypePart]]]
    answers: Sequence[AnswerView]
    errors: Sequence[AnswerView]
    example: str


@dataclass(frozen=True, kw_only=True)
class SchemaView:
    """A named value of requests or answers: an object with fields, one of some values, or another type."""

    name: str
    description: SafeString
    type: Sequence[TypePart]
    fields: Sequence[FieldView]
    values: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class ReferenceView:
    """The whole reference: operations by tag in the order of their names, and the named values."""

    tags: Sequence[tuple[str, Sequence[OperationView]]]
    schemas: Sequence[SchemaView]


def reference_view(schema: Json) -> ReferenceView:
    """Return the reference of an OpenAPI 3.1 schema. Its examples take the address and a token from the shell."""
    tags: dict[str, list[OperationView]] = {}
    for path, item in schema["paths"].items():
        for method in METHODS:
            if (operation := item.get(method)) is not None:
                tags.setdefault(operation["tags"][0], []).append(_operation(schema, path, method, operation))
    named = schema["components"]["schemas"]
    return ReferenceView(
        tags=sorted(tags.items()), schemas=[_schema(name, value) for name, value in sorted(named.items())]
    )


def with_code(text: str) -> SafeString:
    """Return a text with what stands between backticks as code."""
    pieces = list[tuple[str, str]]()
    end = 0
    for match in _CODE.finditer(text):
        pieces.append((text[end : match.start()], match.group(2)))
        end = match.end()
    coded = format_html_join("", "{}<code>{}</code>", pieces)
    return coded + format_html_join("", "{}", [(text[end:],)])


def _operation(schema: Json, path: str, method: str, operation: Json) -> OperationView:
    summary, _, details = str(operation.get("description", "")).partition("\n")
    answers = [_answer(status, answer) for status, answer in operation["responses"].items()]
    body = operation.get("requestBody", {}).get("content", {})
    return OperationView(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=with_code(summary),
        details=with_code(details.strip()),
        parameters=[_parameter(parameter) for parameter in operation.get("parameters", ())],
        body=[(media, _type(value.get("schema", {}))) for media, value in body.items()],
        answers=[answer for answer in answers if answer.status < "400"],
        errors=[answer for answer in answers if answer.status >= "400"],
        example=_example(schema, path, method, body),
    )


def _answer(status: str, answer: Json) -> AnswerView:
    content = answer.get("content", {})
    return AnswerView(
        status=status,
        description=with_code(answer.get("description", "")),
        types=[(media, _type(value.get("schema", {}))) for media, value in content.items()],
    )


def _parameter(parameter: Json) -> FieldView:
    is_required = parameter.get("required", False)
    return _field(parameter["name"], {**parameter["schema"], **parameter}, is_required, place=parameter["in"])


def _field(name: str, value: Json, is_required: bool, *, place: str = "") -> FieldView:
    limits = [words.format(json.dumps(value[key])) for key, words in _LIMITS.items() if key in value]
    return FieldView(
        name=name,
        type=_type(value),
        is_required=is_required,
        place=place,
        description=with_code(_LABEL.sub("", str(value.get("description", ""))).strip()),
        limits=", ".join(limits),
    )


def _schema(name: str, value: Json) -> SchemaView:
    description = str(value.get("description", ""))
    labels = dict(_LABEL.findall(description))
    values = [str(one) for one in value.get("enum", ())]
    required = value.get("required", ())
    fields = value.get("properties", {})
    return SchemaView(
        name=name,
        description=with_code(_LABEL.sub("", description).strip()),
        type=() if fields else _type({**value, "enum": None}),
        fields=[_field(field, field_value, field in required) for field, field_value in fields.items()],
        values=[(one, _telling_label(one, labels.get(one, ""))) for one in values],
    )


def _telling_label(value: str, label: str) -> str:
    """Return the label of a value, "" for one that only repeats it."""
    return "" if label.casefold().replace(" ", "_") == value.casefold() else label


def _type(value: Json) -> list[TypePart]:
    if "$ref" in value:
        name = str(value["$ref"]).removeprefix(_REFERENCE)
        return [(name, name)]
    if value.get("enum"):
        return [(_ONE_OF.join(json.dumps(one, ensure_ascii=False) for one in value["enum"]), "")]
    combined = next((name for name in _COMBINATIONS if name in value), None)
    if combined is not None:
        return _joined([_type(one) for one in value[combined]], _COMBINATIONS[combined])
    kinds = value.get("type", "any value")
    return _joined([_plain_type(kind, value) for kind in ([kinds] if isinstance(kinds, str) else kinds)], _ONE_OF)


def _plain_type(kind: str, value: Json) -> list[TypePart]:
    if kind == "array":
        return [("list of ", ""), *_type(value.get("items", {}))]
    if kind == "object" and isinstance(value.get("additionalProperties"), dict):
        return [("object of ", ""), *_type(value["additionalProperties"])]
    return [(f"{kind} ({value['format']})" if kind != "null" and "format" in value else kind, "")]


def _joined(types: Sequence[list[TypePart]], word: str) -> list[TypePart]:
    first, *rest = types
    return [*first, *(part for parts in rest for part in ((word, ""), *parts))]


def _example(schema: Json, path: str, method: str, body: Json) -> str:
    """Return a command line that sends the request, with the required fields of its body."""
    lines = [
        f'curl -H "Authorization: Token $TOKEN" {"" if method == "get" else f"-X {method.upper()} "}$KINGDOM{path}'
    ]
    if "application/json" in body:
        value = json.dumps(_sample(schema, body["application/json"].get("schema", {})), ensure_ascii=False)
        lines += ['-H "Content-Type: application/json"', f"-d '{value}'"]
    elif body:
        lines += [f'-H "Content-Type: {next(iter(body))}"', "--data-binary @FILE"]
    return " \\\n  ".join(lines)


def _sample(schema: Json, value: Json, depth: int = 0) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value with the required fields of a schema, as a pattern to fill in."""
    if "$ref" in value:
        return _sample(schema, schema["components"]["schemas"][str(value["$ref"]).removeprefix(_REFERENCE)], depth + 1)
    if value.get("enum"):
        return value["enum"][0]
    if value.get("type") != "object" or depth > MAX_DEPTH:
        return _SAMPLES.get(str(value.get("type")), "…")
    fields, required = value.get("properties", {}), value.get("required", ())
    return {name: _sample(schema, one, depth + 1) for name, one in fields.items() if name in required}
