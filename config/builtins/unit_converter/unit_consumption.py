"""What something uses or needs: electricity of a device, fuel for a way, time to fill, paint for a wall; and the body mass index."""

import re
from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from typing import Any, NamedTuple

from config.builtins.unit_converter.unit_asked import not_answered, places_answered
from config.builtins.unit_converter.unit_names import shown
from config.builtins.wording import SMALL_NUMBERS, decimal_of, fill_in, localized

USED_FIGURE = r"\d[\d.,]{0,11}(?<![.,])"
POWER = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE})[ -]?(?P<unit>kilowatts?|kw|watts?|w)\b(?!-?h| ?hours?)", re.IGNORECASE
)
DAILY = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>hours?|hrs?|h|stunden?|std|heures?|horas?|min(?:ute)?s?|minuten|minutos)\b,? ?(?:(?:an?|per|each|every|/|pro|am|par|al|por|jeden|chaque|cada|je) ?(?:day|tag|jour|dia|día)|daily|t[aä]glich)\b",
    re.IGNORECASE,
)
ENERGY_ASKED = re.compile(
    r"\b(?:kwh|kilowatt[- ]?hours?|kilowattstunden?|energy|electricity|power bill|electric bill|cost\w*|use[sd]?|usage|consum\w*|strom\w*|verbrauch\w*|kostet|kosten|energie|electricite|coute|consomm\w*|energia|cuesta|gasta)\b",
    re.IGNORECASE,
)
COST_SIGN = r"(?:[$€£]|(?:us)?dollars?|euros?|eur|usd|cents?|ct|c|p|pence|centimes?|centimos?)"
RATE_PER_KWH = re.compile(
    rf"(?P<before>[$€£])? ?(?P<n>{USED_FIGURE}) ?(?P<after>{COST_SIGN})?(?: ?/ ?| (?:an?|per|pro|par|por|je|each) )(?:kwh|kilowatt[- ]?hours?|kilowattstunde)",
    re.IGNORECASE,
)
HUNDREDTHS = re.compile(r"cents?|ct|c|p|pence|centimes?|centimos?", re.IGNORECASE)
FUEL_USE = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?:l|litres?|liters?|liter|litros?) ?(?:/|per|pro|auf|aux?|por|a los|in|for|every) ?100 ?(?:km|kilomet\w+|k)\b",
    re.IGNORECASE,
)
MILEAGE = re.compile(rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?:mpg|miles (?:per|to the|a) gallon)\b", re.IGNORECASE)
DRIVEN = re.compile(
    rf"(?<![\w.,/])(?<!per )(?<!pro )(?P<n>{USED_FIGURE}) ?-?(?P<unit>km|kilomet\w+|kms|miles?|mi|meilen)\b",
    re.IGNORECASE,
)
KM_IN_MILE = Decimal("1.609344")
FUEL_PRICE = re.compile(
    rf"(?P<before>[$€£])? ?(?P<n>{USED_FIGURE}) ?(?P<after>{COST_SIGN})?(?: ?/ ?| (?:an?|per|pro|par|por|je|el|le|the) )(?P<unit>l|litres?|liters?|liter|litros?|gallon)\b",
    re.IGNORECASE,
)
FUEL_ASKED = re.compile(
    r"\b(?:how (?:much|many)|litres?|liters?|gallons?|fuel|gas|petrol|diesel|benzin|sprit|verbrauch\w*|cost\w*|wie ?viel\w*|combien|cuant\w*|essence|gasolina|carburant)\b",
    re.IGNORECASE,
)
WAY_UNIT_ASKED = r"\b(?:how many|how far (?:is (?:that|it) )?in|what is (?:that|it) in|(?:that|it) in|wie ?viele|combien de|cuant[oa]s|in|en) {}\b"
MILES_ASKED = re.compile(WAY_UNIT_ASKED.format(r"(?:miles?|meilen|milles|millas)"), re.IGNORECASE)
KILOMETRES_ASKED = re.compile(WAY_UNIT_ASKED.format(r"(?:km|kms|kilomet\w+|kilom\w+)"), re.IGNORECASE)
FLOWS = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>ml|l|litres?|liters?|liter|litros?|gallons?|gal|m3|m³|cubic met(?:er|re)s?|kubikmeter|metres? cubes?|metros? cubicos?|g(?=pm\b|ph\b))(?: ?/ ?| ?(?:an?|per|each|every|pro|par|por|je|in der|in einer|a la|al|in a|in one) |p)(?P<time>sec(?:ond)?s?|s|sekunde|seconde|segundo|min(?:ute|uto)?s?|m|h(?:ours?|r)?|stunde|heure|hora)\b",
    re.IGNORECASE,
)
AMOUNTS = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE})[ -]?(?P<unit>ml|l|litres?|liters?|liter|litros?|gallons?|gal|m3|m³|cubic met(?:er|re)s?|kubikmeter|metres? cubes?|metros? cubicos?)\b(?! ?(?:/|per|pro|par|por|an?\b))",
    re.IGNORECASE,
)
FILL_ASKED = re.compile(
    r"\b(?:how long|how much time|time|wie lange|dauer\w*|combien de temps|cuanto (?:tiempo|tarda)|when)\b",
    re.IGNORECASE,
)
LITRES_IN = {
    "ml": Decimal("0.001"),
    "l": Decimal(1),
    "g": Decimal("3.785411784"),
    "m": Decimal(1000),
    "c": Decimal(1000),
    "k": Decimal(1000),
}
SECONDS_IN = {"s": 1, "m": 60, "h": 3600}
COVERS = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>m2|m²|sqm|sq ?m|square met(?:er|re)s?|qm|quadratmeter|sq ?ft|square feet) ?(?:/|per|an?|pro|par|por|je|for (?:each|every|one)) ?(?P<per>l|litre|liter|gallon)\b"
    rf"|\b(?:1|one|an?|each|ein) ?(?P<can>l|litre|liter|gallon) (?:of paint |farbe )?(?:covers?|does|is enough for|reicht fur|deckt|couvre|cubre) (?:about |etwa )?(?P<m>{USED_FIGURE}) ?(?P<area>m2|m²|sqm|sq ?m|square met(?:er|re)s?|qm|quadratmeter|sq ?ft|square feet)",
    re.IGNORECASE,
)
AREA = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>m2|m²|sqm|sq ?m|square met(?:er|re)s?|qm|quadratmeter|sq ?ft|square feet)\b(?! ?(?:/|per|an?\b|pro|par|por|je))",
    re.IGNORECASE,
)
COATS = re.compile(
    r"\b(?P<n>\d|one|two|three|twice|zwei|drei|zweimal|deux|trois|dos|tres)(?: (?:coats?|layers?|anstriche?|schichten|mal|couches?|capas?|manos?|times)| ?x\b)?",
    re.IGNORECASE,
)
COAT_WORD = re.compile(
    r"\b(?:coats?|layers?|anstriche?|schichten|couches?|capas?|manos?|twice|zweimal)\b", re.IGNORECASE
)
COAT_COUNTS = {
    "one": 1,
    "two": 2,
    "twice": 2,
    "three": 3,
    "zwei": 2,
    "zweimal": 2,
    "drei": 3,
    "deux": 2,
    "trois": 3,
    "dos": 2,
    "tres": 3,
}
BODY_ASKED = re.compile(r"\b(?:bmi|body mass index|imc)\b", re.IGNORECASE)
BODY_RULED_OUT = re.compile(  # "skip the bmi"
    r"\b(?:skip|no|not|without|never ?mind|forget|ignore|leave out|don'?t (?:need|want|calculate|compute|give me)|kein\w*|ohne|nicht|pas|sans|sin|nada de|no (?:quiero|necesito))(?: (?:the|my|a|any|den|der|das|le|l'|d'|de|el|la|mon|mi|about|need|want)){0,3} ?(?:bmi|body mass index|imc)\b",
    re.IGNORECASE,
)
BODY_HEIGHT = re.compile(
    r"(?<![\w.,])(?:(?P<ft>\d) ?(?:ft|feet|foot|')(?: ?(?:and )?(?P<inch>\d{1,2})(?! ?(?:kg|lbs?|pounds?|st\b)) ?(?:in(?:ches)?|\"|'')?)?|(?P<cm>[12]\d\d(?:[.,]\d)?) ?cm|(?P<m>[12][.,]\d{1,2}) ?(?:m|meters?|metres?|metros?)\b|1m(?P<rest>\d\d)\b)",
    re.IGNORECASE,
)
BODY_WEIGHT = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>kg|kilos?|kilogramm?s?|lbs?|pounds?|stone|st)\b", re.IGNORECASE
)
KILOS_IN = {"k": Decimal(1), "l": Decimal("0.45359237"), "p": Decimal("0.45359237"), "s": Decimal("6.35029318")}
CONSUMPTION_TEXTS = {
    "en": {"day": "{kwh} kWh a day", "week": "{kwh} kWh a week", "month": "{kwh} kWh in 30 days", "year": "{kwh} kWh in 365 days", "fuel": "**{amount} {unit}** for {way}", "cost": "costs {money}", "fill": "**{time}**", "paint": "**{amount} {unit}**", "coats": " for {coats} coats", "litre": "litres", "gallon": "gallons", "bmi": "BMI **{value}** kg/m² ({kilos} kg, {metres} m).", "units": "h min s"},
    "de": {"day": "{kwh} kWh am Tag", "week": "{kwh} kWh in der Woche", "month": "{kwh} kWh in 30 Tagen", "year": "{kwh} kWh in 365 Tagen", "fuel": "**{amount} {unit}** für {way}", "cost": "kostet {money}", "fill": "**{time}**", "paint": "**{amount} {unit}**", "coats": " für {coats} Anstriche", "litre": "Liter", "gallon": "Gallonen", "bmi": "BMI **{value}** kg/m² ({kilos} kg, {metres} m).", "units": "h min s"},
    "fr": {"day": "{kwh} kWh par jour", "week": "{kwh} kWh par semaine", "month": "{kwh} kWh en 30 jours", "year": "{kwh} kWh en 365 jours", "fuel": "**{amount} {unit}** pour {way}", "cost": "coûte {money}", "fill": "**{time}**", "paint": "**{amount} {unit}**", "coats": " pour {coats} couches", "litre": "litres", "gallon": "gallons", "bmi": "IMC **{value}** kg/m² ({kilos} kg, {metres} m).", "units": "h min s"},
    "es": {"day": "{kwh} kWh al día", "week": "{kwh} kWh a la semana", "month": "{kwh} kWh en 30 días", "year": "{kwh} kWh en 365 días", "fuel": "**{amount} {unit}** para {way}", "cost": "cuesta {money}", "fill": "**{time}**", "paint": "**{amount} {unit}**", "coats": " para {coats} capas", "litre": "litros", "gallon": "galones", "bmi": "IMC **{value}** kg/m² ({kilos} kg, {metres} m).", "units": "h min s"},
}  # fmt: skip


class Consumed(NamedTuple):
    """An answer about what is used or needed: its sentence, its value, what it measures, and the parts of the message that it is made from."""

    sentence: str
    value: float
    unit: str
    kind: str
    read: "list[re.Match[str]]"


def consumption(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to a question about what is used or needed; None for others. ``text`` is folded."""
    questions: tuple[Callable[[str, str], Consumed | None], ...] = (
        electricity, fuel_for_way, time_to_fill, paint_for_area, body_mass_index,
    )  # fmt: skip
    return first_consumed(questions, text, language)


def first_consumed(
    questions: "tuple[Callable[[str, str], Consumed | None], ...]", text: str, language: str
) -> dict[str, Any] | None:
    """Return the answer of the first of some questions that a folded message asks, if it is made of all its figures."""
    with localcontext(Context(prec=40)):
        found = next((made for question in questions if (made := question(text, language)) is not None), None)
    if found is None:
        return None
    rest = text
    for match in found.read:
        rest = rest.replace(match.group(), " ", 1)
    if re.search(r"\d", rest):
        return None  # something else is asked as well
    used, left = places_answered(text, found.read, found.kind)
    return {
        "status": "SUCCESS",
        "answer": not_answered([text[slice(*place)] for place in left], language) + found.sentence,
        "output": {
            "conversions": [
                {"value": found.value, "from": "", "to": found.unit, "result": found.value, "text": found.sentence}
            ],
            "dimension": found.kind,
            "notes": [],
        },
        "confidence": 0.95,
        "definite": True,
        "used": used,
    }


def said_number(value: Decimal, language: str) -> str:
    """Return a number as it is shown."""
    return localized(shown(value), language)


HUNDREDTHS_ARE_SHOWN = 100


def priced(amount: Decimal, match: "re.Match[str] | None", language: str) -> str:
    """Return what an amount costs at a price, "" without one."""
    if match is None:
        return ""
    sign = match["before"] or match["after"] or ""
    price = decimal_of(match["n"], language)
    if HUNDREDTHS.fullmatch(sign):
        if price * amount < HUNDREDTHS_ARE_SHOWN:  # "5.4p": two decimals of a pound would tell less
            few = localized(f"{round(price * amount, 2).normalize():f}", language)
            return f"{few}{'p' if sign.lower() in ('p', 'pence') else f' {sign}'}"
        price, sign = price / 100, {"p": "£", "pence": "£"}.get(sign.lower(), "")
    total = localized(f"{(price * amount).quantize(Decimal('0.01')):,}", language)
    return f"{sign}{total}" if sign in ("$", "€", "£") and language == "en" else f"{total} {sign}".strip()


def kilowatt_hours(power: "re.Match[str]", duration: "re.Match[str]", language: str) -> Decimal:
    """Return the energy of a told power over a told time."""
    watts = decimal_of(power["n"], language) * (1000 if power["unit"][0].lower() == "k" else 1)
    word = SMALL_NUMBERS[language].get(duration["n"].lower())
    told = Decimal(word) if word is not None else decimal_of(duration["n"], language)
    hours = told / (60 if duration["unit"].lower().startswith("m") else 1)
    return watts * hours / 1000


A_WEEK = re.compile(r"\b(?:week|weekly|woche|wochentlich|semaine|semana)\b", re.IGNORECASE)


def electricity(text: str, language: str) -> Consumed | None:
    """Return the energy of a device that runs some time a day: a day, 30 days and a year, with the costs where a price is given."""
    powers, days = list(POWER.finditer(text)), list(DAILY.finditer(text))
    if len(powers) != 1 or len(days) != 1 or not ENERGY_ASKED.search(text):
        return None
    daily, price, said = (
        kilowatt_hours(powers[0], days[0], language),
        RATE_PER_KWH.search(text),
        CONSUMPTION_TEXTS[language],
    )
    rows = []
    week = (("week", 7),) if A_WEEK.search(text) else ()
    for name, count in (("day", 1), *week, ("month", 30), ("year", 365)):
        row = fill_in(said[name], kwh=f"**{said_number(daily * count, language)}**")
        cost = priced(daily * count, price, language)
        rows.append(f"- {row}" + (f": **{cost}**" if cost else ""))
    return Consumed("\n".join(rows), float(daily), "kWh", "energy", [*([price] if price else []), *days, *powers])


BRITISH_FUEL = re.compile(r"\b(?:uk|imperial|british|britische?n?|britanniques?|britanicos?)\b", re.IGNORECASE)
LITRES_OF_UK_GALLON = Decimal("4.54609")
FUEL_UNIT_ASKED = re.compile(  # in which unit the fuel is wanted: "wie viel Liter auf 100 km"
    r"\b(?:how (?:many|much)|wie ?viele?|combien de|cuant[oa]s|in|en|what is (?:that|it) in)(?: (?:uk|us|imperial|british|full|whole))? (?:(?P<litre>l|lit(?:re|er|ro)s?)|(?P<gallon>gal|gallons?|gallonen|galones))\b",
    re.IGNORECASE,
)


def unit_asked(text: str) -> str:
    """Return in which unit fuel is asked for, "" where a message leaves it open."""
    found = {str(match.lastgroup) for match in FUEL_UNIT_ASKED.finditer(text)}
    return found.pop() if len(found) == 1 else ""


def fuel_for_way(text: str, language: str) -> Consumed | None:
    """Return the fuel for a way at a consumption, and what it costs where a price is given."""
    metric, imperial = list(FUEL_USE.finditer(text)), list(MILEAGE.finditer(text))
    rest = FUEL_USE.sub(" ", MILEAGE.sub(" ", text))
    ways, price = list(DRIVEN.finditer(rest)), FUEL_PRICE.search(rest)
    if len(metric) + len(imperial) != 1 or len(ways) != 1 or not FUEL_ASKED.search(rest):
        return None
    said = CONSUMPTION_TEXTS[language]
    way, is_miles = decimal_of(ways[0]["n"], language), ways[0]["unit"].lower().startswith("m")
    if metric:
        amount = decimal_of(metric[0]["n"], language) * way * (KM_IN_MILE if is_miles else 1) / 100
    else:
        mileage = decimal_of(imperial[0]["n"], language)
        if not mileage:
            return None
        amount = way / (1 if is_miles else KM_IN_MILE) / mileage
    unit = "litre" if metric else "gallon"
    if (asked_in := unit_asked(rest)) and asked_in != unit:
        gallon = LITRES_OF_UK_GALLON if BRITISH_FUEL.search(text) else LITRES_IN["g"]
        amount, unit = (amount / gallon, "gallon") if metric else (amount * gallon, "litre")
    if price and (price["unit"].lower() == "gallon") != (unit == "gallon"):
        return None
    other = way * (KM_IN_MILE if is_miles else 1 / KM_IN_MILE)
    converted_way = f"{ways[0].group().strip()} ≈ **{said_number(other, language)} {'km' if is_miles else 'mi'}**. "
    sentence = converted_way if (KILOMETRES_ASKED if is_miles else MILES_ASKED).search(rest) else ""
    sentence += fill_in(
        said["fuel"], amount=said_number(amount, language), unit=said[unit], way=ways[0].group().strip()
    )
    cost = priced(amount, price, language)
    sentence += (f", {fill_in(said['cost'], money=f'**{cost}**')}" if cost else "") + "."
    return Consumed(sentence, float(amount), unit, "volume", [*([price] if price else []), *metric, *imperial, *ways])


def time_to_fill(text: str, language: str) -> Consumed | None:
    """Return how long an amount takes at a flow."""
    flows = list(FLOWS.finditer(text))
    amounts = list(AMOUNTS.finditer(FLOWS.sub(" ", text)))
    if len(flows) != 1 or len(amounts) != 1 or not FILL_ASKED.search(text):
        return None
    flow, amount = flows[0], amounts[0]
    litres = decimal_of(amount["n"], language) * litres_in(amount["unit"])
    per_second = (
        decimal_of(flow["n"], language)
        * litres_in(flow["unit"])
        / SECONDS_IN[flow["time"][0].lower().replace("é", "e")]
    )
    if not per_second:
        return None
    seconds = litres / per_second
    parts, minutes = filling_time(seconds, language), f"{said_number(round(seconds / 60, 2), language)} min"
    return Consumed(
        fill_in(CONSUMPTION_TEXTS[language]["fill"], time=parts) + (f" ({minutes})" if minutes != parts else ""),
        float(seconds),
        "s",
        "time",
        [flow, amount],
    )


def litres_in(name: str) -> Decimal:
    """Return the litres of one unit of volume."""
    return LITRES_IN["ml"] if name.lower() == "ml" else LITRES_IN[name[0].lower()]


def filling_time(seconds: Decimal, language: str) -> str:
    """Return a time as hours, minutes and seconds."""
    tenths = int((10 * seconds).to_integral_value())  # 719.99 s are 12 min, not 11 min 60 s
    hours, minutes, rest = tenths // 36_000, tenths % 36_000 // 600, (Decimal(tenths % 600) / 10).normalize()
    parts = [(Decimal(hours), "h"), (Decimal(minutes), "min"), (rest, "s")]
    return " ".join(f"{said_number(value, language)} {unit}" for value, unit in parts if value) or "0 s"


def paint_for_area(text: str, language: str) -> Consumed | None:
    """Return the litres of paint that an area needs at a coverage, for all coats."""
    covers = list(COVERS.finditer(text))
    areas = list(AREA.finditer(COVERS.sub(" ", text)))
    if len(covers) != 1 or len(areas) != 1:
        return None
    one = covers[0]
    per, unit = decimal_of(one["n"] or one["m"], language), one["unit"] or one["area"]
    if ("ft" in unit.lower() or "feet" in unit.lower()) != ("f" in areas[0]["unit"].lower()) or not per:
        return None
    layers = [match for match in COATS.finditer(text) if COAT_WORD.search(match.group())][:1]
    told = layers[0]["n"].lower() if layers else "1"
    coats = COAT_COUNTS.get(told) or int(told)
    amount, said = decimal_of(areas[0]["n"], language) * coats / per, CONSUMPTION_TEXTS[language]
    unit = "gallon" if (one["per"] or one["can"]).lower() == "gallon" else "litre"
    sentence = fill_in(said["paint"], amount=said_number(amount, language), unit=said[unit])
    sentence += (fill_in(said["coats"], coats=coats) if coats > 1 else "") + "."
    return Consumed(sentence, float(amount), unit, "volume", [one, *areas, *layers])


def body_mass_index(text: str, language: str) -> Consumed | None:
    """Return the body mass index of one height and one weight; WHO's formula, kg / m²."""
    is_asked = BODY_ASKED.search(BODY_RULED_OUT.sub(" ", text)) is not None
    heights = list(BODY_HEIGHT.finditer(text)) if is_asked else []
    weights = list(BODY_WEIGHT.finditer(BODY_HEIGHT.sub(" ", text)))
    if len(heights) != 1 or len(weights) != 1:
        return None
    height, weight = heights[0], weights[0]
    if height["ft"]:
        metres = (int(height["ft"]) * 12 + int(height["inch"] or 0)) * Decimal("0.0254")
    elif height["cm"]:
        metres = Decimal(height["cm"].replace(",", ".")) / 100
    else:
        metres = Decimal(height["m"].replace(",", ".")) if height["m"] else Decimal(f"1.{height['rest']}")
    kilos = decimal_of(weight["n"], language) * KILOS_IN[weight["unit"][0].lower()]
    if not metres or not kilos:
        return None
    value = (kilos / metres**2).quantize(Decimal("0.1"))
    words = {
        "kilos": said_number(kilos.quantize(Decimal("0.1")), language),
        "metres": said_number(metres.quantize(Decimal("0.01")), language),
    }
    return Consumed(
        fill_in(CONSUMPTION_TEXTS[language]["bmi"], value=said_number(value, language), **words),
        float(value),
        "kg/m2",
        "count",
        [height, weight],
    )


WEIGHT_ASKED = re.compile(
    r"\b(?:how heavy|what (?:do|does|would)\b[^?.\n]{1,60}\bweigh\w*|how much (?:do|does|would|is|are)\b[^?.\n]{1,60}\bweigh\w*|(?:the )?weight of|wie schwer|was wieg\w+|wie ?viel wieg\w+|gewicht von|combien pese\w*|(?:le )?poids d\w*|cuanto pesan?|(?:el )?peso de)\b",
    re.IGNORECASE,
)
MASS_NAMED = re.compile(
    r"\b(?:g|gr|grams?|gramm?e?s?|kg|kilos?|kilogram\w*|oz|ounces?|lbs?|pounds?|tons?|tonnes?|mg|stone|unzen?|pfund|livres?|onces?|onzas?|libras?|gramos?)\b",
    re.IGNORECASE,
)
LARGE_VOLUME = re.compile(r"\b(?:l|lit(?:re|er|ro)s?|gallons?|m3|cubic met\w+)\b", re.IGNORECASE)


def with_weight_unit(text: str, folded: str) -> str:
    """Return a question for a weight that names no unit of it with one at its end; every other text as it is."""
    if not WEIGHT_ASKED.search(folded) or MASS_NAMED.search(folded):
        return text
    return f"{text} in {'kg' if LARGE_VOLUME.search(folded) else 'grams'}"
