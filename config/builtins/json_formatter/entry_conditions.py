"""What a question says of the entries it means: values, flags, bounds, and what is there at all; each with its place."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import (
    ENTRY_NOUNS,
    MEANINGS,
    NUMBER_WORDS,
    PLAIN_WORDS,
    is_plain,
    same_word,
)
from config.builtins.json_formatter.columns import Entries
from config.builtins.json_formatter.entry_bounds import Bound, bounds_of, is_beyond
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, blanked, fold

WORD = re.compile(r"[^\W_]+")
OR = re.compile(r"\b(?:or|oder|ou|o|u)\b", re.IGNORECASE)
DENIED = re.compile(
    r"\b(?:not|(?:are|is|do|does|did|has|have|had|was|were)n'?t|non|nicht|keine?[rnms]?|pas|ne|no|nor|without|except(?: for)?|excluding|other than|ohne|ausser|sans|sauf|sin|excepto|salvo|all but)[ -]?"
    r"(?:(?:live|lives|come|leben|wohnen|vive[n]?|be|been|being|yet|noch|encore|todavia|still|already|fully|completely|ganz|schon|worden|estan?|son|es|ha[ns]?|sido|estado|sont|est|ete|ont|aun|deja) ){0,3}(?:(?:in|from|at|of|for|aus|von|a|an|de|en|the|those|these|any|all|die|der|das|den|dem|alle|la|le|les|el|las|los) ){0,2}[\"'`]?\Z",
    re.IGNORECASE,
)
HAVING = re.compile(r"\b(?:with|have|has|having|mit|haben|hat|avec|ont|con|tienen?)(?: (?:an?|any|the|eine?n?|une?|una?))? \Z", re.IGNORECASE)  # fmt: skip
LACKING = re.compile(r"\b(?:no|without|missing|lacks?|lacking|keine?n?|ohne|sans|sin|fehlt|fehlen|fehlende[rnms]?|manque(?:nt)?|faltan?|no (?:tienen?|hay|ha[ns]?)|nicht haben|(?:do not|don't|doesn't) have|pas)(?: (?:an?|any|de|d'|eine?n?|the|their|his|her|die|der|das|le|la|l'|el|su))? ?\Z", re.IGNORECASE)  # fmt: skip
IS_LACKING = re.compile(r"\s*(?:is|are|was|were|ist|sind|est|sont|esta|estan)?\s*(?:missing|empty|blank|null|absent|not (?:there|given|set|present|filled(?: in)?)|fehlt|fehlen|leer|manque(?:nt)?|manquante?s?|vides?|absente?s?|faltan?|vaci[oa]s?|ausentes?|nul[oa]?)\b", re.IGNORECASE)  # fmt: skip
LINK = r"\s*(?:is|are|=|==|:|of|equals|ist|est|es|equal to|was)?\s*"
CONTAINS = re.compile(r"\b(?:contain\w*|includ(?:e[sd]?|ing(?! (?:\d|the tax|tax|vat|shipping|delivery)))|mention\w*|enthalt\w*|enthalten|contien\w*|contenir|inclu(?!d)\w*|mencion\w*)\s+(?:an? |the |any |eine?n? |den |die |das |une? |una? |le |la |el )?[\"'`“„«]?(?P<text>[^\"'`”“»?!.,\n]{2,60}?)[\"'`”“»]?\s*(?=[?!.,]|\Z)", re.IGNORECASE)  # fmt: skip
PEOPLE = re.compile(r"\b(?:everybody|everyone|anybody|anyone|people|persons?|users?|who|all|nobody|no one|none|alle|jemand|niemand|keiner|leute|personen|wer|nutzer|tous|toutes|tout le monde|quelqu'un|personnes?|qui|todos|todas|todo el mundo|alguien|nadie|personas|quien\w*)\b", re.IGNORECASE)  # fmt: skip


class Condition(NamedTuple):
    """What entries must have: a key, what its value is compared with, and where the question says so.

    ``sign`` is = ≠ > < ≥ ≤, ``none`` or ``some`` (whether there is a value), or ∋ (any of its texts has the words).
    """

    key: str
    sign: str
    values: tuple[Any, ...]
    span: tuple[int, int]

    def fits(self, table: Entries, place: int) -> bool:
        """Say whether an entry has it."""
        if self.sign == "∋":
            return any(self.values[0] in fold(text).lower() for text in texts_in(table.rows[place]))
        column = table.columns[self.key]
        if self.sign in ("none", "some"):
            return (place in column.present) is (self.sign == "some")
        found = column.values.get(place)
        if self.sign in "=≠" and column.kind != "date":
            return self.equals(found) is (self.sign == "=")
        return found is not None and is_beyond(found, self.sign, str(self.values[0]), is_date=column.kind == "date")

    def equals(self, found: Any) -> bool:  # noqa: ANN401 - any JSON value
        """Say whether a value is one of those named; for a list, whether one of them is in it."""
        if isinstance(found, list):
            return any(one in self.values for one in found)
        if isinstance(found, Literal):
            return any(isinstance(one, Literal) and Decimal(one) == Decimal(found) for one in self.values)
        return found in self.values

    def shown(self) -> str:
        """Return the condition as it is said."""
        if self.sign in ("none", "some"):
            return f"`{self.key}` {'=' if self.sign == 'none' else '≠'} null"
        values = " / ".join(str(one) if is_iso(one) else compact(one) for one in self.values)
        return f"`{self.key}` {self.sign} {values}" if self.key else f"{self.sign} {values}"


def is_iso(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a value is an ISO date or a part of one."""
    return type(value) is str and re.fullmatch(r"\d{4}(?:-\d\d){0,2}", value) is not None


def texts_in(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Yield the texts and numbers in a value."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            yield here
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()


class Question:
    """A folded question over a table: what of it is not read yet, and what it was read as."""

    def __init__(self, table: Entries, words: str, language: str) -> None:
        """Take a table and the words around it."""
        self.table, self.original, self.language = table, words, language
        self.words = fold(words)
        self.rest = self.words
        self.spans: list[tuple[int, int]] = []
        self.conditions: list[Condition] = []
        self.missing: list[str] = []
        self.unclear = ""
        starts = {match.group()[:2].lower() for match in WORD.finditer(self.words)}
        # of thousands of keys a question can name few: the others are not looked for
        self.near = {key for key in table.columns if not starts.isdisjoint(part[:2] for part in key_parts(key)[:1])}

    def take(self, start: int, end: int) -> None:
        """Note that a part of the question is read."""
        self.rest = blanked(self.rest, start, end)
        self.spans.append((start, end))

    def add(self, key: str, sign: str, values: tuple[Any, ...], start: int, end: int) -> None:
        """Add a condition; values of one key are joined where they are named side by side."""
        denial = DENIED.search(self.rest[:start]) if sign in "=≠" else None
        if denial is not None:
            start, sign = denial.start(), {"=": "≠", "≠": "="}[sign]
        self.take(start, end)
        self.conditions.append(Condition(key, sign, values, (start, end)))

    def key_places(self, key: str) -> "list[re.Match[str]]":
        """Return where the unread part of a question names a key: by all of its words, in any number."""
        parts = key_parts(key) if key in self.near else []
        found: list[re.Match[str] | None] = []
        tokens = list(WORD.finditer(self.rest))
        for at in range(len(tokens) - len(parts) + 1 if parts else 0):
            run = tokens[at : at + len(parts)]
            if all(same_word(one.group().lower(), part) for one, part in zip(run, parts, strict=True)):
                found.append(re.compile(re.escape(self.rest[run[0].start() : run[-1].end()])).match(self.rest, run[0].start()))  # fmt: skip
        return [one for one in found if one is not None]


def key_parts(key: str) -> list[str]:
    """Return the words of a key that name it: "user.firstName" has "first" and "name", "is_active" only "active"."""
    spread = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", fold(key.rpartition(".")[2])).replace("_", " ")
    parts = [part.lower() for part in WORD.findall(spread)]
    return parts[1:] if len(parts) > 1 and parts[0] in ("is", "has", "ist", "hat", "est") else parts


def meant_keys(said: str, keys: list[str]) -> list[str]:
    """Return those of some keys that words such as "oldest" or "kostet" mean, those of the first meaning that has any."""
    for _, words, names in MEANINGS:
        if words.search(said):
            found = [key for key in keys if any(names.fullmatch(part) for part in key_parts(key))]
            if found:
                return found
    return []


def read_compared(asked: Question) -> None:
    """Read what a question says of values and bounds; number words are figures."""
    if ASKS_CONTENT.search(asked.rest):
        read_contained(asked)
    read_values(asked)
    asked.rest = WORD.sub(figure_of_word, asked.rest)
    for bound in bounds_of(asked.rest, asked.language):
        read_bound(asked, bound)
    if (stock := stock_asked(asked)) is not None:
        asked.add(stock[0], "=" if stock[1] else "≠", (Literal("0"),), *stock[2])
        for listed in STOCK_LIST.finditer(asked.rest):
            asked.take(*listed.span())


def figure_of_word(match: "re.Match[str]") -> str:
    """Return a number word as a figure, filled up to its length."""
    number = NUMBER_WORDS.get(match.group().lower())
    return str(number).ljust(len(match.group())) if number is not None else match.group()


def read_named(asked: Question) -> None:
    """Read flags, presence and numbers beside keys: what is left when values, bounds and the wanted figure are read."""
    read_flags(asked)
    read_presence(asked)
    read_numbers(asked)
    asked.conditions.sort(key=lambda one: one.span)


STOCK_KEYS = re.compile(
    r"(?:in_?)?stock\w*|quantity|qty|inventory|bestand|lager\w*|menge|existencias|cantidad", re.IGNORECASE
)
SOLD_OUT = re.compile(
    r"\b(?:out of stock|sold out|ausverkauft|nicht (?:auf lager|vorratig|lieferbar)|en rupture(?: de stock)?|epuise\w*|agotad\w*|sin existencias)\b",
    re.IGNORECASE,
)
IN_STOCK = re.compile(  # also a list that is named by it: "from this stock list the ones that are still available"
    r"\b(?:(?:still |noch |encore |todavia |aun )?(?:in stock|available|not (?:gone|empty|sold out)|to be had|auf lager|vorratig|lieferbar|verfugbar|erhaltlich|zu haben|en stock|disponibles?|en existencias?)|(?:i |we )?(?:still |actually )?have left)\b",
    re.IGNORECASE,
)
STOCK_LIST = re.compile(
    r"\b(?:(?:the|this|my|our|a|meine\w*|unsere\w*|die\w*|der|cette|la|ma|esta|mi) )?(?:stock|inventory|warehouse) (?:list|count|sheet|export)|\b(?:bestands|lager|inventar)liste|\bliste (?:du|de) stock|\blista (?:de|del) (?:stock|existencias|inventario)",
    re.IGNORECASE,
)
ASKS_CONTENT = re.compile(
    r"\b(?:any|which|what|who|how many|only|ein\w*|irgend\w*|welche\w*|wie ?viele|nur|une?|quel\w*|combien|algun\w*|que|cual\w*|cuant[oa]s)\b",
    re.IGNORECASE,
)


def stock_asked(asked: Question) -> tuple[str, bool, tuple[int, int]] | None:
    """Return the key with how many are left, whether none are asked for, and where a question says so; None for others."""
    keys = [key for key in asked.table.of_kind("number") if STOCK_KEYS.fullmatch(fold(key))]
    gone, there = SOLD_OUT.search(asked.rest), IN_STOCK.search(asked.rest)
    match = gone or there
    if match is not None and any(
        re.search(rf"\b{re.escape(fold(key))}", match.group(), re.IGNORECASE)
        for key in asked.table.columns
        if key not in keys
    ):
        return None  # "which are available", where that is a key of its own
    return (keys[0], gone is not None, match.span()) if match and len(keys) == 1 else None


def is_any(asked: Question) -> bool:
    """Return whether one of two conditions of different keys is enough. Raises CannotError for "or" among more of them."""
    ordered = asked.conditions
    gaps = [(one, other) for one, other in pairwise(ordered) if OR.search(asked.rest[one.span[1] : other.span[0]])]  # fmt: skip
    if gaps and len(ordered) > 2:
        raise CannotError("I read “or” between two conditions only; with more of them I cannot tell which belong together. Please ask in two questions.")  # fmt: skip
    return bool(gaps)


def read_contained(asked: Question) -> None:
    """Read "contains X" where X is no key of the table."""
    match = CONTAINS.search(asked.rest)
    if match is None or any(asked.key_places(key) for key in asked.table.columns if match["text"].lower().startswith(key.lower())):  # fmt: skip
        return
    start = match.start("text")
    asked.add("", "∋", (match["text"].strip().lower(),), start, match.end())


def read_values(asked: Question) -> None:
    """Read the texts of the table that a question names, the longest first; several of one key are alternatives."""
    lowered = asked.words.lower()
    tokens = {match.group() for match in WORD.finditer(lowered) if not is_plain(match.group())}
    starts = {token[:3] for token in tokens}
    known = values_known(asked.table)
    texts = [one for one in known if one in lowered or (one[:3] in starts and any(same_word(one, token) for token in tokens))]  # fmt: skip
    found: dict[str, list[tuple[int, int, list[Any]]]] = {}
    for text in sorted(texts, key=len, reverse=True):
        for match in re.finditer(rf"(?<![^\W_]){value_pattern(text, tokens)}(?![^\W_])", asked.rest, re.IGNORECASE):
            if not is_meant(asked, match):
                continue
            keys = known[text]
            key = next((one for one in keys if asked.key_places(one)), max(keys, key=lambda one: keys[one][0]))
            found.setdefault(key, []).append((*match.span(), keys[key][1]))
            asked.rest = blanked(asked.rest, *match.span())
    for key, places in found.items():
        add_value(asked, key, sorted(places, key=lambda one: one[:2]))


SPELLED_EXACTLY = re.compile(  # "exactly open, lowercase": Open is another value
    r"[,(]? ?(?:\b(?:in|all|only|with|mit|en|con|tout|todo|und|and) )*\b(?:lower[- ]?case|upper[- ]?case|capitals?|capitali[sz]ed|case[- ]?sensitive(?:ly)?|(?:match(?:ing)?|respecting|mind) (?:the )?case|klein ?geschrieben|gro(?:ss|ß) ?geschrieben|"
    r"(?:gross|groß)- und kleinschreibung(?: beachten)?|minuscules?|majuscules?|(?:en )?minusculas?|mayusculas?|sensible a la casse|distinguiendo mayusculas(?: y minusculas)?)\b(?: only| bitte| please)?\)?",
    re.IGNORECASE,
)


ONLY_DENIED = re.compile(
    r",? (?:but |and |aber |und |mais |et |pero |y )?(?:not|nicht|pas|no)(?: (?:the|those|any|die|der|das|den|les?|la|el|los|las|for|on|fur))* [\"'`]?\Z",
    re.IGNORECASE,
)


def add_value(asked: Question, key: str, places: list[tuple[int, int, list[Any]]]) -> None:
    """Add the condition that a key has one of some values; a key named beside the value is a part of it.

    Beside a value that is wanted one that is denied is left out: "the drinks, not the food".
    """
    denied = [place for place in places if ONLY_DENIED.search(asked.rest[: place[0]])]
    if 0 < len(denied) < len(places):
        for start, end, _ in denied:
            asked.take(ONLY_DENIED.search(asked.rest[:start]).start(), end)  # type: ignore[union-attr]
        places = [place for place in places if place not in denied]
    values = tuple(dict.fromkeys(one for place in places for one in place[2]))
    if (exact := SPELLED_EXACTLY.search(asked.words)) is not None:
        said = tuple(one for one in values if re.search(rf"(?<!\w){re.escape(str(one))}(?!\w)", asked.original))
        values = said or values
        if said:
            asked.take(*exact.span())
    for start, end, _ in places[1:]:
        asked.take(start, end)
    start, end = places[0][:2]
    for match in asked.key_places(key):
        if re.fullmatch(rf"{LINK}[\"'`]?", asked.rest[match.end() : start], re.IGNORECASE):
            start = match.start()
            break
    asked.add(key, "=", values, start, end)


def values_known(table: Entries) -> dict[str, dict[str, tuple[int, list[Any]]]]:
    """Return the texts of a table, folded, with the keys that have them, how often, and as what."""
    known: dict[str, dict[str, tuple[int, list[Any]]]] = {}
    for key, column in table.columns.items():
        if column.kind not in ("text", "list", "other"):
            continue
        counts: dict[str, int] = {}
        for one in column.values.values():
            for text in one if isinstance(one, list) else [one]:
                if isinstance(text, str) and not isinstance(text, Literal):
                    counts[text] = counts.get(text, 0) + 1
        for text, count in counts.items():
            keys = known.setdefault(fold(text).lower().strip(), {})
            number, said = keys.get(key, (0, []))
            keys[key] = (number + count, [*said, text])
    known.pop("", None)
    return known


def value_pattern(text: str, tokens: set[str]) -> str:
    """Return the pattern of a value, or of the words of a question that are the same but for an ending."""
    same = [re.escape(one) for one in tokens if same_word(one, text)] if " " not in text else []
    ending = "(?:s|es|n|en)?" if len(text) > SHORT else ""
    return rf"(?:{'|'.join([re.escape(text) + ending, *same])})"


OR_BEHIND = re.compile(r" (?:or|oder|ou|o) (?:the|die|der|das|la|le|el) ", re.IGNORECASE)
OR_AHEAD = re.compile(r"\b(?:the|die|der|das|la|le|el) +(?:[^\W_]+ )?(?:or|oder|ou|o) (?:the|die|der|das|la|le|el) \Z", re.IGNORECASE)  # fmt: skip


def is_meant(asked: Question, match: "re.Match[str]") -> bool:
    """Return whether words that a table has as a value are meant as one: not "in", "total" or "a", unless quoted or written large."""
    start, end = match.span()
    around = asked.words[max(0, start - 1) : start] + asked.words[end : end + 1]
    if around[:1] in ("'", '"', "`") and around[-1:] in ("'", '"', "`"):
        return True
    said = match.group()
    if len(said) > SHORT and (OR_BEHIND.match(asked.rest, end) or OR_AHEAD.search(asked.rest[:start])):
        return True  # "the order or the invoice"
    named = len(said) >= SHORT and not is_plain(said)
    named = named or any(one.end() <= start and re.fullmatch(LINK, asked.rest[one.end() : start]) for key in asked.near for one in asked.key_places(key))  # fmt: skip
    if named and len(said) < SHORT:
        return True
    if re.search(r"\d", said) and re.search(r"[^\W\d_]", said):
        return True
    own = [part for key in asked.table.path for part in key_parts(key)]
    if said.lower() in ENTRY_NOUNS - PLAIN_WORDS and said.lower() in values_known(asked.table):
        return not any(same_word(said.lower(), part) for part in own)
    is_word = is_plain(said) or any(same_word(said.lower(), part) for key in asked.near for part in key_parts(key))  # fmt: skip
    return (named and not is_word) or (len(said) > 1 and said[0].isupper() and start > 1 and not asked.words.istitle())


def read_bound(asked: Question, bound: Bound) -> None:
    """Read a bound: of the key beside it, else of the key that its words mean, else of the only one that fits."""
    start, end = bound.span
    is_date = bound.is_date or (re.fullmatch(r"(?:19|20)\d\d", bound.value) is not None and bool(asked.table.of_kind("date")))  # fmt: skip
    keys = asked.table.of_kind("date") if is_date else asked.table.numbers()
    if is_date and not bound.is_date:
        keys = keys + asked.table.numbers()
    other = next((one.key for one in asked.conditions if one.span[1] == end), None)  # of "between 10 and 20"
    key = other or (age_key(keys) if bound.word == "age" else bound_key(asked, bound, keys))
    if key is None:
        known = any(pattern.search(bound.word) for _, pattern, _ in MEANINGS if bound.word)
        if bound.sign != "=" and len(keys) > 1 and not known:
            asked.unclear = asked.original[start:end].strip()
            asked.take(start, end)
        elif bound.sign != "=":
            asked.missing.append(asked.original[start:end].strip())
            asked.rest = blanked(asked.rest, start, end)
        return
    if asked.table.columns[key].kind == "date":
        sign = {"older": "<", "newer": ">", "alter": "<", "junger": ">"}.get(bound.word.lower(), bound.sign)
        asked.add(key, sign, (bound.value,), start, end)
        return
    numbers = asked.table.columns[key].values
    value = bound.value
    if bound.figure:
        value = f"{float(sum(Decimal(one) for one in numbers.values()) / len(numbers)):.10g}"
    said = {unit for unit in UNITS if has_unit(asked.words[start:end], unit)}
    if said and any(has_unit(" ".join(key_parts(key)), unit) for unit in UNITS if unit not in said):
        asked.unclear = asked.original[start:end].strip()  # "3 hours" over a key of minutes
        return
    asked.add(key, bound.sign, (Literal(value),), start, end)


def has_unit(text: str, unit: str) -> bool:
    """Return whether a text has one of the words of a unit."""
    return re.search(rf"(?<![^\W\d_])(?:{unit.replace(' ', '|')})(?![^\W_])", text, re.IGNORECASE) is not None


def age_key(keys: list[str]) -> str | None:
    """Return the only key with ages, which "minors" is about; None without one."""
    ages = meant_keys("age", keys)
    return ages[0] if len(ages) == 1 else None


def bound_key(asked: Question, bound: Bound, keys: list[str]) -> str | None:
    """Return the key that a bound is of, and take the words that say so; None for none."""
    start, end = bound.span
    places = [(key, match) for key in keys for match in asked.key_places(key)]
    beside = [one for one in places if asked.rest[one[1].end() : start].strip().lower() in BESIDE and one[1].end() <= start]  # fmt: skip
    beside += [one for one in places if one[1].start() >= end and not asked.rest[end : one[1].start()].strip()]
    if beside:
        asked.take(*beside[0][1].span())
        return beside[0][0]
    near = asked.words[start:end]
    inside = [key for key in keys if any(same_word(word.lower(), key_parts(key)[-1]) for word in WORD.findall(near))]
    if len(inside) == 1:
        return inside[0]
    ages = meant_keys("age", keys)
    years = "age" if YEARS.search(near) and ages else "price" if MONEY.search(near) else ""
    is_age = len(ages) == 1 and not bound.is_date and bound.value and Decimal(bound.value) <= OLDEST
    if is_age and len(keys) > 1 and THOSE.search(asked.rest[:start]) and not is_known(near):
        return ages[0]
    for said in (years, near, asked.rest[max(0, start - 30) : start], asked.rest[end : end + 30]):
        meant = meant_keys(said, keys)
        if len(meant) == 1:
            return meant[0]
    close = f"{bound.word} {asked.rest[max(0, start - 12) : start].split(',')[-1]}"
    if not bound.is_date and any(pattern.search(close) for name, pattern, _ in MEANINGS if name not in VAGUE):
        return None
    if len(keys) > 1 and is_age and (PEOPLE.search(asked.words) or len(places) == 1):
        return ages[0]
    named = {key for key, _ in places}
    return next(iter(named)) if len(named) == 1 else keys[0] if len(keys) == 1 else None


YEARS = re.compile(r"\d ?(?:years?|jahre?n?|ans|anos)\b", re.IGNORECASE)
THOSE = re.compile(
    r"\b(?:everybody|everyone|anybody|anyone|nobody|people|persons?|users?|those|all|who (?:is|are)|is|are|alle|jemand|leute\w*|personen|derer|denen|die|ist|sind|tous|gens|personnes?|ceux|celles|des|todos|todas|personas?|los|las|alguien)\s*\Z",
    re.IGNORECASE,
)
VAGUE = ("called", "category", "date", "job", "department", "active", "paid", "done", "city", "country")
SHORT = 3  # letters of a value that has no plural: "A" is not "an"
MONEY = re.compile(r"[€$£]|\b(?:euros?|eur|dollars?|usd|pounds?|bucks)\b", re.IGNORECASE)
UNITS = ("hours? heures? horas? stunden? h", "minutes? minuten min minutos?", "seconds? sekunden secondes? segundos? sec", "days? tage?n? jours? dias?", "kg kilos? kilograms? kilogramm", "grams? gramm g", "cm", "km", "miles? meilen", "met(?:er|re)s? m")  # fmt: skip
OLDEST = 120  # years
BESIDE = (
    "",
    "is",
    "are",
    "of",
    "was",
    "were",
    "ist",
    "sind",
    "est",
    "sont",
    "es",
    "son",
    "that is",
    "von",
    "de",
    "at",
    "a",
    "the",
    "with a",
    "=",
)


def is_known(said: str) -> bool:
    """Return whether words mean some key, whether or not a table has it."""
    return any(pattern.search(said) for name, pattern, _ in MEANINGS if name != "age")


def read_flags(asked: Question) -> None:
    """Read the keys that are true or false: "active", "inactive", "not paid"."""
    flags = asked.table.of_kind("flag")
    for key in flags:
        for match in flag_places(asked, key, flags):
            start, end = match.span()
            said = re.match(
                r"\s*(?:=|is|ist|est|es|:)?\s*(true|false|yes|no|wahr|falsch|vrai|faux)\b",
                asked.rest[end:],
                re.IGNORECASE,
            )
            is_true = said is None or said[1].lower() in ("true", "yes", "wahr", "vrai")
            un = re.search(r"\b(?:in|un|non-?|des|im)\Z", asked.rest[:start], re.IGNORECASE)
            start = un.start() if un else start
            asked.add(key, "=" if is_true is (un is None) else "≠", (True,), start, end + (said.end() if said else 0))
            break
        else:
            read_unsettled(asked, key)


SETTLED = re.compile(r"paid|bezahlt|paye|pagado|settled|beglichen", re.IGNORECASE)
UNSETTLED = re.compile(
    r"\b(?:(?:still )?(?:open|outstanding|owed|owing|due|owes?)|(?:noch )?(?:offen|ausstehend|fallig)|(?:encore )?(?:impayee?s?|dus?|a payer)|pendientes?|adeudad[oa]s?|debe[n]?)\b",
    re.IGNORECASE,
)


def read_unsettled(asked: Question, key: str) -> None:
    """Read "open" and "outstanding" as not paid, where a key says what is paid."""
    match = UNSETTLED.search(asked.rest) if SETTLED.fullmatch(key_parts(key)[-1]) else None
    if match is not None:
        asked.add(key, "≠", (True,), *match.span())


def flag_places(asked: Question, key: str, flags: list[str]) -> "list[re.Match[str]]":
    """Return where a question names a key that is true or false, also behind "in" or "un", or by a word of the same meaning."""
    last = key_parts(key)[-1]
    found = asked.key_places(key)
    found += [
        match for match in re.finditer(r"(?<=\bin|\bun)\w+", asked.rest) if same_word(match.group().lower(), last)
    ]
    if found or len(key_parts(key)) != 1:
        return found
    for _, words, names in MEANINGS:
        if names.fullmatch(last) and len([one for one in flags if names.fullmatch(key_parts(one)[-1])]) == 1:
            found += [one for one in re.finditer(r"(?<=\bin|\bun)\w+", asked.rest) if words.fullmatch(one.group())]
            found += words.finditer(asked.rest)
    return found


def read_presence(asked: Question) -> None:
    """Read "without a phone", "with an email": whether entries have a value."""
    for key, column in asked.table.columns.items():
        if column.kind == "flag":
            continue
        for match in asked.key_places(key):
            behind = IS_LACKING.match(asked.rest, match.end())
            lack = LACKING.search(asked.rest[: match.start()]) or behind
            have = HAVING.search(asked.rest[: match.start()])
            is_partial = len(column.present) < len(asked.table.rows)
            if column.kind == "number" and re.match(rf"{LINK}-?\d", asked.rest[match.end() :], re.IGNORECASE):
                continue  # "with id 3"
            start = min((lack or have or match).start(), match.start())
            if behind is not None:
                asked.take(start, behind.end())
                asked.conditions.append(Condition(key, "none", (), (start, behind.end())))
            elif column.kind == "number" and (lack or have) and not is_partial:
                asked.take(start, match.end())
                asked.conditions.append(Condition(key, "=" if lack else ">", (Literal("0"),), (start, match.end())))
            elif lack is not None or (have is not None and is_partial and column.kind != "number"):
                asked.take(start, match.end())
                asked.conditions.append(Condition(key, "none" if lack else "some", (), (start, match.end())))


def read_numbers(asked: Question) -> None:
    """Read a number beside a key: "room 12", "3 stars"."""
    for key in asked.table.of_kind("number"):
        for match in asked.key_places(key):
            behind = re.match(rf"{LINK}[$€£]?(-?\d+(?:\.\d+)?)(?![\d.]*\w)", asked.rest[match.end() :], re.IGNORECASE)
            before = re.search(r"(?<![\w.])[$€£]?(-?\d+(?:\.\d+)?) \Z", asked.rest[: match.start()])
            if behind is not None:
                asked.add(key, "=", (Literal(behind[1]),), match.start(), match.end() + behind.end())
            elif before is not None:
                asked.add(key, "=", (Literal(before[1]),), before.start(), match.end())
