"""Whether one address is among the others of a message: "is lee@b.org in the list?"."""

import re
from collections.abc import Sequence

from config.builtins.wording import fill_in, fold

MEMBER_ASKED = (
    r"\b(?:is|was|ist|steht|est|est-ce que|esta|figura) (?P<one>ADDRESS) (?:(?:also|already|auch|schon|aussi|deja|tambien|ya) )?"
    r"(?:(?:in|on|among|part of|one of|auf|unter|bei|dans|parmi|sur|en|entre) (?:the|this|these|those|them|my|our|it|der|dieser|diesen|den|meiner|cette|la|ces|celles-ci|ma|esta|estas|ellas|mi)(?: (?:addresses|ones|list|mailing list|liste|adressen|adresses|lista|direcciones))?(?: (?:below|here|hier|ici|aqui))?|dabei|there|drin|listed)(?=\W*(?:[?:.\n]|\Z))"
)
MEMBER_TEXTS = {
    "en": ("**Yes**: {one} is among them ({n}).", "**No**: {one} is not among the other {n} addresses."),
    "de": ("**Ja**: {one} ist dabei ({n}).", "**Nein**: {one} ist nicht unter den anderen {n} Adressen."),
    "fr": ("**Oui** : {one} y est ({n}).", "**Non** : {one} n'est pas parmi les {n} autres adresses."),
    "es": ("**Sí**: {one} está ({n}).", "**No**: {one} no está entre las otras {n} direcciones."),
}
TIMES_SAID = {"en": "{n} times", "de": "{n}-mal", "fr": "{n} fois", "es": "{n} veces"}


def list_member(text: str, found: Sequence[str], language: str) -> tuple[str, list[int]] | None:
    """Return whether the address that a question names is among the others, and the question's place; None for others."""
    folded = fold(text)
    for one in found:
        asked = re.search(MEMBER_ASKED.replace("ADDRESS", re.escape(fold(one))), folded, re.IGNORECASE)
        if asked is None or len(found) < 3:
            continue
        rest = text[: asked.start()] + " " + text[asked.end() :]
        times = len(re.findall(rf"(?<![\w.+@-]){re.escape(one)}(?![\w@-]|\.\w)", rest, re.IGNORECASE))
        said = MEMBER_TEXTS[language][0 if times else 1]
        number = fill_in(TIMES_SAID[language], n=times) if times else len(found) - 1
        return fill_in(said, one=one, n=number), list(asked.span())
    return None
