"""How many characters an address has, and whether it fits a field of a told size."""

import re

from config.builtins.wording import fill_in, fold

CHARACTERS_SAID = r"(?:characters?|chars?|signs?|symbols?|zeichen|caracteres?|signes?)"
LENGTH_OF_IT = re.compile(
    rf"\b(?:how many {CHARACTERS_SAID} (?:is|are|does|do|has|have|in)\b(?: (?:it|this|that|there|the (?:e-?mail )?address|in|have|has|long))*|how long is (?:it|this|that|the (?:e-?mail )?address)|how long is(?=\W*\Z)|what(?:'s| is) (?:its|the) length"
    rf"|wie viele {CHARACTERS_SAID} (?:hat|sind|ist)(?: (?:sie|es|das|die (?:e-?mail-?|mail)?adresse))*|wie lang ist(?=\W*\Z)|wie lang ist (?:sie|es|das|die (?:e-?mail-?|mail)?adresse)"
    rf"|combien de {CHARACTERS_SAID} (?:a-t-elle|fait-elle|contient-elle|(?:a|fait|contient|y a-t-il)(?: (?:elle|l'adresse|dedans))?)"
    rf"|cuantos {CHARACTERS_SAID} (?:tiene|son|hay)(?: (?:la direccion|en ella))?)",
    re.IGNORECASE,
)
ROOM_TOLD = re.compile(
    rf"\b(?:(?:the|my|our|this|their|das|le|el) )?(?:(?:input |text |form |entry )?(?:field|form|box|column|system|cell)|feld|formular|champ|formulaire|campo|formulario)\b[^.?!\d]{{0,30}}?\b(?:takes?|allows?|accepts?|holds?|fits?|has|have|room|limit\w*|max\w*|nimmt|erlaubt|fasst|hat|accepte|permet|prend|admite|permite|acepta)\b[^.?!\d]{{0,24}}(?P<n>\d{{1,4}})(?: {CHARACTERS_SAID})?(?: max\w*)?"
    rf"|\b(?:max(?:imum|imal)?\.?|at most|up to|limit(?: is| of)?|hochstens|au plus|como maximo)(?: (?:is|are|of))? (?P<m>\d{{1,4}})(?: {CHARACTERS_SAID})?",
    re.IGNORECASE,
)
LENGTH_TEXTS = {
    "en": (
        "It has **{n}** characters",
        ", so it **fits** in {room}.",
        ", so it does **not** fit in {room}: {gap} too many.",
    ),
    "de": ("Sie hat **{n}** Zeichen", " und **passt** in {room}.", " und passt **nicht** in {room}: {gap} zu viel."),
    "fr": (
        "Elle a **{n}** caractères",
        " et **tient** dans {room}.",
        " et ne tient **pas** dans {room} : {gap} de trop.",
    ),
    "es": ("Tiene **{n}** caracteres", " y **cabe** en {room}.", " y **no** cabe en {room}: sobran {gap}."),
}


def address_length(question: str, found: list[str], language: str) -> tuple[str, list[list[int]]]:
    """Return the sentence on the length of the one address, and where a question asks for it; "" for other questions."""
    folded = fold(question)
    asked = LENGTH_OF_IT.search(folded)
    if asked is None or len(found) != 1:
        return "", []
    said, fits, is_over = LENGTH_TEXTS[language]
    count, room = len(found[0]), ROOM_TOLD.search(folded)
    if room is None:
        return f"\n\n{fill_in(said, n=count)}.", [list(asked.span())]
    size = int(room["n"] or room["m"])
    end = fits if count <= size else is_over
    sentence = fill_in(said, n=count) + fill_in(end, room=size, gap=count - size)
    return f"\n\n{sentence}", [list(asked.span()), list(room.span())]
