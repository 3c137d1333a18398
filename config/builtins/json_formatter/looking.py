"""Answers questions about a document: the value at a path, its keys, how many entries, and its rows as CSV."""

import csv
import io
import re
from collections import deque
from typing import Any

from config.builtins.json_formatter.asked_words import DOCUMENT_WORDS, is_plain
from config.builtins.json_formatter.changing import all_keys
from config.builtins.json_formatter.derived import flatten_into
from config.builtins.json_formatter.rows import lists_of, place_of_key, row_keys
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import blanked, fold

MOST_LISTED = 200
PATH = re.compile(
    r"\b(?:get|value of|value at|extract|what is|what'?s|who is|who'?s|read|show|path|wert von|wert|was ist|valeur de|quelle est|valor de|cual es)\b(?: me| the| value| wert| valeur| valor| of| at| for| key| field| path| von| der| die| das| la| le| el| cle| clave)*"
    r" [`\"']?(?P<path>\$?[\w-]+(?:\.[\w-]+|\[\d+\])*|\$(?:\.[\w-]+|\[\d+\])+)[`\"']?",
    re.IGNORECASE,
)
OWNED = re.compile(r"(?<![\w-])(?P<owner>\w[\w-]{0,60})'s (?P<key>[\w-]{1,60})", re.IGNORECASE)  # "owner's name"
LONE_PATH = re.compile(r"\A\s*(?P<path>\w{1,60}(?:\.\w{1,60}|\[\d{1,9}\])+)\s*[?.!]?\s*\Z")
KEYS = re.compile(
    r"\b(?:keys|key names|names of (?:the )?keys|schlussel|cles|claves|fields|(?:every|each)(?: single)? (?:key|field)|chaque cle|cada clave)\b",
    re.IGNORECASE,
)
TOP_LEVEL = re.compile(
    r"\b(?:top|first|outer|oberste[nr]?|ersten?|premier|superieur|primer|superior)[ -]?(?:most )?(?:level|ebene|niveau|nivel)?\b",
    re.IGNORECASE,
)
SORTS = re.compile(r"\bsort\w*|\balphabetic\w*|\border\w*|\bsortier\w*|\btri\w*|\borden\w*", re.IGNORECASE)
COUNTS = re.compile(r"\b(?:how many|count|number of|length|wie ?viele[nr]?|combien|cuant[oa]s)\b", re.IGNORECASE)
CSV = re.compile(
    r"\b(?:to|into|as|in|als|nach|en|a|daraus|make (?:it|this|that)) (?:an? |ein[e]? |une? )?(?:csv|table|tabelle|tableau|tabla|excel|spreadsheet)\b|json (?:to|2) csv|\bcsv (?:please|pls|plz|bitte|version|format|file|datei)\b|\A\W*(?:please |the |bitte )?csv\W*\Z",
    re.IGNORECASE,
)


ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
ORDINALS |= {
    "erste": 0,
    "zweite": 1,
    "dritte": 2,
    "letzte": -1,
    "premier": 0,
    "deuxieme": 1,
    "dernier": -1,
    "primer": 0,
    "segundo": 1,
    "ultimo": -1,
}
NTH = re.compile(
    rf"\b(?P<nth>{'|'.join(ORDINALS)})[nrs]?(?P<many> (?:\d+|two|three))? (?:elements?|items?|entr(?:y|ies)|values?|one|objects?|eintrag|wert|valeur|elemento)\b",
    re.IGNORECASE,
)
DEPTH = re.compile(
    r"\b(?:nesting|how (?:deep|deeply|far)(?: is| are)?(?: \w+){0,3} nested|nested how|(?:max\w* |the )?depth|how deep|deepest|levels? of nesting|how many (?:nested |nesting )?levels|wie tief|verschachtelungs?\w*|tiefe|wie verschachtelt|profondeur|a quelle profondeur|profundidad|niveles? de anidamiento)\b",
    re.IGNORECASE,
)
NOT_DEEPER = r"(?:not counting|without counting|not including|excluding|except|ignoring|leaving out|without|ohne|nicht mitgezahlt|sans(?: compter)?|sin(?: contar)?|not|nicht|pas|no)(?: (?:the|any|those|ones|die|der|les|celles?|las?|los|el|all|das|was|that|what))*(?: (?:keys|schlussel\w*|cles|claves|fields))? ?(?:that are |which are )?(?:nested|inner|deeper|inside|sub|tief\w*|innere\w*|verschachtelt\w*|imbriquee?s?|internes?|anidad[oa]s?|interior\w*)(?: (?:ones|keys|in it|deeper|inside|down|schlussel|cles|claves|dans|dentro))*"
LEVEL_NOUN = r"(?:level|list|array|object|ebene|liste|niveau|nivel|lista|objekt|objet|tableau)"
OUTER_LEVEL = re.compile(
    rf"\b(?:(?:at|on|in|just|only|nur|auf|an|sur|au|en|a|de|im) )*(?:the |der |dem |den |die |le |la |el |du )?(?:very )?(?:(?:top|outer(?:most)?|oberste[nrsm]?|ausserste[nrsm]?|aussere[nrsm]?)[ -]?(?:most )?(?:{LEVEL_NOUN}|ones?|elements?|entries|keys)?|(?:root|first|ersten?|premier|racine|primer|raiz)[ -]{LEVEL_NOUN}|{LEVEL_NOUN} (?:racine|exterieure?|exterior|superieure?|superior|raiz))(?: (?:only|alone))?\b|{NOT_DEEPER}\b",
    re.IGNORECASE,
)
INNER_TOO = re.compile(
    r"\b(?:includ\w*|counting|with|mit|samt|inklusive|einschliesslich|y compris|avec|inclu\w*|contando|con)(?: (?:the|all|any|those|den|der|die|allen|les|las|los|also))*(?: (?:nested|inner|deeper|verschachtelt\w*|innere\w*|tiefere\w*|imbriquee?s?|internes?|anidad[oa]s?|interior\w*))\b|\b(?:nested|inner|deeper|verschachtelt\w*|innere\w*|imbriquee?s?|internes?|anidad[oa]s?|interior\w*)(?: (?:ones|keys|schlussel|cles|claves))? (?:too|as well|included|also|inclusive|inbegriffen|mitgezahlt|comprises?|aussi|incluid[oa]s?|tambien)\b|\b(?:auch|aussi|tambien|also) (?:the |die |les |las |los )?(?:nested|verschachtelt\w*|imbriquees?|anidad[oa]s?)\b|\b(?:at|on|of|across) (?:all|every|any) (?:the )?(?:levels?|depths?)|\bauf allen ebenen|\ba tous les niveaux|\ben todos los niveles",
    re.IGNORECASE,
)


def count_of_level(value: Any, folded: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return how many keys or entries the outermost level has, or how many keys all levels have, where a question says which; None for others."""
    count, outer, inner = COUNTS.search(folded), OUTER_LEVEL.search(folded), INNER_TOO.search(folded)
    units = TOP_UNITS.match(folded, count.end()) if count else None
    if KEYS_TESTED.search(folded) or TYPES_TESTED.search(folded):
        return None
    if count is None or units is None or not (outer or inner) or not isinstance(value, dict | list):
        return None
    found = [match.span() for match in (count, units, *OUTER_LEVEL.finditer(folded), *INNER_TOO.finditer(folded))]
    rest = folded
    for start, end in found:
        rest = blanked(rest, start, end)
    if not all(is_plain(word) or LEVEL_WORDS.fullmatch(word) for word in re.findall(r"[^\W_]+", rest)):
        return None
    span = (min(start for start, _ in found), max(end for _, end in found))
    if inner:
        number = sum(1 for _ in all_keys(value))
        return f"The document has **{number}** keys, those of all levels together.", str(number), span
    unit = "entries" if isinstance(value, list) else "keys"
    return f"The document has **{len(value)}** {unit} at its top level.", str(len(value)), span


LEVEL_WORDS = re.compile(
    r"nested|deeper|inner|inside|further|level|levels|keys|count|counting|schlussel|ebene|cles|claves", re.IGNORECASE
)


def element_of(value: Any, folded: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return one element of a list by its place; None where there is no list, or several are asked for, or none."""
    match = NTH.search(folded)
    if match is None:
        return None
    place = ORDINALS[match["nth"].lower()]
    if not all(is_plain(word) or word.isdigit() for word in re.findall(r"[^\W_]+", blanked(folded, *match.span()))):
        return None
    if not isinstance(value, list) or match["many"] or not -len(value) <= place < len(value):
        return None
    found = value[place]
    return (
        f"The {match['nth'].lower()} of {len(value)} elements is:",
        str(found) if isinstance(found, Literal) else compact(found),
        match.span(),
    )


NTH_ENTRY = re.compile(rf"\b(?P<nth>{'|'.join(ORDINALS)})[nrsa]? (?P<noun>[a-z]+)", re.IGNORECASE)


def field_of_nth(value: Any, folded: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return a key's value in one entry of a list by its place: "the city of the second user"; None for other questions."""
    match = NTH_ENTRY.search(folded)
    rows = next(lists_of(value), []) if match else []
    places = [(key, place) for key in row_keys(rows) if (place := place_of_key(folded, key)) is not None]
    nth = ORDINALS[match["nth"].lower()] if match else 0
    if match is None or len(places) != 1 or not -len(rows) <= nth < len(rows) or places[0][0] not in rows[nth]:
        return None
    key, place = places[0]
    found = rows[nth][key]
    shown = str(found) if isinstance(found, Literal) else compact(found)
    span = (min(match.start(), place.start()), max(match.end(), place.end()))
    return f"`{key}` of entry {nth + 1 if nth >= 0 else len(rows)} of {len(rows)} is:", shown, span


def depth_of(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """Return how many lists and objects stand in each other at the deepest place."""
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        here, above = waiting.pop()
        if isinstance(here, dict | list):
            deepest = max(deepest, above + 1)
            waiting += [(inner, above + 1) for inner in (here.values() if isinstance(here, dict) else here)]
    return deepest


def looked_up(value: Any, words: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return (the sentence, the found part as text, where the question is) for a question about a document; None for none."""
    folded = fold(words)
    if (match := CSV.search(folded)) is not None:
        table, part = as_csv(value)
        sentence = f"As CSV{part}:" if table else "Only a list of objects without lists in them becomes a table."
        return sentence, table, (match.start(), purpose_end(folded, match.end()))
    if (match := DEPTH.search(folded)) is not None:
        depth = depth_of(value)
        return f"The deepest nesting is **{depth}** {'level' if depth == 1 else 'levels'}.", str(depth), match.span()
    if (entry := hollow_keys(value, folded) or field_of_nth(value, folded) or element_of(value, folded)) is not None:
        return entry
    if (match := COUNTS.search(folded)) is not None:
        return counted(value, folded, match)
    if (match := keys_asked(folded)) is not None and isinstance(value, dict | list):
        names = sorted(keys_of(value), key=str.casefold) if SORTS.search(folded) else keys_of(value)
        more = f" … {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        inside = "" if TOP_LEVEL.search(folded) else inner_keys(value)
        return (
            f"Keys ({len(names)}): {', '.join(f'`{name}`' for name in names[:MOST_LISTED])}{more}{inside}",
            "",
            (match.start(), max([match.end(), *(one.end() for one in SORTS.finditer(folded))])),
        )
    for match in (*PATH.finditer(folded), *OWNED.finditer(folded), *LONE_PATH.finditer(folded)):
        path = match["path"] if "path" in match.groupdict() else f"{match['owner']}.{match['key']}"
        found = at_path(value, path)
        if found is not None and not is_key_above(found[0], folded[match.end() :]):
            return (
                f"`{path}` is:",
                compact(found[0]) if not isinstance(found[0], Literal) else str(found[0]),
                match.span(),
            )
    return None


HOLLOW_KIND = r"(?:nulls?|empty|blank|leer\w*|vides?|nul(?:le|o|a)?s?|vaci[oa]s?)"
HOLLOW = re.compile(
    r"\b(?:which|what|any|list|show|welche\w*|quel(?:le)?s?|que|cual(?:es)?) (?:of the |the |all )?(?:keys?|fields?|values?|properties|schlussel|felder|werte|cles?|champs|valeurs|claves?|campos|valores)"
    r"(?: (?:in )?(?:here|there|it|this|hier|davon|darin|ici|aqui))?(?: (?:that |which )?(?:are|is|have|has|sind|haben|sont|ont|estan?|son|tienen?))?(?: (?:in )?(?:here|there|hier|davon|darin|ici|aqui))?(?: (?:a|an|no|keinen|pas de|sin))? ?"
    rf"(?P<said>{HOLLOW_KIND}|values?|wert|valeur|valor)"
    rf"(?:\W+(?:only|just|really|strictly|nur|seulement|uniquement|juste|solo|solamente)(?: (?:the |die |les |los )?(?:real |true )?{HOLLOW_KIND})?)?"
    rf"(?:\W+(?:not|no|nicht|pas|without|ohne|sans|sin)(?: (?:the|just|die|les|los))* (?P<denied>{HOLLOW_KIND})(?: (?:ones?|strings?|texts?|values?|lists?|texte|werte|chaines|valeurs|textos|valores))?)?\W*\Z",
    re.IGNORECASE,
)


def hollow_keys(value: Any, folded: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return the paths whose value is null, or empty where that is asked for; None for other questions."""
    match = HOLLOW.search(folded)
    if match is None or not isinstance(value, dict | list):
        return None
    flat: dict[str, Any] = {}
    flatten_into(flat, value, "")
    is_null = match["said"].lower().startswith("nul")
    is_filled = (match["denied"] or "").lower().startswith("nul")
    if is_null and is_filled:
        return None
    found = [path for path, one in flat.items() if (one is None and not is_filled) or (not is_null and one in ("", [], {}))]  # fmt: skip
    shown = ", ".join(f"`{path}`" for path in found[:MOST_LISTED]) or "none"
    more = f" … {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    return f"**{len(found)}** with {'null' if is_null else 'nothing in it'}: {shown}{more}", "", match.span()


KEYS_TESTED = re.compile(
    rf"\b(?:missing|absent|lacks?|null|empty|duplicate\w*|twice|same|different|differ|start\w*|begin\w*|ends?|ending|longer|longest|shortest|numeric|fehl\w*|leer\w*|doppelt\w*|gleich\w*|manqu\w*|vides?|doublons?|falta\w*|vaci[oa]s?|(?:{'|'.join(ORDINALS)})[nrsm]? (?!level|ebene|niveau|nivel)[a-z]+)\b",
    re.IGNORECASE,
)


def keys_asked(folded: str) -> "re.Match[str] | None":
    """Return where a question asks for the keys of a document: not for those of one entry or with some property, and not for their order."""
    if SORTS.search(folded) and LISTS_KEYS.search(folded) is None:
        return None
    return None if KEYS_TESTED.search(folded) else KEYS.search(folded)


LISTS_KEYS = re.compile(  # "list all the keys, sorted": the keys alone, in order
    r"\b(?:(?:list|name|(?:tell|give|show) me|gib mir|donne-moi|dame|what are|which are|what|which|just|only|nur|nenne?|liste|quelles? sont|cuales son|enumera)(?: (?:me|all|of|the|its|up|out|top|outer|level|alle|die|der|obersten?|toutes|tous|les|todas|las|mir|keys only|only|just|unique|different))*[ -]*)(?:top[- ]level )?(?:keys|schlussel|cles|claves|fields|key names)\b|\b(?:keys|schlussel|cles|claves) (?:only|alone|nur|allein|seulement|solo|solamente)\b",
    re.IGNORECASE,
)


def is_key_above(found: Any, behind: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a value holds others and the word behind its key asks for something inside: "the db password"."""
    word = re.match(r"(?:'?s)? ([^\W_]{2,})", behind)
    return (
        isinstance(found, dict | list)
        and word is not None
        and not is_plain(word[1])
        and not INSIDE_NOUN.fullmatch(word[1])
    )


INSIDE_NOUN = re.compile(r"object|objekt|objet|objeto|block|section|part|settings?|config\w*|key|values?|entry|json|look\w*", re.IGNORECASE)  # fmt: skip
TOP_UNITS = re.compile(
    r"\W*(?:[\w'-]+ ){0,3}?(?:d')?(?:keys?|fields?|properties|entries|elements?|items?|objects?|things|values?|schlussel|eintrage|elemente|felder|cles?|champs|elements?|claves?|campos|elementos?)\b",
    re.IGNORECASE,
)
KEY_UNITS = re.compile(r"\b(?:keys?|fields?|properties|schlussel|felder|cles?|champs|claves?|campos)\b", re.IGNORECASE)


def counted(value: Any, words: str, match: "re.Match[str]") -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - as above
    """Return how many entries or keys the document, or the part that is named, has; None where something else is counted.

    The entries of an object are those of the lists in it, unless its keys are asked for.
    """
    for place in re.finditer(r"[\w.-]+", words[match.end() :]):
        found, word = at_path(value, place.group()), place.group()
        if found is not None and isinstance(found[0], list | dict):
            unit = "entries" if isinstance(found[0], list) else "keys"
            return (
                f"`{word}` has **{len(found[0])}** {unit}.",
                str(len(found[0])),
                (match.start(), match.end() + place.end()),
            )
    named = TOP_UNITS.match(words, match.end())
    if named is None and (entries := ENTRIES_COUNTED.match(words, match.end())) and is_each_one(value, entries["noun"]):
        said = f"The document has **{len(value)}** entries at its top level."
        return said, str(len(value)), (match.start(), entries.end("noun"))
    if not isinstance(value, list | dict) or (named is None and WORD_COUNTED.match(words, match.end())):
        return None
    span = (match.start(), named.end() if named else match.end())
    lists = named_lists(value) if isinstance(value, dict) and not KEY_UNITS.search(words, *span) else []
    if lists:
        said = ", ".join(f"`{name}` has **{len(found)}** entries" for name, found in lists[:MOST_LISTED])
        return f"{said}.", str(len(lists[0][1])), span
    unit = "entries" if isinstance(value, list) else "keys"
    if TYPES_TESTED.search(words) or (named is not None and is_of_a_part(words, span)):
        return None
    return f"The document has **{len(value)}** {unit} at its top level.", str(len(value)), span


def is_of_a_part(words: str, span: tuple[int, int]) -> bool:
    """Return whether a question for a number of keys or entries says of which part or with what: "has the first user", "called id"."""
    rest = re.findall(r"[^\W_]+", blanked(words, *span))
    if KEYS_TESTED.search(words):
        return True
    placed = any(re.fullmatch(rf"(?:{'|'.join(ORDINALS)})[nrsm]?", word, re.IGNORECASE) for word in rest)
    return placed or not all(
        is_plain(word) or DOCUMENT_WORDS.fullmatch(word) or LEVEL_WORDS.fullmatch(word) for word in rest
    )


TYPES_TESTED = re.compile(
    r"\b(?:are|is|have|has|sind|haben|sont|ont|son|tienen)(?: (?:an?|eine?n?|une?|una?|des|only|all))? (?:strings?|numbers?|booleans?|nulls?|texts?|zahlen|texte|nombres?|chaines?|textes?|numeros?|cadenas?|textos?)\b",
    re.IGNORECASE,
)
ENTRIES_COUNTED = re.compile(  # "how many users are in this list?", and nothing more
    r" (?P<noun>[^\W\d_]{3,})(?: (?:are|is|do|does|have|has|i|we|there|in|on|this|the|it|list|array|json|document|file|data|here|total|altogether|all|hat|sind|gibt|es|in|der|dieser|liste|dans|cette|la|hay|en|esta|lista))*\W*\Z",
    re.IGNORECASE,
)


def is_each_one(value: Any, noun: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether the entries of a list may be called by a noun: of a key of that name each has a text of its own."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(one, dict) for one in value):
        return False
    names = {noun.lower(), noun.lower().removesuffix("s"), noun.lower().removesuffix("es")}
    keys = {key for one in value for key in one if key.lower() in names}
    cells = [one.get(key) for key in keys for one in value]
    return all(isinstance(one, str) for one in cells) and len(set(cells)) == len(cells)


WORD_COUNTED = re.compile(r" (?!(?:is|are|in|of|does|do|has|have|there|this|that|it|the)\b)[a-z]{3,}", re.IGNORECASE)


def named_lists(value: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """Return the lists that are values of an object, or of one inside it, with the names of their keys."""
    found: list[tuple[str, list[Any]]] = []
    waiting = deque([value])
    while waiting:
        here = waiting.popleft()
        found += [(name, item) for name, item in here.items() if isinstance(item, list)]
        waiting += [item for item in here.values() if isinstance(item, dict)]
    return found


def keys_of(value: Any) -> list[str]:  # noqa: ANN401 - any JSON value
    """Return the keys of an object, or of the objects in a list, each once."""
    objects = [value] if isinstance(value, dict) else [item for item in value if isinstance(item, dict)]
    return list(dict.fromkeys(key for one in objects for key in one))


def inner_keys(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the sentence that lists the keys further inside a document, each path once; "" without any."""
    found: dict[str, None] = {}
    waiting = deque([("", value)])
    while waiting and len(found) <= MOST_LISTED:
        path, here = waiting.popleft()
        if isinstance(here, list):
            waiting += [(path, one) for one in here[:MOST_LISTED] if isinstance(one, dict | list)]
        elif isinstance(here, dict):
            inner = {f"{path}.{key}" if path else str(key): one for key, one in here.items()}
            found |= dict.fromkeys(name for name in inner if path)
            waiting += [(name, one) for name, one in inner.items() if isinstance(one, dict | list)]
    more = ", …" if len(found) > MOST_LISTED else ""
    return f". Further inside: {', '.join(f'`{name}`' for name in list(found)[:MOST_LISTED])}{more}" if found else ""


def at_path(value: Any, path: str) -> tuple[Any] | None:  # noqa: ANN401 - any JSON value
    """Return what is at a path such as user.name or items[0].id in a tuple; a lone key may be anywhere in the document."""
    steps = re.findall(r"[\w-]+|\[\d+\]", path.lstrip("$"))
    here: Any = value
    for step in steps:
        if step.startswith("[") or (isinstance(here, list) and step.isdigit()):
            place = int(step.strip("[]"))
            if not isinstance(here, list) or place >= len(here):
                return None
            here = here[place]
            continue
        key = (
            next((name for name in here if fold(name).lower() == step.lower()), None)
            if isinstance(here, dict)
            else None
        )
        if key is None:
            return anywhere(value, step) if len(steps) == 1 else None
        here = here[key]
    return (here,) if steps else None


def anywhere(value: Any, key: str) -> tuple[Any] | None:  # noqa: ANN401 - any JSON value
    """Return the value of a key that is in the document once; None when it is not there or there are several."""
    found: list[Any] = []
    waiting = [value]
    while waiting and len(found) < 2:
        here = waiting.pop()
        if isinstance(here, dict):
            found += [item for name, item in here.items() if fold(name).lower() == key.lower()]
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return (found[0],) if len(found) == 1 else None


OPENED = re.compile(
    r"\W*(?:so (?:that )?|for|to|damit|zum|um|pour|para)\b[^.?!\n]{0,60}\b(?:excel|spreadsheets?|calc|numbers|sheets)\b",
    re.IGNORECASE,
)


def purpose_end(folded: str, end: int) -> int:
    """Return where the program that CSV is for ends: "so I can open it in excel"."""
    opened = OPENED.match(folded, end)
    return opened.end() if opened else end


def as_csv(value: Any) -> tuple[str, str]:  # noqa: ANN401 - any JSON value
    """Return a list of objects as CSV with a header, and which part of the document it is; "" for anything else.

    The only list of objects in an object is taken; the columns of an object in a row are "parent.key".
    """
    lists = {str(key): rows for key, rows in value.items() if is_of_objects(rows)} if isinstance(value, dict) else {}
    key, source = next(iter(lists.items())) if len(lists) == 1 else ("", value)
    rows = [flat_row(row) for row in (source if isinstance(source, list) else [source])]
    if not rows or any(not row or any(is_nested(cell) for cell in row.values()) for row in rows):
        return "", ""
    heads = list(dict.fromkeys(head for row in rows for head in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([cell_text(row.get(head)) for head in heads])
    others = ", ".join(f"`{name}`" for name in value if str(name) != key) if key else ""
    part = f" (`{key}`; {others} left out)" if others else f" (`{key}`)" if key else ""
    return out.getvalue().rstrip("\n"), part


def is_of_objects(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a value is a list of objects."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def is_nested(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a value is a list with lists or objects in it, which no cell can hold."""
    return isinstance(value, list) and any(isinstance(one, list | dict) for one in value)


def flat_row(row: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return an object with the keys of the objects in it as "parent.key"; {} for anything else."""
    flat: dict[str, Any] = {}
    for key, item in row.items() if isinstance(row, dict) else ():
        inner = flat_row(item)
        flat |= {f"{key}.{name}": one for name, one in inner.items()} if inner else {str(key): item}
    return flat


def cell_text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a single value, or the single values of a list parted by "; ", as a cell of CSV."""
    if isinstance(value, list):
        return "; ".join(cell_text(one) for one in value)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
