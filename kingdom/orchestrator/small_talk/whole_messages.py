"""Recognize whole messages that are small talk or a question about Kingdom itself, by listed phrases. Pure."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from kingdom.cognition.message_reading.message_language import fold_text
from kingdom.orchestrator.small_talk.phrases import FILLERS, PHRASES, Language, Topic
from kingdom.orchestrator.small_talk.privacy_questions import privacy_question_language

MAX_CHARS = 120  # a longer message has a task in it
# The first that occurs names the topic: "hello, what can you do?" asks, "thanks, bye" says goodbye.
_TOPIC_ORDER = (
    "growth", "privacy", "internet", "model", "example", "capabilities", "insult", "farewell", "thanks", "greeting",
)  # fmt: skip
SELF_TOPICS: Sequence[Topic] = ("internet", "model", "example", "privacy")  # of ``self_phrases``
_SIGNS_OF_A_TASK = frozenset("@{}[]<>=#/\\$€%+")
_SHORT_FORMS: Mapping[str, str] = {"u": "you", "r": "are", "ur": "your", "wat": "what", "wut": "what"}
_ADVERB_WORDS = (
    "actually really exactly even currently possibly honestly basically secretly "
    "eigentlich wirklich denn ueberhaupt uberhaupt vraiment exactement realmente exactamente"
)
_ADVERBS = frozenset(_ADVERB_WORDS.split())
_WORD, _APOSTROPHE = re.compile(r"[a-z]+"), re.compile("['’`´]")
_GROUP = re.compile(r"\(([^)]*)\)")
_MARKS: Mapping[str, Topic] = {
    "👍": "thanks", "🙏": "thanks", "❤": "thanks", "😊": "thanks", "👏": "thanks", "👋": "greeting", "🖕": "insult",
}  # fmt: skip


@dataclass(frozen=True)
class SmallTalk:
    """The topic of a message that needs no specialist, and its language (ISO 639-1)."""

    topic: Topic
    language: Language


def whole_small_talk(text: str) -> SmallTalk | None:
    """Return the small talk that a whole message consists of; None as soon as one of its words says anything else."""
    plain = fold_text(text[: MAX_CHARS + 1]).replace(" / ", " ")  # "who are you / what is this?"
    if len(text) > MAX_CHARS or has_task_signs(plain):
        return None
    if not re.search("[a-z]", plain):
        return next((SmallTalk(topic, "en") for mark, topic in _MARKS.items() if mark in text), None)
    return _talk_of_words(list(_readings(plain)))


def _talk_of_words(readings: Sequence[Sequence[str]]) -> SmallTalk | None:
    found = list(chain.from_iterable(_parse(words) or () for words in readings))
    if found:
        return min(found, key=lambda talk: _TOPIC_ORDER.index(talk.topic))
    languages = (privacy_question_language(words) for words in readings)
    return next((SmallTalk("privacy", language) for language in languages if language is not None), None)


def _readings(plain: str) -> Iterator[Sequence[str]]:
    """Yield the words of a message, then those without adverbs and with short forms written out.

    "what's" is written as one word in English and as two in French ("c'est").
    """
    for joined in ("", " "):
        words = _WORD.findall(_APOSTROPHE.sub(joined, plain))
        yield words
        yield [_SHORT_FORMS.get(word, word) for word in words if word not in _ADVERBS]


def has_task_signs(plain: str) -> bool:
    """Return whether a text without accents has digits, other scripts, or signs of data."""
    return any((char.isalnum() and not "a" <= char <= "z") or char in _SIGNS_OF_A_TASK for char in plain)


def _parse(words: Sequence[str]) -> list[SmallTalk] | None:
    """Return the phrases that the words consist of, the longest first at each place; None when a word is left over."""
    phrases, longest = _phrases()
    found: list[SmallTalk] = []
    at = 0
    while at < len(words):
        asked = _self_question(words[at:])
        if asked is not None:
            talk, size = asked
            found.append(talk)
            at += size
            continue
        tails = (tuple(words[at : at + size]) for size in range(longest, 0, -1))
        phrase = next((tail for tail in tails if tail in phrases), ())
        if not phrase:
            return None
        known = phrases[phrase]
        found += [known] if known is not None else []
        at += len(phrase)
    return found


def _self_question(words: Sequence[str]) -> tuple[SmallTalk, int] | None:
    """Return the question about Kingdom itself that the words begin with, and its number of words; None without one."""
    text = " ".join(words) + " "
    found = ((pattern.match(text), talk) for pattern, talk in _self_patterns())
    asked = [(talk, len(match.group().split())) for match, talk in found if match is not None]
    return max(asked, key=lambda question: question[1], default=None)


@cache
def _self_patterns() -> Sequence[tuple[re.Pattern[str], SmallTalk]]:
    """Return the phrases of the topics that have too many forms to list each; a longer alternative goes first."""
    return [
        (re.compile("".join(map(_part_pattern, enumerate(_GROUP.split(phrase))))), SmallTalk(topic, language))
        for language, topics in PHRASES.items()
        for topic in SELF_TOPICS
        for phrase in topics[topic]
    ]


def _part_pattern(part: tuple[int, str]) -> str:
    """Return the pattern of a part of a phrase: words with a space behind, or at an odd place alternatives."""
    place, text = part
    alternatives = sorted((" ".join(one.split()) for one in text.split("|")), key=len, reverse=True)
    forms = "|".join(f"{one} " if one else "" for one in alternatives)
    return f"(?:{forms})" if place % 2 else forms


@cache
def _phrases() -> tuple[Mapping[tuple[str, ...], SmallTalk | None], int]:
    """Return every phrase as its words, None for a filler, and the number of words of the longest."""
    phrases: dict[tuple[str, ...], SmallTalk | None] = {}
    for language, topics in PHRASES.items():
        for topic, patterns in topics.items():
            if topic in SELF_TOPICS:
                continue
            for words in _expansions(patterns):
                phrases.setdefault(words, SmallTalk(topic, language))
    for words in _expansions(FILLERS):
        phrases.setdefault(words, None)
    return phrases, max(map(len, phrases))


def _expansions(patterns: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Return the words of each phrase that the patterns stand for."""
    for pattern in patterns:
        for choice in itertools.product(*(part.split("|") for part in _GROUP.split(pattern))):
            yield tuple("".join(choice).split())
