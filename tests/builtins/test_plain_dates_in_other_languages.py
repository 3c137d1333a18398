"""Plain questions on dates and measures in German, French and Spanish, each checked by computing the answer here."""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.builtins.asking import NOW, DrawingHost, handler, payload
from tests.rounds import rounds

TODAY = date.fromisoformat(NOW[:10])
MONTHS = {
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    "fr": [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
}
WEEKDAYS = {
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    "es": ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
}
WEEKDAY = {
    "de": """
welcher Wochentag ist der {d}
was für ein Wochentag war der {d}?
auf welchen Wochentag fällt der {d}
welcher Tag ist der {d}?
wochentag {d}
an welchem Wochentag war der {d}
der {d} ist was für ein Tag?
was für ein Tag ist der {d}
Wochentag vom {d}?
""",
    "fr": """
quel jour de la semaine est le {d}
quel jour était le {d} ?
le {d} tombe quel jour
quel jour tombe le {d}
c'est quel jour le {d}
le {d}, c'était quel jour ?
""",
    "es": """
qué día de la semana es el {d}
¿qué día de la semana fue el {d}?
el {d} qué día cae
en qué día cae el {d}
qué día es el {d}
""",
}
BETWEEN = {
    "de": """
wie viele Tage liegen zwischen dem {a} und dem {b}
wie viele Tage sind es vom {a} bis zum {b}?
Tage zwischen {a} und {b}
anzahl der tage vom {a} bis {b}
wie viele tage vom {a} bis {b}
wie lange ist es vom {a} bis zum {b} in Tagen
""",
    "fr": """
combien de jours entre le {a} et le {b}
combien de jours y a-t-il entre le {a} et le {b} ?
nombre de jours du {a} au {b}
combien de jours du {a} au {b}
""",
    "es": """
cuántos días hay entre el {a} y el {b}
¿cuántos días van del {a} al {b}?
días entre {a} y {b}
cuántos días del {a} al {b}
""",
}
AFTER = {
    "de": """
welches Datum ist {n} Tage nach dem {d}
{n} Tage nach dem {d}
was ist der {d} plus {n} Tage
welcher Tag ist {n} Tage nach dem {d}?
{d} plus {n} Tage
der {d} + {n} Tage
""",
    "fr": """
quelle date {n} jours après le {d}
{n} jours après le {d}
le {d} plus {n} jours
quelle est la date {n} jours après le {d} ?
""",
    "es": """
qué fecha es {n} días después del {d}
{n} días después del {d}
el {d} más {n} días
""",
}
IN_DAYS = {
    "de": """
welches Datum ist in {n} Tagen
in {n} Tagen ist welcher Tag?
was für ein Datum haben wir in {n} Tagen
heute in {n} Tagen
der wievielte ist in {n} tagen
""",
    "fr": """
quelle date dans {n} jours
dans {n} jours on sera quel jour
quelle sera la date dans {n} jours ?
on sera le combien dans {n} jours
""",
    "es": """
qué fecha será en {n} días
dentro de {n} días qué día es
qué día será dentro de {n} días
""",
}
DAYS_AGO = {
    "de": """
welches Datum war vor {n} Tagen
vor {n} Tagen war welcher Tag?
was war vor {n} tagen für ein datum
""",
    "fr": """
quelle date il y a {n} jours
c'était quelle date il y a {n} jours ?
quel jour était-ce il y a {n} jours
""",
    "es": """
qué fecha fue hace {n} días
hace {n} días qué día era
""",
}
UNTIL = {
    "de": """
wie viele Tage sind es noch bis zum {d}
wie viele Tage bis {d}
wie lange noch bis zum {d}?
noch wie viele tage bis {d}
Tage bis zum {d}
wie viele tage noch bis zum {d}
""",
    "fr": """
combien de jours jusqu'au {d}
combien de jours avant le {d} ?
il reste combien de jours jusqu'au {d}
dans combien de jours est le {d}
""",
    "es": """
cuántos días faltan para el {d}
¿cuántos días quedan hasta el {d}?
días hasta el {d}
cuánto falta para el {d}
""",
}
AGE = {
    "de": """
wie alt ist jemand, der am {d} geboren ist
ich bin am {d} geboren, wie alt bin ich?
geboren {d} wie alt
wie alt bin ich, wenn ich am {d} geboren wurde
geburtstag {d}, wie alt heute?
""",
    "fr": """
quel âge a quelqu'un né le {d}
je suis né le {d}, quel âge ai-je ?
né le {d}, quel âge
quel est mon âge si je suis née le {d}
""",
    "es": """
qué edad tiene alguien nacido el {d}
nací el {d}, ¿cuántos años tengo?
cuántos años tengo si nací el {d}
nacido el {d}, qué edad
""",
}


def written(day: date, language: str, chance: random.Random) -> str:
    numeric = f"{day:%d.%m.%Y}" if language == "de" else f"{day:%d/%m/%Y}"
    return chance.choice((shown(day, language), numeric))


def shown(day: date, language: str) -> str:
    month = MONTHS[language][day.month - 1]
    return {"de": f"{day.day}. {month} {day.year}", "es": f"{day.day} de {month} de {day.year}"}.get(
        language, f"{day.day} {month} {day.year}"
    )


def some_day(chance: random.Random, earliest: int = -3000, latest: int = 3000) -> date:
    """Return a day that no reader takes for a month."""
    day = TODAY + timedelta(days=chance.randint(earliest, latest))
    return day.replace(day=chance.randint(13, 28))


def asks_weekday(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    day = some_day(chance)
    return {"d": written(day, language, chance)}, WEEKDAYS[language][day.weekday()]


def asks_between(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    start, end = sorted((some_day(chance), some_day(chance)))
    return {"a": written(start, language, chance), "b": written(end, language, chance)}, str((end - start).days)


def asks_after(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    day, days = some_day(chance), chance.randint(2, 400)
    return {"d": written(day, language, chance), "n": str(days)}, shown(day + timedelta(days=days), language)


def asks_in_days(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    days = chance.randint(2, 400)
    return {"n": str(days)}, shown(TODAY + timedelta(days=days), language)


def asks_ago(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    days = chance.randint(2, 400)
    return {"n": str(days)}, shown(TODAY - timedelta(days=days), language)


def asks_until(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    day = some_day(chance, 40, 900)
    return {"d": written(day, language, chance)}, str((day - TODAY).days)


def asks_age(language: str, chance: random.Random) -> tuple[dict[str, str], str]:
    born = some_day(chance, -30_000, -800)
    years = TODAY.year - born.year - ((TODAY.month, TODAY.day) < (born.month, born.day))
    return {"d": written(born, language, chance)}, str(years)


Asking = Callable[[str, random.Random], tuple[dict[str, str], str]]
KINDS: dict[Asking, dict[str, str]] = {
    asks_weekday: WEEKDAY,
    asks_between: BETWEEN,
    asks_after: AFTER,
    asks_in_days: IN_DAYS,
    asks_ago: DAYS_AGO,
    asks_until: UNTIL,
    asks_age: AGE,
}
CASES = [
    (asking, language, sentence)
    for asking, languages in KINDS.items()
    for language, sentences in languages.items()
    for sentence in sentences.strip().splitlines()
]


@pytest.mark.parametrize(("asking", "language", "sentence"), CASES)
def test_a_plain_question_is_answered_with_what_the_calendar_says(asking: Asking, language: str, sentence: str) -> None:
    chance = random.Random(sentence)
    for _ in range(rounds(2, 20)):
        words, right = asking(language, chance)
        message = sentence.format(**words)
        answer = handler("date_calculator")(payload(message), DrawingHost())["answer"]
        plain = re.sub(r"(?<=\d)[.,\s\u202f\u00a0](?=\d{3}(?!\d))", "", answer)
        assert re.search(rf"(?<!\d){re.escape(right)}(?!\w)", plain), (message, right, answer)
