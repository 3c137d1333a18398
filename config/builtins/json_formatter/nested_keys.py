"""The value of a key below another one that a question names beside it: "the db port", "port of the cache", "the user's name"."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_sentences import without_spans
from config.builtins.json_formatter.asked_words import ALONE, LISTED, is_plain, same_word
from config.builtins.json_formatter.changing import items
from config.builtins.json_formatter.entry_conditions import WORD, key_parts
from config.builtins.json_formatter.entry_wishes import HOW_MANY, PLAIN_FIGURES
from config.builtins.json_formatter.key_places import ASKS_PLACE
from config.builtins.json_formatter.questions import WEIGHTY
from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.json_formatter.spoken_values import LONGEST_VALUE, QUESTION_WORD, VALUE_TEXTS, YES_NO, leaves_of
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
    rest = without_chains(chains, folded)
    if rest == folded or is_computed(rest) or is_yes_no(folded) or PATH_IN_WORDS.search(folded):
        return None
    leads = leading_nodes(chains, folded, nodes, value)
    if leads is None:
        return None
    found: list[Node] = []
    for place, chain in enumerate(chains):
        node = node_of({one.key for one in chain}, nodes)
        joint = folded[chains[place - 1][-1].end : chain[0].start] if place else ""
        if len(chain) == 1 and found and JOINED.fullmatch(joint):
            node = beside_or_only(chain[0].key, found[-1], nodes, value)
        elif len(chain) == 1:
            continue
        if node is None:
            return None
        found.append(node)
    found = [*leads, *found]
    steps = {step for node in found for step in node.path}
    if any(one.key not in steps for chain in chains for one in chain):
        return None
    spans = [(one.start, one.end) for chain in chains for one in chain]
    spans += [match.span() for match in QUESTION_WORD.finditer(folded)]
    return RowsAnswer(" ".join(told_values(found, language)), compact(found[0].value), spans)


def without_chains(chains: list[list[KeyMention]], folded: str) -> str:
    """Return a question without the keys that it names with one above them, and without those joined to such a group."""
    rest, is_group = folded, False
    for place, chain in enumerate(chains):
        joint = folded[chains[place - 1][-1].end : chain[0].start] if place else ""
        is_group = len(chain) > 1 or (is_group and JOINED.fullmatch(joint) is not None)
        rest = blanked(rest, chain[0].start, chain[-1].end) if is_group else rest
    return rest


def leading_nodes(chains: list[list[KeyMention]], folded: str, nodes: list[Node], value: Any) -> list[Node] | None:  # noqa: ANN401 - any JSON value
    """Return the values of the keys that stand before the first group and share its last key: "price and currency of the ticket"; None where one is not clear."""
    first = next(place for place, chain in enumerate(chains) if len(chain) > 1)
    group, start = node_of({one.key for one in chains[first]}, nodes), first
    while start and JOINED.fullmatch(folded[chains[start - 1][-1].end : chains[start][0].start]):
        start -= 1
    singles = chains[start:first]
    found = [beside_or_only(chain[0].key, group, nodes, value) for chain in singles] if group is not None else []
    return None if len(chosen := [one for one in found if one is not None]) < len(found) else chosen


def names_other_value(value: Any, words: str, span: tuple[int, int]) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether words name, outside of a place, the key of another plain value: "what is the total minus the tax"."""
    folded = fold(words)
    rest = blanked(folded, *span)
    for pattern in (HAVE_DOCUMENT, TAKEN_OUT):
        rest = pattern.sub(lambda match: " " * len(match.group()), rest)
    return bool(key_mentions({one.key for one in leaves_of(value) if len(one.key) > 1}, rest))


def wants_named_key(value: Any, folded: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether folded words want something of a key of the document."""
    return WANTS_VALUE.search(folded) is not None and bool(key_mentions({name for name, _ in items(value)}, folded))


def beside_or_only(key: str, before: Node, nodes: list[Node], value: Any) -> Node | None:  # noqa: ANN401 - any JSON value
    """Return the value of a key beside another one, or of the only key of that name in the document."""
    beside = next((one for one in nodes if one.path == (*before.path[:-1], key)), None)
    return beside or only_node(key, nodes, value)


def only_node(key: str, nodes: list[Node], value: Any) -> Node | None:  # noqa: ANN401 - any JSON value
    """Return the value of a key that no other object of the document has; None for one of several."""
    is_only = sum(name == key for name, _ in items(value)) == 1
    return node_of({key}, nodes) if is_only else None


WANTS_VALUE = re.compile(
    r"\b(?:need|want|after|looking for|interested in|brauche\w*|mochte|will|suche|veux|voudrais|besoin|faut|cherche|interesse|quiero|necesito|quisiera|busco|interesa)\b",
    re.IGNORECASE,
)
HAVE_DOCUMENT = re.compile(  # "I have an API response and"
    r"\b(?:i'?ve got|we'?ve got|here(?:'?s| is| are)|(?:(?:i|we|ich|wir|yo|nous|on) )?(?:have|got|get|received|pulled|habe|haben|bekomme|bekam|ai|avons|a|recu|recibi|recibo|tengo|tenemos))(?: (?:an?|this|the|some|my|our|eine?n?|diese\w*|une?|ce|cette|una?|este|esta))? (?:[\w-]+ ){0,2}?"
    r"(?:response|payload|json|document|file|object|blob|output|webhook|reply|antwort|datei|objekt|dokument|reponse|fichier|objet|sortie|respuesta|archivo|objeto|documento|salida)(?: (?:here|back|hier|ici|aqui))?(?:,? (?:and|but|und|et|y|pero|aber|mais))?(?!\w)",
    re.IGNORECASE,
)
TAKEN_OUT = re.compile(r"\b(?:extracted|(?:out of|from|in|inside|of|aus|in|dans|de|en) (?:it|this|that|there|here|ihm|ihr|dem|davon|la|ca|cela|el|ello|ahi|esto)|rausgezogen|herausgezogen|daraus|raus|heraus)\b", re.IGNORECASE)  # fmt: skip


CHANGES_VALUES = re.compile(  # a comparison, a choice or something left out: the values as they stand are no answer
    r"\b(?:bigger|larger|smaller|greater|higher|lower|longer|shorter|older|younger|newer|more|less|fewer|most|least|between|differ\w*|same|equal\w*|not|no|without|except|or|grosser|kleiner|hoher|langer|mehr|weniger|zwischen|nicht|kein\w*|ohne|ausser|oder|plus|moins|entre|pas|sans|sauf|ou|mas|menos|mayor|menor|sin|salvo|o)\b",
    re.IGNORECASE,
)


def wanted_values(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the values of the keys that a message wants and says nothing else of: "I just need the city out of it", "name and total?".

    None for other messages, and where a key of a list of entries, or of several objects, is meant.
    """
    folded = re.sub(r"(?i)\be-mail", " email", fold(words))
    asks = [
        match.span() for pattern in (QUESTION_WORD, WANTS_VALUE, LISTED, ALONE) for match in pattern.finditer(folded)
    ]
    nodes = list(nodes_of(value))
    mentions = key_mentions({node.path[-1] for node in nodes}, folded)
    unnamed = without_spans(folded, [(one.start, one.end) for one in mentions])
    if not asks or not mentions or is_computed(unnamed) or is_yes_no(folded) or PATH_IN_WORDS.search(folded):
        return None
    if (
        (len(mentions) == 1 and QUESTION_WORD.search(folded))
        or re.search(r"\d", folded)
        or CHANGES_VALUES.search(folded)
    ):
        return None  # others answer a question for one value, or for the one at a place
    joints = [folded[before.end : one.start] for before, one in pairwise(mentions)]
    found = [only_node(one.key, nodes, value) for one in mentions]
    said = [match.span() for pattern in (HAVE_DOCUMENT, TAKEN_OUT) for match in pattern.finditer(folded)]
    spans = [*((one.start, one.end) for one in mentions), *asks, *said]
    rest = without_spans(folded, spans)
    is_all = all(is_plain(match.group()) for match in WORD.finditer(rest))
    chosen = [one for one in found if one is not None]
    if not is_all or len(chosen) < len(found) or not all(JOINED.fullmatch(joint) for joint in joints):
        return None
    return RowsAnswer(" ".join(told_values(chosen, language)), compact(chosen[0].value), spans)


def told_values(nodes: list[Node], language: str) -> list[str]:
    """Return the sentences with the values at some paths."""
    return [
        fill_in(VALUE_TEXTS[language]["is"], key=".".join(one.path), of="", value=shown_value(one.value))
        for one in nodes
    ]


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
