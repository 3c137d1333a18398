"""How a model speaks to the kernel: tool requests in three wire forms, and the status tags of an answer.

Archon JSON, fenced ``json:function`` blocks and a provider's native calls all become the same ``ToolRequest``. What could be read in
two ways is not guessed: it is an error that is told to the model.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kingdom.cognition.decisions import Tag
from kingdom.contracts.model import ToolCall
from kingdom.contracts.tools import ToolRequest

MAX_TOOL_CALLS = 16  # calls in one batch
_FENCE = re.compile(r"^```([^\s`]*)[^\n`]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_REQUEST = re.compile(r'"intent"\s*:\s*"tool_call"')
_MAX_OBJECTS_IN_PROSE = 200  # places in prose where an object is looked for
_OPEN_FENCE = re.compile(r"^```json:function\b", re.MULTILINE)
_STATUS = re.compile(r"\s*\[STATUS:\s*(SUCCESS|NULL)\s*\]\s*\Z", re.IGNORECASE)
_BYPASS = re.compile(r"\A\s*\[BYPASS:\s*([^\]\n]{1,500})\]\s*", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class ParsedToolRequests:
    """Tools the model asked for; ``form`` tells how, so that it is answered the same way."""

    requests: tuple[ToolRequest, ...]
    form: Literal["native", "text"]


@dataclass(frozen=True, kw_only=True)
class MalformedToolRequest:
    """It looks like a request but cannot be read in one way only; ``reason`` is told to the model."""

    reason: str


class TaggedAnswer(NamedTuple):
    """An answer without its tags."""

    text: str
    tag: Tag
    bypass: str


class _DuplicateKey(ValueError):
    pass


def parse_tool_requests(
    text: str, native: Sequence[ToolCall], step: int
) -> ParsedToolRequests | MalformedToolRequest | None:
    """Return what the model asks for, None for a plain answer. ``step`` makes the call ids of text forms unique in a session."""
    try:
        written = _find_written_requests(text)
    except _DuplicateKey as error:
        return MalformedToolRequest(reason=f"The key {error} is there twice.")
    except ValueError as error:
        return MalformedToolRequest(reason=f"The request is not valid JSON: {error}")
    if native and written:
        return MalformedToolRequest(
            reason="Tools were asked for by function call and in the text at once. Use one form."
        )
    if native:
        return _parse_native_calls(native)
    return _parse_written_requests(written, step) if written else None


def split_status_tags(text: str) -> TaggedAnswer:
    """Return the answer without ``[STATUS: …]`` at its end and ``[BYPASS: …]`` at its start, and what they said."""
    bypass = _BYPASS.match(text)
    rest = text[bypass.end() :] if bypass else text
    status = _STATUS.search(rest)
    rest = rest[: status.start()] if status else rest
    tag: Tag = "" if status is None else "NULL" if status.group(1).upper() == "NULL" else "SUCCESS"
    return TaggedAnswer(rest.strip(), tag, bypass.group(1).strip() if bypass else "")


def _parse_native_calls(calls: Sequence[ToolCall]) -> ParsedToolRequests | MalformedToolRequest:
    ids = [call.id for call in calls]
    if len(calls) > MAX_TOOL_CALLS:
        return MalformedToolRequest(reason=f"More than {MAX_TOOL_CALLS} tools in one request.")
    if len(set(ids)) != len(ids):
        return MalformedToolRequest(reason="Two function calls have the same id.")
    return ParsedToolRequests(
        requests=tuple(ToolRequest(call_id=call.id, name=call.name, args=dict(call.args)) for call in calls),
        form="native",
    )


def _find_written_requests(text: str) -> list[Any]:
    """Return the request values found in a text: ``json:function`` blocks, or an Archon object in a ``json`` block or in the prose."""
    blocks = [(match.group(1), match.group(2)) for match in _FENCE.finditer(text)]
    if len(_OPEN_FENCE.findall(text)) != sum(kind == "json:function" for kind, _ in blocks):
        raise ValueError("a json:function block is not closed")
    found: list[Any] = [("function", _parse(body)) for kind, body in blocks if kind == "json:function"]
    shown = [
        value for value in (_parse_archon(body) for kind, body in blocks if kind in ("json", "")) if value is not None
    ]
    return found + [("archon", value) for value in [*shown, *_find_in_prose(_FENCE.sub("", text))]]


def _parse_archon(body: str) -> Mapping[str, Any] | None:
    """Return an Archon object, None for any other text. Raises ValueError for one that is broken."""
    if '"tool_call"' not in body:
        return None
    value = _parse(body)
    is_request = isinstance(value, dict) and value.get("intent") == "tool_call"
    return value if is_request else None


def _find_in_prose(text: str) -> list[Mapping[str, Any]]:
    """Return the Archon objects among a text's words. Raises ValueError when it looks as if there were one that cannot be read."""
    if _REQUEST.search(text) is None:
        return []
    found, words, at = list[Mapping[str, Any]](), list[str](), 0
    for _ in range(_MAX_OBJECTS_IN_PROSE):
        start = text.find("{", at)
        if start < 0:
            break
        words.append(text[at:start])
        value, at = _object_at(text, start)
        if isinstance(value, dict) and value.get("intent") == "tool_call":
            found.append(value)
    if _REQUEST.search(
        "".join([*words, text[at:]])
    ):  # not in an object that was read: what is in one of those is its content
        raise ValueError('an object with "intent": "tool_call" cannot be read')
    return found


def _object_at(text: str, start: int) -> tuple[Any, int]:
    """Return the JSON value that begins there and where it ends; None and the next place when there is none."""
    try:
        return _DECODER.raw_decode(text, start)
    except _DuplicateKey:
        raise
    except (ValueError, RecursionError):
        return None, start + 1


def _parse(body: str) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(body, object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _DuplicateKey(key)
        made[key] = value
    return made


def _reject_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _parse_written_requests(written: list[Any], step: int) -> ParsedToolRequests | MalformedToolRequest:
    kinds = {kind for kind, _ in written}
    archons = [value for kind, value in written if kind == "archon"]
    if len(kinds) > 1 or len(archons) > 1:
        return MalformedToolRequest(reason="There is more than one tool request in the answer. Send one.")
    wanted = archons[0].get("tools") if archons else [value for _, value in written]
    if archons and archons[0].get("phase") != "EXECUTE":
        return MalformedToolRequest(reason='A tool call has "phase": "EXECUTE".')
    if not isinstance(wanted, list) or not wanted:
        return MalformedToolRequest(reason='"tools" must be a list of {"name", "args"} with at least one entry.')
    if len(wanted) > MAX_TOOL_CALLS:
        return MalformedToolRequest(reason=f"More than {MAX_TOOL_CALLS} tools in one request.")
    made = [_parse_tool_request(value, f"call_{step}_{place}") for place, value in enumerate(wanted)]
    bad = [value for value in made if isinstance(value, MalformedToolRequest)]
    return (
        bad[0]
        if bad
        else ParsedToolRequests(requests=tuple(value for value in made if isinstance(value, ToolRequest)), form="text")
    )


def _parse_tool_request(value: Any, call_id: str) -> ToolRequest | MalformedToolRequest:  # noqa: ANN401 - whatever the model wrote
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return MalformedToolRequest(reason='A tool is {"name": "…", "args": {…}}.')
    if "args" in value and "arguments" in value:
        return MalformedToolRequest(reason=f"{value['name']}: both args and arguments are there. Send args only.")
    args = value.get("args", value.get("arguments", {}))
    if not isinstance(args, dict):
        return MalformedToolRequest(reason=f"{value['name']}: args must be an object.")
    return ToolRequest(call_id=call_id, name=value["name"], args=args)


_DECODER = json.JSONDecoder(object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
