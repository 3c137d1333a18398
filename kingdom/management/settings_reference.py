"""The settings page of the documentation, generated from the typed settings."""

import typing
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from kingdom.config import Config

PAGE_HEADER = """# Settings

Environment variables, read once at start. An unknown `KINGDOM_` name or an invalid value prevents the start.
`make docs` writes this page.

| variable | kind | default | meaning |
|---|---|---|---|
"""
_TYPE_NAMES = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    Path: "folder",
    SecretStr: "secret",
}


def _type_name(annotation: Any) -> str:  # noqa: ANN401 - any type
    if typing.get_origin(annotation) is Literal:
        return " or ".join(f"`{choice}`" for choice in typing.get_args(annotation))
    if typing.get_origin(annotation) in (UnionType, typing.Union):
        return _type_name(next(part for part in typing.get_args(annotation) if part is not NoneType))
    return _TYPE_NAMES.get(annotation, str(annotation))


def _bounds(field: FieldInfo) -> str:
    limits = {
        name: getattr(rule, name)
        for rule in field.metadata
        for name in ("ge", "le")
        if getattr(rule, name, None) is not None
    }
    return f", {limits['ge']} to {limits['le']}" if len(limits) == 2 else ""


def settings_page() -> str:
    """Return the page in Markdown: one row per setting, in the order of the code; included settings follow."""
    rows = []
    for _, field in sorted(Config.model_fields.items(), key=lambda item: item[0] not in Config.__annotations__):
        value = str(field.default).lower() if isinstance(field.default, bool) else field.default
        default = "" if value in (None, "") else f"`{value}`"
        kind = f"{_type_name(field.annotation)}{_bounds(field)}"
        meaning = (field.description or "").replace("|", "\\|")
        rows.append(f"| `{field.validation_alias}` | {kind} | {default} | {meaning} |")
    return PAGE_HEADER + "\n".join(rows) + "\n"
