"""Duplicate keys of a JSON object: which value counts, and a warning beside a value that is read."""

import re
from collections.abc import Sequence

from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import fill_in, fold

WHICH_COUNTS = re.compile(
    r"\b(?:which|what|welche[rsnm]?|was|quel(?:le)?s?|laquelle|lequel|cual(?:es)?|que)\b[^.?!\n]{0,40}?\b(?:wins?|won|counts?|(?:is|are|gets?|be) (?:used|kept|taken|read|valid|right)|applies|(?:does|do|will) (?:it|they|i|the \w+|a \w+|\w+ parsers?) (?:use|take|keep|read|get|see)|gewinnt|gilt|zahlt|genommen|verwendet|behalten|gagne|compte|l'emporte|est (?:gardee?|utilisee?|prise?|lue?)|gana|cuenta|vale|se (?:usa|queda|toma|lee))\b",
    re.IGNORECASE,
)
THERE_TWICE = re.compile(
    r"\b(?:twice|two times|double[ds]?|duplicate[ds]?|repeated|again|doppelt\w*|zweimal|mehrfach|en double|deux fois|repete\w*|dos veces|duplicad[oa]s?|repetid[oa]s?)\b",
    re.IGNORECASE,
)
MISTAKE_ASKED = re.compile(  # "is it a mistake if the same name comes twice"
    r"\b(?:is|are|would|can|may|does|ist|sind|darf|kann|est|est-ce|peut|es|puede)\b[^.?!\n]{0,50}?\b(?:(?:the |a |one )?same (?:name|key|field|word|label)s?|(?:a |one |the )?(?:name|key|field) (?:can |may )?(?:comes?|stands?|is|appears?|occurs?|be)|(?:der|ein) ?selbe (?:name|schlussel)|(?:derselbe|der gleiche|das gleiche|ein) (?:name|schlussel|feld)|(?:le|la) meme (?:nom|cle|champ)|(?:el|la) mism[oa] (?:nombre|clave|campo))\b[^.?!\n]{0,30}?\b(?:twice|two times|double|again|more than once|zweimal|doppelt|mehrfach|deux fois|en double|dos veces|repetid[oa])\b",
    re.IGNORECASE,
)
MISTAKE_TEXTS = {
    "en": "In form it is still JSON, but it is a mistake in practice. The value that counts is then, as a rule, ",
    "de": "Der Form nach ist es noch JSON, in der Praxis aber ein Fehler. In der Regel gilt dann der Wert ",
    "fr": "Par la forme c'est encore du JSON, mais en pratique c'est une erreur. En règle générale, la valeur qui compte est ",
    "es": "Por la forma sigue siendo JSON, pero en la práctica es un error. Por regla general cuenta el valor ",
}
COUNTED_TEXTS = {
    "en": "**{value}**: the key `{key}` is there twice in one object. Most programs keep the last value, but JSON does not say which one counts, so each key should be there once.",
    "de": "**{value}**: Der Schlüssel `{key}` steht zweimal in einem Objekt. Die meisten Programme behalten den letzten Wert, aber JSON legt nicht fest, welcher gilt; jeder Schlüssel sollte nur einmal da sein.",
    "fr": "**{value}** : la clé `{key}` est deux fois dans un objet. La plupart des programmes gardent la dernière valeur, mais JSON ne dit pas laquelle compte ; chaque clé devrait n'y être qu'une fois.",
    "es": "**{value}**: la clave `{key}` está dos veces en un objeto. La mayoría de los programas se queda con el último valor, pero JSON no dice cuál cuenta; cada clave debería estar una sola vez.",
}


def counted_value(
    repeated: Sequence[tuple[str, object]], words: str, language: str
) -> tuple[str, list[tuple[int, int]]]:
    """Return which value of a repeated key counts, where a message asks for that, with its places; ("", []) for others."""
    text = fold(words)
    mistake = MISTAKE_ASKED.search(text)
    asked = mistake or WHICH_COUNTS.search(text)
    if not repeated or asked is None:
        return "", []
    named = [one for one in repeated if re.search(rf"(?<!\w){re.escape(fold(one[0]))}(?!\w)", text, re.IGNORECASE)]
    if not named and len({key for key, _ in repeated}) > 1:
        return "", []
    key, value = (named or list(repeated))[-1]
    shown = str(value) if isinstance(value, str | Literal) else compact(value)
    spans = [asked.span(), *(match.span() for match in THERE_TWICE.finditer(text))]
    spans += [match.span() for match in re.finditer(rf"(?<!\w){re.escape(fold(key))}(?!\w)", text, re.IGNORECASE)]
    lead = MISTAKE_TEXTS[language] if mistake else ""
    return lead + fill_in(COUNTED_TEXTS[language], key=key[:80].replace("`", "'"), value=shown[:80]), spans
