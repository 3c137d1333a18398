"""Are the rules of a spec clear, different, and free of plain contradictions? What no plain comparison decides is left to a judge."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations

from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import comparison_form, issue

MAX_RULES = 50
MAX_RULE_LENGTH = 600  # characters
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)
_PLACEHOLDER = re.compile(
    r"\b(?:todo|tbd|fixme|xxx+|lorem ipsum|placeholder|to be (?:defined|done|decided))\b|<[^>\n]{0,40}>|\{\{.{0,40}\}\}|\.{3,}\s*$",
    re.IGNORECASE,
)
_VAGUE = "be do act good nice well best careful smart helpful right proper properly appropriately correctly things stuff etc ok okay"
_VAGUE_WORDS = frozenset(_VAGUE.split())
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|except|where|until|while|wenn|falls|außer|si|cuando|salvo|unlike|for example)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:never|not|don['’]?t|mustn['’]?t|shouldn['’]?t|cannot|can['’]?t|no|without"
    r"|avoid|refuse to|nie|niemals|nicht|kein\w*|nunca|jamás|evita)\b",
    re.IGNORECASE,
)
_FILLER_LIST = """
a an the and or to of in on at by for with as is are be been it its this that these those you your must should shall may can will always
never not no don't dont do does cannot can't ever every each all any please only just also very really make sure avoid refuse mustn't
shouldn't without immer nie niemals nicht kein keine der die das ein eine und oder siempre nunca el la los las un una y o
"""
_FILLER = frozenset(_FILLER_LIST.split())
_LANGUAGES = """
english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic hindi turkish swedish latin
deutsch englisch französisch spanisch español inglés alemán
"""
_ANSWER_VERB = r"\b(?:answer|reply|respond|write|speak|return|output|give|present|format|antworte|schreib|responde|escribe)\w*\b[^.;]{0,60}?"
_LANGUAGE = rf"\b(?:in|auf|en)\s+(?:plain |simple |correct |formal )?({'|'.join(_LANGUAGES.split())})\b"
_IN_LANGUAGE = re.compile(_ANSWER_VERB + _LANGUAGE, re.IGNORECASE)
_FORMAT = (
    r"\b(?:in|as|only|nothing but|valid)\s+(?:valid |plain |a )?(json|yaml|xml|csv|html|markdown|prose|plain text)\b"
)
_IN_FORMAT = re.compile(_ANSWER_VERB + _FORMAT, re.IGNORECASE)
_UNIT = r"(words?|sentences?|characters?|lines?|paragraphs?|items?|bullets?|points?|examples?|steps?|questions?|results?|seconds?|minutes?)"
_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_NUMBER = rf"(\d{{1,6}}|{'|'.join(_NUMBERS)})"
_AT_MOST = r"at most|no more than|not more than|up to|maximum(?: of)?|max\.?|fewer than|less than|under|below"
_AT_LEAST = r"at least|no fewer than|no less than|minimum(?: of)?|min\.?|more than|over"
_BOUNDS = tuple(
    (re.compile(rf"(?<!no )(?<!not )\b(?:{words})\s+{_NUMBER}\s+{_UNIT}\b", re.IGNORECASE), kind)
    for words, kind in ((_AT_MOST, "most"), (_AT_LEAST, "least"), ("exactly|precisely", "exact"))
)
_NEGATED_BOUND = re.compile(r"\bno(?:t)? more than\b|\bno (?:fewer|less) than\b|\bnot more than\b", re.IGNORECASE)
_MIN_SIMILARITY = 0.94  # share of equal characters from which two rules are one with a slip


@dataclass(frozen=True)
class ParsedRule:
    """A rule as it is compared: its words without filler, whether it forbids, and whether it holds under a condition alone."""

    place: int
    text: str
    words: tuple[str, ...]
    forbids: bool
    conditional: bool


def check_rules(rules: Sequence[str]) -> list[ValidationIssue]:
    """Return what is wrong with the rules one by one, then with pairs of them."""
    if len(rules) > MAX_RULES:
        return [
            issue(
                "rules.many", "/dna_rules", f"There are {len(rules)} rules; more than {MAX_RULES} nobody keeps in mind."
            )
        ]
    found = [one for number, text in enumerate(rules) if (one := _clarity_issue(number, text))]
    read = [parse_rule(number, text) for number, text in enumerate(rules)]
    for first, second in combinations(read, 2):
        found += list(_pair_issues(first, second))
    return found


def parse_rule(place: int, text: str) -> ParsedRule:
    """Return a rule in the form in which it is compared."""
    bare = _NEGATED_BOUND.sub(" ", text)
    words = tuple(_stem(word) for word in _WORD.findall(text.casefold()) if word.replace("’", "'") not in _FILLER)
    return ParsedRule(
        place, comparison_form(text), words, _NEGATION.search(bare) is not None, _CONDITION.search(text) is not None
    )


def _stem(word: str) -> str:
    """Return a word without the endings that change nothing here: answers, answering, answered are one."""
    for ending in ("'s", "’s", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    return word.removesuffix("e") if len(word) > 4 else word


def _clarity_issue(number: int, text: str) -> ValidationIssue | None:
    place = f"/dna_rules/{number}"
    words = _WORD.findall(text)
    if len(text) > MAX_RULE_LENGTH:
        return issue("rules.long", place, f"It is longer than {MAX_RULE_LENGTH} characters; make it several rules.")
    if _PLACEHOLDER.search(text):
        return issue("rules.unclear", place, "It holds a placeholder where a rule should be.")
    letters = sum(letter.isalpha() for letter in text)
    if len(words) < 2 or letters < 6 or all(word.casefold() in _VAGUE_WORDS | _FILLER for word in words):
        return issue(
            "rules.unclear", place, "It does not say what to do or not to do; nobody could tell whether it was kept."
        )
    return None


def _pair_issues(first: ParsedRule, second: ParsedRule) -> Iterator[ValidationIssue]:
    place = f"/dna_rules/{second.place}"
    if _is_same_rule(first, second):
        if first.forbids != second.forbids:
            yield issue(
                "rules.contradict", place, f"It forbids what rule {first.place + 1} demands, or the other way round."
            )
        else:
            yield issue("rules.duplicate", place, f"It says the same as rule {first.place + 1}.")
        return
    if first.conditional or second.conditional:
        return  # each may hold in a case of its own: a judge's matter
    for pattern, what in ((_IN_LANGUAGE, "language"), (_IN_FORMAT, "format")):
        mine, other = _captured_names(pattern, first), _captured_names(pattern, second)
        if mine and other and not mine & other:
            yield issue(
                "rules.contradict",
                place,
                f"It wants another {what} than rule {first.place + 1}: {_display_names(other)}, there {_display_names(mine)}.",
            )
    if reason := _bounds_conflict(first.text, second.text):
        yield issue("rules.contradict", place, f"Together with rule {first.place + 1} no answer fits: {reason}.")


def _is_same_rule(first: ParsedRule, second: ParsedRule) -> bool:
    """Say whether two rules speak of the same, their numbers included: the same words, or but for a slip of the pen."""
    if not first.words or not second.words or _digit_groups(first.text) != _digit_groups(second.text):
        return False
    if sorted(first.words) == sorted(second.words):
        return True
    if first.forbids != second.forbids or abs(len(first.words) - len(second.words)) > 1:
        return False
    odd = set(first.words) ^ set(second.words)
    slip = len(odd) == 2 and SequenceMatcher(None, min(odd), max(odd), autojunk=False).ratio() >= 0.8
    return slip and SequenceMatcher(None, first.text, second.text, autojunk=False).ratio() >= _MIN_SIMILARITY


def _digit_groups(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def _captured_names(pattern: re.Pattern[str], rule: ParsedRule) -> frozenset[str]:
    return (
        frozenset() if rule.forbids else frozenset(match.group(1).casefold() for match in pattern.finditer(rule.text))
    )


def _display_names(names: frozenset[str]) -> str:
    return " or ".join(
        name.upper() if name in ("json", "yaml", "xml", "csv", "html") else name.title() for name in sorted(names)
    )


def _bounds_conflict(first: str, second: str) -> str:
    """Return why the bounds of two rules leave no number over, or "" when they leave one."""
    spans = [_unit_ranges(text) for text in (first, second)]
    for unit in spans[0].keys() & spans[1].keys():
        (low, high), (other_low, other_high) = spans[0][unit], spans[1][unit]
        if low > other_high or other_low > high:
            return f"{_describe_range(low, high)} and {_describe_range(other_low, other_high)} {unit}s"
    return ""


def _unit_ranges(text: str) -> dict[str, tuple[float, float]]:
    """Return the least and the largest number of each unit that a rule allows."""
    spans: dict[str, tuple[float, float]] = {}
    for pattern, kind in _BOUNDS:
        for match in pattern.finditer(text):
            number = float(_NUMBERS.get(match.group(1).lower()) or match.group(1))
            unit = match.group(2).lower().removesuffix("s")
            low, high = spans.get(unit, (0.0, float("inf")))
            spans[unit] = (max(low, number) if kind != "most" else low, min(high, number) if kind != "least" else high)
    return spans


def _describe_range(low: float, high: float) -> str:
    if low == high:
        return f"exactly {low:g}"
    return f"at most {high:g}" if low == 0 else f"at least {low:g}"
