"""The text that a message goes on with: what the turns before hold, as the last change left it; and how many things a list has."""

import re
from collections.abc import Callable
from typing import Any

from config.builtins.text_statistics.finding import ASKS, SAYS_YOUR, Found, text_in
from config.builtins.text_statistics.measures import WORD
from config.builtins.text_statistics.text_changes import IS_JSON, changed_text, pieces_of, wished_change
from config.builtins.wording import blanked, fill_in, fold, merged

FORMS_OF_LETTERS = frozenset(["upper", "lower", "titled", "snake", "constant", "kebab", "camel", "pascal", "sentence"])
ASKS_ITEMS = re.compile(
    r"\b(?:how many|number of|count(?: the| all)?|wie ?viele|anzahl (?:der)?|combien (?:de|d')?|nombre (?:de|d')|cuant[oa]s|numero de) ?(?:(?:verschiedenen?|unterschiedlichen?|differente?s?|distincte?s?|distint[oa]s|diferentes|unic[oa]s) )?"
    r"(?:of (?:those|them|these)|(?:different |distinct |total )?(?:items?|entries|things|elements?|names|people|products|values)\b|(?:are|is) (?:there|left|that|those|these|on (?:it|the list))"
    r"|(?:there )?are (?:there|left)|do i have|davon|sind (?:es|das|ubrig)|eintrage|namen|dinge|elements|noms|y en a|reste|son|hay|quedan|elementos|nombres)\b[^\n:]{0,40}",
    re.IGNORECASE,
)
NO_ENTRY = re.compile(r"[?!]|\.\s|\.\Z|(?:\S+\s+){6}")  # a sentence
ASKS_REST = re.compile(  # "…, also say how many remain"
    r"[,;.]? ?(?:(?:and|also|then|und|auch|dann|et|aussi|puis|y|tambien|luego) )*(?:(?:say|tell|count|show|sag\w*|zahle|nenne|dis|compte|di|dime|cuenta)(?:[- ](?:me|mir|moi))? )?(?:(?:and|also|auch|aussi|tambien) )?"
    r"(?:how many (?:(?:of them|items|lines|names|entries|are|there|then) )*(?:remain|left|remaining|are there|there are|over|stay)|wie ?viele (?:(?:dann|noch|davon|es) )*(?:ubrig(?: (?:bleiben|sind))?|bleiben(?: ubrig)?|sind)|combien (?:il )?(?:en |m'en )?reste(?:nt)?(?:-t-il)?|cuant[oa]s (?:me )?quedan)(?: (?:then|after|afterwards|now|in total|at the end|dann|danach|ensuite|al final|over|there))*[?.!]*(?=\s*(?:[:\n]|\Z))",
    re.IGNORECASE,
)
ITEMS = {
    "en": "The list has **{n}** items.",
    "de": "Die Liste hat **{n}** Einträge.",
    "fr": "La liste a **{n}** éléments.",
    "es": "La lista tiene **{n}** elementos.",
}


def text_of_talk(turns: list[dict[str, Any]], message: str) -> Found | None:
    """Return the text that the user's turns before hold, as the last change of it left it; that of the model for "your".

    Forms of letters ("in capitals") are no change here, so that another form starts from what the user wrote. Where no
    turn holds a text, the last one is it unless it asks something.
    """
    is_own = SAYS_YOUR.search(fold(message)) is None
    said = [str(turn["text"]) for turn in turns if (turn.get("role") == "user") is is_own]
    last = said[-1] if said else ""
    if not is_own:
        return Found(last) if said else None
    found = ""
    for text in said:
        found = text_after(text, found)
    if found:
        return Found(found)
    return Found(last) if WORD.search(last) and not ASKS.search(fold(last)) else None


def text_after(message: str, before: str) -> str:
    """Return the text of the talk after a message: its own, or the one before as the message changes it."""
    change = wished_change(message, lambda: before)
    if change is not None:
        kept = all(step.name in FORMS_OF_LETTERS for step in change.steps)
        return change.text if kept else changed_text(change)
    own = text_in(message)
    return before if own is None else own.text


def rest_of_change(message: str) -> tuple[list[int], str]:
    """Return the place where an order also asks how many entries remain, and the message without it; ([], message) for none."""
    match = ASKS_REST.search(fold(message))
    return ([], message) if match is None else (list(match.span()), blanked(message, *match.span()))


def items_sentence(text: str, language: str) -> str:
    """Return how many entries a text has as a sentence."""
    return fill_in(ITEMS[language], n=f"{len(pieces_of(text)[1]):,}")


DIFFERENT_ITEMS = re.compile(
    r"\b(?:different|distinct|unique|verschiedene\w*|unterschiedliche\w*|differente?s?|distincte?s?|distint[oa]s|diferentes|unic[oa]s)\b",
    re.IGNORECASE,
)
CASE_REMARK = re.compile(
    r",? ?\(?(?:(?:upper|capital|big|gross|gro(?:ss|ß)|majuscules?|mayusculas?)\w*[ /-]*(?:and|or|und|oder|et|ou|y|o)?[ /-]*(?:lower|small|klein|minuscules?|minusculas?)\w*(?:[ -]?(?:case|letters|schreibung|geschrieben))?|(?:the )?case|capitals|capitali[sz]ation)"
    r" ?(?:does not|doesn'?t|doesnt|do not|don'?t|is not|isn'?t|ist|spielt|n'|no)? ?(?:matter|count|important|egal|keine rolle|importa|importe)?\)?|,? ?\(?(?:ignor(?:e|ing)|regardless of|whatever the|egal ob|sans tenir compte de la|sin distinguir) (?:the |la |las )?(?:case|capitals|capitali[sz]ation|gro(?:ss|ß)\w*|casse|mayusculas)\)?",
    re.IGNORECASE,
)
DIFFERENT_TEXTS = {
    "en": "**{n}** different ones: {listed}.",
    "de": "**{n}** verschiedene: {listed}.",
    "fr": "**{n}** différents : {listed}.",
    "es": "**{n}** distintos: {listed}.",
}
CASE_TEXTS = {
    "en": " Upper and lower case count as the same; told apart there are {n}.",
    "de": " Groß- und Kleinschreibung zählen gleich; getrennt wären es {n}.",
    "fr": " Majuscules et minuscules comptent comme identiques ; séparées, il y en aurait {n}.",
    "es": " Mayúsculas y minúsculas cuentan igual; por separado serían {n}.",
}
MOST_LISTED = 20


def different_items(
    message: str, pieces: list[str], found: Found, spans: list[list[int]], language: str
) -> dict[str, Any] | None:
    """Return how many different entries a list has, whatever their case; None where the text is no list."""
    if len(pieces) < 2 or any(NO_ENTRY.search(piece) for piece in pieces):
        return None
    pieces = [piece.strip(" .") for piece in pieces]
    different = {piece.casefold(): piece for piece in reversed(pieces)}
    names = sorted(different.values(), key=pieces.index)
    listed = ", ".join(names[:MOST_LISTED]) + ("…" if len(names) > MOST_LISTED else "")
    told_apart = len(set(pieces))
    note = fill_in(CASE_TEXTS[language], n=told_apart) if told_apart != len(names) else ""
    question = fold(message[: found.start] if found.end else message)
    spans += [list(match.span()) for match in CASE_REMARK.finditer(question) if match.group().strip()]
    used = [*spans, *([[found.start, found.end]] if found.end else [])]
    return {
        "answer": fill_in(DIFFERENT_TEXTS[language], n=len(names), listed=listed) + note,
        "output": {"words": len(found.text.split()), "asked": [{"what": "different", "value": len(names)}]},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }


CELL_LINE = re.compile(r"^[^\s,;|][^\n]*?(?:,(?=\S)[^\n]*?,(?=\S)|;(?=\S)|\t|\|)", re.MULTILINE)


def items_answer(message: str, listed: Callable[[], Found | None], language: str) -> dict[str, Any] | None:
    """Return how many things a list has where a message asks that; None for another question or a text that is no list."""
    asked = ASKS_ITEMS.search(fold(message))
    found = listed() if asked else None
    if asked is None or found is None or (found.end and found.start <= asked.start() < found.end):
        return None
    joint, pieces = pieces_of(found.text)
    if IS_JSON.search(found.text):  # whose entries are no lines or words
        return None
    if (different := DIFFERENT_ITEMS.search(fold(message[: found.start] if found.end else message))) is not None:
        return different_items(message, pieces, found, [list(asked.span()), list(different.span())], language)
    is_table = len(CELL_LINE.findall(found.text)) > 2  # a table is no list
    if is_table or joint == " " or len(pieces) < 2 or any(NO_ENTRY.search(piece) for piece in pieces):
        return None
    used = [list(asked.span()), *([[found.start, found.end]] if found.end else [])]
    return {
        "answer": fill_in(ITEMS[language], n=f"{len(pieces):,}"),
        "output": {"words": len(found.text.split()), "asked": [{"what": "items", "value": len(pieces)}]},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }
