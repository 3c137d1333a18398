"""Changes a document as a message asks: keys taken out, renamed or given another value."""

import json
import re
from collections.abc import Iterator
from typing import Any

from config.builtins.json_formatter.values import Literal
from config.builtins.wording import CannotError, fold

NAME = r"(?:[\"'`“„«](?P<{0}q>[^\"'`”“»\n]{{1,200}})[\"'`”“»]|(?P<{0}>[\w.$-]+))"
KEY = r"(?:(?:the|value of|value|key|field|property|entry|den|die|das|wert von|wert|schlussel|feld|la|le|les|valeur de|cle|champ|el|valor de|clave|campo) )*"
REMOVES = re.compile(
    r"\b(?:remove|delete|drop|strip|take out|get rid of|leave out|entfern\w*|losch\w*|supprim\w*|enlev\w*|retir\w*|elimin\w*|quit[ae]\w*|borr[ae]\w*)\b(?P<rest>[^.\n]*)",
    re.IGNORECASE,
)
RENAMES = re.compile(
    rf"\b(?:rename|benenne|renomm\w*|renombr\w*) {KEY}{NAME.format('a')} (?:to|into|as|in|zu|en|a|por) {NAME.format('b')}",
    re.IGNORECASE,
)
SETS = re.compile(
    rf"\b(?:set|change|replace|update|setze|andere|mets|remplace|change|pon|cambia) {KEY}{NAME.format('a')} (?:to|with|=|auf|zu|a|par|por) {NAME.format('b')}",
    re.IGNORECASE,
)
NOT_KEYS = re.compile(r"\b(?:(?:white ?)?spaces?|comments?|commas?|nulls?|duplicates?|empty|quotes?|line ?breaks?|newlines?|indent\w*|errors?|leerzeichen|kommas?|espaces|espacios)\b", re.IGNORECASE)  # fmt: skip
EITHER_TYPE = re.compile(  # "is the value of count a number or a text"
    rf"\b(?:is|ist|est|es) (?:the |der |la |le |el )?(?:(?:value|wert|valeur|valor) (?:of|von|de) )?{KEY}{NAME.format('a')} (?:an? |eine? |une? |una? )?(?:number|text|string|bool\w*|list|object|integer|zahl|liste|nombre|chaine|texte|numero|texto|cadena|lista)(?: (?:or|oder|ou|o|u) (?:an? |eine? |une? |una? )?(?:number|text|string|bool\w*|list|object|integer|zahl|liste|nombre|chaine|texte|numero|texto|cadena|lista))\b",
    re.IGNORECASE,
)
TYPES = re.compile(
    rf"\b(?:(?:what|which) (?:data ?)?type (?:is|has|of)|(?:data ?)?type of|welchen (?:daten)?typ hat|typ von|quel (?:est le )?type (?:de|a)|type de|que tipo (?:es|tiene)|tipo de) {KEY}{NAME.format('a')}",
    re.IGNORECASE,
)


def changed(value: Any, words: str) -> tuple[Any, str] | None:  # noqa: ANN401 - any JSON value
    """Return the changed document and what was done; None when no change is asked for.

    Raises CannotError for a key that is not there.
    """
    folded = fold(words)
    if match := RENAMES.search(folded):
        old, new = named(match, "a", words), named(match, "b", words)
        return done(value, old, {"name": new}), f"Renamed `{old}` to `{new}`:"
    if match := SETS.search(folded):
        key, text = named(match, "a", words), named(match, "b", words)
        return done(value, key, {"value": text if match["bq"] else literal(text)}), f"Changed `{key}`:"
    match = REMOVES.search(folded)
    if match is None or NOT_KEYS.search(match["rest"]):
        return None
    if ENTRIES_WITHOUT.search(match["rest"]):
        return without_entries(value, match["rest"])
    keys = removed_keys(value, words[slice(*match.span("rest"))])
    if not keys:
        raise CannotError("I do not see which key to remove: none of those named is in the document.")
    for key in keys:
        value = done(value, key, {})
    return value, f"Removed {', '.join(f'`{key}`' for key in keys)}:"


ENTRIES_WITHOUT = re.compile(  # "remove all entries without an email"
    r"\b(?:entries|entry|rows?|items?|records?|objects?|people|those|lines?|ones|elements?|eintrage?|zeilen|elemente|objekte|entrees|lignes|objets|elementos|entradas|filas|objetos)\b[^.\n]{0,20}?\b(?:without|with no|where|whose|that (?:have|has) no|having no|ohne|die kein\w*|sans|sin|que no tienen)\b(?: (?:an?|any|the|eine?n?|une?|una?))* ?[\"'`]?(?P<key>[\w-]{1,60})?",
    re.IGNORECASE,
)


def without_entries(value: Any, said: str) -> tuple[Any, str]:  # noqa: ANN401 - any JSON value
    """Return a list without the entries that lack a key, and what was done. Raises CannotError for another condition."""
    match = ENTRIES_WITHOUT.search(said)
    key = (match["key"] or "").lower() if match else ""
    keys = (
        {fold(name).lower(): name for row in value if isinstance(row, dict) for name in row}
        if isinstance(value, list)
        else {}
    )
    is_whole = match is not None and not said[match.end() :].strip(" \t:.?!\"'`,;")
    if key not in keys or not is_whole or re.search(r"\b(?:where|whose)\b", match.group() if match else ""):
        raise CannotError(
            "I do not see which entries to remove: I take out those that lack a key, and keys of all entries."
        )
    name = keys[key]
    kept = [row for row in value if isinstance(row, dict) and row.get(name) not in (None, "")]
    return kept, f"**{len(kept)}** of {len(value)} entries have `{name}`:"


def named(match: "re.Match[str]", group: str, words: str) -> str:
    """Return a name as the message writes it."""
    return words[slice(*match.span(f"{group}q" if match[f"{group}q"] else group))]


def removed_keys(value: Any, said: str) -> list[str]:  # noqa: ANN401 - any JSON value
    """Return the keys that a text names: all of those in quotes, else the words that are keys."""
    quoted = re.findall(r"[\"'`“„«]([^\"'`”“»\n]{1,200})[\"'`”“»]", said)
    known = {fold(key).lower(): key for key in all_keys(value)}
    words = quoted or re.findall(r"[\w$-]+(?:\.[\w$-]+)*", said)
    found = [known[fold(word).lower()] for word in words if fold(word).lower() in known]
    if quoted and len(found) < len(quoted):
        raise CannotError(
            f"I see no key “{next(word for word in quoted if fold(word).lower() not in known)}” in the document."
        )
    return list(dict.fromkeys(found))


def all_keys(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Yield the keys of all objects of a document."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from here
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here


def done(value: Any, key: str, change: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a document in which a key, wherever it is, has a new name or value; without either it is taken out.

    Raises CannotError for a key that is not there.
    """
    if key not in set(all_keys(value)):
        raise CannotError(f"I see no key “{key}” in the document.")
    return with_change(value, key, change)


def with_change(value: Any, key: str, change: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a part of a document with a change."""
    if isinstance(value, list):
        return [with_change(item, key, change) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {name: with_change(item, key, change) for name, item in value.items() if name != key or change}
    if "value" in change and key in kept:
        kept[key] = change["value"]
    return {change.get("name", name) if name == key else name: item for name, item in kept.items()}


def literal(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return what a word stands for: a number, true, false or null, else itself."""
    try:
        return json.loads(text, parse_float=Literal, parse_int=Literal)
    except ValueError:
        return text


def type_of(value: Any, words: str) -> tuple[str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return which type a key's value has, and where it is asked; None for another question. Raises CannotError for no such key."""
    match = EITHER_TYPE.search(fold(words)) or TYPES.search(fold(words))
    if match is None:
        return None
    key = named(match, "a", words).rpartition(".")[2]
    kinds = list(dict.fromkeys(kind_of(item) for name, item in items(value) if name == key))
    if not kinds:
        raise CannotError(f"I see no key “{key}” in the document.")
    return f"`{key}` is **{' or '.join(kinds)}**.", match.span()


def kind_of(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the type of a value in words."""
    if isinstance(value, Literal):
        return "a number"
    kinds = {dict: "an object", list: "a list", str: "a text (string)", bool: "true or false (boolean)"}
    return kinds.get(type(value), "null")


def items(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any JSON value
    """Yield the keys of all objects of a document with their values."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from here.items()
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()
