"""Reads a short message such as "and for 9 people?" as the question before it with one value in another's place.

A value replaces the one of its own kind: a percentage a percentage, a time of day a time of day, a date a date, a number
with a word ("9 people") the number with that word, any other number the one behind the same preposition or the only one.
Where two could be meant there is no such reading, so that the message is answered by itself.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from config.builtins.wording import SMALL_NUMBERS, clean, earlier_texts, fold

NAMED_MONTH = (
    r"(?:jan(?:uar[y]?|vier)?|ene(?:ro)?|feb(?:ruar[y]?|rero)?|fevr(?:ier)?|mar(?:ch|s|zo)?|marz|maerz|apr(?:il)?|avr(?:il)?|abr(?:il)?|may|mai|mayo|june?|juni|juin|junio"
    r"|july?|juli|juillet|julio|aug(?:ust)?|aout|ago(?:sto)?|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|dic(?:iembre)?)\b\.?"
)
WRITTEN_DATE = (
    rf"\d{{4}}-\d\d?-\d\d?|\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d\d)?|\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of |de )?{NAMED_MONTH}(?: (?:de |del )?\d{{4}}\b)?"
    rf"|{NAMED_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
)
WRITTEN_CLOCK = (
    r"\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?|\d{1,2}:\d\d(?! ?[:\d])|\d{1,2}(?:[:.]\d\d)? uhr\b|\d{1,2} ?h ?\d\d\b"
)
WRITTEN_NUMBER = r"\d[\d.,]*\d|\d"
WRITTEN_PERCENT = r" ?(?:%|percent\b|prozent\b|pour ?cent\b|por ?ciento\b)"
WRITTEN_VALUE = re.compile(
    rf"(?<![\w.,])(?:(?P<date>{WRITTEN_DATE})|(?P<clock>{WRITTEN_CLOCK})|(?P<number>{WRITTEN_NUMBER})(?P<percent>{WRITTEN_PERCENT})?)(?!\d)(?: ?(?P<unit>[a-z]+))?",
    re.IGNORECASE,
)
PREPOSITIONS = r"for|with|in|at|by|of|on|from|until|till|to|after|before|since|every|fur|mit|bei|von|vom|durch|um|auf|bis|ab|nach|vor|pour|avec|en|a|de|du|par|sur|dans|depuis|jusqu'a[ul]?|jusque|para|con|por|entre|dentro de|desde|hasta"
FOLLOW_OPENING = re.compile(
    r"[ ,:¿¡]*(?:(?:ok|okay|hm+|no|sorry|so|thanks|danke|merci|gracias|now|then|also|only|just|and|but|jetzt|dann|nun|und|aber|maintenant|alors|et|mais|ahora|entonces|y|pero"
    r"|what about|how about|what if|was ist mit|wie ist es|wie sieht es aus|qu'en est-il|que tal|(?:and )?if|make (?:it|that)|try|use|take|let's say|say|nimm|mach|disons|digamos"
    r"|(?:it|that|there|this)(?:'s| is| are| was| were)|it were|(?:i|we|they) (?:had|have|got|need|want)|(?P<people>(?:we|there|they)(?:'re| are| were)|wir sind|wir(?= \d)|on est|nous sommes|somos|fueramos)"
    r"|(?:the |do the |do )?same(?: thing)?|das ?(?:selbe|gleiche)|la meme chose|le meme|lo mismo|another|noch|wenn es|wenn|si c'est|si|waren|waren es|es)(?![\w])[ ,:]*){0,5}",
    re.IGNORECASE,
)
FOLLOW_ENDING = re.compile(
    rf"(?:(?:please|then|now|though|again|bitte|dann|s'il (?:te|vous) plait|alors|por favor|entonces)\b|(?P<instead>(?:instead of|rather than|not|statt|anstatt|nicht|au lieu de|pas|en vez de|en lugar de|no)\b) ?(?P<old>{WRITTEN_NUMBER})(?:{WRITTEN_PERCENT})?(?: ?[a-z]+)?|(?P<alone>(?:instead|rather|stattdessen)\b)|[ ,.?!)])*\Z",
    re.IGNORECASE,
)
FOLLOW_LEAD = re.compile(
    rf"[ ,:]*(?P<preposition>{PREPOSITIONS})?[ ]*(?:(?:the|a|el|la|le|den|dem)\b )?(?:[-+] ?)?[$€£₹]?", re.IGNORECASE
)
FOLLOW_COUNTED = re.compile(
    rf"(?:{WRITTEN_PERCENT})?(?: ?[€$£])?(?: (?!(?:instead|please|then|now|though|rather|again|not|no|pas|nicht|statt|anstatt|au|en|bitte|dann|alors|entonces|por)\b)[a-z]+){{0,2}}",
    re.IGNORECASE,
)
QUESTION_WORDS = re.compile(
    r"\b(?:how (?:much|many|long|far)|what(?:'s| is| are| would)?|wie ?viele?|was|combien|quel\w*|cuant[oa]s?|que|cual)\b",
    re.IGNORECASE,
)
PEOPLE_WORDS = frozenset(
    re.findall(
        r"\w+",
        "people persons person friends guests ways kids children players personen leute freunde gaste personnes amis invites personas amigos invitados",
    )
)
TIME_WORDS = frozenset(
    re.findall(
        r"\w+",
        "second seconds sec secs minute minutes min mins hour hours day days week weeks fortnights month months quarters year years sekunden minuten stunde stunden tag tage tagen woche wochen monat "
        "monate monaten jahr jahre jahren secondes heure heures jour jours semaine semaines mois an ans annee annees segundos minutos hora horas dia dias semana semanas mes meses ano anos business working",
    )
)
NO_UNIT_WORDS = frozenset(
    f"{PREPOSITIONS}|and|und|et|y|or|oder|ou|o|plus|minus|times|mal|fois|por|is|ist|est|es|how|what|wie|the|if|when|each|per|pro|x|please|instead|off|then|sind|are|were|waren".split(
        "|"
    )
)
LONGEST_FOLLOW, LONGEST_RESUMED, MOST_FOLLOWED = 80, 400, 4  # characters, characters, turns
YEAR_FIGURES = re.compile(r"(?:1[5-9]|2[01])\d\d")
ARTICLE_WORDS = frozenset(["the", "el", "la", "le", "les", "den", "dem", "der", "am"])
ALIKE_PREPOSITIONS = (
    ("till", "until", "to", "and", "bis", "hasta", "und", "et", "y", "a"),
    ("from", "since", "von", "vom", "ab", "de", "du", "desde", "depuis", "between"),
)
HEADS_BEHIND = frozenset(["for", "between", "among", "by", "fur", "durch", "unter", "pour", "entre", "para", "a", "zu"])
HEADS_TOLD_AHEAD = re.compile(
    r"\b(?:we are|we're|we were|there (?:are|were)|wir sind|wir waren|nous sommes|on est|on etait|somos|eramos|(?:table|group|party) of) \Z",
    re.IGNORECASE,
)
NO_FIGURES = frozenset(["one", "eins", "ein", "un", "una", "uno", "zero", "null", "cero", "second"])
ROUNDING_WISH = re.compile(
    r"\W*(?:(?:and|ok|now|und|et|y|please|bitte) )*(?P<order>(?:rounded|round (?:it|that)|round|gerundet|aufgerundet|runde(?: das| es)?|arrondis?|arrondi[rs]?(?: ca)?|redondead[oa]|redondea(?:lo)?)\b[^?!]{0,40})[?!. ]*\Z",
    re.IGNORECASE,
)
TOTAL_WISH = re.compile(
    r"\W*(?:(?:and|so|und|et|y|what(?:'s| is)|wie hoch ist|quel est|cual es|cuanto es) )*(?:(?:the|der|die|das|le|la|el|my|mein) )?(?:grand |final |new |whole |full )?"
    r"(?:total|sum|bill|price|gesamtbetrag|gesamtpreis|endbetrag|endpreis|montant total|prix (?:total|final)|precio (?:final|total)|importe total)(?: (?:price|amount|bill|cost))?"
    r"(?: (?:with|including|incl\.?|inklusive|inkl\.?|mit|avec|con|con el|in|in all|altogether|then|alors|insgesamt)(?: (?:the )?(?:tip|vat|tax|gst|mwst|trinkgeld|tva|taxe|pourboire|iva|propina|it|that))?)?\W*\Z",
    re.IGNORECASE,
)
REDUCING = re.compile(
    r"\b(?:off|discount|less|rabatt|nachlass|remise|rabais|reduction|descuento|rebaja)\b|-\d", re.IGNORECASE
)


class WrittenValue(NamedTuple):
    """A value of a text: its kind, its text, its place, the word behind it, and the preposition before it."""

    kind: str
    text: str
    start: int
    end: int
    unit: str
    preposition: str


class ValueReplacement(NamedTuple):
    """What a short message puts in another value's place: the value, the number it replaces, and whether it counts people."""

    value: WrittenValue
    old: str
    counts_people: bool


def answer_as_resumed(
    payload: Mapping[str, Any], answer_of: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the answer to the question that ``resumed`` reads in a message; None for none, or one in general terms.

    The turns before stay where that question has no word that tells its language.
    """
    text = clean(payload.get("text", ""), " ")
    again = resumed(text, payload)
    if not again:
        return None
    told = re.search("[a-z]{2}", again, re.IGNORECASE) is not None
    made = answer_of({**payload, "text": again, "history": [] if told else payload.get("history", [])})
    is_meant = made["status"] == "SUCCESS" and not made.get("general")
    return {**made, "used": [[0, len(text)]]} if is_meant else None


def resumed(text: str, payload: Mapping[str, Any]) -> str:
    """Return the question before with the one value that a short message puts in its place; "" for any other message.

    The question before may itself be such a message. "Rounded" and "the total with tip" go on from a question likewise.
    """
    turns = earlier_texts(payload)[-MOST_FOLLOWED:]
    if not turns or len(text) > LONGEST_FOLLOW:
        return ""
    question = turns[0]
    for turn in turns[1:]:
        question = (replaced_question(turn, question) if len(turn) <= LONGEST_FOLLOW else "") or turn
    return replaced_question(text, question) if len(question) <= LONGEST_RESUMED else ""


def replaced_question(text: str, question: str) -> str:
    """Return a question with a short message's value in it, with its wish to round, or as a total; "" for any other message."""
    said = fold(text)
    if (rounded := ROUNDING_WISH.match(said)) is not None:
        return f"{question.rstrip(' ?.!')} {text[slice(*rounded.span('order'))]}"
    if TOTAL_WISH.match(said) is not None:
        return with_percentage(question)
    new = value_replacement(with_figures(said))
    if new is None:
        return ""
    figured = with_figures(fold(question))
    written = question if figured == fold(question) else figured
    place = replaced_value(new, written_values(fold(written)), fold(written))
    if place is None:
        return ""
    shown = date_with_year(new.value.text, place.text) if place.kind == "date" else new.value.text
    shown += f" {new.value.unit}" if has_other_time(new.value, place) else ""
    end = place.end + (len(place.unit) + 1 if has_other_time(new.value, place) else 0)
    return f"{written[: place.start]}{shown}{written[end:]}"


def with_figures(folded: str) -> str:
    """Return a folded text with the words of whole numbers from two on as figures."""
    figures = {word: str(number) for words in SMALL_NUMBERS.values() for word, number in words.items()}
    return re.sub(
        r"(?<![\w-])[a-z]+(?![\w-])",
        lambda word: (
            word.group() if word.group().lower() in NO_FIGURES else figures.get(word.group().lower(), word.group())
        ),
        folded,
        flags=re.IGNORECASE,
    )


def written_values(folded: str) -> list[WrittenValue]:
    """Return the values of a folded text in order."""
    found = []
    for match in WRITTEN_VALUE.finditer(folded):
        kind = next((name for name in ("date", "clock", "percent") if match[name]), "number")
        group = "number" if kind == "percent" else kind
        unit = (match["unit"] or "").lower()
        before = preposition_before(folded[max(0, match.start() - 30) : match.start()])
        found.append(
            WrittenValue(kind, match[group], *match.span(group), "" if unit in NO_UNIT_WORDS else unit, before)
        )
    return found


def preposition_before(folded: str) -> str:
    """Return the preposition at the end of a folded text, "" for any other word."""
    words = [word for word in re.findall(r"[a-z']+|\d+", folded.lower()) if word not in ARTICLE_WORDS]
    return words[-1] if words and re.fullmatch(f"{PREPOSITIONS}|between|and|und|et|y", words[-1]) else ""


def value_replacement(said: str) -> ValueReplacement | None:
    """Return what a short folded message puts in another value's place; None for a message that says more."""
    opening = FOLLOW_OPENING.match(said)
    start = opening.end() if opening else 0
    first = next(iter(written_values(said[start:])), None)
    lead = FOLLOW_LEAD.fullmatch(said[start : start + first.start]) if first else None
    if first is None or lead is None:
        return None
    tail = said[start + first.end :]
    counted = FOLLOW_COUNTED.match(tail)
    ending = FOLLOW_ENDING.match(tail, counted.end() if counted else 0)
    if ending is None or not (said[:start].strip(" ,¿") or lead["preposition"] or ending["instead"] or ending["alone"]):
        return None
    preposition = (lead["preposition"] or "").lower().split(" ")[0]
    return ValueReplacement(
        first._replace(preposition=preposition),
        ending["old"] or "",
        bool(opening and opening["people"]) or " of us" in said.lower(),
    )


def replaced_value(new: ValueReplacement, values: list[WrittenValue], question: str) -> WrittenValue | None:
    """Return the value that another one replaces; None unless exactly one is meant."""
    same = [one for one in values if one.kind == new.value.kind]
    years = written_years(question) if may_be_year(new.value) else []
    if years:
        meant = years
    elif new.old:
        meant = [one for one in same if one.text == new.old]
    elif new.value.kind == "number":
        meant = numbers_meant(new, values, question)
    else:
        meant = same if len(same) == 1 else [one for one in same if is_alike(new.value.preposition, one)]
    return meant[0] if len(meant) == 1 else None


def numbers_meant(new: ValueReplacement, values: list[WrittenValue], question: str) -> list[WrittenValue]:
    """Return the numbers of a question that another number may replace: of its unit, behind its preposition, asked about."""
    value = new.value
    same = [one for one in values if one.kind == "number"]
    if value.unit:
        return numbers_of_unit(value.unit, same) or (bare_heads(same, question) if value.unit in PEOPLE_WORDS else [])
    if new.counts_people:
        return [one for one in same if one.unit in PEOPLE_WORDS] or bare_heads(same, question)
    if value.preposition:
        same = [one for one in same if is_alike(value.preposition, one)] or (same if len(same) == 1 else [])
    elif any(one.kind == "percent" for one in values):
        return []  # "20 % of 80 … and 30?" may be either
    if len(same) > 1 and (asked := [match.end() for match in QUESTION_WORDS.finditer(question)]) and max(asked) > 0:
        behind = [one for one in same if one.start >= max(asked)]
        same = behind if len(behind) == 1 else same
    return same if value.preposition or len(same) == 1 else [one for one in same if not one.preposition]


def may_be_year(value: WrittenValue) -> bool:
    """Return whether a value can be a year: "and in 2028?"."""
    return (
        value.kind == "number"
        and YEAR_FIGURES.fullmatch(value.text) is not None
        and not value.unit
        and value.preposition in ("in", "im", "en", "")
    )


def written_years(question: str) -> list[WrittenValue]:
    """Return the years of a folded question, also those of its dates."""
    return [
        WrittenValue("number", match.group(), *match.span(), "", "")
        for match in re.finditer(rf"(?<![\d.,]){YEAR_FIGURES.pattern}(?![\d,.]*\d)", question)
    ]


def numbers_of_unit(unit: str, same: list[WrittenValue]) -> list[WrittenValue]:
    """Return the numbers with a word like ``unit`` behind them; of a time, else, the numbers with a time."""
    named = [one for one in same if one.unit and one.unit.rstrip("sen") == unit.rstrip("sen")]
    group = next((group for group in (TIME_WORDS, PEOPLE_WORDS) if unit in group), frozenset())
    return named or [one for one in same if one.unit in group]


def bare_heads(same: list[WrittenValue], question: str) -> list[WrittenValue]:
    """Return the numbers that stand bare for the people who share something: "per person for 4", "we are 4"."""
    return [
        one
        for one in same
        if not one.unit and (one.preposition in HEADS_BEHIND or HEADS_TOLD_AHEAD.search(question[: one.start]))
    ]


def has_other_time(new: WrittenValue, old: WrittenValue) -> bool:
    """Return whether a time replaces one of another unit: "and 6 weeks?" after 30 days."""
    return new.unit in TIME_WORDS and old.unit in TIME_WORDS and new.unit != old.unit


def is_alike(preposition: str, other: WrittenValue) -> bool:
    """Return whether a value stands behind such a preposition: "till" is as good as "to" or "and"."""
    return bool(preposition) and any(
        preposition in group and other.preposition in group for group in (*ALIKE_PREPOSITIONS, (preposition,))
    )


def date_with_year(new: str, old: str) -> str:
    """Return a date without a year with that of the date it replaces."""
    year = re.search(r"\b\d{4}\b", old)
    return (
        f"{new.rstrip('.')} {year.group()}"
        if year and re.search("[a-z]", new, re.IGNORECASE) and not re.search(r"\d{4}", new)
        else new
    )


def with_percentage(question: str) -> str:
    """Return the amount of a question about a percentage with it, or less it; "" unless there is one of each."""
    values = written_values(fold(question))
    percent = [one for one in values if one.kind == "percent"]
    amounts = [one for one in values if one.kind == "number"]
    if len(percent) != 1 or len(amounts) != 1:
        return ""
    sign = "-" if REDUCING.search(fold(question)) else "+"
    return f"{amounts[0].text} {sign} {percent[0].text}%"
