"""A key that is in several branches of a document, chosen by a word like the branch's name; and the plain text of a value."""

import re
from typing import Any

from config.builtins.json_formatter.asked_words import DOCUMENT_WORDS, MEANINGS, is_plain
from config.builtins.json_formatter.entry_wishes import HOW_MANY, PLAIN_FIGURES
from config.builtins.json_formatter.nested_keys import Node, nodes_of, shown_value
from config.builtins.json_formatter.questions import WEIGHTY
from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.json_formatter.spoken_values import QUESTION_WORD, VALUE_TEXTS, key_tokens, same_stem
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import fill_in, fold

BRANCH_WORD = re.compile(r"[^\W_]+")
MOST_BRANCHES = 4  # that hold the key: more of them are entries of a list
MOST_OPEN = 2  # words of a question that neither the key nor the branch explains
STEM = 4  # letters that a word and the name of a branch have in common at least: "ship", "shipping"
LONGEST_ENDING = 6  # letters that either may have beyond them: "livr-er", "livr-aison"
DENIED_WORD = re.compile(
    r"\b(?:not|instead of|rather than|isn'?t|nicht|kein\w*|statt|anstatt|pas|au lieu de|no|sino)\b(?: (?:the|to|for|an?|die|der|das|den|zur|zum|fur|la|le|l'|les|de|du|a|el|las|los|en|con))* ?[\"'`]?(?P<word>[^\W_]+)",
    re.IGNORECASE,
)


def like_branch(word: str, name: str) -> bool:
    """Return whether a word and the name of a branch begin alike: "ship" and "shippingAddress", "livrer" and "livraison"."""
    for part in key_tokens(name):
        if same_stem(word, part):
            return True
        common = next((at for at, pair in enumerate(zip(word, part, strict=False)) if pair[0] != pair[1]), min(len(word), len(part)))  # fmt: skip
        if common >= STEM and len(word) - common <= 3 and len(part) - common <= LONGEST_ENDING:
            return True
    return False


def key_asked(nodes: list[Node], folded: str) -> str:
    """Return the one key of several branches that a question names or means, "" for none."""
    spread = [name for name in dict.fromkeys(one.path[-1] for one in nodes) if sum(one.path[-1] == name for one in nodes) > 1]  # fmt: skip
    tokens = [match.group().lower() for match in BRANCH_WORD.finditer(folded)]
    named = [name for name in spread if any(same_stem(word, part) for word in tokens for part in key_tokens(name))]
    if not named:
        for _, words, names in MEANINGS:
            if words.search(folded):
                named = named or [name for name in spread if any(names.fullmatch(part) for part in key_tokens(name))]
    return named[0] if len(named) == 1 else ""


def branch_value(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the value of a key that several branches have, in the one that a question says; None for other questions.

    A branch that is denied ("not billing") is none of them; further words that are not plain are left to others.
    """
    folded = fold(words)
    nodes = [one for one in nodes_of(value) if not isinstance(one.value, dict | list) and len(one.path) > 1]
    key = key_asked(nodes, folded) if QUESTION_WORD.search(folded) else ""
    found = [one for one in nodes if one.path[-1] == key]
    if not found or len(found) > MOST_BRANCHES or any(one.search(folded) for one in (HOW_MANY, *(figure for _, figure in PLAIN_FIGURES))):  # fmt: skip
        return None
    denied = {match["word"].lower() for match in DENIED_WORD.finditer(folded)}
    spoken = {match.group().lower() for match in BRANCH_WORD.finditer(folded)} - denied
    left = [one for one in found if not any(like_branch(word, step) for word in denied for step in one.path[:-1])]
    meant = [one for one in left if any(like_branch(word, step) for word in spoken for step in one.path[:-1])]
    chosen = meant or left
    open_words = {word for word in spoken | denied if not is_explained(word, found)}
    is_sure = len(meant) == 1 and len(open_words) <= MOST_OPEN and not any(word.isdigit() or WEIGHTY.fullmatch(word) for word in open_words)  # fmt: skip
    if not chosen or (open_words and not is_sure):
        return None
    sentences = [fill_in(VALUE_TEXTS[language]["is"], key=".".join(one.path), of="", value=shown_value(one.value)) for one in chosen]  # fmt: skip
    spans = [match.span() for match in BRANCH_WORD.finditer(folded) if match.group().lower() not in open_words]
    return RowsAnswer(" ".join(sentences), compact(chosen[0].value), spans)


NEEDED = re.compile(r"(?:must|shall|should|needs?|goes|go|sent|send|want\w*|faut|doit|soll\w*|muss|wird|hay|debe\w*|tiene|que)", re.IGNORECASE)  # fmt: skip


def is_explained(word: str, nodes: list[Node]) -> bool:
    """Return whether a word is plain, names a key or a branch of some values, or means their key."""
    if is_plain(word) or NEEDED.fullmatch(word):
        return True
    names = {step for one in nodes for step in one.path}
    if any(like_branch(word, step) for step in names):
        return True
    parts = [part for one in nodes for part in key_tokens(one.path[-1])]
    return any(said.fullmatch(word) and any(keys.fullmatch(part) for part in parts) for _, said, keys in MEANINGS)


UNESCAPED = re.compile(
    r",? ?\b(?:(?:without|no|minus|remove|removing|strip(?:ping)?|drop(?:ping)?|ohne|sans|sin) (?:all |any |the |those |these |die |den |les |las |los )?(?:back ?slashes|slashes|escapes?|escap(?:ing|ed)(?: characters| signs)?|escape (?:characters|signs|sequences)|rueckstriche|ruckstriche|maskierung\w*|antislashs?|barres? obliques?(?: inverses?)?|echappements?|barras?(?: invertidas?)?|escapes)|unescape\w*|un-escape\w*|decoded?|with (?:real|actual|proper) (?:line ?breaks|new ?lines|quotes)|(?:(?:the|as|der|den|le|el) )?(?:plain|raw|actual|readable|real|unescaped|reine[rnm]?|blosse[rnm]?|brut|en clair|texte brut|texto plano) ?(?:text|string|value|wert|texte|valeur|texto|valor)?)\b",
    re.IGNORECASE,
)


def unescaped_text(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the text of a key as it reads, without the escapes of JSON; None for other questions."""
    folded = fold(words)
    if UNESCAPED.search(folded) is None:
        return None
    rest = UNESCAPED.sub(lambda match: " " * len(match.group()), folded)
    texts = [one for one in nodes_of(value) if isinstance(one.value, str) and not isinstance(one.value, Literal)]
    tokens = [match.group().lower() for match in BRANCH_WORD.finditer(rest)]
    found = [one for one in texts if any(word in key_tokens(one.path[-1]) for word in tokens)]
    others = [word for word in tokens if not is_plain(word) and not DOCUMENT_WORDS.fullmatch(word) and not PLAIN_TEXT.fullmatch(word) and not any(word in key_tokens(one.path[-1]) for one in found)]  # fmt: skip
    if len(found) != 1 or others:
        return None
    text = found[0].value
    sentence = fill_in(VALUE_TEXTS[language]["is"], key=".".join(found[0].path), of="", value=text[:2_000])
    shown = sentence if "\n" not in text else f"`{'.'.join(found[0].path)}`:\n\n{text[:20_000]}"
    return RowsAnswer(shown, text, [(0, len(words))])


PLAIN_TEXT = re.compile(r"texte?o?|string|value|wert|valeur|valor|says?|said|reads?|content|inhalt|contenu|contenido|sentence|satz|phrase|frase", re.IGNORECASE)  # fmt: skip
