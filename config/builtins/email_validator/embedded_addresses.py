"""Addresses inside markup or running text: "href='mailto:…'", slashes between items, domains of a text; and repeated ones."""

import re
from collections import Counter

from config.builtins.wording import blanked, cell, fill_in, fold

MAILTO = re.compile(r"\A(?:.*\W)?mailto:(?P<address>[^?'\"`]+).*\Z", re.IGNORECASE | re.DOTALL)
ATTRIBUTE = re.compile(r"\A[\w-]+=(?P<quote>['`])(?P<address>[^'`]+)(?P=quote)\Z")


def without_markup(raw: str) -> str:
    """Return the address of a ``mailto:`` link or of a quoted attribute; other texts as they are."""
    match = MAILTO.match(raw) or ATTRIBUTE.match(raw)
    return match["address"] if match and "@" in match["address"] else raw


SLASH_BETWEEN = re.compile(r"/(?=\s+[\w@])")
SLASH_BEHIND = re.compile(r"(?<=\w)/(?=\s)")
NEXT_ADDRESS = re.compile(r"/\s+[^\s@/]+@[\w-]")


def without_slashes(text: str) -> str:
    """Return a text with a space for each slash right behind a word, where slashes stand between the items of the text."""
    is_separator = len(SLASH_BETWEEN.findall(text)) > 1
    for match in SLASH_BEHIND.finditer(text):
        if is_separator or NEXT_ADDRESS.match(text, match.start()):
            text = blanked(text, *match.span())
    return text


LEAD = re.compile(
    r"[^:\n@]*\b(?:how many|extract|find|pull|list|get|hidden|wie viele|finde|extrahier\w*|zieh\w*|combien|trouve\w*|extrai\w*|cuant[oa]s|encuentra|extrae\w*|saca)\b[^:\n@]*[:\n]",
    re.IGNORECASE,
)
OPEN_LEAD = re.compile(r"\b(?:at|with|from|by|bei|mit|von|chez|avec|con|en)\W*\Z", re.IGNORECASE)
BARE_DOMAIN = re.compile(r"(?<![\w@.-])(?:https?://)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,10}(?![\w@-])\S*", re.IGNORECASE)
ASKED_AGAIN = re.compile(
    r"\b(?:which|who|how many|only|at|welche\w*|wie viele|nur|bei|quel\w*|combien|seulement|chez|cual\w*|cuant[oa]s|solo)\b",
    re.IGNORECASE,
)


def start_of_searched_text(question: str, text: str) -> int:
    """Return where the text begins that a question takes addresses from and asks nothing else about; -1 for none."""
    lead = LEAD.match(fold(text))
    if lead is None or OPEN_LEAD.search(question[: lead.end()]) or ASKED_AGAIN.search(question, lead.end()):
        return -1
    return lead.end() if "@" in text[lead.end() :] else -1


def without_listed_domains(question: str, text: str) -> str:
    """Return a question without the domains of the text behind its colon, from which addresses are taken: none is asked about."""
    start = start_of_searched_text(question, text)
    for match in BARE_DOMAIN.finditer(question, start) if start >= 0 else ():
        question = blanked(question, *match.span())
    return question


COUNT_ASKED = re.compile(
    r"\b(?:how many|count|wie ?viele|zahle?|combien|compte[rz]?|cuant[oa]s|cuenta)\b", re.IGNORECASE
)
REPEATS_ASKED = re.compile(
    r"\b(?:duplicat\w*|twice|more than once|repeat\w*|doppelt\w*|mehrfach|mehrmals|zweimal|doublons?|en double|deux fois|plusieurs fois|duplicad\w*|repetid\w*|repite\w*|dos veces|mas de una vez)\b",
    re.IGNORECASE,
)
REPEAT_TEXTS = {
    "en": ("**{count}** addresses, **{different}** different: {listed}.", "More than once: {repeated}.", "none"),
    "de": ("**{count}** Adressen, **{different}** verschiedene: {listed}.", "Mehrfach: {repeated}.", "keine"),
    "fr": ("**{count}** adresses, **{different}** différentes : {listed}.", "Plusieurs fois : {repeated}.", "aucune"),
    "es": ("**{count}** direcciones, **{different}** distintas: {listed}.", "Más de una vez: {repeated}.", "ninguna"),
}


def counted_with_repeats(question: str, occurrences: list[str], found: list[str], language: str) -> str:
    """Return how many addresses there are, how many are different and which are repeated; "" where nothing asks for it.

    ``occurrences`` are all addresses in the order of the text, ``found`` the different ones that are asked about.
    """
    wanted = {one.lower() for one in found}
    counts = Counter(one.lower() for one in occurrences if one.lower() in wanted)
    total = sum(counts.values())
    is_asked = REPEATS_ASKED.search(question) is not None
    if not COUNT_ASKED.search(question) or not (is_asked or total > len(counts)):
        return ""
    counted, more, nobody = REPEAT_TEXTS[language]
    repeated = ", ".join(f"{cell(one[:100])} ({count})" for one, count in counts.items() if count > 1)
    listed = ", ".join(cell(one[:100]) for one in list(counts)[:50])
    first = fill_in(counted, count=f"{total:,}", different=f"{len(counts):,}", listed=listed)
    return f"{first}\n\n{fill_in(more, repeated=repeated or nobody)}\n\n"
