"""Reads common rules in plain words without a language model. What is not understood is refused. Pure."""

import re
import unicodedata
from collections.abc import Mapping

from kingdom.policies.rules import plain_phrases as words
from kingdom.policies.rules.condition_tree import BadCondition
from kingdom.policies.rules.pattern_definition import ActionKind, PatternDefinition

MAX_TEXT = 500
EXAMPLES = (
    "stop a workflow when a tool fails 3 times in 10 minutes",
    "ask me before anything is sent to api.example.com",
    "block python for research agents",
    "tell me when a run costs more than 0.50",
    "tell me when an agent fails",
    "tell me when a specialist is suspended",
    "warn me when a run takes longer than 10 minutes",
    "warn me when 80% of the budget is used",
    "tell me when a delegation is refused",
)
_HOST = r"(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)"
_SENDS = 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"]'
_UNITS = "|".join(f"(?P<{name}>{pattern})" for name, pattern in words.UNITS.items())
_WHOLE = rf"\d{{1,6}}|{'|'.join(words.NUMBERS.values())}"
_COUNT = rf"(?:(?P<more>{words.MORE})\s+)?(?P<count>{_WHOLE})"
_SPAN = rf"(?P<length>{_WHOLE}|{words.ONE})\s*(?:{_UNITS})"
_LENGTH = rf"(?:{words.WITHIN})\s+{_SPAN}"
_SECONDS: Mapping[str, int] = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_NUMBER = r"(?P<number>\d+(?:[.,]\d+)?)"


_ACTIONS = {name: rf"^\W*(?:{pattern})" for name, pattern in words.ACTIONS.items()}


class NotUnderstood(BadCondition):
    """This rule was not understood."""

    code = "policy_not_understood"


class _Reading:
    """A text from which each part that is understood is taken out."""

    def __init__(self, text: str) -> None:
        self.left = re.sub(r"\b(zwei|drei|vier|funf|sechs|zehn)mal\b", r"\1 mal", _folded(text))
        self.left = re.sub(r"^halte\b(.*?) an\b(?=\W+(?:wenn|sobald))", r"halte\1", self.left)

    def take(self, pattern: str) -> re.Match[str] | None:
        """Take out and return the first part that fits as whole words, None without one."""
        found = re.search(rf"(?<![\w.])(?:{pattern})(?![\w])", self.left)
        if found is not None:
            self.left = f"{self.left[: found.start()]} , {self.left[found.end() :]}"
        return found

    def take_named(self, patterns: Mapping[str, str]) -> str:
        """Take out the first pattern that fits and return its name, "" without one."""
        return next((name for name, pattern in patterns.items() if self.take(pattern)), "")

    def rest(self) -> list[str]:
        """Return the words that nothing was made of."""
        return [word for word in re.findall(r"[^\s,.;:!?'’\"-]+", self.left) if word not in words.FILLERS]


def read_policy(text: str) -> PatternDefinition:
    """Return the pattern of a rule in plain words. Raises NotUnderstood, which says which rules are understood."""
    if len(text) > MAX_TEXT:
        raise NotUnderstood(f"text: a rule has at most {MAX_TEXT} characters.")
    reading = _Reading(text)
    action = reading.take_named(_ACTIONS)
    window = _window(reading)
    trigger, condition = _trigger(reading, action)
    is_known, rest = bool(action and trigger), reading.rest()
    if rest or not is_known:
        raise _not_understood(rest if is_known else [])
    parts = [*condition, *window]
    return PatternDefinition(
        key="policy",
        name=" ".join(text.split())[:200],
        trigger_event=trigger,
        condition=" and ".join(parts) or "*",
        action=_action(action),
        reason=" ".join(text.split())[:500],
    )


def _trigger(reading: _Reading, action: str) -> tuple[str, list[str]]:
    """Return the event that a rule is about, and the parts of its condition; ("", []) for none."""
    if action in ("Block", "RequestApproval"):
        return _before_a_call(reading)
    reading.take(
        rf"^\W*(?:(?:an?|the|eine?n?|den|die|un|une|el|la|le)\s+)?(?:{words.RUN})(?=\W+(?:when|after|wenn|sobald|quand|"
        r"lorsqu|si|cuando|if)\b)"
    )
    readers = (_cost, _duration, _budget, _refusal, _failure, _status)
    return next((found for reader in readers if (found := reader(reading)) is not None), ("", []))


def _before_a_call(reading: _Reading) -> tuple[str, list[str]]:
    host = reading.take(rf"(?:to|an|a|vers|hacia)\s+{_HOST}")
    is_sent = reading.take(words.SENT) is not None
    tool = reading.take_named(words.TOOLS)
    is_request = not is_sent and not tool and reading.take(words.REQUESTS) is not None
    conditions = [_SENDS] if is_sent else []
    if host is not None:
        conditions.append(f'host == "{host["host"]}"')
    conditions += [*_equal("tool", tool), *_equal("identity", reading.take_named(words.IDENTITIES))]
    # "requests to a host" are all of them, also those that only read
    is_known = is_sent is not bool(tool) or (not is_sent and host is not None and is_request)
    return ("ToolRequested", conditions) if is_known else ("", [])


def _equal(field: str, value: str) -> list[str]:
    return [f'{field} == "{value}"'] if value else []


def _cost(reading: _Reading) -> tuple[str, list[str]] | None:
    more = rf"(?:{words.MORE})\s+[$€]?\s*{_NUMBER}(?:\s*(?:[$€]|euros?|dollars?|usd|eur))?"
    amount = reading.take(rf"(?:{words.COSTS})\s+{more}") or reading.take(rf"{more}\s+(?:{words.COSTS})")
    if amount is None:
        return None
    reading.take(words.RUN)
    return "AgentCompleted", [f"cost > {amount['number'].replace(',', '.')}"]


def _duration(reading: _Reading) -> tuple[str, list[str]] | None:
    longer = rf"(?:{words.LONGER})\s+{_SPAN}"
    found = reading.take(rf"(?:{words.TAKES})\s+{longer}") or reading.take(rf"{longer}\s+(?:{words.TAKES})")
    if found is None:
        return None
    reading.take(rf"{words.RUN}|{words.AGENT}")
    return "AgentCompleted", [f"seconds > {int(_digits(found['length'])) * _SECONDS[_unit_of(found)]}"]


def _budget(reading: _Reading) -> tuple[str, list[str]] | None:
    """Return the warning of a budget: it comes at 80 %, and at no other share."""
    share = reading.take(r"80\s*(?:%|percent|prozent|pour cent|por ciento)(?:\s+(?:of|von|du|del))?")
    is_used = reading.take(rf"(?P<nearly>{words.NEARLY})\s+(?:{words.USED})|{words.USED}")
    if reading.take(words.BUDGET) is None or is_used is None or not (share or is_used["nearly"]):
        return None
    return "BudgetWarning", []


def _refusal(reading: _Reading) -> tuple[str, list[str]] | None:
    if reading.take(words.REFUSED) is None:
        return None
    if reading.take(words.DELEGATION):
        reading.take(rf"(?:{words.AGENT})(?:.s)?")
        return "DelegationRefused", []
    tool = reading.take_named(words.TOOLS)
    return (
        ("ToolCompleted", ['outcome == "refused"', *_equal("tool", tool)]) if reading.take(words.TOOL) or tool else None
    )


def _failure(reading: _Reading) -> tuple[str, list[str]] | None:
    if reading.take(words.FAILS) is None:
        return None
    tool = reading.take_named(words.TOOLS)
    if reading.take(words.TOOL) or tool:
        return "ToolCompleted", ['outcome == "failed"', *_equal("tool", tool)]
    if reading.take(words.WORKFLOW):
        return "WorkflowFailed", []
    identity = _equal("identity", reading.take_named(words.IDENTITIES))
    is_agent = reading.take(words.AGENT) or reading.take(words.RUN) or identity
    return ("AgentFailed", identity) if is_agent else None


def _status(reading: _Reading) -> tuple[str, list[str]] | None:
    event = reading.take_named(words.STATUS)
    return (event, []) if event and reading.take(words.AGENT) else None


def _window(reading: _Reading) -> list[str]:
    """Return the count in a time: "3 times in 10 minutes", or "three tools fail in 10 minutes"."""
    found = reading.take(rf"{_COUNT}\s*(?:{words.TIMES})\s+{_LENGTH}") or reading.take(rf"(?P<twice>twice)\s+{_LENGTH}")
    if found is None:
        found = reading.take(rf"{_COUNT}\s+(?P<subject>(?:{words.TOOL}|{words.AGENT})\s+(?:{words.FAILS}))\s+{_LENGTH}")
    if found is None:
        return []
    groups = found.groupdict()
    reading.left += f" , {groups.get('subject', '')}"
    count = 2 if groups.get("twice") else int(_digits(found["count"])) + bool(found["more"])
    return [f"{count} in {_digits(found['length'])} {_unit_of(found)}"]


def _unit_of(found: re.Match[str]) -> str:
    return next(name for name in words.UNITS if found[name])


def _digits(word: str) -> str:
    """Return a number in digits; an article is one."""
    named = (digits for digits, pattern in words.NUMBERS.items() if re.fullmatch(pattern, word))
    return word if word.isdecimal() else next(named, "1")


def _action(name: str) -> ActionKind:
    kinds: Mapping[str, ActionKind] = {
        "RequestApproval": "RequestApproval",
        "Block": "Block",
        "Notify": "Notify",
        "Suspend": "Suspend",
    }
    return kinds[name]


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def _not_understood(rest: list[str]) -> NotUnderstood:
    place = f"text: “{' '.join(rest)[:80]}” was not understood. " if rest else "text: this was not understood. "
    return NotUnderstood(f"{place}Rules like these are: {'; '.join(f'“{example}”' for example in EXAMPLES)}.")
