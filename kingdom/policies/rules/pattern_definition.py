"""The definition of a pattern: what triggers it, its condition, its action. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from kingdom.core.errors import BadInput
from kingdom.events.event_types import EVENT_TYPES
from kingdom.policies.rules.condition_check import check_condition
from kingdom.policies.rules.condition_parser import parse_condition
from kingdom.policies.rules.condition_tree import Condition

ActionKind = Literal["Notify", "RequestApproval", "Block", "Suspend"]
SEVERITY: tuple[ActionKind, ...] = get_args(ActionKind)  # from the mildest on
BEFORE_IT_RUNS = "ToolRequested"
MAX_NAME, MAX_REASON = 200, 500
# Where an action can still take effect: a call can be held up before it runs, a failed node asks its user.
_TRIGGERS: Mapping[ActionKind, frozenset[str]] = {
    "Notify": frozenset(EVENT_TYPES),
    "RequestApproval": frozenset({BEFORE_IT_RUNS, "AgentFailed"}),
    "Block": frozenset({BEFORE_IT_RUNS}),
    "Suspend": frozenset(
        {name for name in EVENT_TYPES if name.startswith(("Agent", "Tool", "Delegation", "Approval", "Route"))}
    ),
}


@dataclass(frozen=True, kw_only=True)
class PatternDefinition:
    """A pattern as a value. ``reason`` is what people read when it fires."""

    key: str
    name: str
    trigger_event: str
    condition: str
    action: ActionKind
    reason: str

    def parsed(self) -> Condition:
        """Return the condition. Raises BadCondition."""
        return parse_condition(self.condition)

    def to_json(self) -> dict[str, Any]:
        """Return the form of the API and of the shipped file."""
        return {
            "id": self.key,
            "name": self.name,
            "trigger_event": self.trigger_event,
            "condition": self.condition,
            "action": {self.action: {"reason": self.reason}},
        }


def parse_action(action: object) -> tuple[ActionKind, str]:
    """Return the kind and the reason of ``{"Block": {"reason": …}}``. Raises BadInput."""
    if not isinstance(action, Mapping) or len(action) != 1:
        raise BadInput(f"action: give exactly one of {', '.join(SEVERITY)}.")
    kind, details = next(iter(action.items()))
    if kind not in SEVERITY or not isinstance(details, Mapping) or set(details) - {"reason"}:
        raise BadInput(f'action: it is one of {", ".join(SEVERITY)} with an object like {{"reason": "…"}}.')
    reason = details.get("reason", "")
    if not isinstance(reason, str) or len(reason) > MAX_REASON:
        raise BadInput(f"action: the reason is a text of at most {MAX_REASON} characters.")
    return cast(ActionKind, kind), reason


def check_pattern(pattern: PatternDefinition) -> None:
    """Raise BadInput or BadCondition, each with the place, for a pattern that could never work."""
    if pattern.trigger_event not in EVENT_TYPES:
        raise BadInput("trigger_event: there is no such event. The events' reference lists them.")
    if not pattern.name.strip() or len(pattern.name) > MAX_NAME:
        raise BadInput(f"name: give a name of at most {MAX_NAME} characters.")
    check_condition(pattern.parsed(), pattern.trigger_event)
    possible = _TRIGGERS[pattern.action]
    if pattern.trigger_event not in possible:
        shown = ", ".join(sorted(possible))
        raise BadInput(f"action: {pattern.action} is possible on {shown}; {pattern.trigger_event} is too late for it.")


def pattern_from_json(value: Mapping[str, Any]) -> PatternDefinition:
    """Return a checked pattern of its JSON form. Raises BadInput."""
    texts = [value.get(name) for name in ("id", "name", "trigger_event", "condition")]
    if not all(isinstance(text, str) for text in texts):
        raise BadInput("A pattern has id, name, trigger_event, condition and action.")
    key, name, trigger, condition = cast(list[str], texts)
    kind, reason = parse_action(value.get("action"))
    pattern = PatternDefinition(
        key=key, name=name, trigger_event=trigger, condition=condition, action=kind, reason=reason
    )
    check_pattern(pattern)
    return pattern
