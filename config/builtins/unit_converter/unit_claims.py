"""Whether a claim about two amounts is right: "an acre is exactly 4000 square metres, is that true?"."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.table import UK
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    FREE,
    NAME,
    NUMBER,
    UNITS,
    Unit,
    converted,
    meanings,
    named,
    row,
    told_rows,
)
from config.builtins.unit_converter.units_compared import Placed
from config.builtins.wording import Mapped, fill_in, found_spans

TRUTH_ASKED = (
    r"\b(?:is (?:that|this|it|he|she)|are (?:they|you)|am i|was (?:that|he|she|i)) (?:really |actually |even |so )?(?:true|right|correct|accurate|wrong|false|mistaken)\b[^?.!\n]{0,30}\??"
    r"|\b(?:he|she|they|it|that|i|you)(?:'?s|'?re|'?m| is| are| am|s) (?:wrong|right|correct|mistaken|true),? ?(?:is|are|am|isn'?t|aren'?t|no|yes|right|ain'?t)\b[^?.!\n]{0,10}\??"
    r"|\b(?:true or false|right or wrong|true or not|right or not|fact or myth)\b|(?:[,;.?!-] ?|\b(?:is that|or) )(?:right|correct|true|yes|no|isn'?t it|doesn'?t it|really) ?\?"
    r"|\b(?:stimmt (?:das|es|die|dies)?|ist das (?:so )?(?:richtig|falsch|wahr|korrekt|so)|hat (?:er|sie) (?:recht|unrecht)|habe ich recht|liegt (?:er|sie) (?:richtig|falsch)|richtig oder falsch)\b[^?.!\n]{0,20}\??|[,;.] ?(?:richtig|stimmt'?s|oder|korrekt|wahr) ?\?"
    r"|\b(?:c'est (?:vrai|faux|juste|exact|correct|bien (?:ca|vrai|juste))|est-ce (?:que c'est )?(?:vrai|exact|juste|correct)|vrai ou faux|a-t-(?:il|elle) (?:raison|tort)|(?:il|elle) a (?:raison|tort)|j'ai raison)\b[^?.!\n]{0,20}\??|[,;.] ?(?:vrai|non|exact|juste) ?\?"
    r"|\b(?:es (?:verdad|cierto|correcto|asi|falso)|verdadero o falso|tiene razon|tengo razon|esta (?:bien|mal|equivocad[oa]))\b[^?.!\n]{0,20}\??|[,;.] ?(?:verdad|cierto|correcto|no) ?\?"
)
TOLD_BY = r"\b(?:(?:i|we) (?:was|were|have|had)(?: always| once| just)?(?: been)? told|(?:always |once )?(?:heard|learn(?:ed|t)|thought|believed|assumed)|claims?|says?|said|thinks?|believes?|swears?|insists?|meint|sagt|behauptet|glaubt|gehort|gelernt|dit|pretend|pense|croit|entendu|dice|cree|asegura|oido)(?: that| dass?| que)?\b"
LINKS = re.compile(  # what stands between the two amounts of a claim; the words of other languages are English by then
    r"\W{0,2}(?:[a-z]+ ){0,3}?(?:is|are|was|were|be|=|equals?|makes?|has|have|hat|haben|weighs?|wiegt|wiegen|contains?|enthalt|means?|entspricht|entsprechen|sont|son|tiene|pese|pesa|vaut|a|will be|would be|should be)"
    r"(?: (?:about|exactly|roughly|around|always|really|precisely|actually|also|only|genau|exakt|ungefahr|etwa|immer|exactement|environ|exactamente|unos|the|an?|das|die|la|le|lo|dasselbe|gleiche|selbe|meme chose|same|same thing|mismo|equal|gleich|igual|identical|viel|equivalent|as|to|wie|que|than|in|of)){0,6} ?",
    re.IGNORECASE,
)
ASKED_AHEAD = re.compile(  # "is an acre really 4000 square metres?"
    r"(?:\A|[.,;:!?\n] ?)(?:so |and |but |hey |hi )?(?:is|are|does|do|hat|haben|sind|ist|isn't|aren't|doesn't) (?:it (?:true )?that |it )?(?:one |a |an |1 )?\Z",
    FLAGS,
)
ADJACENT = re.compile(
    r" ?=? ?(?:really |exactly |actually |equals? |have |make |contain |weigh |precisely |genau |wirklich )*", FLAGS
)
NO_LINK = re.compile(r",|\b(?:and|or|but|plus|with|while|where|my|his|her|our|not|than|more|less|so)\b", re.IGNORECASE)
ONE_UNIT = re.compile(rf"(?<![A-Za-z0-9.,])(?:an?|one) (?=(?:{NAME})(?![A-Za-z]))", FLAGS)
ONE_ASKED = re.compile(rf"\b(is|does|hat|ist) 1 ((?:{NAME})(?![A-Za-z])) (?={NUMBER})", FLAGS)
MOST_ROUNDED = Decimal("0.02")  # a part of the claim
MOST_ROUGH = Decimal("0.1")  # "about 2 pints"
ROUGH_WORD = re.compile(
    r"\b(?:about|roughly|around|approx\w*|ungefahr|etwa|circa|ca|rund|environ|a peu pres|mas o menos|unos|aproximad\w*)\b",
    re.IGNORECASE,
)
EXACT_WORD = re.compile(r"\b(?:exactly|precisely|genau|exakt|exactement|pile|exactamente|justo)\b", re.IGNORECASE)
CLAIM_WORDS = {
    "en": ("That is right", "That is right, rounded", "That is not right", "{a} {sign} **{b}**, not {claim}"),
    "de": ("Das stimmt", "Das stimmt gerundet", "Das stimmt nicht", "{a} {sign} **{b}**, nicht {claim}"),
    "fr": ("C'est exact", "C'est exact, arrondi", "Ce n'est pas exact", "{a} {sign} **{b}**, et non {claim}"),
    "es": ("Es correcto", "Es correcto, redondeado", "No es correcto", "{a} {sign} **{b}**, no {claim}"),
}


def claim_judged(
    text: str, flat: str, placed: list[Placed], rest: str, language: str
) -> tuple[dict[str, Any], list[tuple[int, int]], list[list[int]]] | None:
    """Return the verdict on a claim that two amounts are the same, without ``used``; the places of the claim in ``text`` and of the question in ``flat``.

    None for other messages. ``flat`` is the folded message, ``text`` the one in the words of the reader.
    """
    if len(placed) != 2 or re.search(r"\d", rest):
        return None
    own, other = placed
    link = text[own.end : other.start]
    truth = found_spans(TRUTH_ASKED, flat)
    if NO_LINK.search(link):
        return None
    is_asked = ASKED_AHEAD.search(text[: own.start]) is not None and ADJACENT.fullmatch(link) is not None
    if not is_asked and not (truth and LINKS.fullmatch(link)):
        return None
    unit, claimed = own.amount[1], other.amount[1]
    units = {
        one.id for match in FREE.finditer(rest) for one in meanings(match.group()) if one.dimension == unit.dimension
    }
    if units - {unit.id, claimed.id} or unit == claimed:
        return None
    is_exact, is_rough = EXACT_WORD.search(flat) is not None, ROUGH_WORD.search(flat) is not None
    made = verdict_on_claim(own.amount, other.amount, is_exact=is_exact, is_rough=is_rough, language=language)
    return made, [(own.start, other.end)], [*truth, *found_spans(TOLD_BY, flat)]


def with_one_units(text: Mapped) -> Mapped:
    """Return a text in which "a stone" is an amount, and one of its own beside "14 pounds"."""
    return text.sub(ONE_UNIT, "1 ").sub(ONE_ASKED, r"\1 1 \2 = ")


def is_about(result: Decimal, told: Decimal, places: int) -> bool:
    """Say whether a number is another one that is rounded to so many places, and not far from it."""
    return round(result, places) == told and abs(result - told) <= MOST_ROUNDED * abs(told)


def british_units(unit: Unit, target: Unit, fits: Callable[[Unit, Unit], bool]) -> Iterator[tuple[Unit, Unit]]:
    """Yield the pairs of units with an imperial one in place of one of the same name, for which something holds."""
    for one in (unit, UNITS[UK[unit.id]] if unit.id in UK else unit):
        for two in (target, UNITS[UK[target.id]] if target.id in UK else target):
            if (one, two) != (unit, target) and fits(one, two):
                yield one, two


def verdict_on_claim(
    own: tuple[Decimal, Unit, str], claim: tuple[Decimal, Unit, str], *, is_exact: bool, is_rough: bool, language: str
) -> dict[str, Any]:
    """Return whether one amount is the other one: exactly, or rounded to as many places as the claim has."""
    value, unit, label = own
    told, target, told_label = claim
    exponent = told.normalize().as_tuple().exponent
    places = max(0, -exponent) if isinstance(exponent, int) else 0
    result = converted(value, unit, target)
    british = next(
        british_units(unit, target, lambda one, two: is_about(converted(value, one, two), told, places)), None
    )
    if british is not None and not is_about(result, told, places):
        unit, target = british
        result = converted(value, unit, target)
    is_near = is_rough and abs(result - told) <= MOST_ROUGH * abs(told)
    is_rounded = not is_exact and (is_near or is_about(result, told, places))
    place = 0 if result == told else 1 if is_rounded else 2
    right, rounded, wrong, template = CLAIM_WORDS[language]
    shown_places = places + 2 if result != told else places
    said = fill_in(
        template.partition(", ")[0] if place < 2 else template,
        a=(label if unit == own[1] else "") or named(value, unit, language),
        sign="=" if round(result, shown_places) == result else "≈",
        b=named(round(result, shown_places), target, language),
        claim=told_label or named(told, target, language),
    )
    answer = f"**{(right, rounded, wrong)[place]}**: {said}."
    return told_rows(answer, [row(value, unit, target, label, language)], unit.dimension, [], 0.95)
