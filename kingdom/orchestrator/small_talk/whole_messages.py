"""Recognize whole messages that are small talk or a question about Kingdom itself, by listed phrases. Pure."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

from kingdom.cognition.message_reading.message_language import fold_text
from kingdom.orchestrator.small_talk.phrases import FILLERS, PHRASES, Language, Topic
from kingdom.orchestrator.small_talk.privacy_questions import privacy_question_language
from kingdom.orchestrator.small_talk.word_set_questions import topics_of_words

MAX_CHARS = 120  # a longer message has a task in it
# The first that occurs names the topic: "hello, what can you do?" asks, "thanks, bye" says goodbye.
_TOPIC_ORDER: Sequence[Topic] = (
    "growth", "privacy", "internet", "model", "languages", "cost", "memory", "accuracy", "example", "capabilities",
    "insult", "farewell", "thanks", "mood", "greeting",
)  # fmt: skip
# Their phrases are compared as patterns: they stand for too many forms to list each.
SELF_TOPICS: Sequence[Topic] = ("internet", "model", "languages", "example", "privacy")
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
    also: tuple[Topic, ...] = field(default=(), compare=False)  # what a message asks beside it


def whole_small_talk(text: str) -> SmallTalk | None:
    """Return the small talk that a whole message consists of; None as soon as one of its words says anything else."""
    plain = fold_text(text[: MAX_CHARS + 1]).replace(" / ", " ")  # "who are you / what is this?"
    if len(text) > MAX_CHARS or has_task_signs(plain):
        return None
    if not re.search("[a-z]", plain):
        return next((SmallTalk(topic, "en") for mark, topic in _MARKS.items() if mark in text), None)
    return _talk_of_words(list(_readings(plain)))


def _talk_of_words(readings: Sequence[Sequence[str]]) -> SmallTalk | None:
    found = list(chain.from_iterable(_parse(tuple(words)) or () for words in readings))
    if not found:
        found = [SmallTalk(*topic) for words in readings for topic in topics_of_words(words)]
    if found:
        return first_topic(found)
    languages = (privacy_question_language(words) for words in readings)
    return next((SmallTalk("privacy", language) for language in languages if language is not None), None)


def first_topic(found: Iterable[SmallTalk]) -> SmallTalk:
    """Return the first of several topics of a message, with the other ones beside it."""
    ordered = sorted(found, key=lambda talk: _TOPIC_ORDER.index(talk.topic))
    also = dict.fromkeys(topic for talk in ordered for topic in (talk.topic, *talk.also))
    return replace(ordered[0], also=tuple(topic for topic in also if topic != ordered[0].topic))


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


def _parse(words: tuple[str, ...]) -> list[SmallTalk] | None:
    """Return the phrases that the words consist of; None when a word is left over.

    The longest phrase goes first at each place; where the words behind it are none, a shorter one: "that was all thanks
    a lot".
    """
    ends_at: dict[int, list[SmallTalk] | None] = {len(words): []}

    def parse_from(at: int) -> list[SmallTalk] | None:
        if at not in ends_at:
            ends_at[at] = None
            for size, talk in _phrases_at(words[at:]):
                behind = parse_from(at + size)
                if behind is not None:
                    ends_at[at] = [*([talk] if talk is not None else []), *behind]
                    break
        return ends_at[at]

    return parse_from(0)


def _phrases_at(words: tuple[str, ...]) -> Sequence[tuple[int, SmallTalk | None]]:
    """Return the phrases that the words begin with, as their number of words and what they say, the longest first."""
    phrases, longest = _phrases()
    text = " ".join(words) + " "
    matches = ((pattern.match(text), talk) for pattern, talk in _self_patterns())
    found: list[tuple[int, SmallTalk | None]] = [
        (len(match.group().split()), talk) for match, talk in matches if match is not None
    ]
    sizes = range(min(longest, len(words)), 0, -1)
    found += [(size, phrases[words[:size]]) for size in sizes if words[:size] in phrases]
    return sorted((one for one in found if one[0]), key=lambda one: -one[0])


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
