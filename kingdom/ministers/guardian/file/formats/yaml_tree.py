"""Values of a YAML or JSON text, read from the parser's events: no objects are built, no alias is expanded."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

MAX_YAML = 400_000  # characters
MAX_EVENTS = 100_000
MAX_DEPTH = 60
_MAX_REPAIRS = 4  # times that a text is read
_PLAIN_VALUE = re.compile(r"( *+(?:- ++)*+[\w.-]++: ++)([\w./$(~-][^\n]*)\n?")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Stack = list[tuple[bool, str | None]]  # of collections: whether it is a mapping, and its open key


class Setting(NamedTuple):
    """One value with the names of the mappings around it (lower case; list positions are left out)."""

    path: tuple[str, ...]
    value: str
    line: int = 0

    @property
    def name(self) -> str:
        """The innermost name."""
        return self.path[-1] if self.path else ""


class YamlSettings(NamedTuple):
    """The scalar values of a text; ``was_cut``: those after a fault or a limit are missing."""

    values: list[Setting]
    was_cut: bool


def yaml_settings(text: str) -> YamlSettings:
    """Return the scalar values of all documents of a text, those before a fault when it is not YAML.

    A value of one line that lacks the quotes for its colon is read as its author means it.
    """
    lines = text[:MAX_YAML].splitlines(keepends=True)
    for _ in range(_MAX_REPAIRS):
        found: list[Setting] = []
        try:
            for setting in _walk("".join(lines)):
                found.append(setting)
        except yaml.MarkedYAMLError as error:
            if not _quote_value(lines, error):
                break
        except (yaml.YAMLError, ValueError, RecursionError):
            break
        else:
            return YamlSettings(found, was_cut=len(text) > MAX_YAML)
    return YamlSettings(found, was_cut=True)


def _quote_value(lines: list[str], error: yaml.MarkedYAMLError) -> bool:
    """Quote the value in the line of a fault; return whether it is one with a colon inside."""
    mark = error.problem_mark
    if mark is None or mark.line >= len(lines) or not str(error.problem).startswith("mapping values"):
        return False
    value = _PLAIN_VALUE.fullmatch(lines[mark.line])
    if value is not None:
        lines[mark.line] = f"{value[1]}{json.dumps(value[2])}\n"
    return value is not None


def _walk(text: str) -> Iterator[Setting]:
    stack: _Stack = []
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        if count > MAX_EVENTS or len(stack) > MAX_DEPTH:
            raise ValueError("too many or too deep")
        match event:
            case yaml.CollectionStartEvent():
                stack.append((isinstance(event, yaml.MappingStartEvent), None))
            case yaml.CollectionEndEvent():
                stack.pop()
                _close_value(stack)
            case yaml.ScalarEvent(value=value):
                yield from _scalar(value, event, stack)
            case yaml.AliasEvent():
                yield from _scalar("", event, stack)


def _scalar(value: str, event: yaml.Event, stack: _Stack) -> Iterator[Setting]:
    """Note a scalar as the open key of its mapping, or yield it as a value."""
    if stack and stack[-1] == (True, None):
        stack[-1] = (True, value.lower())
        return
    line = event.start_mark.line + 1 if event.start_mark is not None else 1
    yield Setting(tuple(key for is_map, key in stack if is_map and key is not None), value, line)
    _close_value(stack)


def _close_value(stack: _Stack) -> None:
    if stack and stack[-1][0]:
        stack[-1] = (True, None)


def json_value(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a JSON text, None for another text."""
    try:
        return json.loads(text[:2_000_000])
    except (ValueError, RecursionError):
        return None
