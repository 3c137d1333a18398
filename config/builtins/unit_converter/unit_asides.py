"""Days and tools that a message tells beside a conversion: "14 inches of snow until friday", "I only have a measuring cup"."""

import re

from config.builtins.unit_converter.unit_names import FLAGS, NAME

DAY_NAME = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|tonight|yesterday|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?"
    r"|heute|morgen|gestern|ubermorgen|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd'hui|demain|hier|lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|manana|ayer"
)
DAY_ASIDE = re.compile(
    rf"(?<![\w'])(?:(?:until|till?|by|on|since|for|from|this|next|last|coming|bis|am|ab|seit|fur|jusqu'a|des|ce|hasta|desde|el|para) )*(?:{DAY_NAME})(?![\w'])(?: (?:mornings?|evenings?|afternoons?|nights?|fruh|abend|nachmittag|matin|soir|noche|tarde))?",
    re.IGNORECASE,
)
DAYS_MATTER = re.compile(  # another question, or a wish that the day belongs to
    r"\b(?:how many (?:days|weeks|hours)|how long|when|(?:what|which) (?:day|date|week)|until when|every|each|per|daily|weather|news|remind\w*|alarm|book|appointment|"
    r"wie ?viele (?:tage|wochen|stunden)|wie lange|wann|welcher tag|jede\w*|taglich|pro|wetter|erinner\w*|termin|combien de (?:jours|temps)|quand|quel jour|chaque|par jour|meteo|rappel\w*|"
    r"cuant[oa]s (?:dias|horas)|cuando|que dia|cada|tiempo|clima|recuerd\w*)\b",
    re.IGNORECASE,
)
JOINED = re.compile(r"[.?!;\n]|\b(?:and|und|et|y|then|dann|puis|luego)\b", re.IGNORECASE)
TOOL = re.compile(  # with what it is measured, which the unit that is asked for says already
    r"(?:(?<=[.?!;,] )|(?<=[.?!;,] {2})|(?<=\n))(?:but |aber |mais |pero )?(?:(?:i|we|ich|wir|on|j'|yo) ?)?(?:(?:only|just|nur|solo) )?(?:have|'ve got|got|own|hab(?:e|en)?|ai|avons|tengo|tenemos)"
    r"(?: (?:only|just|nur|que|solo|halt|leider))? (?:an?|the|einen?|ein|une?|una?) (?P<what>[a-z][a-z -]{2,40})(?= ?(?:[.!)]|\Z))",
    re.IGNORECASE,
)
ANY_NAME = re.compile(rf"(?<![A-Za-z])(?:{NAME})(?![A-Za-z])", FLAGS)
MEASURES = re.compile(
    r"\b(?:measuring (?:cup|jug|spoon)s?|(?:kitchen )?scales?|messbecher|(?:kuchen)?waage|tape measure|ruler|massband|lineal|verre (?:doseur|mesureur)|balance|vaso medidor|bascula|thermometer|thermometre|termometro)\Z",
    re.IGNORECASE,
)


def asides(flat: str, dimension: str) -> list[list[int]]:
    """Return the places of days and tools that are told beside an amount and change nothing about its conversion."""
    tools = [list(one.span()) for one in TOOL.finditer(flat) if is_tool(one["what"])]
    if dimension == "time" or DAYS_MATTER.search(flat):
        return tools
    return tools + [list(one.span()) for one in DAY_ASIDE.finditer(flat) if is_beside_amount(flat, one)]


def is_tool(name: str) -> bool:
    """Return whether a thing that somebody has is one to measure with, or none whose name is a unit."""
    return MEASURES.search(name.strip()) is not None or ANY_NAME.search(name) is None


def is_beside_amount(flat: str, day: "re.Match[str]") -> bool:
    """Return whether a day stands in the clause of a figure."""
    ahead = list(re.finditer(r"\d", flat[: day.start()]))
    behind = re.search(r"\d", flat[day.end() :])
    gaps = [flat[ahead[-1].end() : day.start()]] if ahead else []
    gaps += [flat[day.end() : day.end() + behind.start()]] if behind else []
    return any(JOINED.search(gap) is None for gap in gaps)
