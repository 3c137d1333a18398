"""The rate of an amount that runs over a time: 1.5 l over 12 hours in ml per hour, and in drops per minute."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import (
    FLAGS,
    NAME,
    UNITS,
    Unit,
    meanings,
    name_of,
    named,
    shown,
    told_rows,
)
from config.builtins.wording import localized

FLOWING = frozenset(["volume", "mass", "data"])
PER = r"(?:per|/|an?|each|every|pro|je|par|por|in der|die|a la|al|l'|a l')"
RATE_ASKED = re.compile(
    rf"(?<![\d.,] )(?<![\d.,A-Za-z])(?P<unit>{NAME}) ?{PER} ?(?P<time>(?:{NAME}))(?![A-Za-z0-9])", FLAGS
)
PER_TIME = re.compile(rf"\b{PER} ?(?P<time>(?:{NAME}))(?![A-Za-z0-9])", FLAGS)
DROP = r"(?:drops?|gtts?|tropfen|gouttes?|gotas?)"
DROP_FACTOR = re.compile(
    rf"(?<![\w.,])(?:(?P<n>\d{{1,3}}) ?{DROP} ?(?:(?:are|is|make|for|in|equals?|=|ergeben|sind|font|son|{PER}) ?)*(?:1 ?|one |a |an |un |ein(?:en|em)? )?(?:ml|millil\w+)\b"
    rf"|(?:factor|faktor|facteur) (?:of |von |de |is |ist )?(?P<set>\d{{1,3}})(?: ?(?:{DROP} ?/ ?ml))?)",
    FLAGS,
)
DROPS_ASKED = re.compile(rf"\b{DROP} ?{PER} ?(?P<time>(?:{NAME}))(?![A-Za-z0-9])", FLAGS)
RUNS_FOR = re.compile(
    r"\b(?:over|in|within|for|during|through|across|uber|innerhalb(?: von)?|verteilt auf|auf|sur|en|pendant|durante|dans|a lo largo de)\b",
    FLAGS,
)
RATE_WORDS = (
    RUNS_FOR,
    re.compile(
        r"\b(?:drip|infusion\w*|infuse\w*|infusor|pump\w*|rate|flow|tropf\w*|laufen|run\w*|order|set|debit|perfusion|goteo|ritmo|speed)\b",
        FLAGS,
    ),
)
NOT_ONE_RATE = re.compile(
    r"\b(?:already|left|remaining|remain|after|later|then|plus|minus|more|less|first|schon|noch|reste|queda\w*|speed up|slower|faster)\b",
    FLAGS,
)


def time_named(name: str) -> Unit | None:
    """Return the unit of time of a name, None for other units."""
    return next((unit for unit in meanings(name) if unit.dimension == "time"), None)


def flow_rate(
    text: str, amounts: list[tuple[Decimal, str, str]], language: str
) -> tuple[dict[str, Any], list[tuple[int, int]]] | None:
    """Return the answer to a question for a rate, without ``used``, and the places of what it read; None for other messages.

    ``amounts`` are those of the text: one that runs, and its time.
    """
    factor = DROP_FACTOR.search(text)
    drops = next((one for one in DROPS_ASKED.finditer(text) if time_named(one["time"])), None)
    known = 3 if factor else 2
    if len(re.findall(r"(?<![\w.,])\d+(?:[.,]\d+)*(?:/\d+)?", text)) not in (
        known,
        known + bool(factor and "1 ml" in factor.group()),
    ):
        return None
    timed = [(value, unit) for value, name, _ in amounts if (unit := time_named(name)) is not None]
    flows = [(value, unit) for value, name, _ in amounts if (unit := meanings(name)[0]).dimension in FLOWING]
    if len(timed) != 1 or len(flows) != 1 or NOT_ONE_RATE.search(text) or not RUNS_FOR.search(text):
        return None
    time, flow = timed[0], flows[0]
    if time[0] <= 0 or re.search(
        rf"\d ?(?:{NAME}) ?(?:per|/|pro|par|por) ?(?:{NAME})(?![A-Za-z])", DROP_FACTOR.sub(" ", text), FLAGS
    ):
        return None
    if drops is not None:
        return dripped(time, flow, factor, drops, language)
    asked = next((one for one in RATE_ASKED.finditer(text) if time_named(one["time"])), None)
    if asked is None or factor is not None:
        return None
    target = next((unit for unit in meanings(asked["unit"]) if unit.dimension == flow[1].dimension), None)
    span = time_named(asked["time"])
    if target is None or span is None:
        return None
    result = flow[0] * flow[1].factor / target.factor / (time[0] * time[1].factor) * span.factor
    what = (
        f"{name_of(target, language, one=False)} / {span.id}" if language != "en" else f"{target.many} per {span.one}"
    )
    return rate_told(time, flow, result, what, flow[1].dimension, language), [asked.span()]


def dripped(
    time: tuple[Decimal, Unit],
    flow: tuple[Decimal, Unit],
    factor: "re.Match[str] | None",
    drops: "re.Match[str]",
    language: str,
) -> tuple[dict[str, Any], list[tuple[int, int]]] | None:
    """Return the drops in a unit of time of an infusion whose drops in a millilitre are told."""
    span = time_named(drops["time"])
    if factor is None or span is None or flow[1].dimension != "volume":
        return None
    millilitres = flow[0] * flow[1].factor / UNITS["ml"].factor
    result = millilitres * Decimal(factor["n"] or factor["set"]) / (time[0] * time[1].factor) * span.factor
    names = {
        "en": f"drops per {span.one}",
        "de": f"Tropfen / {span.id}",
        "fr": f"gouttes / {span.id}",
        "es": f"gotas / {span.id}",
    }
    made = rate_told(time, flow, result, names[language], "count", language)
    if result != result.to_integral_value() and result > 1:
        about = {"en": "about", "de": "etwa", "fr": "environ", "es": "unas"}[language]
        whole = localized(f"{(result + Decimal('0.5')) // 1:,f}", language)
        made["answer"] += f" ({about} {whole})"
    return made, [factor.span(), drops.span()]


def rate_told(
    time: tuple[Decimal, Unit], flow: tuple[Decimal, Unit], result: Decimal, what: str, dimension: str, language: str
) -> dict[str, Any]:
    """Return the answer with a rate; ``what`` and ``dimension`` are what it is a rate of."""
    rounded = round(result, 2) if abs(result) >= 1 else round(result, 6)
    sign = "=" if rounded == result else "≈"
    said = (
        f"{named(*flow, language)} / {named(*time, language)} {sign} **{localized(shown(rounded), language)} {what}**"
    )
    row = {
        "value": float(flow[0]),
        "from": flow[1].id,
        "to": what,
        "result": float(rounded),
        "text": said.replace("**", ""),
    }
    return {**told_rows(said, [row], dimension, [], 0.95), "definite": True}
