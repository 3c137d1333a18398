"""Finds what a message asks for in words that an answer did not read. Pure, linear in time; four languages.

Where a handler read no question it gives the general answer for such data: the document formatted, the figures of every
column. That is no answer to a question which it did not read: "how much do the prices add up to".
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kingdom.cognition.message_reading.message_content import ContentItem, idiom_spans
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
_OF_ANY_QUESTION_WORDS = (
    "get make makes many much mistake mistakes error errors wrong problem issue fehler falsch problème erreur faute "
    "faux set one ones all fine work works lies long old idea right correct true possible sure again even exactly "
    "actually anyway then now will come comes out say mean means stimmt richtig möglich eigentlich wirklich genau "
    "viel viele lang alt sein juste vrai vraiment exactement beaucoup correcto cierto verdad posible realmente "
    "mucho"
)
_OF_ANY_QUESTION = frozenset(_OF_ANY_QUESTION_WORDS.split())
_ASKER = r"(?:it|that|this|they|these|those|you|i|we|he|she|there|my|the|a|an)"
_JOINT = re.compile(
    r"(?:,\s*|\s)\(?(?:(?:and|but|also|plus|und|aber|et|mais|y|pero)\s+){1,2}(?:(?:also|auch|aussi|también|then|dann)\s+)?"
    r"(?=(?:what|who|when|where|why|how|which|was|wer|wann|wo|warum|wie|welche[rsnm]?|quel(?:le)?s?|qui|quand|où"
    r"|pourquoi|comment|combien|est-ce|qué|quién|cuándo|dónde|cómo|cuánt[oa]s?|cuál(?:es)?)(?!\w)"
    rf"|(?:is|are|do|does|did|can|could|will|would|should|has|have|was|were)\s{_ASKER}\b"
    r"|(?:ist|sind|kann|kannst|soll|sollte|hat|haben|gibt|war)\s(?:das|es|ich|du|man|er|sie|wir|der|die)\b)",
    re.IGNORECASE,
)
_ORDER = re.compile(  # of what a handler reads: "convert 5 miles to km"
    r"(?:(?:please|pls|plz|can you|could you|bitte|kannst du|peux-tu|puedes)\s+)?(?:convert|calculate|compute|count"
    r"|check|validate|format|sort|sum|add|list|show|give|find|extract|replace|remove|compare|rechne|berechne|zähle|prüfe"
    r"|formatiere|sortiere|wandle|zeige|convertis|calcule|compte|vérifie|formate|trie|montre|convierte|calcula|cuenta"
    r"|comprueba|ordena|muestra)(?!\w)",
    re.IGNORECASE,
)
_FIGURE_WISH = re.compile(  # "sum of x please and how many days …"
    r"(?:(?:please|pls|plz|also|and|the|die|der|das|den|la|le|el|bitte)\s+){0,3}(?:sum|total|average|mean|median|maximum|minimum|summe|durchschnitt|mittelwert"
    r"|somme|moyenne|suma|media|promedio)\s+(?:of|for|von|der|des|de|du|del)\s+[^\W\d_]",
    re.IGNORECASE,
)
_JOINT_AT_END = re.compile(r"(?:[\s,.?!]+(?:and|but|also|plus|und|aber|et|mais|y|pero))+\Z", re.IGNORECASE)
_QUESTION_OPENING = re.compile(
    r"(?:(?:and|but|also|then|und|auch|et|aussi|y|también)\s+){0,2}(?:(?:what|whats|who|when|where|why|how|which|wer|wann|wo|warum|wie|welche[rsnm]?|quel(?:le)?s?|quand|où|pourquoi"
    r"|comment|combien|est-ce|qué|quién|cuándo|dónde|cómo|cuánt[oa]s?|cuál(?:es)?)(?!\w)"
    rf"|(?:is|are|do|does|did|can|could|will|would|should|has|have)\s{_ASKER}\b)",
    re.IGNORECASE,
)


def unread_question_words(message: str, used: Sequence[Span]) -> tuple[ContentItem, ...]:
    """Return the words of weight in the questions of a message that no used span touches."""
    read = _read_places(message, (*used, *idiom_spans(message)))
    return tuple(
        ContentItem("asked", Span(*word.span()))
        for word in _words_that_ask(message)
        if not any(read[word.start() : word.end()])
    )


def untouched_questions(message: str, used: Sequence[Span]) -> Iterator[ContentItem]:
    """Yield the questions of which an answer used no word of weight and no number: a second wish, left out.

    Words that any question has ("what is", "how much") tell nothing of which one was read. Without a question that was
    read there is none: many handlers declare their data only, and answer the question that they are made for.
    """
    read = _read_places(message, used)
    untouched, has_read_one = list[ContentItem](), False
    for start, end in _clauses(message):
        text = message[start:end]
        words = list(_telling_words(message, start, end))
        if _is_touched(words, read):
            has_read_one = has_read_one or is_asked_or_ordered(text)
        elif (_begins_to_ask(text) or _FIGURE_WISH.match(text)) and any(
            len(word.group()) >= MIN_WORD for word in words
        ):
            stop = start + len(_JOINT_AT_END.sub("", text.rstrip(" \t\n.?!")))
            untouched.append(ContentItem("wish", Span(start, stop)))
    yield from untouched if has_read_one else ()


def is_asked_or_ordered(text: str) -> bool:
    """Return whether a clause asks a question, or begins with an order of the kind that handlers read."""
    return bool(_QUESTION_WORD.match(text) or _ORDER.match(text) or _begins_to_ask(text))


def _is_touched(words: Sequence[re.Match[str]], read: bytearray) -> bool:
    return any(any(read[slice(*word.span())]) for word in words)


def _clauses(message: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the sentences of a message, cut where a further question is joined to one.

    What stands around a colon in a line belongs together: it tells what is asked about.
    """
    led = False
    for sentence in SENTENCE.finditer(message):
        was_led, led = led, sentence.group().rstrip(" \t").endswith(":")
        if was_led or led:
            continue
        cuts = [match.end() for match in _JOINT.finditer(message, *sentence.span())]
        for start, end in pairwise([sentence.start(), *cuts, sentence.end()]):
            text = message[start:end]
            yield start + len(text) - len(text.lstrip(" \t¿¡,;-")), end


def _begins_to_ask(text: str) -> bool:
    return text.rstrip().endswith("?") or _QUESTION_OPENING.match(text) is not None


def _telling_words(message: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the numbers of a question, and its words but those that any question has; a word in capitals is a name."""
    has_names = not message.isupper()
    for word in WORD.finditer(message, start, end):
        text = word.group()
        is_name = has_names and len(text) > 1 and text.isupper()
        if is_name or any(letter.isdigit() for letter in text) or not _is_of_any_question(text.lower()):
            yield word


def _is_of_any_question(word: str) -> bool:
    is_common = is_function_word(word) or word in _TALK or word in _OF_ANY_QUESTION
    return is_common or _QUESTION_WORD.fullmatch(word) is not None


def _read_places(message: str, used: Sequence[Span]) -> bytearray:
    """Return a mark for each character of a message that is in a used span."""
    read = bytearray(len(message))  # one look for each word: a long message may have thousands of spans
    for span in used:
        start, end = max(0, span.start), min(span.end, len(message))
        read[start:end] = b"\1" * (end - start)
    return read


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
