"""Reads YAML (1.1, by PyYAML) into plain values."""

import re
from typing import Any

import yaml

from config.builtins.json_formatter.values import DEEPEST, NUMBER, Fault, Literal, compact
from config.builtins.wording import CannotError

MOST_VALUES = 50_000  # what a document may unfold to: a few YAML aliases can stand for billions


def read_yaml(document: str, warnings: list[str]) -> tuple[Any] | Fault:
    """Return the value in a tuple, or why it cannot be read. Raises CannotError where an alias goes in a circle."""
    try:
        documents = []
        for node in yaml.compose_all(document, Loader=yaml.SafeLoader):
            documents.append(yaml_value(node, [0]))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return Fault(
            line, column, (error.problem or "it cannot be read").strip(), yaml_hint(document, line, str(error.problem))
        )
    except yaml.YAMLError as error:
        at = getattr(error, "position", 0)
        return Fault(document.count("\n", 0, at) + 1, 1, "there is a character that YAML does not allow", "")
    except RecursionError:
        raise CannotError("This document is nested too deeply for me.") from None
    if len(documents) > 1:
        warnings.append(f"There are {len(documents)} documents; I made a list of them.")
    return (documents if len(documents) != 1 else documents[0],)


def yaml_value(node: Any, count: list[int], depth: int = 0) -> Any:  # noqa: ANN401 - a node of PyYAML in, any JSON value out
    """Return the plain value of a node, with numbers as they were written. ``count`` bounds what aliases unfold to."""
    count[0] += 1
    if count[0] > MOST_VALUES or depth > DEEPEST:
        raise CannotError("This YAML unfolds to more than I can hold, or its aliases go in a circle.")
    if isinstance(node, yaml.SequenceNode):
        return [yaml_value(item, count, depth + 1) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return yaml_object(node, count, depth + 1)
    return scalar(node.tag.rpartition(":")[2], str(node.value))


def yaml_object(node: Any, count: list[int], depth: int) -> dict[str, Any]:  # noqa: ANN401 - a node of PyYAML
    """Return a mapping; what ``<<`` merges in gives way to keys of its own."""
    merged: dict[str, Any] = {}
    made: dict[str, Any] = {}
    for key, item in node.value:
        value = yaml_value(item, count, depth)
        if key.tag.endswith(":merge"):
            for part in value if isinstance(value, list) else [value]:
                merged = {**(part if isinstance(part, dict) else {}), **merged}
        else:
            made[str(key.value) if isinstance(key, yaml.ScalarNode) else compact(yaml_value(key, count, depth))] = value
    return {**merged, **made}


def scalar(tag: str, text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return a YAML scalar as JSON knows it; dates and whatever JSON has no form for stay texts."""
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() in ("yes", "true", "on")
    if tag in ("int", "float"):
        bare = text.replace("_", "").lstrip("+")
        return (
            Literal(bare)
            if NUMBER.fullmatch(bare)
            else Literal(int(bare, 0))
            if re.fullmatch(r"-?0[xb][0-9a-fA-F]+", bare)
            else text
        )
    return text


def yaml_hint(document: str, line: int, problem: str) -> str:
    """Return what may help against an error of the YAML reader."""
    lines = document.splitlines()
    near = "\n".join(lines[max(0, line - 2) : line])
    if "\t" in near and ("\\t" in problem or re.search(r"^ *\t", near, re.MULTILINE)):
        return "YAML does not allow tabs for indentation; use spaces."
    if "mapping values are not allowed" in problem:
        return "Quote a text that holds a colon, or check the indentation."
    if "expected <block end>" in problem:
        return "The indentation does not fit the lines above."
    return (
        "A quote or bracket may be missing."
        if "expected ',' or" in problem or "unexpected end of stream" in problem
        else ""
    )
