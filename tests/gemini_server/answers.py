"""Requests that the local model server received, and its scripted answers."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Face = Literal["gemini", "openai"]
Cut = Literal["", "hard", "quiet"]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One scripted answer. Times are seconds; ``pieces`` is the number of text events of a stream.

    ``cut``: ``hard`` drops the connection after ``pieces_before_cut`` events, ``quiet`` ends the stream tidily but with
    no finish reason. ``raw`` replaces the whole body (or one event of a stream); it may be any bytes.
    """

    text: str = ""
    thoughts: str = ""
    tool_calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    finish: str = "STOP"
    blocked: str = ""
    status: int = 200
    error_status: str = ""
    error_message: str = ""
    error_reason: str = ""
    retry_after: float | None = None
    first_byte_s: float = 0.0
    piece_delay_s: float = 0.0
    pieces: int = 3
    cut: Cut = ""
    pieces_before_cut: int = 1
    raw: bytes | None = None
    usage: tuple[int, int, int] | None = None
    obeys: bool = True

    def obeying(self, seen: "Seen") -> "Answer":
        """Return the answer with the status line that its instructions ask for, unless it has one or does not obey."""
        asked = "[STATUS: SUCCESS]" in next(iter(seen.texts), "")
        is_text = bool(self.text.strip()) and not self.text.lstrip().startswith("{") and self.finish == "STOP"
        other = self.tool_calls or re.search(r"\[STATUS:|tool_call|json:function", self.text, re.IGNORECASE)
        if not (self.obeys and asked and is_text) or other:
            return self
        return replace(self, text=f"{self.text}\n[STATUS: SUCCESS]")

    def split(self) -> list[str]:
        """Return the text in at most ``pieces`` parts that join to it."""
        size = max(1, -(-len(self.text) // max(1, self.pieces)))
        return [self.text[at : at + size] for at in range(0, len(self.text), size)]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One request as it came in. ``headers`` have lower-case names."""

    face: Face
    verb: str
    path: str
    model: str
    version: str
    headers: Mapping[str, str]
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return every text of the conversation in order, system instruction first."""
        if self.face == "openai":
            return tuple(str(message.get("content") or "") for message in self.body.get("messages", []))
        contents = [self.body.get("systemInstruction") or {}, *self.body.get("contents", [])]
        return tuple(str(part["text"]) for content in contents for part in content.get("parts", []) if "text" in part)

    @property
    def last_text(self) -> str:
        """Return the last text said, by whomever."""
        return self.texts[-1] if self.texts else ""

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """Return the JSON schema asked for, in whichever spelling it came."""
        if self.face == "openai":
            response_format = self.body.get("response_format") or {}
            found = (response_format.get("json_schema") or {}).get("schema")
        else:
            config = self.body.get("generationConfig") or {}
            found = config.get("responseJsonSchema") or config.get("response_json_schema")
        return found if isinstance(found, Mapping) else None

    @property
    def tools(self) -> tuple[str, ...]:
        """Return the names of the declared functions."""
        if self.face == "openai":
            return tuple(str(tool["function"]["name"]) for tool in self.body.get("tools", []))
        groups = self.body.get("tools", [])
        return tuple(str(one["name"]) for group in groups for one in group.get("functionDeclarations", []))


Rule = Callable[[Seen], Answer | None]


def smallest(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a small value that fits a plain JSON schema.

    What the server answers to an unscripted structured request.
    """
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for choice in ("anyOf", "oneOf"):
        if schema.get(choice):
            return smallest(schema[choice][0])
    kind = schema.get("type", "object")
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object":
        required = schema.get("required", [])
        return {name: smallest(value) for name, value in schema.get("properties", {}).items() if name in required}
    if kind == "array":
        return [smallest(schema.get("items", {"type": "string"}))] * int(schema.get("minItems", 0))
    plain: dict[str, Any] = {
        "string": "text",
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 0.5),
        "boolean": True,
    }
    return plain.get(kind)


def default_answer(seen: Seen) -> Answer:
    """Return the default answer: an echo of the last text, or the smallest value of the schema."""
    if seen.schema is not None and not seen.tools:
        return Answer(text=json.dumps(smallest(seen.schema)))
    return Answer(text=f"Echo: {seen.last_text}")
