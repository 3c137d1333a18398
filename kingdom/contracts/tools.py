"""Values of the tool port."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SideEffect = Literal["read", "write", "exec", "network"]
ACCESS_DENIED_MESSAGE = "Access denied by creator."


@dataclass(frozen=True, kw_only=True)
class ToolRequest:
    """One tool call that a model asks for, in any wire form."""

    call_id: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ToolOutcome:
    """The answer of a tool. ``result`` always has ``success``; a ``denied`` call did not run."""

    call_id: str
    name: str
    result: Mapping[str, Any]
    denied: bool = False


def denied_result(message: str = ACCESS_DENIED_MESSAGE, *, reason: str = "") -> dict[str, Any]:
    """Return the result of a denied call, as its model reads it and its receipt stores it."""
    result = {"success": False, "message": message, "denied": True}
    return {**result, "reason": reason} if reason else result
