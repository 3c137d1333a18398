"""What the readers and writers of both formats share, and the writers."""

import json
import re
from typing import Any, NamedTuple

DEEPEST = 100  # levels
NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")


class Literal(str):
    """A number as it was written."""

    __slots__ = ()


class Fault(NamedTuple):
    """Why a document cannot be read, where (both from 1), and what may help."""

    line: int
    column: int
    message: str
    hint: str


def quoted(text: str) -> str:
    """Return a JSON string; what does not print (and half of a surrogate pair) is escaped."""
    return json.dumps(str(text), ensure_ascii=not text.isprintable())


def leaf(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value that is no list or object with entries as JSON."""
    if isinstance(value, Literal):
        return str(value)
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def compact(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return JSON without white space."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(key)}:{compact(item)}" for key, item in value.items()) + "}"
    return "[" + ",".join(compact(item) for item in value) + "]" if isinstance(value, list) else leaf(value)


def pretty(value: Any, step: str, lead: str) -> str:  # noqa: ANN401 - any JSON value
    """Return JSON with one entry a line."""
    deeper = lead + step
    if isinstance(value, dict) and value:
        rows = [f"{deeper}{quoted(key)}: {pretty(item, step, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{lead}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(deeper + pretty(item, step, deeper) for item in value) + f"\n{lead}]"
    return leaf(value)


def yaml_text(value: Any, step: str, lead: str) -> list[str]:  # noqa: ANN401 - any JSON value
    """Return the lines of a value as block YAML."""
    lines: list[str] = []
    if isinstance(value, dict) and value:
        for key, item in value.items():
            nested = isinstance(item, dict | list) and bool(item)
            lines.append(f"{lead}{yaml_leaf(key)}:" + ("" if nested else f" {yaml_leaf(item)}"))
            lines += yaml_text(item, step, lead + step) if nested else []
        return lines
    if isinstance(value, list) and value:
        for item in value:
            inner = yaml_text(item, step, f"{lead}  ")
            lines += [f"{lead}- {inner[0][len(lead) + 2 :]}", *inner[1:]]
        return lines
    return [lead + yaml_leaf(value)]


def yaml_leaf(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a single YAML value; a text that could be read as something else is quoted."""
    if not isinstance(value, str) or isinstance(value, Literal):
        return leaf(value)
    plain = re.fullmatch(r"[A-Za-z_](?:[\w ./()-]*[\w./()-])?", value) and value.isprintable()
    word = re.fullmatch(r"true|false|yes|no|on|off|y|n|null|nan|inf", value, re.IGNORECASE)
    return value if plain and not word else quoted(value)
