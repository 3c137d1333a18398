"""Entries of a list by their place, in four languages: the third, the last but one, the first two, 2 to 4, every second; and paths."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import is_plain, same_word
from config.builtins.json_formatter.looking import at_path
from config.builtins.json_formatter.rows import SortedRows, lists_of, plain_text
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, cell, fill_in, fold

PLACES_LISTED = {
    0: r"first|1st|erste[nrsm]?|premiere?|1ere?|1er|primer[oa]?",
    1: r"second|2nd|zweite[nrsm]?|deuxieme|2(?:e|eme)|seconde|segund[oa]",
    2: r"third|3rd|dritte[nrsm]?|troisieme|3(?:e|eme)|tercer[oa]?",
    3: r"fourth|4th|vierte[nrsm]?|quatrieme|4(?:e|eme)|cuart[oa]",
    4: r"fifth|5th|funfte[nrsm]?|cinquieme|5(?:e|eme)|quint[oa]",
    5: r"sixth|6th|sechste[nrsm]?|sixieme|6(?:e|eme)|sext[oa]",
    6: r"seventh|7th|siebte[nrsm]?|septieme|7(?:e|eme)|septim[oa]",
    7: r"eighth|8th|achte[nrsm]?|huitieme|8(?:e|eme)|octav[oa]",
    8: r"ninth|9th|neunte[nrsm]?|neuvieme|9(?:e|eme)|noven[oa]",
    9: r"tenth|10th|zehnte[nrsm]?|dixieme|10(?:e|eme)|decim[oa]",
    -1: r"(?:very )?last|letzte[nrsm]?|derniere?|ultim[oa]",
    -2: r"(?:second|2nd|next)[ -](?:to[ -]|from (?:the )?)?last|last but one|penultimate|vorletzte[nrsm]?|avant[- ]derniere?|penultim[oa]",
    -3: r"(?:third|3rd)[ -](?:to[ -]|from (?:the )?)?last|last but two|drittletzte[nrsm]?|antepenultim[oa]",
}
PLACES = [(place, re.compile(words)) for place, words in PLACES_LISTED.items()]
ANY_PLACE = (
    "|".join(PLACES_LISTED[place] for place in (-3, -2, -1, *range(10))) + r"|\d{1,4}(?:st|nd|rd|th|eme|\.(?= [a-z]))"
)
ENTRY = r"(?:entr(?:y|ies)|elements?|items?|objects?|records?|rows?|values?|ones?|eintrag\w*|elemente?n?|objekte?n?|datensatz\w*|zeilen?|werte?|entrees?|objets?|lignes?|enregistrements?|valeurs?|entradas?|elementos?|objetos?|registros?|filas?|valor(?:es)?)"
COUNTS_LISTED = "one two three four five six seven eight nine ten;ein zwei drei vier funf sechs sieben acht neun zehn;un deux trois quatre cinq six sept huit neuf dix;uno dos tres cuatro cinco seis siete ocho nueve diez"
COUNT_WORDS = {word: place for listed in COUNTS_LISTED.split(";") for place, word in enumerate(listed.split(), 1)}
COUNT = rf"\d{{1,4}}|{'|'.join(COUNT_WORDS)}"
FRONT = r"first|ersten?|premier(?:e?s)?|primer[oa]s"
BACK_END = r"last|letzten?|dernier(?:e?s)?|ultim[oa]s"
SPAN_OF = re.compile(
    r"\b(?P<noun>[a-z]+) (?:from |von |de |del? )?(?P<low>\d{1,4}) ?(?:to|through|thru|until|-|–|bis|a|al|hasta) ?(?P<high>\d{1,4})\b"
)
PAIR_OF = re.compile(r"\b(?P<noun>[a-z]+) (?P<low>\d{1,4}) ?(?:and|und|et|y|&) ?(?P<high>\d{1,4})\b")
SEVERAL = re.compile(
    rf"\b(?:(?:(?P<front>{FRONT})|(?P<back>{BACK_END})) (?P<n>{COUNT})|(?P<n2>{COUNT}) (?:(?P<front2>{FRONT})|(?P<back2>{BACK_END})))(?: (?P<noun>[a-z]+))?\b"
)
EVERY = re.compile(
    rf"\b(?:every|each|jede[nrsm]?|chaque|cada) (?:(?P<other>other)|(?P<nth>{ANY_PLACE})) (?P<noun>[a-z]+)\b|\bune? (?P<noun2>[a-z]+) sur (?P<n>{COUNT})\b"
)
NUMBERED = re.compile(
    r"\b(?P<noun>[a-z]+) (?:number |nr\.? |no\.? |nummer |numero |n° ?|#)?(?P<n>\d{1,4})(?![\w.,]*\d)"
)
ORDINAL = re.compile(rf"\b(?P<nth>{ANY_PLACE})(?: (?P<noun>[a-z]+))?\b")
PATH_SAID = re.compile(r"(?<![\w/.:])\$?[a-z_][\w-]*(?:(?:[./][\w-]+)|\[\d{1,4}\])+(?![\w/])")
NTH_TEXTS = {
    "en": {"one": "Entry {n} of {all} is:", "field": "`{key}` of entry {n} of {all} is:", "many": "**{count}** of {all} entries, numbers {numbers}:", "none": "There is no entry {n}: the list has {all} entries.", "path": "`{path}` is:"},
    "de": {"one": "Eintrag {n} von {all}:", "field": "`{key}` von Eintrag {n} von {all}:", "many": "**{count}** von {all} Einträgen, Nummern {numbers}:", "none": "Einen Eintrag {n} gibt es nicht: die Liste hat {all} Einträge.", "path": "`{path}`:"},
    "fr": {"one": "Entrée {n} sur {all} :", "field": "`{key}` de l'entrée {n} sur {all} :", "many": "**{count}** entrées sur {all}, numéros {numbers} :", "none": "Il n'y a pas d'entrée {n} : la liste a {all} entrées.", "path": "`{path}` :"},
    "es": {"one": "Entrada {n} de {all}:", "field": "`{key}` de la entrada {n} de {all}:", "many": "**{count}** de {all} entradas, números {numbers}:", "none": "No hay entrada {n}: la lista tiene {all} entradas.", "path": "`{path}`:"},
}  # fmt: skip


BOTH_TEXTS = {
    "en": "I can take an entry by its place, or the entries that fit a condition, but not both in one question. Ask for one of them first.",
    "de": "Ich kann einen Eintrag nach seinem Platz nehmen oder die Einträge, die eine Bedingung erfüllen, aber nicht beides in einer Frage. Bitte zuerst eines davon.",
    "fr": "Je peux prendre une entrée par sa place, ou les entrées qui remplissent une condition, mais pas les deux dans une question. Demandez d'abord l'un des deux.",
    "es": "Puedo tomar una entrada por su lugar, o las entradas que cumplen una condición, pero no ambas cosas en una pregunta. Pida primero una de ellas.",
}
SHORTLY_SAID = 5  # words of a message that may leave out the noun: "last but one"


class Chosen(NamedTuple):
    """The places of entries that a message names, from 0 (negative: from the end), whether it is one, the noun, and where it stands."""

    places: "range | tuple[int, ...]"
    is_one: bool
    noun: str
    span: tuple[int, int]


def path_named(value: Any, words: str, language: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return the part at a path of several steps that a message writes (api/response, items[1].price); None without one."""
    folded = fold(words).lower()
    for match in PATH_SAID.finditer(folded):
        rest = re.findall(r"[^\W\d_]{2,}", folded[: match.start()] + " " + folded[match.end() :])
        if not all(is_plain(word) or word in ("path", "pfad", "chemin", "ruta") for word in rest):
            continue  # "the status in api/response" asks for another key
        found = at_path(value, match.group())
        if found is not None:
            return fill_in(NTH_TEXTS[language]["path"], path=match.group()), shown_part(found[0]), match.span()
    return None


def entry_at(value: Any, words: str, language: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return the entries of a list that a message names by their places; None for other messages."""
    folded = fold(words).lower()
    lists = list(lists_named(value))
    for key, entries in sorted(
        lists, key=lambda one: not (one[0] and re.search(rf"\b{re.escape(one[0][:-1])}", folded))
    ):
        chosen = chosen_places(folded, len(entries))
        if chosen is None or not (is_entry_noun(chosen.noun, key) or is_bare(chosen, folded)):
            continue
        field = named_field(folded, chosen, entries)
        if field and not is_entry_noun(chosen.noun, key):
            continue  # "who joined first" asks for an order
        rest = folded[: chosen.span[0]] + " " + folded[chosen.span[1] :]
        for step in field[0].lower().split(".") if field else ():
            rest = re.sub(rf"\b{re.escape(fold(step))}\w*", " ", rest)
        own = {key, noun_behind(folded, chosen)} if field else {key}
        further = [
            word
            for word in re.findall(r"[^\W\d_]{2,}", rest)
            if not is_plain(word) and not any(same_word(word, one) for one in own)
        ]
        if re.search(r"\d", rest) or is_of_values(further, entries):
            raise CannotError(BOTH_TEXTS[language])
        if further:
            return None
        sentence, part, span = entries_said(entries, chosen, field[0] if field else "", language)
        return sentence, part, with_field_named(folded, span, field[0]) if field else span
    return None


def with_field_named(text: str, span: tuple[int, int], field: str) -> tuple[int, int]:
    """Return the place of a question from the key it names to the place of the entry, or the other way round."""
    asked = r"(?:\b(?:which|what|welche[nrs]?|quel(?:le)?s?|que) )?"
    stem = re.search(rf"{asked}(?<!\w){re.escape(last_step(field))}(?:e?s|n)?(?!\w)", text)
    has = re.match(r" (?:have|has|hat|tiene)\b", text[span[1] :])
    span = (span[0], span[1] + has.end()) if has is not None else span
    return (min(stem.start(), span[0]), max(stem.end(), span[1])) if stem is not None else span


def is_bare(chosen: Chosen, text: str) -> bool:
    """Return whether a short message names a place without a noun: "last but one", "first three please"."""
    starts = re.match(rf"(?:{ANY_PLACE}|{FRONT}|{BACK_END}|{COUNT})\b", text[chosen.span[0] :]) is not None
    is_short = len(re.findall(r"[^\W_]+", text)) <= SHORTLY_SAID
    return is_short and (not chosen.noun or (starts and is_plain(chosen.noun)))


def is_of_values(words: list[str], entries: list[Any]) -> bool:
    """Return whether one of the words is a text value of the entries: a condition decides which of them is the second."""
    texts = {
        fold(text).lower()
        for entry in entries
        if isinstance(entry, dict)
        for text in entry.values()
        if isinstance(text, str)
    }
    return not texts.isdisjoint(words)


def lists_named(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, list[Any]]]:  # noqa: ANN401 - any JSON value
    """Yield the lists of a document that are in no other list, each with its key in small letters."""
    if isinstance(value, list):
        yield key, value
    elif isinstance(value, dict) and depth < 20:
        for name, inner in value.items():
            yield from lists_named(inner, fold(str(name)).lower(), depth + 1)


def is_entry_noun(noun: str, key: str) -> bool:
    """Return whether a noun is a word for any entry, or the name of the list."""
    return re.fullmatch(ENTRY, noun) is not None or (bool(key) and same_word(noun, key))


def number_of(said: str) -> int:
    """Return a number that is written in digits or as a word."""
    return int(said) if said.isdigit() else COUNT_WORDS[said]


def place_of(said: str) -> int:
    """Return the place that an ordinal names, from 0."""
    found = next((place for place, pattern in PLACES if pattern.fullmatch(said)), None)
    return found if found is not None else int(re.sub(r"\D", "", said)) - 1


def chosen_places(text: str, size: int) -> Chosen | None:
    """Return the places that a folded text names in a list of a size; None where it names none."""
    if (match := SPAN_OF.search(text)) is not None:
        return Chosen(range(int(match["low"]) - 1, min(int(match["high"]), size)), False, match["noun"], match.span())
    if (match := PAIR_OF.search(text)) is not None:
        return Chosen((int(match["low"]) - 1, int(match["high"]) - 1), False, match["noun"], match.span())
    if (match := EVERY.search(text)) is not None:
        step = number_of(match["n"]) if match["n"] else 2 if match["other"] else place_of(match["nth"]) + 1
        start = 0 if match["other"] or match["n"] else step - 1
        return (
            Chosen(range(start, size, step), False, match["noun"] or match["noun2"], match.span()) if step > 0 else None
        )
    if (match := SEVERAL.search(text)) is not None:
        count = min(number_of(match["n"] or match["n2"]), size)
        is_front = match["front"] or match["front2"]
        return Chosen(range(count) if is_front else range(size - count, size), False, match["noun"] or "", match.span())
    if (match := ORDINAL.search(text)) is not None:
        return Chosen((place_of(match["nth"]),), True, match["noun"] or "", match.span())
    if (match := NUMBERED.search(text)) is not None:
        return Chosen((int(match["n"]) - 1,), True, match["noun"], match.span())
    return None


def named_field(text: str, chosen: Chosen, entries: list[Any]) -> tuple[str] | None:
    """Return the one key of the entries that a text names beside the place."""
    rest = text[: chosen.span[0]] + " " * (chosen.span[1] - chosen.span[0]) + text[chosen.span[1] :]
    keys = dict.fromkeys(path for entry in entries if isinstance(entry, dict) for path in field_paths(entry))
    found = [path for path in keys if re.search(rf"(?<!\w){re.escape(last_step(path))}(?:e?s|n)?(?!\w)", rest)]
    behind = noun_behind(text, chosen)
    others = [path for path in found if not same_word(behind, last_step(path))]
    found = others if len(found) == 2 and len(others) == 1 else found  # "the group of the second ir peak"
    inner = [path for path in found if not any(other.startswith(f"{path}.") for other in found)]
    return (inner[0],) if len(inner) == 1 else None


def field_paths(entry: dict[str, Any]) -> Iterator[str]:
    """Yield the keys of an entry, and those of the objects in it behind the keys that lead there: "address.zip"."""
    waiting = [("", entry)]
    while waiting:
        path, here = waiting.pop(0)
        yield from (f"{path}{key}" for key in here)
        waiting += [(f"{path}{key}.", item) for key, item in here.items() if isinstance(item, dict)]


def last_step(path: str) -> str:
    """Return the last key of a path, folded, in small letters."""
    return fold(path.rpartition(".")[2]).lower()


def field_value(entry: Any, path: str) -> tuple[Any] | None:  # noqa: ANN401 - any JSON value
    """Return what an entry has at a path, in a tuple; None for nothing."""
    if isinstance(entry, dict) and path in entry:
        return (entry[path],)
    for step in path.split("."):
        if not isinstance(entry, dict) or step not in entry:
            return None
        entry = entry[step]
    return (entry,)


def noun_behind(text: str, chosen: Chosen) -> str:
    """Return the word right behind the place of an entry, "" without one."""
    match = re.match(r" ([a-z_]+)\b", text[chosen.span[1] :])
    return match[1] if match else ""


def entries_said(entries: list[Any], chosen: Chosen, field: str, language: str) -> tuple[str, str, tuple[int, int]]:
    """Return the entries, or one key's value in one of them, with their sentence."""
    said, size = NTH_TEXTS[language], len(entries)
    places = [place if place >= 0 else size + place for place in chosen.places]
    missing = [place for place in places if not 0 <= place < size]
    if missing or not places:
        number = missing[0] + 1 if missing else 1
        return fill_in(said["none"], n=f"**{number}**", all=size), "", chosen.span
    if chosen.is_one:
        entry = entries[places[0]]
        if field and (found := field_value(entry, field)) is not None:
            return fill_in(said["field"], key=field, n=places[0] + 1, all=size), shown_part(found[0]), chosen.span
        return fill_in(said["one"], n=places[0] + 1, all=size), shown_part(entry), chosen.span
    picked = [entries[place] for place in places]
    picked = [(field_value(entry, field) or (None,))[0] for entry in picked] if field else picked
    numbers = ", ".join(str(place + 1) for place in places[:20]) + (", …" if len(places) > 20 else "")
    sentence = fill_in(said["many"], count=len(places), all=size, numbers=numbers).replace("**", "")
    return sentence, shown_part(picked), chosen.span


def shown_part(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a part of a document as text."""
    return str(value) if isinstance(value, Literal) else compact(value)


BEHIND_ORDER = re.compile(  # behind an order: "and then tell me who is third"
    r"(?:,|;|\.|\b(?:and|und|et|y))* *(?:\b(?:then|also|dann|auch|puis|ensuite|luego|despues) )?(?:(?:tell|show|give) me |(?:tell|say) |sag(?:e|t)?(?: mir)?,? |dis(?:-moi)? |dime )?"
    r"\b(?:who|which(?: one)?|what|wer|welche[rs]?|was|qui|lequel|laquelle|quien|cual)(?:'s| is| are| was| comes?| came| finish\w*| ends? up| ist| steht| kommt| wird| est| arrive| es| esta| queda)*(?: (?:in|on|at|an|auf|en))?(?: (?:the|der|die|das|le|la|el))? "
    rf"(?P<nth>{ANY_PLACE})(?: (?:place|one|then|stelle|platz|place|lugar|puesto|overall))*(?=\W*(?:\Z|[?.!:;\[{{\n]))"
)
BEHIND_ORDER_TEXTS = {
    "en": "Number {n} in this order: {entry}.",
    "de": "Nummer {n} in dieser Reihenfolge: {entry}.",
    "fr": "Numéro {n} dans cet ordre : {entry}.",
    "es": "Número {n} en este orden: {entry}.",
}


def with_place_told(made: SortedRows, words: str, language: str) -> SortedRows:
    """Return a sorted document with the entry at the place that is asked for behind the order."""
    asked, lists = BEHIND_ORDER.search(fold(words).lower()), list(lists_of(made.value))
    if asked is None or len(lists) != 1:
        return made
    place = place_of(asked["nth"])
    if not -len(lists[0]) <= place < len(lists[0]):
        return made
    entry = lists[0][place]
    shown = ", ".join(f"`{key}` **{cell(plain_text(one)[:100])}**" for key, one in entry.items())
    told = fill_in(BEHIND_ORDER_TEXTS[language], n=place % len(lists[0]) + 1, entry=shown)
    return made._replace(sentence=f"{told} {made.sentence}", spans=[*made.spans, asked.span()])
