"""Sums over measures that people tell: how many glasses a bottle fills, a price per kilo, a mean speed of several ways.

Each reads every number of a message and what is asked; for any other message there is no expression.
"""

import re
from fractions import Fraction
from typing import NamedTuple

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.measured_amounts import MEASURES, UNIT_PATTERN, Quantity, quantities_of
from config.builtins.calculator.purchases import amounts_of
from config.builtins.calculator.told_sums import told_number
from config.builtins.calculator.word_problems import LEFT
from config.builtins.wording import GROUPS, decimal_of, fill_in

DATA_UNITS = {"kb": "1", "ko": "1", "mb": "1000", "mo": "1000", "gb": "1000000", "go": "1000000", "gigs?": "1000000", "tb": "1000000000", "to": "1000000000"}  # fmt: skip
TIME_UNITS = {"sec(?:ond)?s?|s": "1", "min(?:ute)?s?|minuten?|minutos?": "60", "h|hrs?|hours?|stunden?|std|heures?|horas?": "3600"}  # fmt: skip
ALL_UNITS = {
    **MEASURES,
    "litern": ("volume", "1000"),
    "ft|feet|foot": ("length", "0.3048"),
    "inch(?:es)?": ("length", "0.0254"),
    "yards?": ("length", "0.9144"),
    **{unit: ("data", size) for unit, size in DATA_UNITS.items()},
    **{unit: ("time", size) for unit, size in TIME_UNITS.items()},
}
CONTENT = re.compile(
    rf"(?<![\w.,])(?P<number>{GROUPS})[ -]?(?P<unit>litern|ft|feet|foot|inch(?:es)?|yards?|{UNIT_PATTERN}|{'|'.join(DATA_UNITS)}|{'|'.join(TIME_UNITS)})\b(?! ?/|')"
)
FILLING = re.compile(
    r"\b(?:fits?|from|out of|fill\w*|gets?|pour\w*|makes?|hold\w*|stor\w*|goes?|in(?:to)?|cut|on|serv\w*|need\w*|passen|passt|bekomm\w*|aus|full\w*|werden|give|ergib\w*|ergeb\w*|reich\w*|auf|brauch\w*|schneiden|"
    r"tiennent|tient|rempli\w*|dans|avec|faire|fait|sur|faut|tirer|caben|cabe|sac[oa]\w*|llen\w*|salen?|de un[ao]?|con|en|necesit\w*)\b"
)
COUNT_OF_FILLED = re.compile(
    r"\b(?:how many|wie ?viele?|combien d[e']|cuant[oa]s) ?(?:full |whole |complete |of (?:those|these|them|the) |such |volle |ganze |solche |more )?(?:\d[\d.,/]*[ -]?(?:[a-z]{1,12}[ -])?)?(?P<noun>[a-z]{3,})\b"
)
NEEDED_ALL = re.compile(
    r"\b(?:need\w*|required?|should|(?:do|must|have to) (?:i|we) (?:get|order|take)|order|to (?:hold|store|carry|empty|bottle|back ?up)|must|buy|brauch\w*|benotig\w*|faut|besoin|necesit\w*|hacen falta|hace falta)\b"
)
TAKEN_ALL = re.compile(  # "how many should I take", but not "how many should I get out of it"
    r"how many (?:should|must|shall) (?:i|we|you|he|she|they) (?:take|buy|get|order|bring|pick up)\b(?![^?.!]*\b(?:from|off|out)\b)"
)
NEEDED_AHEAD = re.compile(  # the larger amount is what is needed: "my pattern asks for 440 yards"
    r"\b(?:(?:asks?|calls?) for|needs?|requires?)(?: (?:about|around|roughly|at least|some))? ?\Z"
)
TAKES_OUT = re.compile(r"\b(?:can|could|fits?|full|whole|complete|make|out of|from)\b")
NOT_FILLED = re.compile(
    r"[%€$£*=+]|\b(?:per|every|twice|daily|costs?|price|pay|kost\w*|preis|prix|cout\w*|precio|cuesta|a (?:day|week|month)|am tag|pro|par|por|speed|average|ratio|mix\w*|dilut\w*|lost|spilled|waste|already|first|drank|used|not|half|faster|longer|more than|less than|words?|letters?|characters?|mots|lettres|worter|buchstaben|zeichen|palabras|letras|people|persons?|guests|gaste|personen|personnes|personas|invit\w*)\b"
)
LOTS_AHEAD = re.compile(
    r"(?<![\w.,])(?P<count>\d{1,4}) (?:[a-z]+ )?(?:of|x|with|a|zu|zu je|je|mit|mit je|de|con|×|bottles?|cans?|kegs?|packs?) ?\Z|(?<![\w.,])(?P<times>\d{1,4}) ?[x×] ?\Z"
)
FILL_NOTES = {
    "en": ("{exact} in all, so {rest} {unit} is left.", "1 GB is taken as 1,000 MB.", "The last one is not full."),
    "de": ("{exact} im Ganzen, übrig bleiben {rest} {unit}.", "1 GB ist mit 1.000 MB gerechnet.", "Das letzte ist nicht voll."),
    "fr": ("{exact} en tout, il reste donc {rest} {unit}.", "1 Go compte 1 000 Mo.", "Le dernier n'est pas plein."),
    "es": ("{exact} en total, así que sobran {rest} {unit}.", "1 GB son aquí 1.000 MB.", "El último no está lleno."),
}  # fmt: skip


class Content(NamedTuple):
    """A measure of a message: its number and unit, what it measures, its size in base units, and its place."""

    text: str
    unit: str
    kind: str
    size: Fraction
    start: int
    end: int


def contents_of(text: str) -> list[Content]:
    """Return the measures of a folded text in order."""
    found = []
    for match in CONTENT.finditer(text):
        kind, size = next(made for name, made in ALL_UNITS.items() if re.fullmatch(name, match["unit"]))
        found.append(Content(match["number"], match["unit"], kind, Fraction(size), *match.span()))
    return found


def change_of_unit(factor: Fraction) -> str:
    """Return a factor between two units as the end of a product; "" for none."""
    if factor == 1:
        return ""
    if factor.numerator == 1:
        return f" / {factor.denominator}"
    return f" * {factor.numerator}" if factor.denominator == 1 else f" * {factor.numerator} / {factor.denominator}"


def filled_count(text: str, language: str) -> Problem:
    """Return how many of a measure another one fills: whole ones, or as many as are needed for all of it."""
    found, asked = contents_of(text), COUNT_OF_FILLED.search(text)
    if len(found) != 2 or asked is None or NOT_FILLED.search(text) or LEFT.search(text[: asked.start()]):
        return Problem("")
    if not FILLING.search(text) and found[0].kind != "data":
        return Problem("")
    is_all = NEEDED_ALL.search(text, asked.end()) is not None
    is_all |= TAKEN_ALL.match(text, asked.start()) is not None
    if found[0].kind != found[1].kind or any(re.fullmatch(name, asked["noun"]) for name in ALL_UNITS):
        return Problem("")
    lots = [LOTS_AHEAD.search(text[: one.start]) for one in found]
    counts = [int(lot["count"] or lot["times"]) if lot else 1 for lot in lots]
    numbers = amounts_of(text)
    if len(numbers) != len(found) + sum(lot is not None for lot in lots) or min(counts) != 1:
        return Problem("")
    totals = [
        Fraction(decimal_of(one.text, language)) * one.size * count for one, count in zip(found, counts, strict=True)
    ]
    large = 0 if totals[0] > totals[1] else 1
    whole, part = found[large], found[1 - large]
    if totals[0] == totals[1] or counts[1 - large] != 1:
        return Problem("")
    is_all |= NEEDED_AHEAD.search(text[: whole.start]) is not None and not TAKES_OUT.search(text, asked.start())
    lead = f"{counts[large]} * " if counts[large] > 1 else ""
    quotient = f"{lead}{whole.text}{change_of_unit(whole.size / part.size)} / {part.text}"
    note = fill_note(totals[large], totals[1 - large], part, language, is_all=is_all)
    rounded = "ceil" if is_all else "floor"
    words = (CONTENT, COUNT_OF_FILLED, FILLING, NEEDED_ALL, LOTS_AHEAD, LEFT)
    is_data = whole.kind == "data" and whole.size != part.size
    return Problem(f"{rounded}({quotient})", words, f"{note} {FILL_NOTES[language][1] if is_data else ''}".strip())


def fill_note(whole: Fraction, part: Fraction, unit: Content, language: str, *, is_all: bool) -> str:
    """Return what is left over, or that the last one is not full; "" where it goes out even."""
    count, rest = divmod(whole, part)
    if not rest:
        return ""
    if is_all:
        return FILL_NOTES[language][2]
    words = {
        "exact": told_number(whole / part, language),
        "rest": told_number(rest / unit.size, language),
        "unit": unit.unit.upper() if unit.kind == "data" else unit.unit,
    }
    return fill_in(FILL_NOTES[language][0], **words) if count else ""


UNIT_ASKED = re.compile(
    rf"\b(?:per|pro|par|por|au|le|el|la|a|an|je|for|fur|pour|for each|each|1(?!\d)|one|ein(?:en?)?|un|une|der|das|die|que vale|in)(?: (?:1(?!\d)|one|ein(?:en?)?|un|une|el|le))? ?(?P<size>\d{{1,4}})? ?(?P<unit>kilos?|{UNIT_PATTERN})\b|/ ?(?P<size2>\d{{1,4}})? ?(?P<unit2>kilos?|{UNIT_PATTERN})\b|\b(?P<compound>kilo|liter|hundert-?gramm)preis\b"
)
UNIT_PRICE_ASKED = re.compile(
    r"\?|\b(?:how much|what|whats|price|cost|unit price|was|wie ?viel|preis|kilopreis|literpreis|grundpreis|combien|prix|revient|cuanto|precio|sale)\b"
)
UNIT_PRICE_ELSE = re.compile(
    r"%|\b(?:each|cheaper|better|discount|off|or|oder|ou|guests?|people|person\w*|day|week|month|hours?|tag|woche|monat|jour|mois|dia|mes|speed|recipe|rezept|recette|receta|serv\w*|average)\b"
)


def asked_unit(text: str, start: int) -> tuple[Fraction, str, Fraction, tuple[int, int]] | None:
    """Return for how many of which unit a price is asked behind a place: the count, the kind, the size and the place."""
    matches = list(UNIT_ASKED.finditer(text, start))
    if len(matches) != 1:
        return None
    match = matches[0]
    name = {"kilo": "kg", "liter": "l"}.get(match["compound"] or "", match["unit"] or match["unit2"] or "g")
    kind, size = next(made for unit, made in MEASURES.items() if re.fullmatch(unit, name))
    count = match["size"] or match["size2"] or ("100" if (match["compound"] or "").startswith("h") else "1")
    return Fraction(count), kind, Fraction(size), match.span()


def price_per_unit(text: str, language: str) -> Problem:
    """Return what a kilo, a litre or 100 g costs of what some measure of it costs."""
    found = quantities_of(text)
    measured = [one for one in found if one.kind in ("mass", "volume", "length")]
    if not measured or PRICE_OF_UNIT.search(text) or UNIT_PRICE_ELSE.search(text) or not UNIT_PRICE_ASKED.search(text):
        return Problem("")
    bought = measured[0]
    prices = [one for one in found if one.kind == "money"] or [one for one in found if is_price_told(text, one)]
    if len(prices) != 1:
        return Problem("")
    asked = asked_unit(text, max(bought.end, prices[0].end))
    rest = [
        one
        for one in found
        if one not in (bought, prices[0]) and (asked is None or not asked[3][0] <= one.start < asked[3][1])
    ]
    lot = LOTS_AHEAD.search(text[: bought.start])
    if asked is None or asked[1] != bought.kind or bought.start > asked[3][0]:
        return Problem("")
    if [one.start for one in rest] != ([lot.start(lot.lastgroup or 0)] if lot else []):
        return Problem("")
    amount = f"({lot['count'] or lot['times']} * {bought.text})" if lot else bought.text
    factor = asked[2] * asked[0] / bought.size
    made = f"{prices[0].text} / {amount}{change_of_unit(factor)}"
    return Problem(made, (UNIT_ASKED, UNIT_PRICE_ASKED, LOTS_AHEAD, PRICE_TOLD))


PRICE_TOLD = re.compile(
    r"\b(?:for|at|costs?|cost me|is|paid|was|fur|zu|kostet|kosten|pour|coute(?:nt)?|a|por|cuestan?|vale[ns]?|=) ?[€$£]?\Z"
)


def is_price_told(text: str, one: Quantity) -> bool:
    """Return whether a bare number is a price: it has cents, or a word for a price in front."""
    return one.kind == "plain" and (
        re.search(r"[.,]\d\d\Z", one.text) is not None or PRICE_TOLD.search(text[: one.start]) is not None
    )


PRICE_OF_UNIT = re.compile(
    rf"(?<![\w.,])(?P<price>{GROUPS})(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf|francs?|franken|pesos))? ?(?:/|an?\b|per|pro|je|das|der|die|le|la|el|par|por|au|al) ?(?P<size>100)? ?(?P<unit>kilos?|{UNIT_PATTERN})\b"
)


UNIT_COSTING = re.compile(
    rf"(?:\b(?:an?|per|one|the|1|das|ein|der|le|un|el|la|cada|chaque) |/ ?)(?P<unit>kilos?|{UNIT_PATTERN})(?: (?:of [a-z]+ )?(?:costs?|kostet|coute|cuesta|vale|is|ist|est|zu|fur|for|at|a|es))* ?[€$£]?(?P<price>{GROUPS})(?! ?(?:{UNIT_PATTERN})\b)"
)


def price_of_measure(text: str, language: str) -> Problem:
    """Return what a measure costs at a price for another unit: "350 g at 12.90 a kilo"; none for the same unit."""
    rates = list(PRICE_OF_UNIT.finditer(text)) or list(UNIT_COSTING.finditer(text))
    if len(rates) != 1 or UNIT_PRICE_ELSE.search(text) or not UNIT_PRICE_ASKED.search(text):
        return Problem("")
    rate = rates[0]
    rest = [one for one in quantities_of(text) if not rate.start() <= one.start < rate.end()]
    kind, size = next(made for unit, made in MEASURES.items() if re.fullmatch(unit, rate["unit"]))
    parts = int(rate.groupdict().get("size") or 1)
    if len(rest) != 1 or rest[0].kind != kind or (rest[0].size == Fraction(size) and parts == 1):
        return Problem("")
    factor = rest[0].size / Fraction(size) / parts
    return Problem(
        f"{rate['price']} * {rest[0].text}{change_of_unit(factor)}", (PRICE_OF_UNIT, UNIT_COSTING, UNIT_PRICE_ASKED)
    )


SPEED_UNIT = r"(?:km ?/ ?h|kmh|kph|mph|miles? (?:per|an|/) ?h(?:our)?|kilomet\w+ (?:per|an|pro|par|por) (?:hour|stunde|heure|hora)|km (?:per|an|pro|par|por) (?:hour|stunde|heure|hora)|stundenkilometern?|m/s)"
DRIVEN_SPEED = re.compile(rf"(?<![\w.,])(?P<number>\d{{1,4}}(?:[.,]\d+)?) ?(?P<unit>{SPEED_UNIT})(?!\w)")
DRIVEN_WAY = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,5}(?:[.,]\d+)?) ?(?P<unit>km|kilomet\w+|kilom\w+|miles?|mi|meilen|millas|milles)\b(?! ?(?:/|per|an|pro|par|por) ?h)"
)
DRIVEN_TIME = re.compile(
    r"(?<![\w.,:])(?P<hours>\d{1,3}(?:[.,]\d+)?) ?(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\b\.?(?:,? ?(?:and |und |et |y )?(?P<more>\d{1,2}) ?(?:m|min\w*)?\b(?! ?(?:km|miles?)))?"
    r"|(?<![\w.,:])(?P<minutes>\d{1,3}) ?min\w*\b|(?<![\w.,:])(?P<clock>\d{1,2}):(?P<past>[0-5]\d)(?: ?h\w*)?(?![\w:])"
)
BARE_SPEED = re.compile(
    r"\b(?:at|mit|doing|averag\w+|going|a|con) (?P<number>\d{1,3})\b(?! ?(?:km|miles?|min|h\b|hours?|stunden?|[.,:]\d))"
)
MEAN_SPEED_ASKED = re.compile(
    r"\b(?:(?:average|mean|overall) (?:speed|velocity)|(?:average|mean)\b[^.?!]{0,30}\b(?:trip|journey|way|both|drive|ride|fahrt)|how fast\b[^.?!]{0,25}\baverage|durchschnittsgeschwindigkeit|(?:durchschnittliche|mittlere) geschwindigkeit|durchschnittstempo|im (?:schnitt|durchschnitt)|vitesse moyenne|moyenne|velocidad (?:media|promedio)|promedio|average)\b"
)
THERE_AND_BACK = re.compile(
    r"\b(?:there and back|(?:the )?(?:way|trip|drive|ride) (?:back|home)|back|return\w*|home|round trip|zuruck|ruckfahrt|ruckweg|heimweg|heimfahrt|retour|vuelta|regreso|half (?:of )?(?:the |my )?(?:way|distance|trip|route)|halfte (?:der|des) (?:strecke|wegs?|weges)|halben? (?:strecke|weg)|moitie du (?:trajet|chemin)|mitad del (?:camino|trayecto|recorrido))\b"
)
SPEED_ELSE = re.compile(
    r"\b(?:break|stop(?:ped|s)?|rest(?:ed)?|traffic jam|pause|stau|arret|pausa|parada|before|later|faster|catch up|meet|towards|overtake|how long|how far|wie lange|wie weit|combien de temps|cuanto tiempo|half the time|not|without)\b"
)
MEAN_SPEED_NOTES = {
    "en": ("In {unit}.", "The slower part takes longer, so this is below the mean of the two speeds."),
    "de": ("In {unit}.", "Der langsamere Teil dauert länger, deshalb liegt das unter dem Mittel der beiden Geschwindigkeiten."),
    "fr": ("En {unit}.", "La partie lente dure plus longtemps : c'est donc moins que la moyenne des deux vitesses."),
    "es": ("En {unit}.", "El tramo lento dura más, por eso es menos que la media de las dos velocidades."),
}  # fmt: skip


class Ride(NamedTuple):
    """The speeds, ways and times of a message as numbers and expressions, with the unit of the mean speed."""

    speeds: list[str]
    ways: list[str]
    times: list[str]
    unit: str


def ride_of(text: str) -> Ride | None:
    """Return the speeds, ways and times of a message; None where a number is none of these, or the units differ."""
    speeds, ways, times = (list(pattern.finditer(text)) for pattern in (DRIVEN_SPEED, DRIVEN_WAY, DRIVEN_TIME))
    named = [*speeds, *ways, *times]
    bare = [
        match
        for match in BARE_SPEED.finditer(text)
        if not any(one.start() <= match.start("number") < one.end() for one in named)
    ]
    numbers = [
        one
        for one in amounts_of(text)
        if not any(match.start() <= one.start < match.end() for match in [*named, *bare])
    ]
    units = {"mph" if match["unit"].startswith(("m",)) else "km/h" for match in [*speeds, *ways]}
    if numbers or len(units) > 1 or any(match["unit"] == "m/s" for match in speeds):
        return None
    all_speeds = sorted([*speeds, *bare], key=lambda match: match.start("number"))
    unit = units.pop() if units else ""
    return Ride(
        [one["number"] for one in all_speeds], [one["number"] for one in ways], [hours_text(one) for one in times], unit
    )


def hours_text(match: "re.Match[str]") -> str:
    """Return a time in hours as an expression."""
    if match["minutes"]:
        return f"{match['minutes']} / 60"
    whole, more = match["hours"] or match["clock"], match["more"] or match["past"]
    return f"({whole} + {more} / 60)" if more and more != "00" else whole


def mean_speed(text: str, language: str) -> Problem:
    """Return the mean speed of a way and its time, of several of them, or of a way there and back."""
    if MEAN_SPEED_ASKED.search(text) is None or SPEED_ELSE.search(text):
        return Problem("")
    ride = ride_of(text)
    if ride is None:
        return Problem("")
    is_return = THERE_AND_BACK.search(text) is not None
    made = mean_by_times(ride, is_return=is_return) if ride.times else mean_by_speeds(ride, is_return=is_return)
    unit, slower = MEAN_SPEED_NOTES[language]
    note = f"{fill_in(unit, unit=ride.unit)} " if ride.unit else ""
    note += slower if len(ride.speeds) == 2 and not ride.times and len(set(ride.ways)) < 2 else ""
    words = (MEAN_SPEED_ASKED, THERE_AND_BACK, DRIVEN_SPEED, DRIVEN_WAY, DRIVEN_TIME, BARE_SPEED)
    return Problem(made, words, note.strip()) if made else Problem("")


def mean_by_times(ride: Ride, *, is_return: bool) -> str:
    """Return the mean speed of ways, or of speeds, with their times; "" where they do not belong to each other."""
    total = " + ".join(ride.times)
    over = f"({total})" if len(ride.times) > 1 or "/" in total else total
    if ride.ways and not ride.speeds:
        if len(ride.ways) == 1 and is_return:
            return f"2 * {ride.ways[0]} / {over}" if len(ride.times) == 2 else ""
        driven = " + ".join(ride.ways)
        return (
            ""
            if len(ride.ways) != len(ride.times)
            else f"({driven}) / {over}"
            if "+" in driven
            else f"{driven} / {over}"
        )
    if ride.ways or len(ride.speeds) != len(ride.times) or len(ride.times) < 2:
        return ""
    driven = " + ".join(f"{time} * {speed}" for time, speed in zip(ride.times, ride.speeds, strict=True))
    return f"({driven}) / {over}"


def mean_by_speeds(ride: Ride, *, is_return: bool) -> str:
    """Return the mean speed of ways with a speed for each, or of one way there and back; "" for others."""
    speeds, ways = ride.speeds, ride.ways
    if len(speeds) == 2 and not ways and is_return:
        return f"2 / (1 / {speeds[0]} + 1 / {speeds[1]})"
    if len(speeds) == 2 and len(ways) == 1 and is_return:
        return f"2 * {ways[0]} / ({ways[0]} / {speeds[0]} + {ways[0]} / {speeds[1]})"
    if len(speeds) < 2 or len(ways) != len(speeds):
        return ""
    time = " + ".join(f"{way} / {speed}" for way, speed in zip(ways, speeds, strict=True))
    return f"({' + '.join(ways)}) / ({time})"


HOW_LONG_DRIVEN = re.compile(
    r"\b(?:how long|how much time|how many hours|wie lang\w*|wie viele stunden|combien de temps|combien d'heures|cuanto (?:tiempo|tard\w*)|cuantas horas)\b"
)
HOW_FAR_DRIVEN = re.compile(
    r"\b(?:how far|how many (?:km|kilomet\w+|miles)|what distance|wie weit|wie viele (?:km|kilometer)|quelle distance|combien de (?:km|kilometres)|que distancia|cuantos (?:km|kilometros))\b"
)
RIDE_ELSE = re.compile(
    r"\b(?:head start|later|before|earlier|catch|each other|opposite|there and back|back|return\w*|round trip|hin und zuruck|zuruck|entgegen|aller-retour|ida y vuelta|(?:in|en) (?:miles|milles|km|kmh|kph|mph|kilomet\w+|meilen|millas|minutes|minuten)|fuel|litres?|cost\w*|left|remain\w*|faster|slower|longer|save|per day|a day)\b"
)
DRIVEN_NOTES = {"en": "In hours: {h} h {m} min.", "de": "In Stunden: {h} h {m} min.", "fr": "En heures : {h} h {m} min.", "es": "En horas: {h} h {m} min."}  # fmt: skip


def way_or_time(text: str, language: str) -> Problem:
    """Return how long a way takes at a speed, or how far a time goes at it."""
    is_long, is_far = HOW_LONG_DRIVEN.search(text) is not None, HOW_FAR_DRIVEN.search(text) is not None
    if is_long == is_far or RIDE_ELSE.search(text) or DRIVEN_BREAK.search(text):
        return Problem("")
    ride = ride_of(text)
    if ride is None or len(ride.speeds) != 1 or not ride.unit:
        return Problem("")
    words = (HOW_LONG_DRIVEN, HOW_FAR_DRIVEN, DRIVEN_SPEED, DRIVEN_WAY, DRIVEN_TIME)
    if is_far and len(ride.times) == 1 and not ride.ways:
        return Problem(f"{ride.speeds[0]} * {ride.times[0]}", words, "km." if ride.unit == "km/h" else "miles.")
    if not is_long or len(ride.ways) != 1 or ride.times:
        return Problem("")
    way, speed = (Fraction(decimal_of(one, language)) for one in (ride.ways[0], ride.speeds[0]))
    hours, minutes = divmod(round(way / speed * 60), 60) if speed else (0, 0)
    return Problem(f"{ride.ways[0]} / {ride.speeds[0]}", words, fill_in(DRIVEN_NOTES[language], h=hours, m=minutes))


DRIVEN_BREAK = re.compile(
    r"\b(?:breaks?|stop(?:ped|s)?|rest(?:ed)?|traffic|pausen?|stau|arrets?|pausas?|paradas?|not|without)\b"
)
TOLD_MEASURES = (way_or_time, filled_count, price_per_unit, price_of_measure, mean_speed)


def told_measure(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(TOLD_MEASURES, text, language)
