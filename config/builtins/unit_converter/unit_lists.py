"""Amounts as the items of a list, spoons of butter beside sticks of it, and sums of amounts of several kinds."""

import re
from itertools import pairwise

from config.builtins.unit_converter.unit_amounts import quantities_with_places
from config.builtins.unit_converter.unit_names import FLAGS, NUMBER, WORD, WORDS, meanings, number
from config.builtins.unit_converter.units_compared import TOGETHER
from config.builtins.wording import Mapped

LIST_SIGN = re.compile(r"^(?P<lead>[ \t]*)[-–—•*](?=[ \t]+\S)", re.MULTILINE)
TASK_OF_SUM = re.compile(r"\b(?:left|remain\w*|minus|subtract\w*|difference|rest|ubrig|reste|quedan?)\b", re.IGNORECASE)
ENDS_IN_AMOUNT = re.compile(rf"(?:{NUMBER}) ?[a-zA-Z²³°\"']{{0,15}}\Z", FLAGS)


def without_list_signs(text: str) -> str:
    """Return a text with commas for the dashes in front of the items of a list, which are no minus signs."""
    signs = list(LIST_SIGN.finditer(text))
    if len(signs) < 2 or TASK_OF_SUM.search(text):
        return text
    before = text[: signs[0].start()].rstrip()
    if ENDS_IN_AMOUNT.search(before):
        return text  # "10 km", and on the next lines what is taken off
    for place, sign in enumerate(signs):
        text = text[: sign.end() - 1] + (" " if place == 0 else ",") + text[sign.end() :]
    return text


SPOONS = re.compile(
    rf"(?:(?P<number>{NUMBER})|\b(?P<word>{WORD})) ?(?:tablespoons?|tbsps?)\b(?! of (?!(?:it|that|the same|butter)\b))",
    FLAGS,
)
STICK_OF_BUTTER = re.compile(r"\bsticks?\b", re.IGNORECASE)


def with_spoons_of_butter(made: Mapped) -> Mapped:
    """Return a text in which tablespoons beside sticks of butter are eighths of a stick."""
    if not STICK_OF_BUTTER.search(made.text) or "butter" not in made.text.lower():
        return made

    def in_sticks(match: "re.Match[str]") -> str:
        value = number(match["number"] or WORDS[match["word"].lower()])
        return f"{(value / 8).normalize():f} sticks of butter"

    return made.sub(SPOONS, in_sticks)


ADDED = re.compile(r"[^.?!;]{0,30}(?:\+|\b(?:plus|and|und|et|y|mas)\b)[^.?!;\d]{0,15}", re.IGNORECASE)
SUMMED_KINDS = frozenset(["mass", "volume", "length", "area"])


def is_mixed_sum(text: str) -> bool:
    """Return whether a message asks for the sum of amounts of which some are of another kind: a weight and a volume."""
    amounts, _, places = quantities_with_places(text)
    if len(amounts) < 2 or not TOGETHER.search(text):
        return False
    kinds = [{unit.dimension for unit in meanings(name)} for _, name, _ in amounts]
    return any(
        not first & second and first | second <= SUMMED_KINDS and ADDED.fullmatch(text[start[1] : end[0]])
        for (first, second), (start, end) in zip(pairwise(kinds), pairwise(places), strict=True)
    )
