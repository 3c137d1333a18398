"""What a person is shown: made from the canonical arguments alone, never from a model's words about them. Pure.

Values stand there literally. What could hide or reorder text (control, format, bidirectional, private and unassigned characters, every
space but the plain one) and every mark that the rendering itself uses is written as its number, so that no value can imitate a line, a
mark or a masked secret. Secrets are ••••.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.core.secret_masking import MASK, mask_secrets

MAX_VALUE_LENGTH = 600  # characters of one value as shown
MAX_NAME_LENGTH = 80
MAX_LINES = 60
_MAX_READ = 20_000  # characters of one value that are looked at; what is shown is far less
_MAX_DEPTH = 6
_RESERVED_MARKS = frozenset("•⟨⟩⏎…")
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_SECRET_NAME = re.compile(
    r"pass(word|wd|phrase)?$|passw|secret|token|api[_-]?key|authorization|cookie|credential|private[_-]?key|signature",
    re.I,
)
_PLACEHOLDER = re.compile(r"kingdom-secret-[0-9a-f]{32}", re.I)
_SECRET_REFERENCE = re.compile(r"\{\{secret:([a-z0-9_?]{1,100})\}\}")
_IN_QUERY = re.compile(r"(?<=[?&;])([\w.-]*(?:key|token|secret|password|passwd|signature|auth)[\w.-]*)=[^&;#\s]+", re.I)
_MAX_COMBINING_MARKS = 2  # combining marks in a row that real writing has; more of them cover other lines

_HEADLINES: Mapping[str, str] = {
    "creation": "Shall this specialist be made?",
    "resources": "This needs something from you before it can go on.",
    "quality": "A run was halted, since its result cannot be relied on.",
    "safety": "The Guardian halted this until somebody looks at it.",
    "unknown_outcome": "A worker died while this ran, and nobody knows whether it took effect.",
}
_CLOSING_QUESTIONS: Mapping[str, str] = {"unknown_outcome": "Try it again, go on without it, or mark it as done?"}


class _Line(NamedTuple):
    place: str
    value: str


def approval_headline(kind: str, subject: Mapping[str, Any]) -> str:
    """Return the question in one line."""
    if kind == "creation" and subject.get("specialist"):
        role = escape_invisible(str(subject["specialist"]), MAX_NAME_LENGTH)
        if not subject.get("replaces"):
            return f"Shall {role} be made?"
        return (
            f"Shall this become the new version of {role}?"
            if "after" in subject
            else f"Shall a new version of {role} be trained and compared?"
        )
    if kind != "tool":
        return _HEADLINES[kind]
    names = dict.fromkeys(
        escape_invisible(str(one.get("name", "")), MAX_NAME_LENGTH) for one in requested_tools(subject)
    )
    return f"{_agent(subject)} wants to use {', '.join(names) or 'a tool'}."


def approval_text(kind: str, subject: Mapping[str, Any]) -> str:
    """Return the whole question as lines of text."""
    tools = requested_tools(subject)
    rest = {key: value for key, value in subject.items() if key not in ("tools", "agent")}
    blocks = [_tool_lines(place, one, len(tools)) for place, one in enumerate(tools, start=1)]
    named = [f"agent: {_agent(subject)}"] if kind != "tool" and "agent" in subject else []
    lines = [
        approval_headline(kind, subject),
        *named,
        *_value_lines(rest, ""),
        *[line for block in blocks for line in block],
    ]
    return "\n".join([*_limited_lines(lines), *([_CLOSING_QUESTIONS[kind]] if kind in _CLOSING_QUESTIONS else [])])


def redact_json(value: Any, name: str = "", depth: int = 0) -> Any:  # noqa: ANN401 - any JSON value
    """Return arguments as JSON for people and programs that show them: secrets masked, long texts cut, everything else as it is."""
    if _SECRET_NAME.search(name) and not isinstance(value, Mapping | bool | None):
        return _shown_secret(value)
    if depth > _MAX_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        return {
            str(key)[:MAX_NAME_LENGTH]: redact_json(inner, str(key), depth + 1)
            for key, inner in list(value.items())[:MAX_LINES]
        }
    if isinstance(value, str):
        return _mask_secret_values(value[:_MAX_READ])
    if isinstance(value, Sequence):
        return [redact_json(inner, name, depth + 1) for inner in value[:MAX_LINES]]
    return value


def escape_invisible(text: str, longest: int = MAX_VALUE_LENGTH) -> str:
    """Return a text with everything that cannot be seen written as its number, cut to about ``longest`` characters."""
    shown, marks = [], 0
    for char in text[:_MAX_READ]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        shown.append(
            "⏎" if char == "\n" else _escaped_char(char) if _is_hidden(char) or marks > _MAX_COMBINING_MARKS else char
        )
    made = "".join(shown)
    more = len(text) - longest
    return made if len(made) <= longest and more <= 0 else f"{made[:longest]}… ({len(text):,} characters in all)"


def requested_tools(subject: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the calls a subject is about: ``[{"name", "args", "call_id"?}]``."""
    tools = subject.get("tools", ())
    return (
        [one for one in tools if isinstance(one, Mapping)]
        if isinstance(tools, Sequence) and not isinstance(tools, str)
        else []
    )


def _is_hidden(char: str) -> bool:
    return char in _RESERVED_MARKS or (char != " " and unicodedata.category(char) in _INVISIBLE_CATEGORIES)


def _escaped_char(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"


def _agent(subject: Mapping[str, Any]) -> str:
    return escape_invisible(str(subject.get("agent", "A specialist")), MAX_NAME_LENGTH)


def _tool_lines(place: int, one: Mapping[str, Any], count: int) -> list[str]:
    name = escape_invisible(str(one.get("name", "")), MAX_NAME_LENGTH)
    args = one.get("args", {})
    return [
        f"{place}. {name}" if count > 1 else name,
        *_value_lines(args if isinstance(args, Mapping) else {"args": args}, "   "),
    ]


def _value_lines(values: Mapping[str, Any], indent: str) -> list[str]:
    return [f"{indent}{line.place}: {line.value}" for line in _flattened(values, "", "", 0)] if values else []


def _flattened(value: Any, place: str, name: str, depth: int) -> Iterator[_Line]:  # noqa: ANN401 - any JSON value
    if isinstance(value, Mapping) and value and depth < _MAX_DEPTH:
        for key, inner in value.items():
            shown = escape_invisible(str(key), MAX_NAME_LENGTH)
            yield from _flattened(inner, f"{place}.{shown}" if place else shown, str(key), depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str) and value and depth < _MAX_DEPTH:
        for number, inner in enumerate(value):
            yield from _flattened(inner, f"{place}[{number}]", name, depth + 1)
    else:
        yield _Line(place, _rendered_value(value, name))


def _rendered_value(value: Any, name: str) -> str:  # noqa: ANN401 - any JSON value
    if _SECRET_NAME.search(name) and not isinstance(value, bool | None):
        return _shown_secret(value)
    if isinstance(value, str):
        # masked after it was made visible: the masks are the only ones in it that are not written as numbers
        return _truncated(_mask_secret_values(escape_invisible(value, _MAX_READ)), len(value))
    return escape_invisible(str(value))


def _truncated(shown: str, length: int) -> str:
    return shown if len(shown) <= MAX_VALUE_LENGTH else f"{shown[:MAX_VALUE_LENGTH]}… ({length:,} characters in all)"


def _shown_secret(value: Any) -> str:  # noqa: ANN401 - any JSON value
    named = _SECRET_REFERENCE.search(value) if isinstance(value, str) else None
    return f"{MASK} ({named[1]})" if named else MASK


def _mask_secret_values(text: str) -> str:
    text = _SECRET_REFERENCE.sub(rf"{MASK} (\1)", _PLACEHOLDER.sub(MASK, text))
    return _IN_QUERY.sub(rf"\1={MASK}", mask_secrets(text))


def _limited_lines(lines: list[str]) -> list[str]:
    more = len(lines) - MAX_LINES
    return lines if more <= 0 else [*lines[:MAX_LINES], f"… and {more:,} more lines. Deny it when you cannot judge it."]
