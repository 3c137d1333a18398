"""Finds what a message asks for in words that an answer did not read. Pure, linear in time; four languages.

Where a handler read no question it gives the general answer for such data: the document formatted, the figures of every
column. That is no answer to a question which it did not read: "how much do the prices add up to".
"""

import re
from collections.abc import Iterator, Sequence

from kingdom.cognition.message_reading.message_content import ContentItem
from kingdom.cognition.message_reading.message_language import is_function_word
from kingdom.contracts.handler_result import Span

MIN_WORD = 3  # letters of a word that asks for something
WORD = re.compile(r"[^\W_]+")
SENTENCE = re.compile(r"[^.!?:\n]*(?:[.!?:](?!\s|$)[^.!?:\n]*)*[.!?:\n]*")
_QUESTION_WORD = re.compile(
    r"(?<!\w)(?:what|whats|which|who|whose|whom|when|where|why|how|was|wer|wem|wen|wann|wo|wieso|warum|wie|wieviel\w*"
    r"|welche[rsnm]?|quel(?:le)?s?|qui|quand|où|pourquoi|comment|combien|qué|quién(?:es)?|cuándo|cuando|dónde|cómo"
    r"|cuánt[oa]s?|cuant[oa]s?|cuál(?:es)?|cual(?:es)?)(?!\w)",
    re.IGNORECASE,
)
_TALK_WORDS = (
    "you please pls plz thanks thank hello hey okay could would should does did whats just really help need want know "
    "tell show give have has had got gives this that these those there here about with your yours them their out "
    "bitte danke hallo könntest könnten würde möchte brauche weiß sag zeig gib hab habe haben hatte hier dort das "
    "merci bonjour salut svp pourrais pourriez voudrais besoin dis dire montre donne avoir fait faire voici donc "
    "gracias hola podrías podría quisiera quiero necesito dime muestra dame tener hacer aquí esto eso tiene tienen"
)
_TALK = frozenset(_TALK_WORDS.split())


def unread_question_words(message: str, used: Sequence[Span]) -> tuple[ContentItem, ...]:
    """Return the words of weight in the questions of a message that no used span touches."""
    read = bytearray(len(message))  # one look for each word: a long message may have thousands of spans
    for span in used:
        start, end = max(0, span.start), min(span.end, len(message))
        read[start:end] = b"\1" * (end - start)
    return tuple(
        ContentItem("asked", Span(*word.span()))
        for word in _words_that_ask(message)
        if not any(read[word.start() : word.end()])
    )


def asks_question(message: str) -> bool:
    """Return whether a sentence of a message asks: it ends with a question mark or has a question word."""
    return any(_is_asking(sentence.group()) for sentence in SENTENCE.finditer(message))


def _is_asking(text: str) -> bool:
    return text.rstrip().endswith("?") or _QUESTION_WORD.search(text) is not None


def _words_that_ask(message: str) -> Iterator[re.Match[str]]:
    for sentence in SENTENCE.finditer(message):
        if not _is_asking(sentence.group()):
            continue
        for word in WORD.finditer(message, *sentence.span()):
            letters = word.group().lower()
            is_weighty = len(letters) >= MIN_WORD and not (is_function_word(letters) or letters in _TALK)
            if is_weighty and _QUESTION_WORD.fullmatch(letters) is None:
                yield word
