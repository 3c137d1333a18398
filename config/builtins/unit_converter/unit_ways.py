"""Answers about a told way, device or line: fuel for each 100 km, time at a pace, energy of some hours, download time."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import (
    AMOUNTS,
    CONSUMPTION_TEXTS,
    DRIVEN,
    ENERGY_ASKED,
    KM_IN_MILE,
    POWER,
    RATE_PER_KWH,
    USED_FIGURE,
    Consumed,
    filling_time,
    kilowatt_hours,
    litres_in,
    priced,
    said_number,
)
from config.builtins.wording import SMALL_NUMBERS, decimal_of, fill_in

PER_HUNDRED = re.compile(
    r"(?:\b(?:l|litres?|liters?|litros?) ?)?(?:/|\b(?:per|pro|auf|aux?|por|a los|a|on|for|every)) ?(?:100|hundred|hundert|cent|cien) ?(?:km|kilomet\w+|k)\b",
    re.IGNORECASE,
)
BURN_ASKED = re.compile(
    r"\b(?:mpg|economy|consumption|consum\w*|burn\w*|mileage|verbrauch\w*|schluckt|consomm\w*|gasta\w*|rendimiento)\b",
    re.IGNORECASE,
)
PACE_TOLD = re.compile(
    rf"(?<![\d:.,])(?:(?P<m>\d{{1,2}})[:'’](?P<s>[0-5]\d)(?:\"|'')?(?: ?min(?:utes?|uten|utos)?)?|(?P<m2>\d{{1,2}}) ?min(?:s|utes?|uten|utos)?(?: (?:and |et |y |und )?(?P<s2>[0-5]?\d) ?(?:s|sec(?:onds?)?|sek(?:unden)?|secondes?|segundos?)?)?"
    rf"|(?P<n>{USED_FIGURE}) ?min(?:s|utes?|uten|utos)?) ?(?:/|per|par|pro|au|al|por|je|each|every|an?|the|le|el|den) ?(?P<way>km|kilomet\w+|miles?|mi|meile)\b",
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


TIME_UNIT_ASKED = re.compile(
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s|in|en) (?P<unit>seconds?|sekunden?|secondes?|segundos?|minut(?:es?|en|os?)|hours?|stunden?|heures?|horas?)\b(?!\W*\d)",
    re.IGNORECASE,
)


def asked_time(seconds: Decimal, text: str, language: str) -> str:
    """Return a time in the unit that a message asks for, and in its parts."""
    parts, asked = filling_time(seconds, language), TIME_UNIT_ASKED.search(text)
    if asked is None:
        return f"**{parts}**"
    letter = asked["unit"][0].lower()
    size = 1 if letter == "s" else 60 if letter == "m" else 3600
    number = said_number(round(seconds / size, 4), language)
    return f"**{number} {asked['unit']}** ({parts})" if size > 1 or seconds >= 60 else f"**{number} {asked['unit']}**"


def way_in_km(match: "re.Match[str]", language: str) -> Decimal:
    """Return a driven way in kilometres."""
    return decimal_of(match["n"], language) * (KM_IN_MILE if match["unit"].lower().startswith("m") else 1)


BRITISH_GALLON = re.compile(
    r"\b(?:(?:uk|british|imperial) (?:mpg|miles per gallon|gallons?)|mpg,? \(?(?:uk|imperial|british))\b", re.IGNORECASE
)
ANY_MILEAGE = re.compile(r"\bmpg\b|\bmiles per gallon\b", re.IGNORECASE)
LITRES_IN_UK_GALLON = Decimal("4.54609")


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
    miles, metric = way / KM_IN_MILE, f"{said_number(used, language)} l/100 km"
    british = f"{said_number(round(miles / (fuel / LITRES_IN_UK_GALLON), 2), language)} mpg (UK)"
    american = f"{said_number(miles / (fuel / litres_in('g')), language)} mpg (US)"
    if BRITISH_GALLON.search(text):
        sentence = f"**{british}** = {metric}"
    elif is_us and not per_hundred:
        sentence = f"**{american}** = {metric}"
    elif ANY_MILEAGE.search(text) and not per_hundred:  # miles and litres are told in Britain
        sentence = f"**{british}** or **{american}** = {metric}"
    else:
        sentence = f"**{metric}** = {american}"
    return Consumed(sentence, float(used), "l/100km", "fuel", read)


def time_at_pace(text: str, language: str) -> Consumed | None:
    """Return the time that a way, or a race, takes at a pace."""
    paces = list(PACE_TOLD.finditer(text))
    rest = PACE_TOLD.sub(lambda match: " " * len(match.group()), text)
    stories = list(STORY_WAY.finditer(rest)) if paces else []
    rest = STORY_WAY.sub(lambda match: " " * len(match.group()), rest) if paces else rest
    ways = list(RUN_WAY.finditer(rest))
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
    return Consumed(asked_time(total, text, language), float(total), "s", "time", [*paces, *ways, *stories])


RUN_WAY = re.compile(  # of a runner, who says 10k
    rf"(?<![\w.,/])(?<!per )(?<!pro )(?P<n>{USED_FIGURE}) ?-?(?P<unit>km|kilomet\w+|kms|k|miles?|mi|meilen)\b",
    re.IGNORECASE,
)
STORY_WAY = re.compile(  # another way, which only tells of the runner: "I've never run more than 12k"
    r"\b(?:never|longest|so far|furthest|farthest|usually|normally|so weit|noch nie|nie|bisher|weiteste\w*|langste\w*|jamais|d'habitude|nunca|normalmente)\b[^.?!;]{0,40}?(?<![\d.,])\d[\d.,]* ?(?:km|kms|k|kilomet\w+|miles?|mi|meilen)\b(?! ?(?:at|@|a|mit|im) \d)",
    re.IGNORECASE,
)
SPOKEN_TIME = "|".join(
    sorted(
        {re.escape(word) for words in SMALL_NUMBERS.values() for word, n in words.items() if 1 < n < 60},
        key=len,
        reverse=True,
    )
)
RUN_TIME = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}|(?:{SPOKEN_TIME})(?= )) ?(?P<unit>hours?|hrs?|h|stunden?|std|heures?|horas?|min(?:ute)?s?|minuten|minutos)\b",
    re.IGNORECASE,
)


def energy_of_hours(text: str, language: str) -> Consumed | None:
    """Return the energy of a device that ran for some time once, and what it costs where a price is given."""
    price = RATE_PER_KWH.search(text)
    rest = RATE_PER_KWH.sub(lambda match: " " * len(match.group()), text)
    powers, times = list(POWER.finditer(rest)), list(RUN_TIME.finditer(rest))
    if len(powers) != 1 or len(times) != 1 or not (price or ENERGY_ASKED.search(rest)):
        return None
    energy = kilowatt_hours(powers[0], times[0], language)
    cost = priced(energy, price, language)
    sentence = f"{said_number(energy, language)} kWh" if cost else f"**{said_number(energy, language)} kWh**"
    sentence += f", {fill_in(CONSUMPTION_TEXTS[language]['cost'], money=f'**{cost}**')}." if cost else ""
    return Consumed(sentence, float(energy), "kWh", "energy", [*([price] if price else []), *powers, *times])


LINE_SPEED = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<prefix>kilo|mega|giga|[kmg])(?P<bits>bits?|bit/s|bps|b(?:yte)?s?/s|bytes? per second)(?:/s(?:ec)?| ?(?:per|a|pro|par|por) (?:second|sekunde|seconde|segundo)|ps)?\b",
    re.IGNORECASE,
)
DATA_SIZE = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<prefix>[kmgt])(?P<binary>i)?(?:b|bytes?|o|octets?)\b(?! ?/)|(?<![\w.,])(?P<n2>{USED_FIGURE}) ?(?P<prefix2>kilo|mega|giga|tera)bytes?\b",
    re.IGNORECASE,
)
LOAD_ASKED = re.compile(
    r"\b(?:how long|time|wie lange|dauert|combien de temps|cuanto (?:tiempo|tarda)|download\w*|upload\w*|transfer\w*|(?:minutes|seconds|hours)(?=\W*\Z)|herunterlad\w*|laden|telecharg\w*|descarg\w*)\b",
    re.IGNORECASE,
)
BYTE_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}


ASKS_EVERY = re.compile(  # "my son is asking every 5 mins": how often somebody asks is a remark
    r"(?:[.?!;,(-]|\b(?:and|but|because|und|weil|et|car|y|porque)) (?:my|he|she|they|the|our|mein\w*|er|sie|mon|ma|il|elle|mi|el|ella)\b[^.?!;,]{0,40}\b(?:ask\w*|nag\w*|check\w*|bug\w*|pester\w*|want\w*|frag\w*|nerv\w*|demand\w*|pregunt\w*)\b[^.?!;,]{0,20}\b(?:every|alle|toutes les|cada) (?:\d{1,3} )?(?:sec\w*|min\w*|hours?|sekunden|stunden?|heures?|horas?)\b",
    re.IGNORECASE,
)


def download_time(text: str, language: str) -> Consumed | None:
    """Return how long an amount of data takes over a line at its full speed."""
    remarks = list(ASKS_EVERY.finditer(text))
    text = ASKS_EVERY.sub(lambda match: " " * len(match.group()), text)
    lines = list(LINE_SPEED.finditer(text))
    sizes = list(DATA_SIZE.finditer(LINE_SPEED.sub(lambda match: " " * len(match.group()), text)))
    if len(lines) != 1 or len(sizes) != 1 or not LOAD_ASKED.search(text):
        return None
    line, size = lines[0], sizes[0]
    is_bytes = line["bits"].lower().startswith(("by", "bs"))
    speed = decimal_of(line["n"], language) * 1000 ** BYTE_POWERS[line["prefix"][0].lower()] * (8 if is_bytes else 1)
    power = BYTE_POWERS[(size["prefix"] or size["prefix2"])[0].lower()]
    data = decimal_of(size["n"] or size["n2"], language) * (1024 if size["binary"] else 1000) ** power * 8
    if not speed:
        return None
    seconds = data / speed
    return Consumed(asked_time(seconds, text, language), float(seconds), "s", "time", [line, size, *remarks])
