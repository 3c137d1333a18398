"""Parser of a model's text: tool requests in three wire forms, and the status tags of an answer.

Archon JSON, fenced ``json:function`` blocks and a provider's native calls all become the same ``ToolRequest``; so does
a delegation, in a ``json:delegation`` block or as a native call. An ambiguous text is an error that goes back to the
model.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from kingdom.cognition.decisions import Tag
from kingdom.contracts.capabilities.closure import DELEGATE_TOOL
from kingdom.contracts.handler_result import EvidenceEntry, parse_evidence
from kingdom.contracts.model import ToolCall
from kingdom.contracts.tools import ToolRequest

MAX_TOOL_CALLS = 16  # calls in one batch
MAX_SUMMARY = 300  # characters of a request's reason
_FENCE = re.compile(r"^```([^\s`]*)[^\n`]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_REQUEST = re.compile(r'"intent"\s*:\s*"tool_call"')
_MAX_OBJECTS_IN_PROSE = 200  # opening braces in prose that are tried
_OPEN_FENCE = re.compile(r"^```json:function\b", re.MULTILINE)
_DELEGATION = "json:delegation"
# anywhere in a line, and under a name that is nearly right: such a block is no answer either
_DELEGATION_FENCE = re.compile(r"(?:`{3,}|~{3,})[ \t]*(?:json[ \t:_-]*)?delegat(?:e|ion)\b", re.IGNORECASE)
_DELEGATION_OBJECT = re.compile(r"""["']new_nodes["']\s*:\s*[\[{]""")
_STATUS = re.compile(r"\s*\[STATUS:\s*(SUCCESS|NULL)\s*\]\s*\Z", re.IGNORECASE)
_ANY_STATUS = re.compile(r"\[\s*STATUS\s*:[^\[\]\n]{0,60}\]?", re.IGNORECASE)
_EVIDENCE = re.compile(r"\s*\[EVIDENCE:([^\]\n]{0,4000})\]\s*\Z", re.IGNORECASE)
_ITEM_MARK = r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)"
_CODE_FENCE = re.compile(rf"([ \t>]*{_ITEM_MARK}?[ \t>]*)(`{{3,}}|~{{3,}})(.*)")
_QUOTED_LINE = re.compile(rf"(?:\t| {{4}}|\s*{_ITEM_MARK}*>)")
_BYPASS = re.compile(r"\A\s*\[BYPASS:\s*([^\]\n]{1,500})\]\s*", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class ParsedToolRequests:
    """The requested tools; the results go back to the model in the same ``form``.

    ``summary`` is the model's reason, "" without one: untrusted words.
    """

    requests: tuple[ToolRequest, ...]
    form: Literal["native", "text"]
    summary: str = ""

    @property
    def delegation(self) -> ToolRequest | None:
        """The request to delegate, None without one."""
        return next((request for request in self.requests if request.name == DELEGATE_TOOL), None)


@dataclass(frozen=True, kw_only=True)
class MalformedToolRequest:
    """A broken or ambiguous request; ``reason`` goes back to the model."""

    reason: str


class TaggedAnswer(NamedTuple):
    """An answer without its tags. ``evidence`` is its list of calls, or the error in it."""

    text: str
    tag: Tag
    bypass: str
    evidence: tuple[EvidenceEntry, ...] | str = ()


class _DuplicateKey(ValueError):
    pass


def parse_tool_requests(
    text: str, native: Sequence[ToolCall], step: int
) -> ParsedToolRequests | MalformedToolRequest | None:
    """Return the requested tools, None for a plain answer. ``step`` makes call ids of text forms unique."""
    try:
        written = _find_written_requests(text)
    except _DuplicateKey as error:
        return MalformedToolRequest(reason=f"The key {error} is there twice.")
    except ValueError as error:
        return MalformedToolRequest(reason=f"The request is not valid JSON: {error}")
    if native and written:
        reason = "Tools were asked for by function call and in the text at once. Use one form."
        return MalformedToolRequest(reason=reason)
    parsed = _parse_native_calls(native) if native else _parse_written_requests(written, step) if written else None
    return _with_summary(parsed, text, written) if isinstance(parsed, ParsedToolRequests) else parsed


def has_delegation(text: str) -> bool:
    """Whether a text has a delegation, in a block or anywhere: a request to the kernel, and no answer to anybody."""
    return _DELEGATION_FENCE.search(text) is not None or _DELEGATION_OBJECT.search(text) is not None


def split_status_tags(text: str) -> TaggedAnswer:
    """Return the answer without its tags, and their values.

    ``[STATUS: …]`` is at its end, ``[EVIDENCE: …]`` before that and ``[BYPASS: …]`` at its start.
    """
    bypass = _BYPASS.match(text)
    rest = text[bypass.end() :] if bypass else text
    status = _STATUS.search(rest)
    rest = rest[: status.start()] if status else rest
    tag: Tag = "" if status is None else "NULL" if status.group(1).upper() == "NULL" else "SUCCESS"
    evidence = _EVIDENCE.search(rest) if status else None
    rest = rest[: evidence.start()] if evidence else rest
    entries = _parse_evidence_line(evidence.group(1)) if evidence else ()
    return TaggedAnswer(rest.strip(), tag, bypass.group(1).strip() if bypass else "", entries)


def status_tag_fault(text: str) -> str:
    """Return what is wrong with the status tag of an answer, "" for exactly one at its end, outside of quote and code.

    Anything else is a text about the tag, or two answers at once.
    """
    tags = len(_ANY_STATUS.findall(text))
    if tags != 1:
        return "There is no status tag." if tags == 0 else f"There are {tags} status tags."
    if _STATUS.search(text) is None:
        return "The status tag is not at the end of the answer, or has an unknown value."
    is_quoted = _QUOTED_LINE.match(text.rstrip().splitlines()[-1]) is not None
    return "The status tag is in a quote or in a block of code." if is_quoted or _ends_in_code(text) else ""


def _ends_in_code(text: str) -> bool:
    """Whether a fence is open at the end: one is closed by its own character, at least as often, with nothing after.

    One in a quote or in an item of a list is over with it.
    """
    fence, around = "", ""
    for line in text.splitlines():
        if fence and _is_left(around, line):
            fence = ""
        found = _CODE_FENCE.match(line)
        if found is None:
            continue
        before, marks, rest = found.groups()
        if not fence:
            fence = "" if marks[0] in rest else marks  # code within a line, no fence
            around = before.strip()
        elif marks.startswith(fence) and not rest.strip():
            fence = ""
    return bool(fence)


def _is_left(around: str, line: str) -> bool:
    """Whether a line is outside of the quote or the item of a list (by its mark, "" for neither) of those before it."""
    if around.startswith(">"):
        return not line.lstrip().startswith(">")
    return bool(around) and bool(line.strip()) and line[0] not in " \t"


def _with_summary(
    parsed: ParsedToolRequests, text: str, written: Sequence[Any]
) -> ParsedToolRequests | MalformedToolRequest:
    if parsed.delegation is not None and len(parsed.requests) > 1:
        return MalformedToolRequest(reason="A delegation is a request of its own. Send it alone.")
    return replace(parsed, summary=_summary(text, written))


def _parse_evidence_line(line: str) -> tuple[EvidenceEntry, ...] | str:
    """Return the entries of ``name outcome, name outcome``, or the error in them."""
    pairs = [entry.strip().rsplit(maxsplit=1) for entry in line.split(",") if entry.strip()]
    entries = [{"name": pair[0], "outcome": pair[-1].lower()} if len(pair) == 2 else {} for pair in pairs]
    return parse_evidence(entries)


def _summary(text: str, written: Sequence[Any]) -> str:
    """Return why a model asks: an Archon object's ``summary``, else the words beside its calls, on one line."""
    stated = next((value.get("summary") for kind, value in written if kind == "archon"), None)
    words = stated if isinstance(stated, str) and stated.strip() else _FENCE.sub("", text)
    if written and words is not stated and _REQUEST.search(words):
        return ""  # an object in prose without a summary: its JSON is no reason
    line = " ".join(split_status_tags(words[: 4 * MAX_SUMMARY]).text.split())
    return line if len(line) <= MAX_SUMMARY else f"{line[: MAX_SUMMARY - 1]}…"


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
    """Return the requests in a text: ``json:function`` blocks, Archon objects in ``json`` blocks or in prose.

    Raises ValueError for a broken request.
    """
    blocks = [(match.group(1), match.group(2)) for match in _FENCE.finditer(text)]
    _check_fences(text, [kind for kind, _ in blocks])
    plain = [body for kind, body in blocks if kind in ("json", "")]
    functions: list[Any] = [("function", _parse(body)) for kind, body in blocks if kind == "json:function"]
    fenced = [value for value in map(_parse_archon, plain) if value is not None]
    archons = [("archon", value) for value in [*fenced, *_find_in_prose(_FENCE.sub("", text))]]
    requests = functions + _delegations(blocks, [*plain, text]) + archons
    if not requests and _DELEGATION_OBJECT.search(text):
        raise ValueError(f"a delegation stands among other words; send it alone, in a {_DELEGATION} block")
    return requests


def _check_fences(text: str, kinds: Sequence[str]) -> None:
    """Raise ValueError when a fence opens a request that was not read as a block."""
    if len(_OPEN_FENCE.findall(text)) != kinds.count("json:function"):
        raise ValueError("a json:function block is not closed")
    if len(_DELEGATION_FENCE.findall(text)) != kinds.count(_DELEGATION):
        raise ValueError(f"a {_DELEGATION} block is not at the beginning of its line, or is not closed")


def _delegations(blocks: Sequence[tuple[str, str]], plain: Sequence[str]) -> list[Any]:
    """Return the delegations in their own blocks, and the plain texts that are nothing but the object of one."""
    written = [_delegation(_parse(body)) for kind, body in blocks if kind == _DELEGATION]
    return [("function", value) for value in [*written, *map(_delegation, _bare_delegations(plain))]]


def _delegation(value: object) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return {"name": DELEGATE_TOOL, "args": value}
    raise ValueError(f"a {_DELEGATION} block holds one object")


def _bare_delegations(bodies: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the texts that are nothing but the object of a delegation. Raises ValueError for a broken one."""
    whole = [body.strip() for body in bodies if '"new_nodes"' in body and body.strip().startswith("{")]
    values = [_parse(body) for body in whole]
    return [value for value in values if isinstance(value, dict) and isinstance(value.get("new_nodes"), list)]


def _parse_archon(body: str) -> Mapping[str, Any] | None:
    """Return an Archon object, None for any other text. Raises ValueError for a broken one."""
    if '"tool_call"' not in body:
        return None
    value = _parse(body)
    is_request = isinstance(value, dict) and value.get("intent") == "tool_call"
    return value if is_request else None


def _find_in_prose(text: str) -> list[Mapping[str, Any]]:
    """Return the Archon objects in prose. Raises ValueError for a text that seems to hold an unreadable one."""
    if _REQUEST.search(text) is None:
        return []
    requests, prose, at = list[Mapping[str, Any]](), list[str](), 0
    for _ in range(_MAX_OBJECTS_IN_PROSE):
        start = text.find("{", at)
        if start < 0:
            break
        prose.append(text[at:start])
        value, at = _object_at(text, start)
        if isinstance(value, dict) and value.get("intent") == "tool_call":
            requests.append(value)
    # only outside of the objects: a match inside of one is its content
    if _REQUEST.search("".join([*prose, text[at:]])):
        raise ValueError('an object with "intent": "tool_call" cannot be read')
    return requests


def _object_at(text: str, start: int) -> tuple[Any, int]:
    """Return the JSON value at ``start`` and its end; None and the next position for text that is not JSON."""
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
    unique: dict[str, Any] = {}
    for key, value in pairs:
        if key in unique:
            raise _DuplicateKey(key)
        unique[key] = value
    return unique


def _reject_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _parse_written_requests(written: list[Any], step: int) -> ParsedToolRequests | MalformedToolRequest:
    kinds = {kind for kind, _ in written}
    archons = [value for kind, value in written if kind == "archon"]
    if len(kinds) > 1 or len(archons) > 1:
        return MalformedToolRequest(reason="There is more than one tool request in the answer. Send one.")
    if archons and archons[0].get("phase") != "EXECUTE":
        return MalformedToolRequest(reason='A tool call has "phase": "EXECUTE".')
    return _parse_batch(archons[0].get("tools") if archons else [value for _, value in written], step)


def _parse_batch(values: object, step: int) -> ParsedToolRequests | MalformedToolRequest:
    if not isinstance(values, list) or not values:
        return MalformedToolRequest(reason='"tools" must be a list of {"name", "args"} with at least one entry.')
    if len(values) > MAX_TOOL_CALLS:
        return MalformedToolRequest(reason=f"More than {MAX_TOOL_CALLS} tools in one request.")
    requests = list[ToolRequest]()
    for index, value in enumerate(values):
        request = _parse_tool_request(value, f"call_{step}_{index}")
        if isinstance(request, MalformedToolRequest):
            return request
        requests.append(request)
    return ParsedToolRequests(requests=tuple(requests), form="text")


def _parse_tool_request(value: Any, call_id: str) -> ToolRequest | MalformedToolRequest:  # noqa: ANN401 - any JSON value
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return MalformedToolRequest(reason='A tool is {"name": "…", "args": {…}}.')
    if "args" in value and "arguments" in value:
        return MalformedToolRequest(reason=f"{value['name']}: both args and arguments are there. Send args only.")
    args = value.get("args", value.get("arguments", {}))
    if not isinstance(args, dict):
        return MalformedToolRequest(reason=f"{value['name']}: args must be an object.")
    return ToolRequest(call_id=call_id, name=value["name"], args=args)


_DECODER = json.JSONDecoder(object_pairs_hook=_reject_duplicate_keys, parse_constant=_reject_constant)
