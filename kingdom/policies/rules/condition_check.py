"""Checks a condition against the fields of its event, and holds it against one event. Pure."""

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kingdom.events.event_types import EVENT_TYPES, EventField
from kingdom.policies.rules.condition_tree import (
    BadCondition,
    Comparison,
    Condition,
    Conjunction,
    Disjunction,
    Matching,
    Membership,
    Negation,
    Node,
    Scalar,
)

RUN_KIND = "run.kind"
# Of the whole run up to an event: the events that are summed, and which of their fields.
RUN_SUMS: Mapping[str, tuple[str, str]] = {
    "run.cost": ("AgentRunFinished", "cost"),
    "run.recipients": ("ToolRequested", "recipients"),
}
RUN_SECONDS = "run.seconds"
RUN_TOTALS = frozenset({*RUN_SUMS, RUN_SECONDS})
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TYPES: Mapping[type, str] = {bool: "boolean", float: "number", str: "text"}


def known_fields(event: str) -> Mapping[str, EventField]:
    """Return the paths that a condition on an event may name."""
    run = EventField("text", "`workflow`, `session`, or empty outside of runs")
    totals = {
        "run.cost": EventField("number", "what the run has cost so far, in the prices' currency"),
        "run.recipients": EventField("number", "to how many the run has sent so far, a call that is judged included"),
        RUN_SECONDS: EventField("number", "how long the run has taken so far"),
    }
    return {**EVENT_TYPES[event].fields, RUN_KIND: run, **totals}


def run_totals_of(test: Node) -> frozenset[str]:
    """Return which totals of the run a condition reads."""
    return frozenset(leaf.path for leaf in _leaves(test)) & RUN_TOTALS


def check_condition(condition: Condition, event: str) -> None:
    """Raise BadCondition for a field that the event does not have, or a value of another type than the field's."""
    fields = known_fields(event)
    if condition.window is not None and run_totals_of(condition.test):
        raise BadCondition("condition: a total of the run stands without a count in a time.")
    for leaf in _leaves(condition.test):
        if leaf.path not in fields:
            known = ", ".join(sorted(fields))
            raise _fault(leaf.column, f"{event} has no field {leaf.path!r}. It has {known}")
        _check_type(leaf, fields[leaf.path].type)


def is_match(test: Node, values: Mapping[str, Any]) -> bool:
    """Return whether an event with these values fits. A field without a value equals nothing, and is no text."""
    match test:
        case Conjunction(parts):
            return all(is_match(part, values) for part in parts)
        case Disjunction(parts):
            return any(is_match(part, values) for part in parts)
        case Negation(part):
            return not is_match(part, values)
        case Membership(path, options, _):
            return values.get(path) in options
        case Matching(path, expression, _):
            return bool(expression.search(str(values.get(path, ""))))
        case Comparison(path, sign, wanted, _):
            return _compare(values.get(path), sign, wanted)


def _compare(value: Any, sign: str, wanted: Scalar) -> bool:  # noqa: ANN401 - any JSON value
    if sign in ("==", "!="):
        return (value == wanted) is (sign == "==")
    return value is not None and _ORDERS[sign](value, wanted)


def _leaves(test: Node) -> Iterator[Comparison | Membership | Matching]:
    match test:
        case Conjunction(parts) | Disjunction(parts):
            for part in parts:
                yield from _leaves(part)
        case Negation(part):
            yield from _leaves(part)
        case Comparison() | Membership() | Matching():
            yield test


def _check_type(leaf: Comparison | Membership | Matching, kind: str) -> None:
    if isinstance(leaf, Matching):
        wrong = kind != "text"
        detail = f"only a text can match; {leaf.path} is a {kind}"
    elif isinstance(leaf, Membership):
        wrong = any(_TYPES[type(value)] != kind for value in leaf.values)
        detail = f"{leaf.path} is a {kind}, and the list holds something else"
    else:
        wrong = _TYPES[type(leaf.value)] != kind or (leaf.operator in _ORDERS and kind != "number")
        detail = f"{leaf.path} is a {kind}; it cannot be compared so"
    if wrong:
        raise _fault(leaf.column, detail)


def _fault(column: int, message: str) -> BadCondition:
    return BadCondition(f"condition: at character {column}: {message}.", column=column)
