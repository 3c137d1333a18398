"""Entries that a figure leaves out in other words, and short keys that a longer word means: "leave out the sick one", `veg`."""

import re

from config.builtins.wording import fold

ENTRY_FIGURE = re.compile(
    r"\b(?:total(?:s|e|es)?|sum|sums?|add(?:ed)? up|altogether|average|mean|how (?:many|much)|summe|gesamt\w*|insgesamt|zusammen|durchschnitt\w*|wie ?viele?|somme|en tout|moyenne|combien|suma|promedio|media|cuant[oa]s?)\b",
    re.IGNORECASE,
)
FIELD_WORD = r"(?:keys?|fields?|propert(?:y|ies)|columns?|schlussel|felde?r?|spalten?|cles?|champs?|colonnes?|claves?|campos?|columnas?)"
ENTRY_ARTICLE = r"(?:the|any|all|those|that|le|la|les|el|los|las|die|den|das|der)"
LEFT_OUT_ENTRIES = re.compile(
    r"\b(?:but |and |please |only |just |aber |bitte |mais |pero )*(?:leav(?:e|ing) (?:out|off|aside)|ignor(?:e|ing|iere[nr]?|ant|ando|a)|skip(?:ping)?|(?:do ?n'?t|do not|not|never) (?:count|includ)(?:e|ing)?|exclud(?:e|ing)|"
    r"laisse[rz]? de cote|ne compte[rz]? pas|deja fuera|no cuentes|sin contar|sans compter)"
    rf"(?= (?:{ENTRY_ARTICLE} )?(?!{ENTRY_ARTICLE}\b|{FIELD_WORD}\b)(?P<noun>[^\W\d_]+)\b(?! {FIELD_WORD}\b)(?P<end>))",
    re.IGNORECASE,
)
WITHOUT_IN = (("laisse", "sans"), ("ne ", "sans"), ("deja", "sin"), ("no c", "sin"), ("sin ", "sin"), ("sans", "sans"))
FLAG_WRITTEN = re.compile(r"[\"'](?P<key>[^\W\d_]{3,20})[\"']\s*:\s*(?:true|false)\b", re.IGNORECASE)
LONGER_WORD = 3  # letters at least that a word has more than the key that it means


def with_spoken_parts(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document in the words of its keys, at the same places, and what was replaced."""
    written = fold(document).lower()
    keys = {match["key"].lower() for match in FLAG_WRITTEN.finditer(written)}
    words, flags = with_short_flags(words, written, keys)
    words, left = with_entries_left_out(words, keys)
    return words, [*left, *flags]


def with_entries_left_out(words: str, keys: set[str]) -> tuple[str, list[str]]:
    """Return a question for a figure in which entries with a key of yes and no are left out by "without", and the words for that."""
    folded = fold(words)
    if ENTRY_FIGURE.search(folded) is None or len(folded) != len(words):
        return words, []
    said: list[str] = []
    for match in LEFT_OUT_ENTRIES.finditer(folded):
        if match["noun"].lower() not in keys:
            continue
        start = match.group().lower()
        plain = next((word for begin, word in WITHOUT_IN if start.startswith(begin)), "without")
        plain = plain if len(plain) <= len(start) else "sans"
        said.append(words[match.start() : match.end("end")])
        words = words[: match.start()] + plain.rjust(len(start)) + words[match.end() :]
    return words, said


def with_short_flags(words: str, written: str, keys: set[str]) -> tuple[str, list[str]]:
    """Return a question in which a word that begins with a key of yes and no is that key: "vegetarian" of `veg`."""
    folded = fold(words)
    if len(folded) != len(words):
        return words, []
    said: list[str] = []
    for key in sorted(keys):
        found = list(re.finditer(rf"\b{key}[^\W\d_]{{{LONGER_WORD},12}}\b", folded, re.IGNORECASE))
        if len({match.group().lower() for match in found}) > 1:
            continue  # "vegetarian or vegetable": it is one of them at most
        for match in found:
            if re.search(rf"\b{re.escape(match.group().lower())}", written):
                continue
            said.append(words[slice(*match.span())])
            words = words[: match.start()] + key.ljust(len(match.group())) + words[match.end() :]
    return words, said
