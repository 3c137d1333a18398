"""The value of a key below another one that a question names beside it: "the db port", "port of the cache", "the user's name"."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import same_word
from config.builtins.json_formatter.entry_conditions import WORD, key_parts
from config.builtins.json_formatter.entry_wishes import HOW_MANY, PLAIN_FIGURES
from config.builtins.json_formatter.key_places import ASKS_PLACE
from config.builtins.json_formatter.questions import WEIGHTY
from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.json_formatter.spoken_values import LONGEST_VALUE, QUESTION_WORD, VALUE_TEXTS, YES_NO
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import blanked, fill_in, fold

MOST_NODES = 5_000
OWNING = re.compile(  # what stands between two keys of one path
    r"['’]?s? +"
    r"| (?:of|for|in|on|from|inside|under|below|at|von|vom|der|des|im|in|beim|fur|unter|de|del|du|des|d'|dans|en|sous|para) ?(?:the |that |my |our |der |dem |die |das |la |le |l'|el |las |los |les |key |object )?",
    re.IGNORECASE,
)
JOINED = re.compile(r",? ?(?:and|und|et|y|e|,|&|\+|or|oder|ou)(?: (?:the|its|der|die|das|la|le|el|les|los|las))? ?", re.IGNORECASE)  # fmt: skip


PATH_IN_WORDS = re.compile(r"\w[/.]\w")


class KeyMention(NamedTuple):
    """A key that a question names, and where."""

    key: str
    start: int
    end: int


class Node(NamedTuple):
    """A value with the keys that lead to it through objects only."""

    path: tuple[str, ...]
    value: Any


def nodes_of(value: Any) -> Iterator[Node]:  # noqa: ANN401 - any JSON value
    """Yield the values of all objects that no list holds, nearest first."""
    waiting, seen = deque([Node((), value)]), 0
    while waiting and seen < MOST_NODES:
        here = waiting.popleft()
        if isinstance(here.value, dict):
            inner = [Node((*here.path, str(key)), one) for key, one in here.value.items()]
            seen += len(inner)
            yield from inner
            waiting += inner


def nested_value(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the values of keys that a question names with a key above them; None for other questions."""
    folded = fold(words)
    nodes = list(nodes_of(value))
    chains = chains_of(key_mentions({node.path[-1] for node in nodes}, folded), folded)
    rest = folded
    for chain in chains:
        rest = blanked(rest, chain[0].start, chain[-1].end) if len(chain) > 1 else rest
    if rest == folded or is_computed(rest) or is_yes_no(folded) or PATH_IN_WORDS.search(folded):
        return None
    found: list[Node] = []
    for place, chain in enumerate(chains):
        node = node_of({one.key for one in chain}, nodes)
        joint = folded[chains[place - 1][-1].end : chain[0].start] if place else ""
        if len(chain) == 1 and found and JOINED.fullmatch(joint):
            node = next((one for one in nodes if one.path == (*found[-1].path[:-1], chain[0].key)), None)
        elif len(chain) == 1:
            continue
        if node is None:
            return None
        found.append(node)
    steps = {step for node in found for step in node.path}
    if any(one.key not in steps for chain in chains for one in chain):
        return None
    spans = [(one.start, one.end) for chain in chains for one in chain]
    spans += [match.span() for match in QUESTION_WORD.finditer(folded)]
    sentences = [fill_in(VALUE_TEXTS[language]["is"], key=".".join(one.path), of="", value=shown_value(one.value)) for one in found]  # fmt: skip
    return RowsAnswer(" ".join(sentences), compact(found[0].value), spans)


def shown_value(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value as a sentence shows it."""
    is_text = isinstance(value, str) and not isinstance(value, Literal)
    return str(value if is_text else compact(value))[:LONGEST_VALUE]


def is_yes_no(folded: str) -> bool:
    """Return whether a question asks if something is so; "was ist" does not."""
    return YES_NO.match(folded) is not None and re.match(r"\W*was (?:ist|sind|hat)\b", folded, re.IGNORECASE) is None


def is_computed(folded: str) -> bool:
    """Return whether a question asks for a figure, a place or a part of entries, not for a value as it stands."""
    patterns = (HOW_MANY, ASKS_PLACE, *(pattern for _, pattern in PLAIN_FIGURES))
    weighty = any(WEIGHTY.fullmatch(match.group().lower()) for match in WORD.finditer(folded))
    return weighty or any(pattern.search(folded) for pattern in patterns)


def key_mentions(keys: set[str], folded: str) -> list[KeyMention]:
    """Return the keys that a question names, in order; of two at one place the longer."""
    tokens = list(WORD.finditer(folded))
    found: list[KeyMention] = []
    for key in sorted(keys, key=lambda one: -len(key_parts(one))):
        parts = key_parts(key)
        for at in range(len(tokens) - len(parts) + 1 if parts else 0):
            run = tokens[at : at + len(parts)]
            start, end = run[0].start(), run[-1].end()
            is_named = all(same_word(one.group().lower(), part) for one, part in zip(run, parts, strict=True))
            if is_named and not any(one.start < end and start < one.end for one in found):
                found.append(KeyMention(key, start, end))
    return sorted(found, key=lambda one: one.start)


def chains_of(mentions: list[KeyMention], folded: str) -> list[list[KeyMention]]:
    """Return the keys in groups that stand together as one path does."""
    chains = [[one] for one in mentions[:1]]
    for before, one in pairwise(mentions):
        if OWNING.fullmatch(folded[before.end : one.start]) and before.key != one.key:
            chains[-1].append(one)
        else:
            chains.append([one])
    return chains


def node_of(named: set[str], nodes: list[Node]) -> Node | None:
    """Return the only value that one of the named keys has below all others; None for none or several."""
    found = [one for one in nodes if one.path[-1] in named and named <= set(one.path)]
    return found[0] if len(found) == 1 else None
