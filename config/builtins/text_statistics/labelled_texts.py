"""Which of some texts behind labels is the longer one: "which one is longer, A: … B: …", by words or by characters."""

import re

from config.builtins.text_statistics.measures import WORD
from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import fill_in, fold

ASKS_LONGER = re.compile(
    r"\A\W*(?:(?:please|hi|hello|tell me|bitte|sag mir|dis-moi|dime)[ ,]+){0,2}(?:which|what|welche[rsnm]?|was|quel(?:le)?|lequel|laquelle|cual)\b[^:\n]{0,40}?\b(?:is|has|ist|hat|est|a|es|tiene)\b(?: the| der| die| das| le| la| el)?"
    r" (?:(?P<more>longer|longest|more|langer|langste\w*|mehr|(?:le |la )?plus (?:long(?:ue)?|de)|mas (?:larg[oa]|de)?)|(?P<less>shorter|shortest|fewer|less|kurzer|kurzeste\w*|weniger|(?:le |la )?(?:plus court\w*|moins de)|mas cort[oa]|menos))\b"
    r"(?P<by>[^:\n]{0,40}?)[ ,:?.–-]*(?=(?:text |version |satz |phrase |option )?(?:a|1|first|one) ?[:)])",
    re.IGNORECASE,
)
LABEL_OF_TEXT = re.compile(
    r"(?:(?<=\s)|(?<=[,;.?!:])|\A)(?:text |version |satz |phrase |option )?(?P<label>[a-d]|[1-4]|first|second|third|one|two) ?[:)](?=\s)",
    re.IGNORECASE,
)
BY_WORDS = re.compile(r"\b(?:words?|worter\w*|mots|palabras)\b")
BY_CHARACTERS = re.compile(r"\b(?:characters?|letters?|zeichen|buchstaben|caracteres?|lettres?|letras?)\b")
MOST_LABELLED = 4
LONGER_TEXTS = {
    "en": ("**{label}** is longer: {counts}.", "**{label}** is shorter: {counts}.", "They are equally long: {counts}.", "{label} has {words} words and {signs} characters"),
    "de": ("**{label}** ist länger: {counts}.", "**{label}** ist kürzer: {counts}.", "Sie sind gleich lang: {counts}.", "{label} hat {words} Wörter und {signs} Zeichen"),
    "fr": ("**{label}** est plus long : {counts}.", "**{label}** est plus court : {counts}.", "Ils sont aussi longs : {counts}.", "{label} a {words} mots et {signs} caractères"),
    "es": ("**{label}** es más largo: {counts}.", "**{label}** es más corto: {counts}.", "Son igual de largos: {counts}.", "{label} tiene {words} palabras y {signs} caracteres"),
}  # fmt: skip


def longer_of_labelled(message: str, language: str) -> WordAnswer | None:
    """Return which of the texts behind labels is the longer or the shorter one; None for other messages."""
    flat = fold(message)
    asked = ASKS_LONGER.match(flat)
    labels = list(LABEL_OF_TEXT.finditer(flat, asked.end())) if asked else []
    if (
        asked is None
        or not 2 <= len(labels) <= MOST_LABELLED
        or len({one["label"].lower() for one in labels}) < len(labels)
    ):
        return None
    ends = [one.start() for one in labels[1:]] + [len(message)]
    texts = [message[one.end() : end].strip() for one, end in zip(labels, ends, strict=True)]
    if not all(texts):
        return None
    counts = [(len(WORD.findall(text)), len(text)) for text in texts]
    names = [one["label"].upper() if len(one["label"]) == 1 else one["label"] for one in labels]
    by_words = BY_WORDS.search(asked["by"]) is not None and not BY_CHARACTERS.search(asked["by"])
    sizes = [words if by_words else signs for words, signs in counts]
    wanted = (max if asked["more"] else min)(sizes)
    longer, shorter, same, one_count = LONGER_TEXTS[language]
    told = "; ".join(
        fill_in(one_count, label=name, words=words, signs=signs)
        for name, (words, signs) in zip(names, counts, strict=True)
    )
    is_tied = sizes.count(wanted) > 1
    template = same if is_tied else longer if asked["more"] else shorter
    label = names[sizes.index(wanted)]
    sentence = fill_in(template, label=label, counts=told)
    starts = [
        one.end() + len(message[one.end() : end]) - len(message[one.end() : end].lstrip())
        for one, end in zip(labels, ends, strict=True)
    ]
    told_labels = [list(one.span()) for one in labels]
    spans = [[0, asked.end("by")], *told_labels, *([start, end] for start, end in zip(starts, ends, strict=True))]
    return WordAnswer(sentence, "longer text", "" if is_tied else label, spans)
