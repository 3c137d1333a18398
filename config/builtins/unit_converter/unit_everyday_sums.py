"""Sums of everyday things: the weight of paper, a pace from a way and its time, what a memory still holds, glasses from a bottle."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import DRIVEN, KILOS_IN, USED_FIGURE, Consumed, said_number
from config.builtins.unit_converter.unit_hours_held import MEMORY, POWER_OF_MEMORY, memory_bytes
from config.builtins.unit_converter.unit_ways import way_in_km
from config.builtins.wording import decimal_of, fill_in

PAPER_FORMATS = {
    "a3": Decimal("0.12474"), "a4": Decimal("0.06237"), "a5": Decimal("0.03108"), "a6": Decimal("0.01554"),
    "letter": Decimal("0.0603224"),
}  # fmt: skip  # square metres of ISO 216 and of 8.5 by 11 inches
PAPER_FORMAT = re.compile(r"\b(?P<format>a[3-6]|letter)\b(?! ?(?:from|to|of the))", re.IGNORECASE)
PAPER_DENSITY = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?:g/m2|g/m²|g/qm|gsm|gr?ams? per (?:square met\w+|m2|m²)|g ?(?:pro|par|por|per) ?(?:m2|m²|qm)|g(?:ramm?|rammes|ramos)?[ -](?=paper|papier|papel))",
    re.IGNORECASE,
)
REAMS = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eine?[ns]?|une?|una?) (?P<name>reams?|packs?|packets?|ries|pakete?|packungen|packung|ramettes?|rames?|paquets?|resmas?|paquetes?)\b",
    re.IGNORECASE,
)
SHEETS = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,5}|an?|one|ein(?:es)?|une?|una) ?(?:sheets?|pages?|leaves|blatt|blatter|seiten|feuilles?|hojas?)\b",
    re.IGNORECASE,
)
SHEETS_EACH = re.compile(
    r"\b(?:each|per (?:ream|pack)|apiece|a (?:ream|pack)|je|jeweils|pro|chacune?|par|cada una?|por)\b|\b(?:of|with|de|von|mit|zu|con) (?=\d{1,5} ?(?:sheets?|blatt|feuilles?|hojas?)\b)",
    re.IGNORECASE,
)
PAPER_WEIGHT_ASKED = re.compile(
    r"\b(?:how heavy|how much (?:does|do|will|would) .{0,40}?weigh|weigh\w*|weight|wie schwer|wiegt|wiegen|gewicht|pesent|pese|poids|pesan?|peso)\b",
    re.IGNORECASE,
)
WEIGHT_LIMIT = re.compile(rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>kg|kilos?|lbs?|pounds?)\b", re.IGNORECASE)
REAM_COUNTS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
SHEETS_IN_REAM = 500
PAPER_TEXTS = {
    "en": ("About **{weight}**: {count} of {format} ({area} m² each) at {density} g/m².", " That is {side} the {limit} that you name.", "under", "over", "sheets"),
    "de": ("Etwa **{weight}**: {count} {format} (je {area} m²) mit {density} g/m².", " Das ist {side} den genannten {limit}.", "unter", "über", "Blatt"),
    "fr": ("Environ **{weight}** : {count} {format} ({area} m² chacune) à {density} g/m².", " C'est {side} {limit} indiqués.", "moins que les", "plus que les", "feuilles"),
    "es": ("Unos **{weight}**: {count} {format} ({area} m² cada una) a {density} g/m².", " Es {side} {limit} indicados.", "menos que los", "más que los", "hojas"),
}  # fmt: skip
GRAMS_IN_KILO = 1000


def paper_weight(text: str, language: str) -> Consumed | None:
    """Return what sheets of a paper format weigh at a told density, against a told limit; None for other messages."""
    formats, densities = list(PAPER_FORMAT.finditer(text)), list(PAPER_DENSITY.finditer(text))
    if len(densities) != 1 or len(formats) > 1 or not PAPER_WEIGHT_ASKED.search(text):
        return None
    rest = text[: densities[0].start()] + " " * len(densities[0].group()) + text[densities[0].end() :]
    reams, sheets, limits = list(REAMS.finditer(rest)), list(SHEETS.finditer(rest)), list(WEIGHT_LIMIT.finditer(rest))
    if len(reams) > 1 or len(sheets) > 1 or len(limits) > 1 or not (reams or sheets):
        return None
    if reams and sheets and not SHEETS_EACH.search(rest):
        return None
    if reams and not sheets and not reams[0]["name"].lower().startswith(("ream", "ries", "ram", "resma")):
        return None
    each = count_told(sheets[0]["n"]) if sheets else SHEETS_IN_REAM
    count = each * (count_told(reams[0]["n"]) if reams else 1)
    name = formats[0]["format"].lower() if formats else "a4"
    density = decimal_of(densities[0]["n"], language)
    grams = PAPER_FORMATS[name] * density * count
    weight = grams if grams < GRAMS_IN_KILO else grams / GRAMS_IN_KILO
    said, told, under, over, noun = PAPER_TEXTS[language]
    words = {
        "weight": f"{said_number(round(weight, 2), language)} {'g' if grams < GRAMS_IN_KILO else 'kg'}",
        "count": f"{said_number(Decimal(count), language)} {noun if count != 1 or language != 'en' else 'sheet'}",
        "format": name.upper() if len(name) == len("a4") else name.title(),
        "area": said_number(round(PAPER_FORMATS[name], 5), language),
        "density": densities[0]["n"],
    }
    sentence = fill_in(said, **words)
    if limits:
        most = decimal_of(limits[0]["n"], language) * KILOS_IN[limits[0]["unit"][0].lower()] * GRAMS_IN_KILO
        sentence += fill_in(told, side=under if grams <= most else over, limit=limits[0].group().strip())
    return Consumed(sentence, float(grams), "g", "mass", [*densities, *formats, *reams, *sheets, *limits])


def count_told(word: str) -> int:
    """Return a count that is written as figures or as a small word."""
    return int(word) if word.isdigit() else REAM_COUNTS.get(word.lower(), 1)


PACE_PER = re.compile(
    r"\b(?:how many|what|wie ?viele?|combien de|cuantos|in|en) min(?:utes?|uten|utos|s)? ?(?:per|an?|each|for (?:each|every|one|a)|every|/|pro|je|par|au|por) ?(?P<way>km|kilomet\w+|mile|mi|meile|mille|milla)\b"
    r"|\b(?:pace|tempo|allure|ritmo) (?:per|in min(?:utes)? per|pro|par|au|por) (?P<way2>km|kilomet\w+|mile|meile|mille|milla)\b",
    re.IGNORECASE,
)
TIME_OF_WAY = re.compile(
    r"(?<![\w.,:])(?P<h>\d{1,2}) ?(?:hours?|hrs?|h|std|stunden?|heures?|horas?)(?:,? ?(?:and|und|et|y)? ?(?P<m>[0-5]?\d)(?: ?(?:min(?:utes?|uten|utos|s)?|m))?(?![\d:.,]?\d| ?(?:km|kilomet\w+|miles?|kg|%)\b)\b)?"
    r"|(?<![\w.,:])(?P<m2>\d{1,3}) ?min(?:utes?|uten|utos|s)?\b(?: ?(?:and |und |et |y )?(?P<s>[0-5]?\d) ?(?:s|sec(?:onds)?|sekunden|secondes|segundos)\b)?"
    r"|(?<![\w.,:])(?P<h3>\d{1,2}):(?P<m3>[0-5]\d)(?::(?P<s3>[0-5]\d))? ?(?:h|hours)?\b(?! ?(?:am|pm|uhr))",
    re.IGNORECASE,
)
PACE_TEXTS = {
    "en": "**{pace} min per {unit}** ({way} in {time} min).",
    "de": "**{pace} min pro {unit}** ({way} in {time} min).",
    "fr": "**{pace} min par {unit}** ({way} en {time} min).",
    "es": "**{pace} min por {unit}** ({way} en {time} min).",
}
MILE_NAMES = {"en": "mile", "de": "Meile", "fr": "mille", "es": "milla"}
MINUTE = 60
STAYS_SHORT = 3  # hours of a "1:50" that are no minutes of a sprint


def pace_of_way(text: str, language: str) -> Consumed | None:
    """Return the minutes for each kilometre or mile of a way that took a told time; None for other messages."""
    asked = PACE_PER.search(text)
    if asked is None:
        return None
    rest = text[: asked.start()] + " " * len(asked.group()) + text[asked.end() :]
    ways, times = list(DRIVEN.finditer(rest)), list(TIME_OF_WAY.finditer(rest))
    if len(ways) != 1 or len(times) != 1:
        return None
    seconds, kilometres = seconds_told(times[0]), way_in_km(ways[0], language)
    if not seconds or not kilometres:
        return None
    is_mile = (asked["way"] or asked["way2"]).lower().startswith("m")
    length = kilometres / Decimal("1.609344") if is_mile else kilometres
    pace = int((Decimal(seconds) / length).to_integral_value())
    minutes = said_number(round(Decimal(seconds) / MINUTE, 2), language)
    other = (
        ""
        if ways[0]["unit"].lower().startswith("m") == is_mile
        else f" = {said_number(round(length, 2), language)} {'mi' if is_mile else 'km'}"
    )
    words = {
        "pace": f"{pace // MINUTE}:{pace % MINUTE:02d}",
        "unit": MILE_NAMES[language] if is_mile else "km",
        "way": ways[0].group().strip() + other,
        "time": minutes,
    }
    return Consumed(fill_in(PACE_TEXTS[language], **words), float(pace), "s", "pace", [ways[0], times[0]])


def seconds_told(match: "re.Match[str]") -> int:
    """Return the seconds of a told length of time."""
    if match["h3"]:
        return (int(match["h3"]) * MINUTE + int(match["m3"])) * MINUTE + int(match["s3"] or 0)
    if match["h"]:
        return (int(match["h"]) * MINUTE + int(match["m"] or 0)) * MINUTE
    return int(match["m2"]) * MINUTE + int(match["s"] or 0)


FULL_WORDS = r"(?:full|used|taken|occupied|gone|filled|in use|up|voll|belegt|verbraucht|weg|benutzt|occupes?|utilises?|pris|pleins?|ocupad[oa]s?|usad[oa]s?|llen[oa]s?)"
FULL_BEHIND = re.compile(
    rf"(?: ?(?:of (?:that|it|which|them)|davon|dont|de (?:eso|ellos)|are|is|sind|ist|sont|est|estan|already|schon|bereits|deja|ya|have been|being|already been)){{0,4}} {FULL_WORDS}\b",
    re.IGNORECASE,
)
FULL_AHEAD = re.compile(
    rf"\b(?:{FULL_WORDS}|uses?|takes? up|occup\w+|verbraucht|belegt)(?: (?:is|are|already|about|sind|ist|up))*:? \Z",
    re.IGNORECASE,
)
HELD_THINGS = r"(?:photos?|pictures?|pics?|images?|songs?|tracks?|videos?|clips?|films?|movies?|files?|books?|documents?|episodes?|fotos?|bilder?|lieder|songs|filme?|dateien|chansons?|fichiers?|canciones|cancion|peliculas?|archivos?)"
HELD_COUNT = re.compile(
    rf"\b(?:how many|wie ?viele|combien de|cuant[oa]s)(?: \d[\d.,]* ?[kmgt][bo])?(?: more| such| of (?:these|those)| weitere| autres| mas)? (?P<thing>{HELD_THINGS})\b",
    re.IGNORECASE,
)
EACH_HELD = re.compile(
    rf"\b(?:(?:1|one|an?|each|every|per|eine?|jedes|une?|chaque|una?|cada) )?{HELD_THINGS}(?: (?:of|is|are|takes?|has|have|needs?|about|around|approx\w*|roughly|each|at|with|ist|hat|braucht|etwa|ca|fait|est|environ|ocupa|es|unos|de|mit|von)|[,:.])*\W*\Z",
    re.IGNORECASE,
)
EACH_HELD_BEHIND = re.compile(
    rf" ?(?:each|apiece|per|je|pro|chacune?|cada una?|/) ?(?:{HELD_THINGS})?\b|[ -]{HELD_THINGS}\b", re.IGNORECASE
)
HELD_TEXTS_LEFT = {
    "en": "**{count}** {things}: {room} left ÷ {one}.",
    "de": "**{count}** {things}: {room} frei ÷ {one}.",
    "fr": "**{count}** {things} : {room} libres ÷ {one}.",
    "es": "**{count}** {things}: {room} libres ÷ {one}.",
}
PARTS_OF_MEMORY = 3


FREE_BEHIND = re.compile(
    r"(?: ?(?:of (?:that|it|which)|davon|dont|are|is|sind|ist|sont|est|estan|still|noch|encore|todavia)){0,4} (?:free|left|available|empty|remaining|frei|ubrig|libres?|disponibles?)\b",
    re.IGNORECASE,
)


def held_in_free(
    found: "list[re.Match[str]]", free: "re.Match[str]", each: "re.Match[str]", asked: "re.Match[str]", language: str
) -> Consumed | None:
    """Return how many things of a size fit a told free part of a memory."""
    room, one = (memory_bytes(match["n"], match["unit"], language) for match in (free, each))
    if not 0 < one <= room:
        return None
    words = {
        "count": said_number(Decimal(int(room / one)), language),
        "things": asked["thing"].lower() if language != "de" else asked["thing"].capitalize(),
        "room": f"{free['n']} {free['unit']}",
        "one": f"{each['n']} {each['unit']}",
    }
    return Consumed(fill_in(HELD_TEXTS_LEFT[language], **words), float(int(room / one)), "", "count", found)


def things_still_held(text: str, language: str) -> Consumed | None:
    """Return how many things of a size fit what is left of a memory of which a part is full; None for other messages."""
    asked, found = HELD_COUNT.search(text), list(MEMORY.finditer(text))
    if asked is None or len(found) != PARTS_OF_MEMORY:
        return None
    full = [one for one in found if FULL_BEHIND.match(text, one.end()) or FULL_AHEAD.search(text[: one.start()])]
    each = [
        one
        for one in found
        if one not in full and (EACH_HELD.search(text[: one.start()]) or EACH_HELD_BEHIND.match(text, one.end()))
    ]
    free_told = [one for one in found if one not in each and FREE_BEHIND.match(text, one.end())]
    if len(each) == 1 and len(free_told) == 1 and not full:
        return held_in_free(found, free_told[0], each[0], asked, language)
    if len(full) != 1 or len(each) != 1:
        return None
    whole = next(one for one in found if one not in (*full, *each))
    sizes = {
        name: memory_bytes(one["n"], one["unit"], language)
        for name, one in (("all", whole), ("full", full[0]), ("one", each[0]))
    }
    free = sizes["all"] - sizes["full"]
    if free <= 0 or not 0 < sizes["one"] < free:
        return None
    unit = Decimal(1000) ** POWER_OF_MEMORY[whole["unit"][0].lower()]
    words = {
        "count": said_number(Decimal(int(free / sizes["one"])), language),
        "things": asked["thing"].lower() if language != "de" else asked["thing"].capitalize(),
        "room": f"{said_number(free / unit, language)} {whole['unit']}",
        "one": f"{each[0]['n']} {each[0]['unit']}",
    }
    return Consumed(
        fill_in(HELD_TEXTS_LEFT[language], **words), float(int(free / sizes["one"])), "", "count", [whole, *full, *each]
    )


POURED_UNIT = r"(?P<unit>ml|cl|dl|l|litres?|liters?|liter|litros?|millilit\w+|mililitros?|centilit\w+)"
VESSELS = r"(?:glasses|glass|cups?|mugs?|jars?|tumblers?|shots?|vials?|glaser|glas|becher|tassen?|verres?|tasses?|gobelets?|pots?|vasos?|copas?|tazas?|tarros?)"
SOURCES = r"(?:bottles?|jugs?|carafes?|pitchers?|cans?|kegs?|cartons?|flaschen?|kannen?|krug|karaffe|kanister|bouteilles?|bidons?|cruche|brique|botellas?|jarras?|garrafas?|cartones?)"
OF_SIZE = r"(?:of|with|holding|that hold|mit|von|zu|a|de|d'|con|je|en)(?: je)?"
VESSEL_SIZE = re.compile(
    rf"\b{VESSELS} {OF_SIZE} ?(?P<n>{USED_FIGURE}) ?{POURED_UNIT}\b|(?<![\w.,])(?P<n2>{USED_FIGURE})[ -]?{POURED_UNIT.replace('unit', 'unit2')}[ -]{VESSELS}\b",
    re.IGNORECASE,
)
SOURCE_SIZE = re.compile(
    rf"\b(?:an?|one|the|my|eine[rn]?|einer|une|la|una|cette|esta|ma|mi) ?{SOURCES} {OF_SIZE} ?(?P<n>{USED_FIGURE}) ?{POURED_UNIT}\b",
    re.IGNORECASE,
)
FILLED_ASKED = re.compile(
    r"\b(?:how many|wie ?viele|combien|cuant[oa]s)\b[^.?!]*?\b(?:fill\w*|pour\w*|get|serve|fullen|fulle|bekomme|einschenken|remplir|verser|servir|faire|llenar|lleno|servir)\b",
    re.IGNORECASE,
)
MILLILITRES = {"m": Decimal(1), "c": Decimal(10), "d": Decimal(100), "l": Decimal(1000)}
FILLED_TEXTS = {
    "en": "**{ratio}**: {whole} full ones{rest}.",
    "de": "**{ratio}**: {whole} volle{rest}.",
    "fr": "**{ratio}** : {whole} pleins{rest}.",
    "es": "**{ratio}**: {whole} llenos{rest}.",
}
FILLED_REST = {
    "en": ", and {rest} ml left",
    "de": ", und {rest} ml bleiben",
    "fr": ", et il reste {rest} ml",
    "es": ", y sobran {rest} ml",
}


def glasses_filled(text: str, language: str) -> Consumed | None:
    """Return how many vessels of a told size one bottle fills; None for other messages."""
    vessels, sources = list(VESSEL_SIZE.finditer(text)), list(SOURCE_SIZE.finditer(text))
    if len(vessels) != 1 or len(sources) != 1 or not FILLED_ASKED.search(text):
        return None
    one, all_of_it = millilitres_told(vessels[0], language), millilitres_told(sources[0], language)
    if not 0 < one <= all_of_it:
        return None
    ratio = all_of_it / one
    left = all_of_it - one * int(ratio)
    rest = fill_in(FILLED_REST[language], rest=said_number(left, language)) if left else ""
    words = {"ratio": said_number(round(ratio, 2), language), "whole": int(ratio), "rest": rest}
    return Consumed(fill_in(FILLED_TEXTS[language], **words), float(ratio), "", "count", [*vessels, *sources])


def millilitres_told(match: "re.Match[str]", language: str) -> Decimal:
    """Return a told volume in millilitres."""
    groups = match.groupdict()
    figure, unit = groups["n"] or groups["n2"], groups["unit"] or groups["unit2"]
    return decimal_of(figure, language) * MILLILITRES[unit[0].lower()]
