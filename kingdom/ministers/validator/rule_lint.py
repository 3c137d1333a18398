"""Checks of a spec's rules: clear, distinct, and without plain contradictions. Other cases are left to a judge."""

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
    r"\b(?:todo|tbd|fixme|xxx+|lorem ipsum|placeholder|to be (?:defined|done|decided))\b"
    r"|<[^>\n]{0,40}>|\{\{.{0,40}\}\}|\.{3,}\s*$",
    re.IGNORECASE,
)
_VAGUE = """
be do act good nice well best careful smart helpful right proper properly appropriately correctly things stuff etc ok
okay
"""
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
a an the and or to of in on at by for with as is are be been it its this that these those you your must should shall
may can will always never not no don't dont do does cannot can't ever every each all any please only just also very
really make sure avoid refuse mustn't shouldn't without immer nie niemals nicht kein keine der die das ein eine und
oder siempre nunca el la los las un una y o
"""
_FILLER = frozenset(_FILLER_LIST.split())
_LANGUAGES = """
english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic hindi turkish
swedish latin deutsch englisch französisch spanisch español inglés alemán
"""
_ANSWER_VERB = (
    r"\b(?:answer|reply|respond|write|speak|return|output|give|present|format|antworte|schreib|responde|escribe)\w*\b"
    r"[^.;]{0,60}?"
)
_LANGUAGE = rf"\b(?:in|auf|en)\s+(?:plain |simple |correct |formal )?({'|'.join(_LANGUAGES.split())})\b"
_IN_LANGUAGE = re.compile(_ANSWER_VERB + _LANGUAGE, re.IGNORECASE)
_FORMAT = (
    r"\b(?:in|as|only|nothing but|valid)\s+(?:valid |plain |a )?(json|yaml|xml|csv|html|markdown|prose|plain text)\b"
)
_IN_FORMAT = re.compile(_ANSWER_VERB + _FORMAT, re.IGNORECASE)
_UNIT = (
    r"(words?|sentences?|characters?|lines?|paragraphs?|items?|bullets?|points?|examples?|steps?|questions?|results?"
    r"|seconds?|minutes?)"
)
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS, 1)}
_NUMBER = rf"(\d{{1,6}}|{'|'.join(_NUMBERS)})"
_AT_MOST = r"at most|no more than|not more than|up to|maximum(?: of)?|max\.?|fewer than|less than|under|below"
_AT_LEAST = r"at least|no fewer than|no less than|minimum(?: of)?|min\.?|more than|over"
_BOUNDS = tuple(
    (re.compile(rf"(?<!no )(?<!not )\b(?:{words})\s+{_NUMBER}\s+{_UNIT}\b", re.IGNORECASE), kind)
    for words, kind in ((_AT_MOST, "most"), (_AT_LEAST, "least"), ("exactly|precisely", "exact"))
)
_NEGATED_BOUND = re.compile(r"\bno(?:t)? more than\b|\bno (?:fewer|less) than\b|\bnot more than\b", re.IGNORECASE)
_MIN_SIMILARITY = 0.94  # of two rules that differ by a typing error (difflib ratio)
_MIN_WORD_SIMILARITY = 0.8  # of their two different words


@dataclass(frozen=True)
class ParsedRule:
    """A rule in comparison form: its stems without filler words, whether it forbids, and whether it is conditional."""

    index: int
    text: str
    words: tuple[str, ...]
    forbids: bool
    conditional: bool


def check_rules(rules: Sequence[str]) -> list[ValidationIssue]:
    """Return the issues of single rules, then those of pairs of rules."""
    if len(rules) > MAX_RULES:
        return [issue("rules.many", "/dna_rules", f"There are {len(rules)} rules; the maximum is {MAX_RULES}.")]
    issues = [fault for index, text in enumerate(rules) if (fault := _clarity_issue(index, text))]
    for first, second in combinations([parse_rule(index, text) for index, text in enumerate(rules)], 2):
        issues += list(_pair_issues(first, second))
    return issues


def parse_rule(index: int, text: str) -> ParsedRule:
    """Return a rule in comparison form."""
    bare = _NEGATED_BOUND.sub(" ", text)
    words = tuple(_stem(word) for word in _WORD.findall(text.casefold()) if word.replace("’", "'") not in _FILLER)
    return ParsedRule(
        index, comparison_form(text), words, _NEGATION.search(bare) is not None, _CONDITION.search(text) is not None
    )


def _stem(word: str) -> str:
    """Return a word without common English endings: answers, answering and answered have one stem."""
    for ending in ("'s", "’s", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    return word.removesuffix("e") if len(word) > 4 else word


def _clarity_issue(index: int, text: str) -> ValidationIssue | None:
    pointer = f"/dna_rules/{index}"
    words = _WORD.findall(text)
    if len(text) > MAX_RULE_LENGTH:
        return issue("rules.long", pointer, f"It is longer than {MAX_RULE_LENGTH} characters; split it.")
    if _PLACEHOLDER.search(text):
        return issue("rules.unclear", pointer, "It contains a placeholder.")
    letters = sum(letter.isalpha() for letter in text)
    if len(words) < 2 or letters < 6 or all(word.casefold() in _VAGUE_WORDS | _FILLER for word in words):
        return issue(
            "rules.unclear",
            pointer,
            "It does not say what to do or not to do, so nobody can check whether it was followed.",
        )
    return None


def _pair_issues(first: ParsedRule, second: ParsedRule) -> Iterator[ValidationIssue]:
    pointer = f"/dna_rules/{second.index}"
    other = f"rule {first.index + 1}"
    if _is_same_rule(first, second):
        if first.forbids != second.forbids:
            yield issue("rules.contradict", pointer, f"It forbids what {other} demands, or the other way round.")
        else:
            yield issue("rules.duplicate", pointer, f"It repeats {other}.")
    elif not first.conditional and not second.conditional:  # conditional rules may apply to different cases
        for conflict in _conflicts(first, second):
            yield issue("rules.contradict", pointer, f"It conflicts with {other}: {conflict}.")


def _conflicts(first: ParsedRule, second: ParsedRule) -> Iterator[str]:
    """Yield how two rules demand different languages, formats or bounds."""
    for pattern, what in ((_IN_LANGUAGE, "language"), (_IN_FORMAT, "format")):
        names, other_names = _captured_names(pattern, first), _captured_names(pattern, second)
        if names and other_names and not names & other_names:
            yield f"the {what} is {_display_names(other_names)} here and {_display_names(names)} there"
    if bounds := _bounds_conflict(first.text, second.text):
        yield bounds


def _is_same_rule(first: ParsedRule, second: ParsedRule) -> bool:
    """Return whether two rules have the same stems and numbers, or differ by a typing error."""
    if not first.words or not second.words or _digit_groups(first.text) != _digit_groups(second.text):
        return False
    if sorted(first.words) == sorted(second.words):
        return True
    if first.forbids != second.forbids or abs(len(first.words) - len(second.words)) > 1:
        return False
    different = set(first.words) ^ set(second.words)
    slip = (
        len(different) == 2
        and SequenceMatcher(None, min(different), max(different), autojunk=False).ratio() >= _MIN_WORD_SIMILARITY
    )
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
    """Return how the bounds of two rules exclude each other, or ``""``."""
    spans = [_unit_ranges(text) for text in (first, second)]
    for unit in spans[0].keys() & spans[1].keys():
        (low, high), (other_low, other_high) = spans[0][unit], spans[1][unit]
        if low > other_high or other_low > high:
            return f"{_describe_range(low, high)} and {_describe_range(other_low, other_high)} {unit}s"
    return ""


def _unit_ranges(text: str) -> dict[str, tuple[float, float]]:
    """Return (minimum, maximum) of each unit that a rule limits."""
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
