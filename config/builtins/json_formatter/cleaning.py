"""Cleans a document: empty values or repeated entries taken out, a key added, keys in another case, or all of it as one string."""

import json
import re
from collections.abc import Callable
from typing import Any

from config.builtins.json_formatter.changing import literal
from config.builtins.json_formatter.values import compact, quoted
from config.builtins.wording import fold

TAKES_OUT = r"\b(?:remove|delete|drop|strip|take out|get rid of|without|clean (?:out|up)?|entfern\w*|losch\w*|ohne|supprim\w*|enlev\w*|sans|elimin\w*|quit[ae]\w*|sin)\b[^.\n]*?"
NULLS = re.compile(
    rf"{TAKES_OUT}\b(?:nulls?|none|null (?:values?|keys?|fields?|entries)|null-?werte?\w*|valeurs? nulles?|nulos?)\b",
    re.IGNORECASE,
)
EMPTIES = re.compile(rf"{TAKES_OUT}\b(?:empty|empties|blank|leere[rnms]?|vides?|vaci[oa]s?)\b", re.IGNORECASE)
REPEATED = re.compile(
    rf"{TAKES_OUT}\b(?:duplicates?|duplicated|doubles|dubletten|duplikate|doppelte\w*|doublons?|duplicad[oa]s?|repetid[oa]s?)\b|\b(?:dedup\w*|uniq(?:ue)? (?:entries|values|items|list))\b",
    re.IGNORECASE,
)
ADDS = re.compile(
    r"\b(?:add|insert|append|fug\w*|erganz\w*|ajoute\w*|anade\w*|agrega\w*) (?:(?:an?|the|new|eine?n?|neues|das|den|la|le|une?|el|key|field|property|entry|schlussel|feld|cle|champ|clave|campo) )*"
    r"[\"'`“„]?(?P<key>[\w.$-]+)[\"'`”“]?(?: ?[:=] ?| (?:with(?: the)?(?: value)?|mit(?: dem)?(?: wert)?|avec(?: la valeur)?|con(?: el valor)?|set to|as) )"
    r"(?P<quote>[\"'`“„])?(?P<value>(?(quote)[^\"'`”“\n]{0,200}|[\w.+-]+))",
    re.IGNORECASE,
)
KEY_CASE = re.compile(
    r"\b(?:keys?|names?|schlussel\w*|cles|claves)\b[^.\n]*?\b(?P<after>camel|snake|kebab|pascal|upper|lower|gross|klein|majuscul|minuscul|mayuscul)\w*"
    r"|\b(?P<before>camel|snake|kebab|pascal|upper|lower)[ _-]?cas\w*\b[^.\n]*\b(?:keys?|names?)\b",
    re.IGNORECASE,
)
AS_STRING = re.compile(
    r"\b(?:escape[ds]?|stringif\w*|as (?:a |one )?(?:json )?string|escap(?:e|ing)|als string|maskier\w*|echapp\w*|en una cadena|escapa\w*)\b",
    re.IGNORECASE,
)
Cleaned = tuple[Any, str, tuple[int, int]]  # the document, what was done, and where that is asked


def cleaned(value: Any, words: str) -> Cleaned | None:  # noqa: ANN401 - any JSON value
    """Return the cleaned document; None when nothing of the kind is asked for."""
    folded = fold(words)
    tests: tuple[tuple[re.Pattern[str], Callable[[Any], bool], str], ...] = (
        (EMPTIES, lambda item: item is None or item in ("", [], {}), "Removed what is empty:"),
        (NULLS, lambda item: item is None, "Removed what is null:"),
    )
    for pattern, is_out, said in tests:
        if (match := pattern.search(folded)) is not None:
            return without(value, is_out), said, match.span()
    if (match := REPEATED.search(folded)) is not None:
        return distinct(value), "Each entry is there once:", match.span()
    if (match := ADDS.search(folded)) is not None and isinstance(value, dict | list):
        text = words[slice(*match.span("value"))]
        return (
            added_key(value, words[slice(*match.span("key"))], text if match["quote"] else literal(text)),
            "Added:",
            match.span(),
        )
    if (match := KEY_CASE.search(folded)) is not None:
        case = (match["after"] or match["before"]).lower()
        return recased(value, case), f"Keys in {CASE_NAMES[case]}:", match.span()
    return None


def as_string(value: Any, words: str) -> tuple[str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return a document as one JSON string, with its quotes escaped; None when that is not asked for."""
    match = AS_STRING.search(fold(words))
    return (quoted(compact(value)), match.span()) if match else None


def without(value: Any, is_out: Callable[[Any], bool]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a document without the values that a test finds, at every level."""
    if isinstance(value, dict):
        kept = {name: without(item, is_out) for name, item in value.items() if not is_out(item)}
        return {name: item for name, item in kept.items() if not is_out(item)}
    if isinstance(value, list):
        return [item for item in (without(item, is_out) for item in value if not is_out(item)) if not is_out(item)]
    return value


def distinct(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a document whose lists hold each entry once, in the order of their first places."""
    if isinstance(value, dict):
        return {name: distinct(item) for name, item in value.items()}
    if isinstance(value, list):
        return list({compact(item): distinct(item) for item in value}.values())
    return value


def added_key(value: Any, key: str, item: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return an object, or each object of a list, with a further key."""
    if isinstance(value, list):
        return [added_key(one, key, item) if isinstance(one, dict) else one for one in value]
    return {**value, key: item}


CASE_NAMES = {
    **{"camel": "camelCase", "snake": "snake_case", "kebab": "kebab-case", "pascal": "PascalCase"},
    **dict.fromkeys(("upper", "gross", "majuscul", "mayuscul"), "upper case"),
    **dict.fromkeys(("lower", "klein", "minuscul"), "lower case"),
}


def recased(value: Any, case: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return a document with its keys in another case."""
    if isinstance(value, dict):
        return {key_in(name, CASE_NAMES[case]): recased(item, case) for name, item in value.items()}
    return [recased(item, case) for item in value] if isinstance(value, list) else value


def key_in(name: str, case: str) -> str:
    """Return a key in a case."""
    if case in ("upper case", "lower case"):
        return name.upper() if case == "upper case" else name.lower()
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+|\d+", name)] or [name]
    if case in ("camelCase", "PascalCase"):
        joined = "".join(word.capitalize() for word in words)
        return joined if case == "PascalCase" else words[0] + joined[len(words[0]) :]
    return ("_" if case == "snake_case" else "-").join(words)


def unescaped(document: str) -> str:
    """Return the document inside a JSON string such as {\\"a\\": 1}; "" when it is none."""
    inner = document.strip().strip('"')
    try:
        text = json.loads(f'"{inner}"') if '\\"' in inner else ""
    except ValueError:
        return ""
    return str(text) if str(text).lstrip()[:1] in ("{", "[") else ""
