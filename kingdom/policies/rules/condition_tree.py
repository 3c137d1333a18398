"""The parts of a parsed condition. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kingdom.core.errors import BadInput

Scalar = str | float | bool
WindowScope = Literal["run", "user", "all"]
Comparator = Literal["==", "!=", "<", "<=", ">", ">="]


class BadCondition(BadInput):
    """The condition cannot be read."""

    code = "bad_condition"


@dataclass(frozen=True)
class Comparison:
    """A field compared with a value."""

    path: str
    operator: Comparator
    value: Scalar
    column: int


@dataclass(frozen=True)
class Membership:
    """Whether a field is one of some values."""

    path: str
    values: Sequence[Scalar]
    column: int


@dataclass(frozen=True)
class Matching:
    """Whether a text has a part that fits an expression of RE2, which takes linear time."""

    path: str
    expression: Any  # compiled by RE2, which ships no types
    column: int


@dataclass(frozen=True)
class Negation:
    """The opposite of a part."""

    part: "Node"


@dataclass(frozen=True)
class Conjunction:
    """All of some parts; true without any."""

    parts: Sequence["Node"]


@dataclass(frozen=True)
class Disjunction:
    """At least one of some parts."""

    parts: Sequence["Node"]


@dataclass(frozen=True)
class Window:
    """At least ``count`` events of this kind that fit the rest of the condition within ``seconds``, this one included.

    ``per``: of the same run (a workflow, or a session without one), of the same user, or of all.
    """

    count: int
    seconds: int
    per: WindowScope


Node = Comparison | Membership | Matching | Negation | Conjunction | Disjunction


@dataclass(frozen=True)
class Condition:
    """A condition: what one event must be like, and how often within a time (None: once is enough)."""

    test: Node
    window: Window | None = None
