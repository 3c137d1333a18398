"""Compares an answer with its message: what it does not use is said before it, or asked about instead. Pure.

A handler declares the spans that it used. For one that declares none the check is conservative: it reports only what
is foreign to the answer, to its data and to the specialist's own description.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.asking_words import unread_question_words, untouched_questions
from kingdom.cognition.message_reading.further_wishes import find_further_wishes
from kingdom.cognition.message_reading.message_content import NAMING_KINDS, ContentItem, find_content
from kingdom.cognition.message_reading.message_language import is_function_word, message_language
from kingdom.cognition.message_reading.unused_content_texts import NOTICES, UnusedNotice, quoted_list
from kingdom.contracts.handler_result import MessageReading, Span

DOUBT_BELOW = 0.7  # a handler's own confidence below this is said in words
MAX_UNDECLARED = 3  # more pieces than this are data, which was most likely read as a whole
_MAX_ITEMS = 60
_MAX_EVIDENCE = 200_000  # characters of an answer and its data that are searched
_QUESTION_REACH = 12  # characters after "how many" or "which" within which a used span answers for it
_ORDER_STEM = 6  # letters by which an order in a message and one in a description are the same
_PHRASE_GAP = 16  # characters between two unused pieces that are quoted as one phrase
_ONLY = re.compile(r"only|nur|ausschließlich|seulement|uniquement|solo|sólo|solamente", re.IGNORECASE)
_BRACKETED_QUESTION = re.compile(
    r"\(\s*(?:and|also|plus|und|auch|et|aussi|y|también)\s+(?:also\s+|auch\s+|aussi\s+)?(?:what|how|who|when|where|why|which|is|are"
    r"|can|could|does|do|did|will|would|should|wie|was|wer|wann|wo|kann|ist|sind|passt|quel(?:le)?s?|comment|combien|est-ce|peut"
    r"|qué|cómo|cuánt[oa]s?|cuál(?:es)?|puede)(?!\w)[^()\n]{3,200}\)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:the|der|dem|den|le|la|les|el|los|las)\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[^,;.?!\n]+(?:[,.](?=\S)[^,;.?!\n]+)*")
_CLAUSE_END = re.compile(r"[,;.?!](?=\s)|\n")
_WORD = re.compile(r"[^\W\d_]{4,}")
_VERB = re.compile(r"[^\W_]+")
_UNUSED_STARTS = tuple(notice.unused.partition("{")[0] for notice in NOTICES.values())
_QUOTED = re.compile(r"[“„«]\s?([^“”„«»]+?)\s?[”“»]")
_ENDING = re.compile(r"(?:\s+[^\W\d_]+){1,2}")


def with_unused_content(
    response: EmitResponse, message: str, reading: MessageReading, own_texts: Iterable[str] = ()
) -> EmitResponse:
    """Return the answer, preceded by what it leaves out of the message, or a question in its place.

    The question has status ``NULL`` and comes where the handler declares spans and the rest changes the question.
    ``own_texts`` describe the specialist (purpose, examples). With declared spans they say which orders it knows. An
    answer with status ``NULL`` is returned as it is. An answer that is general gives way to any word of a question.
    """
    if response.tag == "NULL":
        return response
    notice = NOTICES[message_language(message)]
    declared = reading.used is not None
    unused = _undeclared(message, reading, own_texts) if declared else foreign_content(message, response, own_texts)
    left = quoted_list(_phrases(message, unused), notice)
    if declared and {item.kind for item in unused} - set(NAMING_KINDS):
        used = quoted_list(_pieces(message, _joined(reading.used or ())), notice)
        return EmitResponse(answer=notice.question(left, used, reading.question), tag="NULL")
    left_out = [one for one in _left_out(message, unused, notice) if not _says_already(response.answer, one, notice)]
    sentences = " ".join([*left_out, *[notice.doubt] * _is_doubtful(response)])
    return replace(response, answer=_below_notice(response.answer, sentences, notice)) if sentences else response


def says_unused(answer: str) -> bool:
    """Return whether an answer begins with what was left out, in any language."""
    return answer.startswith(_UNUSED_STARTS)


def _below_notice(answer: str, sentences: str, notice: UnusedNotice) -> str:
    """Return an answer below what it leaves out, with the handler's own line of unused words joined into that."""
    own, _, rest = answer.partition("\n\n")
    start, (opening, closing) = notice.unused.partition("{")[0], notice.quotes
    listed, end, behind = sentences.partition(f"{closing}.")
    if not (rest and end and own.startswith(start) and sentences.startswith(start)):
        return f"{sentences}\n\n{answer}"
    more = [word for word in _QUOTED.findall(own) if word.lower() not in listed.lower()]
    added = "".join(f"{closing}, {opening}{word}" for word in more)
    return f"{listed}{added}{end}{behind}\n\n{rest}"


def _says_already(answer: str, sentence: str, notice: UnusedNotice) -> bool:
    """Return whether a handler's answer begins with such a sentence that names the same phrases."""
    own, (opening, closing) = answer.partition("\n\n")[0], notice.quotes
    words = [part.partition(closing)[0] for part in sentence.split(opening)[1:]]
    return own.split(" ")[0] == sentence.split(" ")[0] and all(word in own for word in words)


def _left_out(message: str, unused: Sequence[ContentItem], notice: UnusedNotice) -> Iterator[str]:
    """Yield the sentences about what was not used, and about the wishes that were not done."""
    for template, is_wish in ((notice.unused, False), (notice.wish, True)):
        items = [item for item in unused if (item.kind == "wish") is is_wish]
        if items:
            yield template.format(quoted_list(_phrases(message, items), notice))


def _undeclared(message: str, reading: MessageReading, own_texts: Iterable[str]) -> tuple[ContentItem, ...]:
    """Return the content that the declared spans leave out; of a general answer also the words of its questions."""
    used = _without_bracketed_questions(message, reading.used or ())
    unused = _without_known_orders(message, unused_content(message, used), own_texts)
    asked = unread_question_words(message, used) if reading.general else ()
    return tuple(sorted([*unused, *asked], key=lambda item: item.span))


def _without_bracketed_questions(message: str, used: Sequence[Span]) -> Sequence[Span]:
    """Return the spans without a question in brackets that a longer one runs over: "how many litres (and what does …)".

    A span of the whole message stays: its handler read all of it.
    """
    kept = list(used)
    for bracket in _BRACKETED_QUESTION.finditer(message):
        over = [span for span in kept if span.start < bracket.start() < span.end and span != (0, len(message))]
        for span in over:
            kept.remove(span)
            kept += [Span(span.start, bracket.start()), Span(min(bracket.end(), span.end), span.end)]
    return kept


def _is_doubtful(response: EmitResponse) -> bool:
    return response.confidence is not None and response.confidence < DOUBT_BELOW


def unused_content(message: str, used: Sequence[Span]) -> tuple[ContentItem, ...]:
    """Return the content of weight that no used span touches.

    A question word ("how many", "which") also counts as used when what follows it is.
    """
    read = bytearray(len(message))
    for start, end in _joined(used):
        read[start:end] = b"\1" * (end - start)
    questions = tuple(untouched_questions(message, used))
    content = _weighty_content(message, questions)
    return tuple(
        item for item in content if item in questions or not any(read[_start(message, item) : _reach(message, item)])
    )


def _start(message: str, item: ContentItem) -> int:
    """Return where a used span answers for a piece: "only" may stand right behind what it is about ("celsius only").

    An article does not answer for its comparison: "the" of "the first two" is a word of any message.
    """
    if _ONLY.fullmatch(message, *item.span) is not None:
        return max(0, item.span.start - 2)
    article = _ARTICLE.match(message, *item.span) if item.kind == "comparison" else None
    return article.end() if article is not None else item.span.start


def _weighty_content(message: str, questions: Iterable[ContentItem] = ()) -> Iterator[ContentItem]:
    """Yield the content of weight and the further wishes, by place; a wish stands for what is in it.

    ``questions`` are further wishes as well.
    """
    wishes = list(questions)
    wishes += [one for one in find_further_wishes(message) if not any(_is_inside(one, wish) for wish in wishes)]
    items = (item for item in find_content(message) if not any(_is_inside(item, wish) for wish in wishes))
    yield from sorted([*items, *wishes], key=lambda item: item.span)


def _is_inside(item: ContentItem, wish: ContentItem) -> bool:
    return wish.span.start <= item.span.start < wish.span.end


def _without_known_orders(
    message: str, unused: Sequence[ContentItem], own_texts: Iterable[str]
) -> tuple[ContentItem, ...]:
    """Return the content without orders that the specialist's own texts name: it summarises because it is told to."""
    if not any(item.kind == "order" for item in unused):
        return tuple(unused)
    known = " ".join(own_texts).lower()
    return tuple(
        item for item in unused if item.kind != "order" or message[slice(*item.span)].lower()[:_ORDER_STEM] not in known
    )


def _reach(message: str, item: ContentItem) -> int:
    """Return where a used span still answers for a piece: for a wish in its verb only, whatever else of it is known."""
    if item.kind == "wish":
        verb = _VERB.match(message, item.span.start)
        return verb.end() if verb else item.span.end
    return item.span.end + (_QUESTION_REACH if item.kind == "question" else 0)


def foreign_content(message: str, response: EmitResponse, own_texts: Iterable[str]) -> tuple[ContentItem, ...]:
    """Return the content of weight that neither the answer, its data nor the specialist's own texts know.

    Quoted text is left out, because it is mostly data, and orders, because nothing says which of them it knows. Other
    pieces than references count only in a clause with words of which none is known. More than three
    pieces, or more than 60 in all, are most likely data that was read as a whole: none is returned.
    """
    items = [item for item in _weighty_content(message) if item.kind != "order"]
    if len(items) > _MAX_ITEMS:
        return ()
    data = json.dumps(response.output, ensure_ascii=False, default=str)[:_MAX_EVIDENCE]
    known = f"{response.answer} {data} {' '.join(own_texts)}".lower()
    squashed, words = _squashed(known), set(_WORD.findall(known))
    foreign = [
        item
        for item, clause in _with_clauses(message, items)
        if _squashed(message[slice(*item.span)]) not in squashed
        and (item.kind == "reference" or (item.kind != "quote" and _is_foreign(item, message, clause, words)))
    ]
    return tuple(foreign) if len(foreign) <= MAX_UNDECLARED else ()


def _with_clauses(message: str, items: Iterable[ContentItem]) -> Iterator[tuple[ContentItem, str]]:
    """Yield each piece of content with the clause around it."""
    clauses, clause = _CLAUSE.finditer(message), None
    for item in items:
        while clause is None or clause.end() <= item.span.start:
            clause = next(clauses, None)
            if clause is None:
                return
        yield item, clause.group().lower()


def _is_foreign(item: ContentItem, message: str, clause: str, known_words: set[str]) -> bool:
    """Return whether a piece stands in a clause with other words to know it by, none of which is known."""
    text = message[slice(*item.span)].lower()
    if item.kind == "number" and not any(letter.isdigit() for letter in text):
        return False
    words = {word for word in _WORD.findall(clause) if not is_function_word(word)}
    if item.kind != "wish":  # a wish is its whole clause
        words -= set(_WORD.findall(text))
    return bool(words) and words.isdisjoint(known_words)


def _squashed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Return the spans by place, those that touch or overlap as one."""
    joined = list[Span]()
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return joined


_SELF_NAMING = frozenset({"quote", "reference", "wish"})


def _phrases(message: str, unused: Sequence[ContentItem]) -> list[str]:
    """Return the unused pieces as the message says them: each with its next word, neighbours as one phrase."""
    phrases, before = list[Span](), -1
    for item, following in zip_longest(unused, unused[1:]):
        span, names_itself = item.span, item.kind in _SELF_NAMING
        end = _phrase_end(message, item, following)
        is_near = before >= 0 and span.start - before <= _PHRASE_GAP and not names_itself
        if is_near and not _CLAUSE_END.search(message, before, span.start):
            phrases[-1] = Span(phrases[-1].start, end)
        else:
            phrases.append(Span(span.start, end))
        before = -1 if names_itself else end
    return _pieces(message, phrases)


def _phrase_end(message: str, item: ContentItem, following: ContentItem | None) -> int:
    """Return where the next word after a piece ends; a quote or a reference ends where it does."""
    if item.kind in _SELF_NAMING:
        return item.span.end
    limit = following.span.start if following and following.kind in _SELF_NAMING else len(message)
    ending = _ENDING.match(message, item.span.end, limit)
    return item.span.end if ending is None else ending.end()


def _pieces(message: str, spans: Iterable[Span]) -> list[str]:
    return [message[slice(*span)] for span in spans]
