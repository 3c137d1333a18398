"""Reads conditions like ``tool == "archon.http.request" and host matches "example" and 3 in 10 min``. Pure.

``*`` is always true. A condition becomes a tree and is never run as code; its size and depth are bounded.
"""

from functools import cache, lru_cache
from typing import Any, cast

import re2
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, VisitError

from kingdom.policies.rules.condition_tree import (
    BadCondition,
    Comparator,
    Comparison,
    Condition,
    Conjunction,
    Disjunction,
    Matching,
    Membership,
    Negation,
    Node,
    Scalar,
    Window,
    WindowScope,
)

MAX_LENGTH, MAX_PARTS, MAX_DEPTH, MAX_VALUES = 1000, 40, 10, 50
MAX_EXPRESSION, MAX_COUNT, MAX_WINDOW_S = 200, 1000, 7 * 86_400
_MAX_RE2_BYTES = 1 << 20
_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86_400}
_GRAMMAR = r"""
start: "*" -> always | either
either: both ("or" both)*
both: opposite ("and" opposite)*
?opposite: "not" opposite -> negation | part
?part: "(" either ")"
     | PATH COMPARATOR value -> comparison
     | PATH "in" values -> membership
     | PATH "not" "in" values -> exclusion
     | PATH "matches" STRING -> matching
     | NUMBER "in" NUMBER UNIT ["per" SCOPE] -> window
values: "[" value ("," value)* "]"
value: STRING -> text | SIGNED_NUMBER -> number | NUMBER -> number | "true" -> true | "false" -> false
COMPARATOR: "==" | "!=" | "<=" | ">=" | "<" | ">"
UNIT: "s" | "min" | "h" | "d"
SCOPE: "run" | "user" | "all"
PATH: /[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*/
STRING: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/
NUMBER: /\d+(\.\d+)?/
SIGNED_NUMBER: /-\d+(\.\d+)?/
%ignore /\s+/
"""


class _Counted:
    """A window inside the tree, before it is taken out of the outermost ``and``."""

    def __init__(self, window: Window, column: int) -> None:
        self.window, self.column = window, column


@v_args(inline=True)
class _TreeBuilder(Transformer[Token, Any]):
    """Builds the parts while the text is parsed, so that no tree of tokens is walked."""

    def always(self) -> Node:
        return Conjunction(())

    def start(self, node: Any) -> Any:  # noqa: ANN401 - a part or a window
        return node

    def either(self, *parts: Any) -> Any:  # noqa: ANN401 - as above
        return parts[0] if len(parts) == 1 else Disjunction(parts)

    def both(self, *parts: Any) -> Any:  # noqa: ANN401 - as above
        return parts[0] if len(parts) == 1 else Conjunction(parts)

    def negation(self, part: Any) -> Node:  # noqa: ANN401 - as above
        return Negation(part)

    def comparison(self, path: Token, operator: Token, value: Scalar) -> Node:
        return Comparison(str(path), cast(Comparator, str(operator)), value, path.column or 0)

    def membership(self, path: Token, values: tuple[Scalar, ...]) -> Node:
        return Membership(str(path), values, path.column or 0)

    def exclusion(self, path: Token, values: tuple[Scalar, ...]) -> Node:
        return Negation(Membership(str(path), values, path.column or 0))

    def matching(self, path: Token, expression: Token) -> Node:
        return Matching(str(path), _compiled(_unquoted(expression), expression.column or 0), path.column or 0)

    def window(self, count: Token, length: Token, unit: Token, per: Token | None) -> _Counted:
        seconds, number = float(length) * _UNITS[unit], float(count)
        if not 1 <= number <= MAX_COUNT or number != int(number):
            raise _fault(f"a number of events is a whole number from 1 to {MAX_COUNT}", count.column)
        if not 1 <= seconds <= MAX_WINDOW_S:
            raise _fault("a time is from 1 second to 7 days", length.column)
        return _Counted(Window(int(number), int(seconds), cast(WindowScope, str(per or "run"))), count.column or 0)

    def values(self, *values: Scalar) -> tuple[Scalar, ...]:
        if len(values) > MAX_VALUES:
            raise BadCondition(f"condition: a list has at most {MAX_VALUES} values.")
        return values

    def text(self, token: Token) -> Scalar:
        return _unquoted(token)

    def number(self, token: Token) -> Scalar:
        return float(token)

    def true(self) -> Scalar:
        return True

    def false(self) -> Scalar:
        return False


@cache
def _parser() -> Lark:
    """Build the parser when the first condition is read: it takes 0.1 s, and most processes read none."""
    return Lark(_GRAMMAR, parser="lalr", transformer=_TreeBuilder())


@lru_cache(maxsize=256)  # trees are immutable; a policy is evaluated at each call and event
def parse_condition(text: str) -> Condition:
    """Return the condition of a text. Raises BadCondition with the column of the fault, from 1."""
    if len(text) > MAX_LENGTH:
        raise BadCondition(f"condition: it has more than {MAX_LENGTH} characters.")
    try:
        tree: Any = _parser().parse(text)
    except UnexpectedInput as error:
        raise _unexpected(error, text) from None
    except VisitError as error:
        if isinstance(error.orig_exc, BadCondition):
            raise error.orig_exc from None
        raise
    _check_size(tree)
    return _with_window(tree)


def _with_window(tree: Any) -> Condition:  # noqa: ANN401 - a part or a window
    """Take the window out of the outermost ``and``. Raises BadCondition for one anywhere else, and for two."""
    parts = list(tree.parts) if isinstance(tree, Conjunction) else [tree]
    windows = [part for part in parts if isinstance(part, _Counted)]
    tests = [part for part in parts if not isinstance(part, _Counted)]
    misplaced = [*windows[1:], *(counted for part in tests for counted in _counted_in(part))]
    if misplaced:
        message = "a count in a time stands once, in the outermost 'and' (… and 3 in 10 min)"
        raise _fault(message, misplaced[0].column)
    test = tests[0] if len(tests) == 1 else Conjunction(tests)
    return Condition(test, windows[0].window if windows else None)


def _counted_in(part: Any) -> list[_Counted]:  # noqa: ANN401 - a part or a window
    if isinstance(part, _Counted):
        return [part]
    return [counted for inner in _inner(part) for counted in _counted_in(inner)]


def _inner(part: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a part or a window
    if isinstance(part, Negation):
        return (part.part,)
    return tuple(part.parts) if isinstance(part, Conjunction | Disjunction) else ()


def _check_size(tree: Any) -> None:  # noqa: ANN401 - a part or a window
    """Raise BadCondition for a tree with too many parts or too many levels; without recursion."""
    waiting, count = [(tree, 1)], 0
    while waiting:
        part, depth = waiting.pop()
        count += 1
        if count > MAX_PARTS or depth > MAX_DEPTH:
            raise BadCondition(f"condition: it has more than {MAX_PARTS} parts or {MAX_DEPTH} levels.")
        waiting += [(inner, depth + 1) for inner in _inner(part)]


def _unquoted(token: Token) -> str:
    """Return the text between quotes; a backslash only escapes quotes, so that expressions need no doubling."""
    quote = token[0]
    return str(token[1:-1]).replace(f"\\{quote}", quote)


def _compiled(expression: str, column: int) -> Any:  # noqa: ANN401 - RE2 ships no types
    options = re2.Options()
    options.max_mem, options.log_errors = _MAX_RE2_BYTES, False
    if len(expression) > MAX_EXPRESSION:
        raise _fault(f"an expression has at most {MAX_EXPRESSION} characters", column)
    try:
        return re2.compile(expression, options)
    except re2.error as error:
        raise _fault(f"the expression cannot be read ({str(error)[:100]})", column) from None


def _unexpected(error: UnexpectedInput, text: str) -> BadCondition:
    column = getattr(error, "column", -1)
    if isinstance(error, UnexpectedCharacters) and 0 < column <= len(text):
        return _fault(f"unexpected {text[column - 1]!r}", column)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        return _fault("it ends too early", len(text) + 1)
    return _fault(f"unexpected {str(token)[:40]!r}", column)


def _fault(message: str, column: int | None) -> BadCondition:
    return BadCondition(f"condition: at character {column}: {message}.", column=column or 0)
