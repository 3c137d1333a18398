"""Time zones: which places and abbreviations a message names, and what the clock says there."""

import re
import zoneinfo
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from typing import Any, NamedTuple

from config.builtins.date_calculator.reading import Asked, shown
from config.builtins.date_calculator.town_zones import MORE_TOWNS, WORDLIKE, WORDLIKE_TOWNS
from config.builtins.wording import CannotError, fold

CLOCK = re.compile(
    r"\b(?P<h>\d{1,2})(?:[:h.](?P<m>\d{2}))? ?(?P<half>am\b|pm\b|a\.m\.|p\.m\.)|\b(?P<h24>\d{1,2})[:h](?P<m24>\d{2})\b"
    r"|\b(?P<word>noon|midnight)\b",
    re.IGNORECASE,
)
FIXED: dict[str, float] = {
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "MST": -7,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
    "AKST": -9,
    "HST": -10,
    "UTC": 0,
    "GMT": 0,
}
FIXED |= {
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "WET": 0,
    "WEST": 1,
    "BST": 1,
    "MSK": 3,
    "IST": 5.5,
    "SGT": 8,
    "HKT": 8,
    "JST": 9,
    "KST": 9,
}
FIXED |= {"AWST": 8, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13}
SMALL = {
    "utc",
    "gmt",
    "cet",
    "cest",
    "est",
    "edt",
    "pst",
    "pdt",
    "jst",
    "cst",
}  # abbreviations that are no words when written small
ALSO = {
    "America/Los_Angeles": "PT, California, San Francisco, Seattle, San Diego, Las Vegas, Oakland, San Jose, Silicon Valley, LA, Oregon, Sacramento, Pacific time, Pacific Standard Time",
    "America/New_York": "ET, NYC, Boston, Washington, Miami, Atlanta, Philadelphia, Florida, Orlando, New Jersey, Newark, Brooklyn, Manhattan, Charlotte, Tampa, Fort Lauderdale, Pittsburgh, Baltimore, Cleveland, Eastern time, Eastern Standard Time",
    "America/Chicago": "CT, Houston, Dallas, Austin, Texas, Illinois, New Orleans, Minneapolis, St Louis, Central time, Central Standard Time",
    "America/Denver": "MT, Colorado, Utah, Salt Lake City, Mountain time, Mountain Standard Time",
    "America/Phoenix": "Arizona",
    "America/Anchorage": "Alaska",
    "Pacific/Honolulu": "Hawaii",
    "America/Toronto": "Ontario, Ottawa, Quebec",
    "America/Vancouver": "British Columbia",
    "America/Edmonton": "Calgary, Alberta",
    "Europe/Lisbon": "Portugal, Porto, Faro, Algarve",
    "Atlantic/Canary": "Tenerife, Gran Canaria, Lanzarote, Fuerteventura",
    "Europe/Warsaw": "Poland, Krakow, Gdansk",
    "Europe/Istanbul": "Antalya, Ankara",
    "Africa/Cairo": "Hurghada",
    "Africa/Casablanca": "Morocco, Marrakech, Marrakesh",
    "Asia/Makassar": "Bali, Denpasar",
    "Asia/Kuala_Lumpur": "Malaysia",
    "Asia/Taipei": "Taiwan",
    "Europe/Bucharest": "Romania",
    "Europe/Sofia": "Bulgaria",
    "Europe/Zagreb": "Croatia, Split Airport",
    "Europe/Kiev": "Ukraine, Kyiv",
    "Europe/Moscow": "Saint Petersburg",
    "America/Sao_Paulo": "Rio de Janeiro, Rio, Brasilia",
    "Europe/Berlin": "Munich, Hamburg, Frankfurt, Cologne, Germany, Deutschland, Allemagne, Alemania, Düsseldorf, Stuttgart, Leipzig, Dresden, Hannover, Bremen, German time, Central European Time",
    "Europe/London": "UK, United Kingdom, Großbritannien, Vereinigtes Königreich, Royaume-Uni, Angleterre, Reino Unido, Inglaterra, England, Scotland, Wales, Manchester, Edinburgh, Glasgow, Leeds, Liverpool, Bristol, Cardiff, Britain, British time, Heathrow, Gatwick, Stansted, Luton",
    "Europe/Paris": "France, Frankreich, Francia, Lyon, Marseille, Bordeaux, Toulouse, Strasbourg, Charles de Gaulle, Orly",
    "Europe/Rome": "Italy, Italien, Italie, Italia, Milan, Naples, Venice, Florence, Turin, Sicily, Fiumicino, Malpensa",
    "Europe/Madrid": "Spain, Spanien, Espagne, España, Barcelona, Valencia, Seville, Malaga, Alicante, Palma, Mallorca, Ibiza, Bilbao, Barajas",
    "Europe/Zurich": "Switzerland, Schweiz, Suisse, Suiza, Geneva, Zürich, Bern, Basel",
    "Europe/Vienna": "Austria, Österreich, Autriche",
    "Europe/Amsterdam": "Netherlands, Niederlande, Pays-Bas, Holland, Rotterdam, Schiphol",
    "Asia/Kolkata": "India, Mumbai, Delhi, New Delhi, Bangalore, Chennai, Hyderabad",
    "Asia/Shanghai": "China, Beijing, Shenzhen, Guangzhou",
    "Asia/Tokyo": "Osaka, Kyoto, Narita, Haneda",
    "Asia/Dubai": "Abu Dhabi, UAE",
    "Asia/Ho_Chi_Minh": "Hanoi, Vietnam",
    "Asia/Seoul": "Korea, South Korea",
    "Africa/Johannesburg": "South Africa, Cape Town",
    "Pacific/Auckland": "New Zealand, Wellington",
    "America/Mexico_City": "Mexico",
    "America/Argentina/Buenos_Aires": "Argentina",
    "America/Santiago": "Chile",
    "America/Bogota": "Colombia",
    "America/Lima": "Peru",
    "Asia/Bangkok": "Thailand, Phuket",
    "Asia/Manila": "Philippines",
    "Asia/Karachi": "Pakistan",
    "Asia/Riyadh": "Saudi Arabia",
    "Europe/Athens": "Greece, Griechenland, Grèce, Grecia, Crete, Rhodes, Corfu, Thessaloniki",
    "Europe/Stockholm": "Sweden",
    "Europe/Oslo": "Norway",
    "Europe/Copenhagen": "Denmark",
    "Europe/Helsinki": "Finland",
    "Europe/Brussels": "Belgium",
    "Europe/Dublin": "Ireland",
    "Europe/Prague": "Czech Republic",
    "Europe/Budapest": "Hungary",
    "Africa/Nairobi": "Kenya",
    "Africa/Lagos": "Nigeria",
}
PLACES = {
    fold(name.strip().lower()): key
    for table in (MORE_TOWNS, ALSO)
    for key, names in table.items()
    for name in names.split(",")
}
NO_PLACE = {
    "easter",
    "christmas",
    "wake",
    "midway",
    "center",
    "current",
    "universal",
    "zulu",
    "factory",
    "greenwich",
    "general",
    "mountain",
}
NO_PLACE |= {
    "central",
    "eastern",
    "pacific",
    "atlantic",
    "north",
    "south",
    "east",
    "west",
    "samoa",
    "thule",
    "act",
    "troll",
    "casey",
    "convict",
    "reunion",
}
AIRPORTS = {  # by code, in capitals; those in small letters are words as well
    code: key
    for key, codes in {
        "America/New_York": "JFK EWR LGA BOS IAD DCA PHL ATL MIA MCO",
        "America/Chicago": "ORD DFW IAH AUS",
        "America/Denver": "DEN",
        "America/Los_Angeles": "LAX SFO SEA SAN",
        "America/Toronto": "YYZ YUL",
        "America/Vancouver": "YVR",
        "Europe/London": "LHR LGW STN MAN",
        "Europe/Dublin": "DUB",
        "Europe/Paris": "CDG ORY",
        "Europe/Berlin": "FRA MUC BER HAM DUS",
        "Europe/Zurich": "ZRH GVA",
        "Europe/Vienna": "VIE",
        "Europe/Amsterdam": "AMS",
        "Europe/Madrid": "MAD BCN AGP PMI",
        "Europe/Rome": "FCO MXP",
        "Europe/Lisbon": "LIS",
        "Asia/Dubai": "DXB",
        "Asia/Qatar": "DOH",
        "Asia/Singapore": "SIN",
        "Asia/Hong_Kong": "HKG",
        "Asia/Tokyo": "NRT HND",
        "Asia/Bangkok": "BKK",
        "Asia/Kolkata": "DEL BLR",
        "Australia/Sydney": "SYD",
        "Australia/Melbourne": "MEL",
        "Pacific/Auckland": "AKL",
    }.items()
    for code in codes.split()
}
SMALL_CODES = {"jfk", "lhr", "lgw", "cdg", "lax", "sfo"}
US_ZONES = {
    "eastern": "America/New_York",
    "central": "America/Chicago",
    "mountain": "America/Denver",
    "pacific": "America/Los_Angeles",
}
US_ZONE = re.compile(  # "9:30am Pacific", "what is that in Eastern?"
    r"(?:(?<=[ap]m )|(?<=\.m\. )|(?<=[ap]m, )|(?<=\d:\d\d )|(?<=noon )|(?<=midnight )|\b(?:in|to|into) (?:us )?)(?P<name>eastern|central|mountain|pacific)\b"
    r"(?= ?(?:[?.,;!)]|\Z|on\b|at\b|and\b|in\b|to\b|is\b|today\b|tomorrow\b|every\b|what))",
    re.IGNORECASE,
)
OFFSET = re.compile(r"\b(?:UTC|GMT) ?([+-])(\d{1,2})(?::?([0-5]\d))?\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_][^\W\d_.'-]*(?:[.'-][^\W\d_]+)*")
MOST_WORDS = 1_000
MOST_PLACES = 100


class Place(NamedTuple):
    """A zone that a message names: where it stands, what it is called, and its rules."""

    start: int
    name: str
    zone: tzinfo


@cache
def cities() -> dict[str, str]:
    """Return the time zone database's own names by city or country, in small letters. Empty where the sandbox has no such data."""
    keys = [
        key
        for key in zoneinfo.available_timezones()
        if not re.match(r"(Etc|US|SystemV|posix|right)/|[A-Z0-9+-]+$|[A-Z]{3}\d", key)
    ]
    named = {
        key.rpartition("/")[2].replace("_", " ").lower(): key for key in sorted(keys, key=lambda key: ("/" in key, key))
    }
    return {name: key for name, key in named.items() if name not in NO_PLACE and len(name) > 2}


def next_change(place: Place, now: datetime, text: str) -> tuple[date, float] | None:
    """Return the day and the hours of the next change of the clocks within two years, None without one.

    "End" and "back" ask for the change back, "start", "begin" and "forward" for the other.
    """
    back = re.search(r"\b(?:ends?|back|over|winter ?time|winterzeit|endet)\b", text, re.IGNORECASE)
    forward = re.search(r"\b(?:starts?|begins?|forward|beginnt)\b", text, re.IGNORECASE)
    noon = now.astimezone(place.zone).replace(hour=12, minute=0, second=0, microsecond=0, tzinfo=None)
    for days in range(1, 800):
        before, after = (
            (noon + timedelta(days=days + step)).replace(tzinfo=place.zone).utcoffset() or timedelta()
            for step in (-1, 0)
        )
        hours = (after - before).total_seconds() / 3600
        if hours and not (back and hours > 0) and not (forward and not back and hours < 0):
            return (noon + timedelta(days=days)).date(), hours
    return None


def places(text: str) -> list[Place]:
    """Return the zones that a text names, in order, each once."""
    found = [Place(match.start(), match.group().upper(), offset(match)) for match in OFFSET.finditer(text)]
    found += [
        Place(one.start("name"), one["name"].title(), zone_at(US_ZONES[one["name"].lower()]))
        for one in US_ZONE.finditer(text)
    ]
    found += [
        Place(one.start("name"), one["name"], zone_at(WORDLIKE_TOWNS[one["name"]])) for one in WORDLIKE.finditer(text)
    ]
    words = list(WORD.finditer(OFFSET.sub(lambda match: " " * len(match.group()), text)))[:MOST_WORDS]
    skip = 0
    for at, word in enumerate(words):
        for length in (3, 2, 1) if at >= skip else ():
            name = " ".join(part.group() for part in words[at : at + length])
            zone = zone_of(name) if at + length <= len(words) else None
            if zone is not None:
                found.append(
                    Place(word.start(), name.upper() if len(name) <= 3 or name.upper() in FIXED else name.title(), zone)
                )
                skip = at + length
                break
    return sorted(found, key=lambda one: one.start)[:MOST_PLACES]


def offset(match: re.Match[str]) -> tzinfo:
    """Return the zone of UTC+5:30 and the like. Raises CannotError beyond a day."""
    minutes = int(match.group(2)) * 60 + int(match.group(3) or 0)
    if minutes >= 24 * 60:
        raise CannotError(f"There is no time zone {match.group()}.")
    return timezone(timedelta(minutes=minutes if match.group(1) == "+" else -minutes))


def zone_of(name: str) -> tzinfo | None:
    """Return the zone of an abbreviation, a city or a country; None for any other word."""
    if name.upper() in FIXED and (name.isupper() or name in SMALL):
        return timezone(timedelta(hours=FIXED[name.upper()]))
    key = PLACES.get(name.lower()) if len(name) > 2 or name.isupper() else None
    key = key or (cities().get(name.lower()) if len(name) > 2 else None)
    key = key or (AIRPORTS.get(name.upper()) if name.isupper() or name in SMALL_CODES else None)
    return zone_at(key) if key else None


def zone_at(key: str) -> tzinfo:
    """Return the zone of a name in the time zone database. Raises CannotError where the sandbox has no such data."""
    try:
        return zoneinfo.ZoneInfo(key)
    except zoneinfo.ZoneInfoNotFoundError:
        raise CannotError(
            "This sandbox has no time zone data, so I can count with offsets such as UTC+2 only."
        ) from None


def clock(match: re.Match[str]) -> time:
    """Return a time of day. Raises CannotError for one that no clock shows."""
    if match["word"]:
        return time(12 if match["word"].lower() == "noon" else 0)
    hour, minute = int(match["h"] or match["h24"]), int(match["m"] or match["m24"] or 0)
    half = (match["half"] or "").lower()[:1]
    if minute > 59 or hour > (12 if half else 23) or (half and hour == 0):
        raise CannotError(f"No clock shows {match.group().strip()}.")
    return time((hour % 12 + (12 if half == "p" else 0)) if half else hour, minute)


ISO_MOMENT = re.compile(  # "2026-07-20T18:05:00Z": its clock and its zone
    r"(?<=\d)T(?P<clock>\d\d:\d\d)(?::\d\d(?:\.\d{1,6})?)?(?P<zone>Z|[+-]\d\d:?00)(?!\w)"
)


MOMENT_TOLD = re.compile(  # who tells a moment, and what is asked of it
    r"\b(?:server |access |error |event )?(?:log(?: ?file)?s?|time ?stamps?|event|entry|header)(?: line| entry| file)?(?: (?:says?|reads?|shows?|gives?|has|is|sagt|zeigt|dit|indique|dice|muestra))?\b(?=[^?]{0,20}\d{4}-)|\bon the (?:wall )?clock\b",
    re.IGNORECASE,
)


def moment_in_words(match: re.Match[str]) -> str:
    """Return the clock and the zone of a moment as a message would tell them: " 18:05 UTC"."""
    zone = "" if match["zone"] == "Z" else f"{match['zone'][0]}{int(match['zone'][1:3])}"
    return f" {match['clock']} UTC{zone}"


def converted(asked: Asked, before: Asked) -> tuple[str, dict[str, Any]] | None:
    """Return the answer to a question about the clock; a follow-up that names another place keeps the time and place of before."""
    named, when = places(asked.rest), CLOCK.search(asked.text)
    if not named:
        return None
    if when is None:
        earlier, when = places(before.rest), CLOCK.search(before.text)
        if when is None or not earlier:
            return answer(asked, asked, None, Place(0, "UTC", UTC), named)
        return answer(asked, before, clock(when), ends(before.text, earlier, when)[0], named)
    refuse_travel(asked)
    source, targets = ends(asked.text, named, when)
    part = asked_part(asked.text, when)
    if part and all(part[0] <= one.start < part[1] for one in named) and not THERE_TOLD.search(asked.text):
        raise CannotError(NO_SOURCE)
    if not targets and len(CLOCK.findall(asked.text)) > 1 and HOW_LONG.search(asked.text):
        raise CannotError(NO_SECOND)
    if not targets and (unknown := unknown_place(asked, when) or unknown_home(asked)):
        raise CannotError(f"I do not know the place “{unknown}”: I cannot say what time it is there.")
    if not targets and HERE_WANTED.search(fold(asked.text)):
        raise CannotError(NO_HOME)
    wanted = list({one.name: one for one in targets}.values())  # a place that is named again is one
    return answer(asked, asked, clock(when), source, wanted or [Place(0, "UTC", UTC)])


def refuse_travel(asked: Asked) -> None:
    """Raise CannotError for a question when to leave one place to be in another, whose length of travel is not told."""
    if TRAVELS_THERE.search(asked.text) and not asked.durations:
        raise CannotError(NO_TRAVEL_TIME)


NO_TRAVEL_TIME = "Say how long the trip takes: I know the clocks of the places, not the way between them."
TRAVELS_THERE = re.compile(  # "what time must I leave London to be in Paris at 18:00"
    r"\b(?:leave|set off|depart|start|take off)\b[^?.!]{0,40}\bto (?:be|arrive|land|get)(?: back)? (?:in|at|to|there|by)\b",
    re.IGNORECASE,
)
NO_SOURCE = "Say in which place or time zone the time that you give is meant: I see only where you want to know it."
NO_SECOND = "I see one place for two times: say in which place or time zone the other one is meant."
HOW_LONG = re.compile(r"\b(?:how (?:long|many hours)|duration|(?:flight|travel) time)\b", re.IGNORECASE)
THERE_TOLD = re.compile(r"\b(?:here|my time|our time|hier|bei (?:uns|mir)|chez (?:nous|moi)|ici|aqui)\b", re.IGNORECASE)


def unknown_place(asked: Asked, when: "re.Match[str]") -> str:
    """Return the place that a message asks the time of and that has no zone here, "" for none."""
    part = asked_part(asked.text, when)
    match = (
        re.search(r"\b(?:in|at|en|a) (?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)*)", asked.text[slice(*part)])
        if part
        else None
    )
    return match["name"] if match else ""


NO_HOME = "I do not know where you are: name your town or its time zone, and I can say what time it is there."
HERE_WANTED = re.compile(  # the time is wanted where the writer is, who has told no place
    r"\b(?:what|which|wie viel|wieviel|quelle|que)\b[^?.!]*\b(?:time|hour|uhr|heure|hora|o'clock)\b[^?.!]*\b(?:here|for (?:me|us)|at my (?:place|end)|hier|bei (?:mir|uns)|chez (?:moi|nous)|ici|aqui|para (?:mi|nosotros))\b",
    re.IGNORECASE,
)
HOME_TOLD = re.compile(
    r"\b(?:I(?:'m| am)|[Ww]e(?:'re| are)|I live|[Ww]e live|I sit|ich (?:bin|wohne|lebe|sitze)|[Ww]ir (?:sind|wohnen|leben)|[Jj]e suis|[Jj]'habite|[Nn]ous sommes|[Ee]stoy|[Vv]ivo|[Ee]stamos|[Vv]ivimos|here|hier|ici|aqu[ií]) "
    r"(?:based |living |sitting )?(?:in|near|at|en|a|à|bei) (?P<name>[A-ZÄÖÜÉ][\w'’-]+(?: [A-ZÄÖÜÉ][\w'’-]+){0,2})"
)


def unknown_home(asked: Asked) -> str:
    """Return the place that a message names as that of its writer and that has no zone here, "" for none."""
    match = HOME_TOLD.search(asked.text)
    return match["name"] if match and not places(match["name"]) else ""


ASKS_TIME = re.compile(
    r"\b(?:what(?:'s| is| will| would)?(?: be)?(?: the)?(?: local)? time|what hour|which time|when|how late|what(?:'s| is| will| would be|s) (?:that|it|this)|"
    r"is (?:that|it)|wann|quand|cuando|time (?:is|was|will|would))\b",
    re.IGNORECASE,
)
GIVEN = re.compile(r"\b(?:when|if|while|wenn|quand|si|cuando)\b(?! is\b)", re.IGNORECASE)
PART_END = re.compile(r"[,;?!\n]|\.(?!\w)| - | – |:(?!\d)")
JOINED = re.compile(r"[ ,(]{0,2}(?:in |at |from |time in |o'clock )?(?:the )?", re.IGNORECASE)


def ends(text: str, named: list[Place], when: "re.Match[str]") -> tuple[Place, list[Place]]:
    """Return (the place whose time is given, the places it is wanted for).

    A place in the part of a message that asks ("…, what time is it in Oslo?"), without a time of its own, is wanted. The
    place right behind the time is its own, else the first one in the same part, else the last one before it.
    """
    asked = asked_part(text, when)
    free = [one for one in named if asked is None or not asked[0] <= one.start < asked[1]] or named
    behind = next(
        (one for one in free if one.start >= when.end() and JOINED.fullmatch(text[when.end() : one.start])), None
    )
    source = behind or same_part(text, free, when)
    return source, [one for one in named if one is not source]


def asked_part(text: str, when: "re.Match[str]") -> tuple[int, int] | None:
    """Return where the words stand that ask for a time and do not tell one; None without such a part."""
    for match in ASKS_TIME.finditer(text):
        if match.start() == 0 and GIVEN.match(text) and match.group().lower() == "when":
            continue  # "when it is 5 in Paris, …" tells a time
        end = next((stop.start() for stop in PART_END.finditer(text, match.end())), len(text))
        told = next((given.start() for given in GIVEN.finditer(text, match.end(), end)), end)
        if not match.start() <= when.start() < told:
            return match.start(), told
    return None


def same_part(text: str, named: list[Place], when: "re.Match[str]") -> Place:
    """Return the place that a time belongs to which does not stand right behind it."""
    start = max((stop.end() for stop in PART_END.finditer(text, 0, when.start())), default=0)
    given = max((match.start() for match in GIVEN.finditer(text, start, when.start())), default=start)
    end = next((stop.start() for stop in PART_END.finditer(text, when.end())), len(text))
    inside = [one for one in named if given <= one.start < end]
    before = [one for one in named if one.start < when.start()]
    near = [one for one in inside if when.end() <= one.start <= when.end() + 30]
    return next(iter([*near, *inside, *reversed(before), *named]))


def answer(
    asked: Asked, dated: Asked, at: time | None, source: Place, targets: list[Place]
) -> tuple[str, dict[str, Any]]:
    """Return the sentence and the output for one source time and every target."""
    here = asked.now.astimezone(source.zone)
    day = day_of_clock(asked) or (dated.dates[0].day if dated.dates else here.date())
    local = datetime.combine(day, at, source.zone) if at else here
    there = [(one.name, local.astimezone(UTC).astimezone(one.zone)) for one in targets]
    said = "; ".join(f"{said_time(moment, local)} in {name} (UTC{hours(moment)})" for name, moment in there)
    rows = [{"place": name, "time": moment.isoformat(timespec="minutes")} for name, moment in there]
    unknown = unknown_in_list(asked.text, [source, *targets])
    output: dict[str, Any] = {
        "kind": "time",
        "from": {"place": source.name, "time": local.isoformat(timespec="minutes")},
        "to": rows,
        "told": at is not None,
    } | ({"unknown": unknown} if unknown else {})
    if at is None:
        return f"It is now **{said}**.", output
    return (
        f"{local:%H:%M} in {source.name} (UTC{hours(local)}) on {shown(local.date())} is **{said}**.{doubt(local)}",
        output,
    )


LISTED_PLACE = re.compile(
    r" ?(?:,|,? (?:and|or|und|oder|et|ou|y|o|&)) (?:in |at |for )?(?P<name>[A-ZÄÖÜÉ][\w'’-]{2,}(?: [A-ZÄÖÜÉ][\w'’-]+)?|[a-zäöüéèñ]{4,}(?=\W*\Z))"
)
NO_LISTED_PLACE = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|febr)uary|march|april|may|june|july|august|(?:sept|nov|dec)ember|october|what|when|which|how|where|why|will|does|please|thanks?|thank you|today|tomorrow|tonight|then|there|here|back|again|also|vice versa|respectively|bitte|danke|dann|heute|morgen|hier|merci|gracias|what's|is|are|the|time|local|winter|summer|daylight)\b",
    re.IGNORECASE,
)


def unknown_in_list(text: str, named: list[Place]) -> str:
    """Return the place that stands in a list behind a known one and has no zone here, "" for none."""
    starts = {one.start for one in named}
    for one in named:
        if one.name.lower() != text[one.start : one.start + len(one.name)].lower():
            continue
        listed = LISTED_PLACE.match(text, one.start + len(one.name))
        if listed is None or listed.start("name") in starts or NO_LISTED_PLACE.match(listed["name"]):
            continue
        if not places(listed["name"]) and not places(text[listed.start("name") : listed.start("name") + 30]):
            return listed["name"]
    return ""


UNKNOWN_NOTES = {
    "en": "I do not know the place “{}”.",
    "de": "Den Ort „{}“ kenne ich nicht.",
    "fr": "Je ne connais pas le lieu « {} ».",
    "es": "No conozco el lugar «{}».",
}


def unknown_note(output: dict[str, Any], language: str) -> str:
    """Return the sentence that names a place without a zone here, "" for none."""
    return UNKNOWN_NOTES[language].replace("{}", output["unknown"]) if "unknown" in output else ""


def day_of_clock(asked: Asked) -> date | None:
    """Return the day that a time is told for: the one nearest to it of several; None without a day."""
    when = CLOCK.search(asked.text)
    if not asked.dates:
        return None
    if when is None or len(asked.dates) == 1:
        return asked.dates[0].day
    return min(asked.dates, key=lambda one: min(abs(one.start - when.end()), abs(when.start() - one.end))).day


def said_time(there: datetime, local: datetime) -> str:
    """Return a time with its day where that is another one."""
    apart = (there.date() - local.date()).days
    return f"{there:%H:%M}" + {0: "", 1: " the next day", -1: " the day before"}.get(
        apart, f" on {shown(there.date())}"
    )


def hours(there: datetime) -> str:
    """Return the offset from UTC, e.g. +5:30."""
    whole, rest = divmod(abs(minutes_ahead(there)), 60)
    return f"{'-' if minutes_ahead(there) < 0 else '+'}{whole}" + (f":{rest:02d}" if rest else "")


def minutes_ahead(there: datetime) -> int:
    """Return how many minutes a clock is ahead of UTC."""
    return int((there.utcoffset() or timedelta()).total_seconds() // 60)


def doubt(local: datetime) -> str:
    """Return a note for a time that the clocks show twice or skip on that day."""
    if local.utcoffset() == local.replace(fold=1).utcoffset():
        return ""
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    if back.replace(tzinfo=None, fold=0) != local.replace(tzinfo=None, fold=0):
        return " The clocks there skip this time on that day; I counted on as before the change."
    return " The clocks there show this time twice on that day; I took the first."


def difference(asked: Asked) -> tuple[str, dict[str, Any]] | None:
    """Return how far apart the clocks of two places are on the day named, or now."""
    named = places(asked.rest)
    if len(named) < 2:
        return None
    first, second = named[:2]
    moment = datetime.combine(asked.dates[0].day, time(12), UTC) if asked.dates else asked.now
    minutes = minutes_ahead(moment.astimezone(second.zone)) - minutes_ahead(moment.astimezone(first.zone))
    output = {
        "kind": "time_difference",
        "from": {"place": first.name},
        "to": [{"place": second.name}],
        "minutes": minutes,
    }
    if not minutes:
        return f"On {shown(moment.date())}, {first.name} and {second.name} have **the same time**.", output
    span = f"{abs(minutes) // 60} h" + (f" {abs(minutes) % 60} min" if minutes % 60 else "")
    way = "ahead of" if minutes > 0 else "behind"
    return f"On {shown(moment.date())}, {second.name} is **{span} {way}** {first.name}.", output
