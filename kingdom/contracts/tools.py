"""Values of the tool port."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SideEffect = Literal["read", "write", "exec", "network"]


@dataclass(frozen=True, kw_only=True)
class ToolRequest:
    """One tool a model asks for, whichever wire form it used."""

    call_id: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ToolOutcome:
    """What a tool answered. ``result`` always has ``success``; ``denied`` says that it did not run because it may not."""

    call_id: str
    name: str
    result: Mapping[str, Any]
    denied: bool = False
