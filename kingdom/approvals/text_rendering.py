"""The text of a question, rendered from the canonical arguments. Pure.

A model's own reason stands on one line, marked as its words; nothing else of the text comes from it.

Values are shown literally. Characters that could hide or reorder text (control, format, private and unassigned ones,
every space but U+0020) and the marks of the rendering itself are shown as their code points, so that no
value can imitate a line, a mark or a masked secret. Secrets are ••••.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.core.text.secret_masking import MASK, mask_secrets
from kingdom.core.text.sentences import sentence_template

MAX_VALUE_LENGTH = 600  # characters of one value as shown
MAX_NAME_LENGTH = 80
MAX_REASON_LENGTH = 300
MAX_LINES = 60
_MAX_READ = 20_000  # characters of one value that are read
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
_MAX_COMBINING_MARKS = 2  # in a row, as in real writing; more of them cover other lines

_HEADLINES: Mapping[str, str] = {
    "creation": sentence_template("Shall this specialist be made?"),
    "resources": "This needs something from you before it can go on.",
    "quality": "A run was halted, since its result cannot be relied on.",
    "safety": "The Guardian halted this until somebody looks at it.",
    "unknown_outcome": "A worker died while this ran, and nobody knows whether it took effect.",
}
_CLOSING_QUESTIONS: Mapping[str, str] = {
    "unknown_outcome": "Try it again, go on without it, or mark it as done?",
    "host": "What you allow holds for this specialist and this host until you withdraw it under Rules.",
}

_ESCALATION_QUESTION = "It was refused before, and nothing here can allow it. Deny it and let it go on, or abort?"


class _Line(NamedTuple):
    path: str
    value: str


def approval_headline(kind: str, subject: Mapping[str, Any]) -> str:
    """Return the question in one line."""
    if kind == "creation" and subject.get("specialist"):
        return _creation_headline(subject)
    if kind == "host":
        return _host_headline(subject)
    if kind == "safety" and subject.get("escalation"):
        return f"{_agent(subject)} asks again for what it may not have: {_tool_names(subject)}."
    if kind != "tool":
        return _HEADLINES[kind]
    return f"{_agent(subject)} wants to use {_tool_names(subject)}."


def _tool_names(subject: Mapping[str, Any]) -> str:
    names = (escape_invisible(str(call.get("name", "")), MAX_NAME_LENGTH) for call in requested_tools(subject))
    return ", ".join(dict.fromkeys(names)) or "a tool"


def _creation_headline(subject: Mapping[str, Any]) -> str:
    role = escape_invisible(str(subject["specialist"]), MAX_NAME_LENGTH)
    if not subject.get("replaces"):
        return f"Shall {role} be made?"
    if "after" in subject:
        return f"Shall this become the new version of {role}?"
    return f"Shall a new version of {role} be trained and compared?"


def _host_headline(subject: Mapping[str, Any]) -> str:
    role, host = (escape_invisible(str(subject.get(name, "")), MAX_NAME_LENGTH) for name in ("specialist", "host"))
    uses = subject.get("uses", ())
    keys = ", ".join(escape_invisible(str(name), MAX_NAME_LENGTH) for name in uses) if isinstance(uses, list) else ""
    return f"May {role} reach {host} for you{f' with your key {keys}' if keys else ''}?"


def approval_text(kind: str, subject: Mapping[str, Any]) -> str:
    """Return the whole question as lines of text."""
    calls = requested_tools(subject)
    aside = ("tools", "agent", "summary", "purpose") if kind == "tool" else ("tools", "agent", "escalation")
    rest = {key: value for key, value in subject.items() if key not in aside}
    lines = [approval_headline(kind, subject), *([_reason_line(subject)] if kind == "tool" else [])]
    if kind != "tool" and "agent" in subject:
        lines.append(f"agent: {_agent(subject)}")
    lines += _value_lines(rest, "")
    for number, call in enumerate(calls, start=1):
        lines += _tool_lines(number, call, len(calls))
    return "\n".join([*_limited_lines(lines), *_closing_question(kind, subject)])


def _closing_question(kind: str, subject: Mapping[str, Any]) -> list[str]:
    if kind == "safety" and subject.get("escalation"):
        return [_ESCALATION_QUESTION]
    return [_CLOSING_QUESTIONS[kind]] if kind in _CLOSING_QUESTIONS else []


def _reason_line(subject: Mapping[str, Any]) -> str:
    """Return the reason for a request in the requester's own words, or what its code is for.

    Both are escaped: neither can imitate another line.
    """
    if words := _quoted_words(subject.get("summary")):
        return f"Its reason, in its own words: {words}"
    if words := _quoted_words(subject.get("purpose")):
        return f"Its code asks for this. Its purpose: {words}"
    return "It gave no reason."


def _quoted_words(text: object) -> str:
    """Return a text in quotation marks, escaped and masked; "" for none."""
    if not isinstance(text, str) or not text.strip():
        return ""
    return f"“{_mask_secret_values(escape_invisible(text, MAX_REASON_LENGTH))}”"


def redact_json(value: Any, name: str = "", depth: int = 0) -> Any:  # noqa: ANN401 - any JSON value
    """Return arguments as JSON to show: secrets are masked, long texts and lists are truncated."""
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
    """Return a text with invisible characters as code points, truncated to about ``longest`` characters."""
    shown, marks = [], 0
    for char in text[:_MAX_READ]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        shown.append(
            "⏎" if char == "\n" else _escaped_char(char) if _is_hidden(char) or marks > _MAX_COMBINING_MARKS else char
        )
    escaped = "".join(shown)
    if len(escaped) <= longest and len(text) <= longest:
        return escaped
    return f"{escaped[:longest]}… ({len(text):,} characters in all)"


def requested_tools(subject: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the tool calls of a subject: ``[{"name", "args", "call_id"?}]``."""
    tools = subject.get("tools", ())
    if not isinstance(tools, Sequence) or isinstance(tools, str):
        return []
    return [call for call in tools if isinstance(call, Mapping)]


def _is_hidden(char: str) -> bool:
    return char in _RESERVED_MARKS or (char != " " and unicodedata.category(char) in _INVISIBLE_CATEGORIES)


def _escaped_char(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"


def _agent(subject: Mapping[str, Any]) -> str:
    return escape_invisible(str(subject.get("agent", "A specialist")), MAX_NAME_LENGTH)


def _tool_lines(number: int, call: Mapping[str, Any], count: int) -> list[str]:
    name = escape_invisible(str(call.get("name", "")), MAX_NAME_LENGTH)
    args = call.get("args", {})
    return [
        f"{number}. {name}" if count > 1 else name,
        *_value_lines(args if isinstance(args, Mapping) else {"args": args}, "   "),
    ]


def _value_lines(values: Mapping[str, Any], indent: str) -> list[str]:
    return [f"{indent}{line.path}: {line.value}" for line in _flattened(values, "", "", 0)] if values else []


def _flattened(value: Any, path: str, name: str, depth: int) -> Iterator[_Line]:  # noqa: ANN401 - any JSON value
    """Yield a line for each value inside, by its path; ``name`` is the key that it belongs to."""
    if not value or isinstance(value, str) or depth >= _MAX_DEPTH:
        yield _Line(path, _rendered_value(value, name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            shown = escape_invisible(str(key), MAX_NAME_LENGTH)
            yield from _flattened(inner, f"{path}.{shown}" if path else shown, str(key), depth + 1)
    elif isinstance(value, Sequence):
        for number, inner in enumerate(value):
            yield from _flattened(inner, f"{path}[{number}]", name, depth + 1)
    else:
        yield _Line(path, _rendered_value(value, name))


def _rendered_value(value: Any, name: str) -> str:  # noqa: ANN401 - any JSON value
    if _SECRET_NAME.search(name) and not isinstance(value, bool | None):
        return _shown_secret(value)
    if isinstance(value, str):
        # Masking after escaping: the marks of the masks are the only ones that are not code points.
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
