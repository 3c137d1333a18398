"""Reads common rules in plain words without a language model. What is not understood is refused. Pure."""

import re
from collections.abc import Mapping

from kingdom.policies.rules import plain_phrases as words
from kingdom.policies.rules.condition_tree import BadCondition
from kingdom.policies.rules.pattern_definition import PatternDefinition
from kingdom.policies.rules.plain_actions import PlainAction, read_action
from kingdom.policies.rules.plain_calls import read_calls
from kingdom.policies.rules.plain_reading import PlainReading, equal_part, number_in

MAX_TEXT = 500
EXAMPLES = (
    "stop a workflow when a tool fails 3 times in 10 minutes",
    "ask me before anything is sent to api.example.com",
    "ask me before anything is sent to more than 10 people",
    "never write to the folder reports",
    "only allow requests to example.com",
    "no more than 10 web searches per hour",
    "block python for research agents",
    "tell me when a run costs more than 0.50",
    "tell me when an agent fails",
    "tell me when a specialist is suspended",
    "warn me when a run takes longer than 10 minutes",
    "warn me when 80% of the budget is used",
    "tell me when a delegation is refused",
)
_UNITS = "|".join(f"(?P<{name}>{pattern})" for name, pattern in words.UNITS.items())
_WHOLE = rf"\d{{1,6}}|{'|'.join(words.NUMBERS.values())}"
_COUNT = rf"(?:(?P<more>{words.MORE})\s+)?(?P<count>{_WHOLE})"
_SPAN = rf"(?P<length>{_WHOLE}|half an|a half|einer? halben?|{words.ONE})\s*(?:{_UNITS})"
_LENGTH = rf"(?:{words.WITHIN})\s+{_SPAN}"
_SECONDS: Mapping[str, int] = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_NUMBER = r"(?P<number>\d+(?:[.,]\d+)?)"
_CURRENCIES = {
    "EUR": r"€|euros?|eur",
    "USD": r"\$|dollars?|usd",
    "GBP": r"£|pounds?|gbp",
    "CHF": r"francs?|franken|chf",
}
_MONEY = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _CURRENCIES.items())
_RUN_LONG = "7 d"  # the longest time that is counted stands for the whole run
_RUN_SUBJECT = (
    rf"^\W*(?:(?:an?|the|any|every|all|eine?n?|den|jeden?|alle|die|un|une|el|la|le)\s+)?(?:{words.RUN})"
    r"(?=\W+(?:when|whenever|as soon as|once|after|wenn|sobald|nach|quand|lorsqu|si|cuando|if|whose|which|that|der|"
    r"die|dessen)\b)"
)
_PER = (
    rf"(?:per|an?|each|every|pro|je|in|within|par|por)\s+(?:(?P<run>{words.RUN})|"
    rf"(?:(?P<length>\d{{1,3}})\s*)?(?:{_UNITS}))"
)


class NotUnderstood(BadCondition):
    """This rule was not understood."""

    code = "policy_not_understood"


def read_policy(text: str, *, currency: str = "") -> PatternDefinition:
    """Return the pattern of a rule in plain words. Raises NotUnderstood, which says which rules are understood.

    ``currency``: in which costs are counted; a rule about money in another one is refused. "": any.
    """
    if len(text) > MAX_TEXT:
        raise NotUnderstood(f"text: a rule has at most {MAX_TEXT} characters.")
    reading = PlainReading(text)
    action = read_action(reading)
    trigger, condition = _trigger(reading, action, currency)
    is_known, rest = bool(action.kind and trigger), reading.rest()
    if rest or not is_known or action.kind is None:
        raise _not_understood(rest if is_known else [])
    return PatternDefinition(
        key="policy",
        name=" ".join(text.split())[:200],
        trigger_event=trigger,
        condition=" and ".join(condition) or "*",
        action=action.kind,
        reason=" ".join(text.split())[:500],
    )


def _trigger(reading: PlainReading, action: PlainAction, currency: str) -> tuple[str, list[str]]:
    """Return the event that a rule is about, and the parts of its condition; ("", []) for none."""
    if action.is_limit:
        return _limit(reading)
    if action.kind in ("Block", "RequestApproval"):
        window = _window(reading)
        calls = read_calls(reading, is_allowlist=action.is_allowlist)
        return ("", []) if calls is None else ("ToolRequested", [*calls, *window])
    has_run = reading.take(_RUN_SUBJECT) is not None
    figures = _cost(reading, currency) or _duration(reading) or _budget(reading)
    found = figures or _occurrence(reading, has_run=has_run)
    is_over = action.kind == "Suspend" and found[0] == "WorkflowFailed"  # nothing is left to suspend
    return ("", []) if is_over else found


def _occurrence(reading: PlainReading, *, has_run: bool) -> tuple[str, list[str]]:
    """Return an event that happens, maybe often in a time; ``has_run``: the rule began with a run."""
    window = _window(reading)
    readers = (_refusal, _failure, _status)
    found = next((found for reader in readers if (found := reader(reading)) is not None), None)
    if found is None and has_run and reading.take(words.FAILS):
        found = ("AgentFailed", [])  # "stop a run when it failed …"
    if found is None:
        found = ("ToolRequested", read_calls(reading) or [])
    reading.take(words.HAPPENS)
    return ("", []) if found == ("ToolRequested", []) else (found[0], [*found[1], *window])


def _limit(reading: PlainReading) -> tuple[str, list[str]]:
    """Return the condition on the call beyond a number: "no more than 10 web searches per hour"."""
    count = reading.take(
        rf"(?:to|auf|a)\s+(?P<count>{_WHOLE})(?=\s+(?:per|an?|each|every|pro|je|in)\s)"
    ) or reading.take(rf"(?P<count>{_WHOLE})")
    per = reading.take(_PER)
    calls = read_calls(reading) if count is not None and per is not None else None
    if count is None or per is None or not calls:
        return "", []
    if per["run"]:
        return "ToolRequested", [*calls, f"{int(number_in(count['count'])) + 1} in {_RUN_LONG}"]
    span = f"{per['length'] or 1} {_unit_of(per)}"
    return "ToolRequested", [*calls, f"{int(number_in(count['count'])) + 1} in {span} per user"]


def _cost(reading: PlainReading, currency: str) -> tuple[str, list[str]] | None:
    """Return the condition on what a run has cost, or one specialist."""
    more = rf"(?:{words.MORE})\s+(?:[$€£]\s*)?{_NUMBER}(?:\s*(?:(?P<cents>cents?)|{_MONEY}))?"
    amount = reading.take(rf"(?:{words.COSTS})\s+{more}") or reading.take(rf"{more}\s+(?:{words.COSTS})")
    if amount is None:
        return None
    named = _currency_of(amount)
    if named and currency and named != currency:
        raise NotUnderstood(f"text: costs are counted in {currency} here. Give the amount in {currency}.")
    value = amount["number"].replace(",", ".")
    value = f"{float(value) / 100:g}" if amount["cents"] else value
    role = _role(reading)
    return "AgentRunFinished", [*role, f"{'cost' if role else _figure(reading, 'cost')} > {value}"]


def _currency_of(amount: re.Match[str]) -> str:
    """Return the currency that an amount names, "" for none."""
    signs = {"EUR": "€", "USD": "$", "GBP": "£"}
    return next((name for name in _CURRENCIES if amount[name] or signs.get(name, "\0") in amount.group()), "")


def _role(reading: PlainReading) -> list[str]:
    """Return the part of a condition on a specialist that is named, none without one."""
    found = reading.take(rf"(?:the |der |den )?(?:specialist|spezialist)\s+{words.ROLE}")
    return equal_part("specialist", found["role"] or found["quoted"]) if found else []


def _figure(reading: PlainReading, name: str) -> str:
    """Return the field of a figure: of one specialist's session, or of the whole run so far."""
    is_agent = reading.take(words.AGENT) is not None
    reading.take(rf"{words.RUN}|{words.EVERYTHING}")
    return name if is_agent else f"run.{name}"


def _duration(reading: PlainReading) -> tuple[str, list[str]] | None:
    longer = rf"(?:{words.LONGER})\s+{_SPAN}"
    found = reading.take(rf"(?:{words.TAKES})\s+{longer}") or reading.take(rf"{longer}\s+(?:{words.TAKES})")
    if found is None:
        return None
    return "AgentRunFinished", [f"{_figure(reading, 'seconds')} > {_seconds(found)}"]


def _seconds(found: re.Match[str]) -> int:
    length = found["length"]
    number = 0.5 if "hal" in length else int(number_in(length))
    return int(number * _SECONDS[_unit_of(found)])


def _budget(reading: PlainReading) -> tuple[str, list[str]] | None:
    """Return the warning of a budget: it comes at 80 %, and at no other share."""
    left = reading.left
    share = reading.take(
        rf"(?:(?:{words.MORE}|at least|mindestens)\s+)?80\s*(?:%|percent|per cent|prozent|pour cent|"
        r"por ciento)(?:\s+(?:of|von|du|del))?"
    )
    is_used = reading.take(rf"(?P<nearly>{words.NEARLY})\s+(?:{words.USED})|{words.USED}")
    if (
        reading.take(rf"(?:(?:{words.DAILY})\s+)?(?:{words.BUDGET})") is None
        or is_used is None
        or not (share or is_used["nearly"])
    ):
        reading.left = left
        return None
    return "BudgetWarning", []


def _refusal(reading: PlainReading) -> tuple[str, list[str]] | None:
    if reading.take(words.REFUSED) is None:
        return None
    if reading.take(words.DELEGATION):
        reading.take(rf"(?:{words.AGENT})(?:.s)?")
        return "DelegationRefused", []
    tool = reading.take_named(words.TOOLS)
    return (
        ("ToolCompleted", ['outcome == "refused"', *equal_part("tool", tool)])
        if reading.take(words.TOOL) or tool
        else None
    )


def _failure(reading: PlainReading) -> tuple[str, list[str]] | None:
    left = reading.left
    if reading.take(words.FAILS) is None:
        return None
    role = _role(reading)
    if role:
        return "AgentFailed", role
    tool = reading.take_named(words.TOOLS)
    if reading.take(words.TOOL) or tool:
        return "ToolCompleted", ['outcome == "failed"', *equal_part("tool", tool)]
    identity = equal_part("identity", reading.take_named(words.IDENTITIES))
    if reading.take(words.AGENT) is None and not identity:
        if reading.take(words.WORKFLOW):
            return "WorkflowFailed", []
        if reading.take(words.RUN) is None:
            reading.left = left
            return None
    return "AgentFailed", identity


def _status(reading: PlainReading) -> tuple[str, list[str]] | None:
    event = reading.take_named(words.STATUS)
    return (event, []) if event and reading.take(words.AGENT) else None


def _window(reading: PlainReading) -> list[str]:
    """Return the count in a time: "3 times in 10 minutes", or "three tools fail in 10 minutes"."""
    found = reading.take(rf"{_COUNT}\s*(?:{words.TIMES})\s+{_LENGTH}") or reading.take(rf"(?P<twice>twice)\s+{_LENGTH}")
    subject = rf"(?P<subject>(?:{words.TOOL}|{words.AGENT}|{'|'.join(words.TOOLS.values())})\s+(?:{words.FAILS}))"
    if found is None:
        found = reading.take(rf"{_COUNT}\s+{subject}\s+{_LENGTH}")
    if found is None:
        ended = rf"(?P<subject>(?:{words.TOOL})\s+(?:are|get|werden|is|wird)?\s*(?:{words.REFUSED}))"
        found = reading.take(rf"{_COUNT}\s+{ended}\s+{_LENGTH}")
    if found is None:  # "when three tools in an hour fail", as German orders them
        found = reading.take(rf"{_COUNT}\s+(?P<subject>{words.TOOL}|{words.AGENT})\s+{_LENGTH}(?=\s+(?:{words.FAILS}))")
    if found is None:
        return []
    groups = found.groupdict()
    reading.left += f" , {groups.get('subject', '')}"
    count = 2 if groups.get("twice") else int(number_in(found["count"])) + bool(found["more"])
    return [f"{count} in {_span_of(found)}"]


def _span_of(found: re.Match[str]) -> str:
    """Return a time as a condition has it; half an hour as 30 min."""
    unit = _unit_of(found)
    if "hal" in found["length"]:
        return {"h": "30 min", "min": "30 s", "d": "12 h"}.get(unit, f"1 {unit}")
    return f"{number_in(found['length'])} {unit}"


def _unit_of(found: re.Match[str]) -> str:
    return next(name for name in words.UNITS if found[name])


def _not_understood(rest: list[str]) -> NotUnderstood:
    place = f"text: “{' '.join(rest)[:80]}” was not understood. " if rest else "text: this was not understood. "
    return NotUnderstood(f"{place}Rules like these are: {'; '.join(f'“{example}”' for example in EXAMPLES)}.")
