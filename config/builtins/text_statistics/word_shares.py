"""How often a word that a message names is in its text, and which share of all words that is."""

import re

from config.builtins.text_statistics.measures import WORD
from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import cell, fill_in, fold, localized

QUOTE_SIGN = r"[\"'“”„«»‘’`]"
WORD_QUOTED = re.compile(rf"(?<![^\W_]){QUOTE_SIGN} ?(?P<word>[^\W\d_][\w'’-]{{0,40}}?) ?{QUOTE_SIGN}(?![^\W_])")
WORD_SAID = re.compile(
    r"\b(?:the word|the term|(?:das )?wort|(?:le )?mot|(?:la )?palabra) (?P<word>[^\W\d_][\w'-]{0,40})", re.IGNORECASE
)
HOW_OFTEN = r"(?:how often|how many times|how frequently|wie oft|wie haufig|combien de fois|cuantas veces)"
OF_IT = r"(?:is|does|do|did|has|have|kommt|ist|steht|apparait|est|aparece|sale|esta) (?:it|this|that|this word|that word|es|das|das wort|il|ce mot|esta palabra)\b"
SHARE_WORD = r"(?:share|percent(?:age)?|proportion|fraction|%|prozent\w*|anteil|pourcentage|part|porcentaje|proporcion)"
OF_WORDS = r"(?:of|in|aller|der|von|de|des) (?:all |the |allen |tous |toutes |todas )*(?:(?:of )?the |der |den |les |las |los )?(?:whole |total )?(?:words?|text|worter\w*|texte?s?|mots|palabras|texto)"
TIMES_AND_SHARE = re.compile(
    rf"\b{HOW_OFTEN}\b[^?.!:\n]*?,? (?:and|und|et|y)(?: also)? [^?.!:\n]{{0,30}}?{SHARE_WORD}(?:[^?.!:\n]*?{OF_WORDS})?[^?.!:\n]*[?:.]?",
    re.IGNORECASE,
)
SHARE_ALONE = re.compile(
    rf"\b(?:what|which|wie ?viel|welcher?|quel(?:le)?|que|cual)(?:'?s| is| ist| est| es)? ?(?:the |der |la |le |el )?{SHARE_WORD} {OF_WORDS}\b[^?.!:\n]*[?:]?",
    re.IGNORECASE,
)
TIMES_OF_IT = re.compile(rf"\b{HOW_OFTEN} {OF_IT}[^?.!:\n]*[?:]", re.IGNORECASE)
SHARE_TEXTS = {
    "en": ("“{word}” appears **{n}** times (upper and lower case alike).", " That is **{share} %** of {all} words."),
    "de": ("„{word}“ kommt **{n}**-mal vor (Groß- und Kleinschreibung gleich).", " Das sind **{share} %** von {all} Wörtern."),
    "fr": ("« {word} » apparaît **{n}** fois (majuscules et minuscules confondues).", " Cela fait **{share} %** de {all} mots."),
    "es": ("«{word}» aparece **{n}** veces (sin distinguir mayúsculas).", " Es el **{share} %** de {all} palabras."),
}  # fmt: skip
LEAST_TEXT_WORDS = 3
TEXT_IN_QUOTES = re.compile(r"[\"“„«](?P<text>[^\"“”„«»]{12,})[\"“”»]")


def word_share(message: str, language: str) -> WordAnswer | None:
    """Return how often a named word is in the text, with its share of all words where that is asked; None for others."""
    folded = fold(message)
    asked = TIMES_AND_SHARE.search(folded) or SHARE_ALONE.search(folded) or TIMES_OF_IT.search(folded)
    if asked is None:
        return None
    text, start = counted_text(message, asked)
    word = word_meant(message, asked, start)
    words = WORD.findall(text)
    if not word or len(words) < LEAST_TEXT_WORDS:
        return None
    times = sum(fold(one).casefold() == fold(word).casefold() for one in words)
    said = SHARE_TEXTS[language]
    sentence = fill_in(said[0], word=cell(word), n=f"{times}")
    if asked.re is not TIMES_OF_IT:
        share = localized(f"{100 * times / len(words):.2f}".rstrip("0").rstrip("."), language)
        sentence += fill_in(said[1], share=share, all=f"{len(words)}")
    return WordAnswer(sentence, "word", times, [[0, len(message)]])


def counted_text(message: str, asked: "re.Match[str]") -> tuple[str, int]:
    """Return the text behind a question, between quotes or before it, and where it begins."""
    behind = message[asked.end() :].strip(" \n:")
    quoted = [one for one in TEXT_IN_QUOTES.finditer(message) if " " in one["text"].strip()]
    if quoted:
        longest = max(quoted, key=lambda one: len(one["text"]))
        return longest["text"], longest.start("text")
    if len(WORD.findall(behind)) >= LEAST_TEXT_WORDS:
        return behind, asked.end()
    before = message[: asked.start()].rstrip()
    return (before, 0) if "\n" in before or ":" in before else ("", len(message))


def word_meant(message: str, asked: "re.Match[str]", start: int) -> str:
    """Return the word in quotes or behind "the word" in the question, else the only one in quotes before the text; "" for none."""
    question = message[slice(*asked.span())]
    for pattern in (WORD_QUOTED, WORD_SAID):
        if (match := pattern.search(question)) is not None:
            return match["word"]
    head = message[:start] if start else message[asked.start() :]
    named = {match["word"].casefold(): match["word"] for match in WORD_QUOTED.finditer(head)}
    return next(iter(named.values())) if len(named) == 1 else ""
