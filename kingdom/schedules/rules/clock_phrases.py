"""Times of day and counts in words, as plain data: number words, and the rows that put digits in their place.

Left of each ``=`` is a pattern without accents in lower case. ``<word>`` stands for a number in words, ``<any>`` for
one in words or digits, ``<this>`` for its digits and ``<last>`` for the hour before it.
"""

from collections.abc import Iterator, Mapping

_NUMBERS: Mapping[str, str] = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "de": "eins? zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "une deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
_CLOCK: Mapping[str, str] = {
    "en": """(?:at )?half past <any>=at <this>:30; (?:at )?(?:a )?quarter past <any>=at <this>:15;
        (?:at )?(?:a )?quarter to <any>=at <last>:45; at <word> thirty=at <this>:30; at <word>=at <this>;
        (?<=at \\d and )<word>=<this>""",
    "de": """(?:um )?halb <any>=at <last>:30; (?:um )?viertel nach <any>=at <this>:15;
        (?:um )?(?:viertel vor|dreiviertel) <any>=at <last>:45; um <word> uhr drei(?:ss|ß)ig=at <this>:30;
        um <word>(?: uhr)?=at <this>""",
    "fr": """a <any> ?h(?:eures?)? et demie?=at <this>:30; a <any> ?h(?:eures?)? et quart=at <this>:15;
        a <any> ?h(?:eures?)? moins le quart=at <last>:45; a <word> heures?=at <this>""",
    "es": """a las? <any> y media=at <this>:30; a las? <any> y cuarto=at <this>:15;
        a las? <any> menos cuarto=at <last>:45; a las? <word>=at <this>""",
}
_COUNTS: Mapping[str, str] = {
    "en": """every <word> (minutes|hours|days|weeks|months)=every <this> \\1;
        in <word> (minutes|hours|days|weeks|months)=in <this> \\1""",
    "de": """alle <word> (minuten|stunden|tage|wochen|monate)=alle <this> \\1;
        in <word> (minuten|stunden|tagen|wochen|monaten)=in <this> \\1""",
    "fr": """tou(?:te)?s les <word> (minutes|heures|jours|semaines|mois)=toutes les <this> \\1;
        dans <word> (minutes|heures|jours|semaines|mois)=dans <this> \\1""",
    "es": """cada <word> (minutos|horas|dias|semanas|meses)=cada <this> \\1;
        (?:dentro de|en) <word> (minutos|horas|dias|semanas|meses)=en <this> \\1""",
}


def clock_rows(language: str) -> Iterator[tuple[str, str]]:
    """Yield the patterns of a language's times and counts in words, each with what stands in its place."""
    rows = [" ".join(row.split()) for row in f"{_CLOCK[language]};{_COUNTS[language]}".split(";")]
    for row in rows:
        pattern, _, template = row.rpartition("=")
        for number, word in enumerate(_NUMBERS[language].split(), start=1):
            found = pattern.replace("<any>", f"(?:{word}|{number})").replace("<word>", word)
            yield found, template.replace("<this>", str(number)).replace("<last>", str(number - 1 or 12))
