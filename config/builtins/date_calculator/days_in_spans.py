"""Whether a day lies in a span of days: "and is it in the school holidays from 25 Feb to 7 March?"."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from config.builtins.date_calculator.phrases import day_in, rewritten
from config.builtins.date_calculator.reading import LONGEST, added, present, read, shown
from config.builtins.wording import CannotError, clean, fill_in, fold, merged, spoken_language

ASKED_OF_THAT = (  # the day of the answer before
    r"(?:(?:is|does|will|would|was|do) (?:it|that|this|they|the (?:day|date|due date|last day))"
    r"|(?:ist|liegt|fallt|war|ware) (?:das|es|er|sie|dies|der (?:tag|termin))"
    r"|(?:est-ce(?: que c'est)?|(?:est|tombe)-(?:t-)?(?:il|elle|ce)|c'est|(?:cela|ca) tombe)"
    r"|(?:cae|esta|es|queda)(?: eso| ese dia)?)"
)
INSIDE_OF = (
    r"(?:(?:still |also |even |noch |auch |encore |bien |todavia )*(?:be |fall |falls |lie |land |come |happen )?"
    r"(?:in|into|within|inside|during|between|innerhalb|wahrend|zwischen|dans|pendant|durant|entre|en|dentro de|durante))\b"
)
SPAN_OF_THAT = re.compile(
    rf"(?:\A|[,;.?!] ?|\b)(?:(?:and|und|et|y|also) )?[¿]?{ASKED_OF_THAT} {INSIDE_OF}(?P<what>[^?.!;\d]{{0,60}}?)"
    r"(?P<span>(?:\b(?:from|between|vom|von|du|entre|del|desde)\b[^?.!;\d]{0,16})?\d[^?!;]{0,60})(?:\?|\Z)",
    re.IGNORECASE,
)
NAMED_IN_SPAN = re.compile(  # the day itself is named: "is 9 March 2027 in the holidays from 25 Feb to 7 March?"
    r"(?:\A|[.?!;,:] ?)[¿]?(?:(?:and|und|et|y|so|if|ob) )?(?:is|does|will|was|did|ist|liegt|fallt|war|est-ce que|cae|esta) (?P<day>[^?;!]{3,60}?) "
    rf"{INSIDE_OF}(?P<what>[^?.!;\d]{{0,60}}?)(?P<span>(?:\b(?:from|between|vom|von|du|entre|del|desde)\b[^?.!;\d]{{0,16}})?\d[^?!;]{{0,60}}?)(?: liegt| fallt)?(?:\?|\Z)",
    re.IGNORECASE,
)
IN_SPAN_TEXTS = {
    "en": ("**{yes}**: {day} is {side} ({first} to {last}).", "within that time", "{days} before it", "{days} after it", "Yes", "No"),
    "de": ("**{yes}**: Der {day} liegt {side} ({first} bis {last}).", "in dieser Zeit", "{days} davor", "{days} danach", "Ja", "Nein"),
    "fr": ("**{yes}** : le {day} est {side} (du {first} au {last}).", "dans cette période", "{days} avant", "{days} après", "Oui", "Non"),
    "es": ("**{yes}**: el {day} está {side} (del {first} al {last}).", "dentro de ese tiempo", "{days} antes", "{days} después", "Sí", "No"),
}  # fmt: skip
GAP_DAYS = {"en": ("day", "days"), "de": ("Tag", "Tage"), "fr": ("jour", "jours"), "es": ("día", "días")}
ENDS_OF_SPAN = 2
AnswerMade = Callable[[dict[str, Any]], dict[str, Any]]


def day_in_span(payload: dict[str, Any], answer_of: AnswerMade) -> dict[str, Any] | None:
    """Return whether a day lies in a told span, behind the answer that gives the day; None for other messages."""
    text = clean(payload.get("text", ""), " ")
    flat = fold(text)
    if len(flat) != len(text) or len(text) > LONGEST:
        return None
    language = spoken_language(text, payload)
    try:
        return behind_answer(payload, text, flat, language, answer_of) or of_named_day(payload, text, flat, language)
    except (CannotError, OverflowError, ValueError):
        return None


def behind_answer(
    payload: dict[str, Any], text: str, flat: str, language: str, answer_of: AnswerMade
) -> dict[str, Any] | None:
    """Return the answer to the first part of a message with whether its day lies in the span that is told behind it."""
    asked = SPAN_OF_THAT.search(flat)
    if asked is None or not flat[: asked.start()].strip():
        return None
    made = answer_of(
        {**payload, "text": text[: asked.start()] + " " * (asked.end() - asked.start()) + text[asked.end() :]}
    )
    output = made.get("output") or {}
    told = output.get("date")
    if made["status"] != "SUCCESS" or made.get("general") or not isinstance(told, str):
        return None
    ends = span_read(text[slice(*asked.span("span"))], date.fromisoformat(told), payload, language)
    if ends is None:
        return None
    said = said_of(date.fromisoformat(told), ends, language)
    used = merged([*made["used"], list(asked.span())], len(text))
    return {**made, "answer": f"{made['answer']}\n\n{said}", "used": used, "output": {**output, "further": "in span"}}


def of_named_day(payload: dict[str, Any], text: str, flat: str, language: str) -> dict[str, Any] | None:
    """Return whether a day that a message names lies in the span that it tells; None for other messages."""
    asked = NAMED_IN_SPAN.search(flat)
    if asked is None:
        return None
    now = present(payload.get("now"))
    named = read(rewritten(text[slice(*asked.span("day"))], language).text, now)
    if len(named.dates) != 1 or named.durations:
        return None
    shared = re.search(r"\b(?:19|20)\d\d\b", flat[asked.end("day") :])
    day = named.dates[0].day
    if not re.search(r"\d{4}", asked["day"]) and shared and re.search(r"\d", asked["day"]):
        day = day.replace(year=int(shared.group()))
    ends = span_read(text[slice(*asked.span("span"))], day, payload, language)
    if ends is None:
        return None
    output = {"kind": "comparison", "date": day.isoformat(), "yes": ends[0] <= day <= ends[1]}
    said = {"status": "SUCCESS", "answer": said_of(day, ends, language), "output": output, "confidence": 0.95}
    return {**said, "general": False, "definite": True, "used": [list(asked.span())]}


def span_read(told: str, day: date, payload: dict[str, Any], language: str) -> tuple[date, date] | None:
    """Return the ends of a span; one without a year is the one that is nearest to a day. None where there are no two days."""
    asked = read(rewritten(told, language).text, present(payload.get("now")))
    if len(asked.dates) != ENDS_OF_SPAN or asked.durations:
        return None
    first, last = (one.day for one in asked.dates)
    if re.search(r"\b(?:19|20)\d\d\b", told):
        return (first, last) if first <= last else None
    length = (last - first).days
    length = length if length >= 0 else (added(last, 12, "month") - first).days
    starts = [added(first, 12 * (day.year - first.year + step), "month") for step in (-1, 0, 1)]
    spans = [(start, date.fromordinal(start.toordinal() + length)) for start in starts]
    return min(spans, key=lambda one: max((one[0] - day).days, (day - one[1]).days, 0))


def said_of(day: date, ends: tuple[date, date], language: str) -> str:
    """Return the sentence on whether a day lies between two others, both counted."""
    text, inside, before, after, yes, no = IN_SPAN_TEXTS[language]
    gap = (ends[0] - day).days if day < ends[0] else (day - ends[1]).days
    side = (
        inside
        if gap <= 0
        else fill_in(before if day < ends[0] else after, days=f"{gap} {GAP_DAYS[language][gap != 1]}")
    )
    names = [
        shown(one) if language == "en" else day_in(one.isoformat(), language, weekday=False) for one in (day, *ends)
    ]
    return fill_in(text, yes=yes if gap <= 0 else no, day=names[0], side=side, first=names[1], last=names[2])
