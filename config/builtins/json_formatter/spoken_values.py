"""The value that a question names in its own words: "which city does this customer live in?", "how much is the mug?"."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import MEANINGS
from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import fill_in, fold

MOST_LEAVES = 5_000
LONGEST_VALUE = 500  # characters of a value in a sentence
SHORTEST_STEM = 4  # letters by which a word and a key are the same: "cities", "city"
QUESTION_WORD = re.compile(
    r"\?|\b(?:what|which|who|whose|where|when|how (?:much|old|many|long)|is|are|was|does|has|tell me|welche\w*|was|wer|wo|wann|wie (?:viel|alt|lang)\w*|ist|hat|kostet|quel\w*|qui|ou|quand|combien|est|cual\w*|quien|donde|cuando|cuant[oa]s?|es|esta|tiene)\b",
    re.IGNORECASE,
)
YES_NO = re.compile(
    r"\W*(?:and |und |et |y )?(?:is|are|was|does|do|has|did|ist|sind|hat|est|a|es|esta|tiene)\b", re.IGNORECASE
)
WHEN = re.compile(r"\b(?:when|wann|quand|cuando)\b", re.IGNORECASE)
WHERE_OR_WHO = re.compile(r"\b(?:where|who|wo|wer|ou|qui|donde|quien)\b", re.IGNORECASE)
DATED = re.compile(r"\d{1,4}[-./]\d|\d:\d\d|\b\d{1,2}\.? [a-z]{3}|[a-z]{3} \d", re.IGNORECASE)
QUESTION_TOKEN = re.compile(r"[^\W_]+")
VALUE_TEXTS = {
    "en": {"is": "`{key}`{of} is **{value}**.", "yes": "**Yes**: ", "no": "**No**: "},
    "de": {"is": "`{key}`{of} ist **{value}**.", "yes": "**Ja**: ", "no": "**Nein**: "},
    "fr": {"is": "`{key}`{of} est **{value}**.", "yes": "**Oui** : ", "no": "**Non** : "},
    "es": {"is": "`{key}`{of} es **{value}**.", "yes": "**Sí**: ", "no": "**No**: "},
}


class Leaf(NamedTuple):
    """A value that is no list or object, with its key and the object that holds it."""

    key: str
    value: Any
    holder: dict[str, Any]


def leaves_of(value: Any) -> Iterator[Leaf]:  # noqa: ANN401 - any JSON value
    """Yield the values of all objects of a document, nearest first."""
    waiting, seen = deque([value]), 0
    while waiting and seen < MOST_LEAVES:
        here = waiting.popleft()
        if isinstance(here, dict):
            for key, one in here.items():
                seen += 1
                if not isinstance(one, dict | list):
                    yield Leaf(key, one, here)
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()


def key_tokens(key: str) -> list[str]:
    """Return the words of a key: "firstName" and "first_name" have two."""
    return [
        part.lower()
        for part in QUESTION_TOKEN.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", fold(key)).replace("_", " "))
    ]


def same_stem(word: str, part: str) -> bool:
    """Return whether two words are the same but for their ending."""
    if word == part or word in (f"{part}s", f"{part}es", f"{part}n", f"{part}en") or part in (f"{word}s", f"{word}es"):
        return True
    stem = max(SHORTEST_STEM, min(len(word), len(part)) - 2)
    return len(word) >= stem <= len(part) and word[:stem] == part[:stem] and abs(len(word) - len(part)) <= 3


def named_value(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the one value whose key a question names, of the object that it names; None for other questions."""
    folded = fold(words).lower()
    if QUESTION_WORD.search(folded) is None:
        return None
    tokens = [(match.group(), match.span()) for match in QUESTION_TOKEN.finditer(folded)]
    leaves = list(leaves_of(value))
    named = best_key({one.key for one in leaves}, tokens, folded)
    if named is None:
        return None
    key, spans = named
    found = [one for one in leaves if one.key == key]
    chosen, said = (found[0], []) if len(found) == 1 else of_named_row(found, tokens)
    if (
        chosen is None
        or not is_of_kind(chosen.value, folded)
        or (len(found) == 1 and isinstance(value, list) and len(value) > 1)
    ):
        return None
    return value_answer(chosen, folded, language, spans, said, of_several=len(found) > 1)


def is_of_kind(value: Any, folded: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a value can be a time, a place or a person where a question asks for one."""
    is_text = isinstance(value, str) and not isinstance(value, Literal)
    if WHEN.search(folded):
        return is_text and DATED.search(value) is not None
    return is_text or WHERE_OR_WHO.search(folded) is None


def best_key(
    keys: set[str], tokens: list[tuple[str, tuple[int, int]]], folded: str
) -> tuple[str, list[tuple[int, int]]] | None:
    """Return the key that most words of a question name, and where; None for none, or for several alike."""
    ranked = []
    for key in keys:
        parts = key_tokens(key)
        spans = [
            span
            for word, span in tokens
            if any(same_stem(word, part) for part in parts) and not is_article(word, span, folded)
        ]
        if spans:
            ranked.append((len(spans) / max(1, len(parts)), key, spans))
    ranked.sort(key=lambda one: (-one[0], one[1]))
    if ranked and (len(ranked) == 1 or ranked[0][0] > ranked[1][0]):
        return ranked[0][1], ranked[0][2]
    return None if ranked else meant_key(keys, folded)


def is_article(word: str, span: tuple[int, int], folded: str) -> bool:
    """Return whether a word is grammar and not the key of that name: "is there a comment" asks for no key "a"."""
    quoted = folded[max(0, span[0] - 1) : span[0]] in ("'", '"', "`") or folded[span[1] : span[1] + 1] in (
        "'",
        '"',
        "`",
    )
    return (
        word in ("a", "e", "i", "o", "u", "y")
        and not quoted
        and re.match(r" [^\W\d]{2,}", folded[span[1] :]) is not None
    )


def meant_key(keys: set[str], folded: str) -> tuple[str, list[tuple[int, int]]] | None:
    """Return the only key that a word such as "costs" means, and where it stands."""
    for _, words, names in MEANINGS:
        match = words.search(folded)
        found = [key for key in keys if any(names.fullmatch(part) for part in key_tokens(key))] if match else []
        if match and len(found) == 1:
            return found[0], [match.span()]
    return None


def of_named_row(
    leaves: list[Leaf], tokens: list[tuple[str, tuple[int, int]]]
) -> tuple[Leaf | None, list[tuple[int, int]]]:
    """Return the only one of several values whose object has a text or number of the question, and where that stands."""
    spoken: dict[str, tuple[int, int]] = dict(tokens)
    found = []
    for one in leaves:
        said = [
            spoken[part]
            for key, other in one.holder.items()
            if key != one.key
            and isinstance(other, str)
            and (parts := key_tokens(other))
            and set(parts) <= spoken.keys()
            for part in parts
        ]
        if said:
            found.append((one, said))
    return found[0] if len(found) == 1 else (None, [])


def value_answer(
    leaf: Leaf,
    folded: str,
    language: str,
    spans: list[tuple[int, int]],
    said: list[tuple[int, int]],
    *,
    of_several: bool,
) -> RowsAnswer:
    """Return the sentence with a value; one that is true or false answers yes or no."""
    texts = VALUE_TEXTS[language]
    shown = leaf.value if isinstance(leaf.value, str) and not isinstance(leaf.value, Literal) else compact(leaf.value)
    label = next((str(one) for key, one in leaf.holder.items() if key != leaf.key and isinstance(one, str)), "")
    of = f" ({label[:80]})" if of_several and label else ""
    sentence = fill_in(texts["is"], key=leaf.key, of=of, value=str(shown)[:LONGEST_VALUE])
    if isinstance(leaf.value, bool) and YES_NO.match(folded):
        sentence = texts["yes" if leaf.value else "no"] + sentence
    asked = [match.span() for match in QUESTION_WORD.finditer(folded)]
    return RowsAnswer(sentence, compact(leaf.value), [*spans, *said, *asked])
