"""What a journey tells of a car or a runner: the fuel for each 100 km, and the time for a way at a pace."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import (
    AMOUNTS,
    DRIVEN,
    USED_FIGURE,
    Consumed,
    filling_time,
    litres_in,
    said_number,
)
from config.builtins.wording import decimal_of

PER_HUNDRED = re.compile(
    r"(?:\b(?:l|litres?|liters?|litros?) ?)?(?:/|\b(?:per|pro|auf|aux?|por|a los|a|on|for|every)) ?(?:100|hundred|hundert|cent|cien) ?(?:km|kilomet\w+|k)\b",
    re.IGNORECASE,
)
BURN_ASKED = re.compile(
    r"\b(?:mpg|economy|consumption|consum\w*|burn\w*|mileage|verbrauch\w*|schluckt|consomm\w*|gasta\w*|rendimiento)\b",
    re.IGNORECASE,
)
KM_IN_MILE = Decimal("1.609344")
PACE_TOLD = re.compile(
    rf"(?<![\d:.,])(?:(?P<m>\d{{1,2}})[:'’](?P<s>[0-5]\d)(?:\"|'')?(?: ?min(?:utes?|uten|utos)?)?|(?P<m2>\d{{1,2}}) ?min(?:utes?|uten|utos)?(?: (?:and |et |y |und )?(?P<s2>[0-5]?\d) ?(?:s|sec(?:onds?)?|sek(?:unden)?|secondes?|segundos?)?)?"
    rf"|(?P<n>{USED_FIGURE}) ?min(?:utes?|uten|utos)?) ?(?:/|per|par|pro|au|al|por|je|each|every|an?|the|le|el|den) ?(?P<way>km|kilomet\w+|miles?|mi|meile)\b",
    re.IGNORECASE,
)
TIME_ASKED = re.compile(
    r"\b(?:how long|how much time|time|finish\w*|total|wie lange|zeit|gesamtzeit|temps|combien de temps|tiempo|cuanto (?:tardo|tarda|dura))\b",
    re.IGNORECASE,
)
AT_PACE = re.compile(r"(?:\b(?:at|a|mit|im|con un ritmo de)|@) ?\Z", re.IGNORECASE)
RACES = (
    (re.compile(r"\b(?:half[- ]?marathon|halbmarathon|semi-marathon|media maraton|medio maraton)\b", re.IGNORECASE), Decimal("21.0975")),
    (re.compile(r"\b(?:marathon|maraton)s?\b", re.IGNORECASE), Decimal("42.195")),
)  # fmt: skip


def way_in_km(match: "re.Match[str]", language: str) -> Decimal:
    """Return a driven way in kilometres."""
    return decimal_of(match["n"], language) * (KM_IN_MILE if match["unit"].lower().startswith("m") else 1)


def burned_on_way(text: str, language: str) -> Consumed | None:
    """Return the fuel for each 100 km of a way that took an amount, miles per gallon where both are told so."""
    per_hundred = list(PER_HUNDRED.finditer(text))
    rest = PER_HUNDRED.sub(lambda match: " " * len(match.group()), text)
    ways, fuels = list(DRIVEN.finditer(rest)), list(AMOUNTS.finditer(rest))
    if len(ways) != 1 or len(fuels) != 1 or not (per_hundred or BURN_ASKED.search(rest)):
        return None
    way, fuel = way_in_km(ways[0], language), decimal_of(fuels[0]["n"], language) * litres_in(fuels[0]["unit"])
    if not way or not fuel or fuels[0]["unit"].lower().startswith(("m3", "m³", "cubic")):
        return None
    used, read = fuel / way * 100, [*per_hundred, *ways, *fuels]
    is_us = fuels[0]["unit"].lower().startswith("g") and ways[0]["unit"].lower().startswith("m")
    mileage = f"{said_number(way / KM_IN_MILE / (fuel / litres_in('g')), language)} mpg (US)"
    metric = f"{said_number(used, language)} l/100 km"
    sentence = f"**{mileage}** = {metric}" if is_us and not per_hundred else f"**{metric}** = {mileage}"
    return Consumed(sentence, float(used), "l/100km", "fuel", read)


def time_at_pace(text: str, language: str) -> Consumed | None:
    """Return the time that a way, or a race, takes at a pace."""
    paces = list(PACE_TOLD.finditer(text))
    rest = PACE_TOLD.sub(lambda match: " " * len(match.group()), text)
    ways = list(DRIVEN.finditer(rest))
    race = next((length for pattern, length in RACES if pattern.search(rest)), None)
    if len(paces) != 1 or len(ways) > 1 or not (ways or race):
        return None
    if not TIME_ASKED.search(rest) and not AT_PACE.search(text[: paces[0].start()]):
        return None
    way = way_in_km(ways[0], language) if ways else race or Decimal(0)
    pace = paces[0]
    minutes = decimal_of(pace["n"], language) if pace["n"] else Decimal(pace["m"] or pace["m2"])
    seconds = 60 * minutes + Decimal(pace["s"] or pace["s2"] or 0)
    seconds /= KM_IN_MILE if pace["way"].lower().startswith("m") else 1
    total = Decimal(round(way * seconds))
    return Consumed(f"**{filling_time(total, language)}**", float(total), "s", "time", [*paces, *ways])
