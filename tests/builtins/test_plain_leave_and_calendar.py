"""Plain questions on leave, calendar weeks, quarters and trips, each checked by computing the answer here."""

import calendar
import random
from datetime import date, timedelta

import pytest

from config.builtins.date_calculator.phrases import NAMES_OF_DAYS, NAMES_OF_MONTHS
from tests.builtins.asking import NOW, ask, output
from tests.builtins.plain_sentences import cases, figures
from tests.rounds import rounds

ROLE = "date_calculator"
TODAY = date.fromisoformat(NOW[:10])
MONTHS = NAMES_OF_MONTHS | {"en": list(calendar.month_name)[1:]}
WEEKDAYS = NAMES_OF_DAYS | {"en": list(calendar.day_name)}
LEAVE = {
    "back": {
        "en": """
holiday for {n} working days starting {a}, when am i back
My leave begins on {a} and takes {n} working days. On which day am I back at work?
i have {n} days of leave starting {a}, no weekends counted, first day back?
annual leave starts {a}, {n} working days, back on which day?
""",
        "de": """
Ich habe ab {a} {n} Arbeitstage Urlaub, wann muss ich wieder arbeiten?
Mein Urlaub beginnt am {a} und dauert {n} Arbeitstage. Wann arbeite ich wieder?
""",
        "fr": "\n{n} jours ouvrés de congé à partir du {a}, quand est-ce que je reviens ?\n",
        "es": """
vacaciones de {n} días laborables desde el {a}, ¿cuándo vuelvo?
Empiezo vacaciones el {a}, son {n} días laborables, ¿qué día vuelvo al trabajo?
""",
    },
    "last": {
        "en": "\ni take {n} working days off starting {a}, what's my last day off\n",
        "de": "\nIch nehme ab {a} {n} Arbeitstage frei. Was ist mein letzter Urlaubstag?\n",
    },
}
LEAVE_COST = {
    "cost": {
        "en": """
i'm off from {a} to {b}, how many days of leave does that cost
How many working days do I have to take off from {a} to {b} inclusive?
how many vacation days do i need for {a} to {b}
""",
        "de": "\nIch habe vom {a} bis {b} Urlaub, wie viele Urlaubstage brauche ich?\n",
        "fr": "\nCombien de jours de congé faut-il poser du {a} au {b} ?\n",
    }
}
WEEK_DAYS = {
    "day": {
        "en": "\n{w} of week {n} {y}\nwhat date is {w} of week {n} in {y}\n",
        "de": "\nWelches Datum hat der {w} der KW {n} {y}?\n",
        "fr": "\nQuel est le {w} de la semaine {n} de {y} ?\n",
        "es": "\n¿Qué fecha es el {w} de la semana {n} de {y}?\n",
    }
}
VERDICTS = {
    "notice": {
        "en": """
The warranty ends on {a}. Can I cancel with {n} weeks notice?
my contract ends {a}, can i get out with {n} weeks notice
warranty till {a}. is {n} weeks notice enough to cancel
My visa expires {a}. Do I need {n} weeks to renew it?
The lease ends on {a}, would {n} weeks notice be OK?
""",
        "de": """
Die Garantie endet am {a}. Kann ich mit {n} Wochen Frist kündigen?
Prüfung am {a}. Sind {n} Wochen Vorbereitung genug?
""",
        "fr": "\nLa garantie se termine le {a}. Puis-je résilier avec {n} semaines de préavis ?\n",
        "es": "\nLa garantía termina el {a}. ¿Puedo cancelar con {n} semanas de preaviso?\n",
    }
}
TRIPS = """
The {h}h{m:02} flight to Rome takes 2 hours
The {h}h{m:02} flight to Rome takes 2 hours, when does it land?
my {h}h{m:02} flight takes 2h00, when do I arrive
the {h}h{m:02} show lasts 2 h, when is it over
"""


def said(day: date, language: str) -> str:
    """Return a day as a language writes it."""
    month = MONTHS[language][day.month - 1]
    links = {"en": " ", "de": ". ", "fr": " ", "es": " de "}
    return f"{day.day}{links[language]}{month}{' de ' if language == 'es' else ' '}{day.year}"


def after_working_days(day: date, count: int) -> date:
    """Return the day that comes some working days after another."""
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(LEAVE))
def test_leave_of_working_days(kind: str, language: str, sentence: str) -> None:
    """The first day of a leave counts, and one that is a weekend takes none of it."""
    drawn = random.Random(sentence)
    for _ in range(rounds(4, 40)):
        first, count = TODAY + timedelta(days=drawn.randint(10, 300)), drawn.randint(2, 12)
        message = sentence.format(a=said(first, language), n=count)
        last = after_working_days(first - timedelta(days=1), count)
        wanted = after_working_days(last, 1) if kind == "back" else last
        assert output(ROLE, message)["date"] == wanted.isoformat(), message


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(LEAVE_COST))
def test_days_that_a_leave_costs(kind: str, language: str, sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(4, 40)):
        first = TODAY + timedelta(days=drawn.randint(10, 300))
        last = first + timedelta(days=drawn.randint(3, 25))
        message = sentence.format(a=said(first, language), b=said(last, language))
        wanted = sum((first + timedelta(days=at)).weekday() < 5 for at in range((last - first).days + 1))
        assert output(ROLE, message)["business_days"] == wanted, message


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("I am away from 5 April 2027 to 21 April 2027, how many days is that", 16),
        ("how many days are there from 8 February 2027 to 14 February 2027", 6),
    ],
)
def test_days_away_are_days_of_the_calendar(message: str, days: int) -> None:
    assert output(ROLE, message)["days"] == days


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(WEEK_DAYS))
def test_weekday_of_a_calendar_week(kind: str, language: str, sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(4, 40)):
        year, week, weekday = drawn.randint(2026, 2030), drawn.randint(1, 52), drawn.randint(1, 7)
        message = sentence.format(w=WEEKDAYS[language][weekday - 1], n=week, y=year)
        assert output(ROLE, message)["date"] == date.fromisocalendar(year, week, weekday).isoformat(), message


def test_a_week_that_a_year_has_not_is_refused() -> None:
    made = ask(ROLE, "monday of week 53 of 2027")
    assert (made.tag, made.answer) == ("NULL", "2027 has no week 53.")


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(VERDICTS))
def test_a_verdict_is_no_day(kind: str, language: str, sentence: str) -> None:
    """No calendar tells whether a notice is allowed: the day that lies so much later is no answer."""
    drawn = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        day = TODAY + timedelta(days=drawn.randint(30, 500))
        made = ask(ROLE, sentence.format(a=said(day, language), n=drawn.randint(2, 6)))
        assert made.tag == "NULL", made.answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Can you tell me what is 3 weeks after 5 May 2027?", "2027-05-26"),
        ("My contract ends on 5 May 2027 and I need 3 weeks notice, by when do I have to cancel?", "2027-04-14"),
        ("contract ends 24 January 2028, 3 months notice, when do i have to cancel at the latest", "2027-10-24"),
        ("I give 2 weeks notice on 3 May 2027, when is my last day?", "2027-05-17"),
        ("The guarantee runs 2 years from 3 May 2026, when does it end?", "2028-05-03"),
    ],
)
def test_a_day_that_is_asked_for_is_computed(message: str, wanted: str) -> None:
    assert output(ROLE, message)["date"] == wanted


@pytest.mark.parametrize("sentence", TRIPS.strip().splitlines())
def test_a_trip_named_by_its_time(sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(4, 40)):
        hour, minute = drawn.randint(6, 20), drawn.choice([5, 15, 30, 45])
        assert f"**{hour + 2:02}:{minute:02}**" in ask(ROLE, sentence.format(h=hour, m=minute)).answer


def test_the_length_of_a_trip_is_no_time_of_day() -> None:
    assert "**00:30" in ask(ROLE, "a 14h30 flight to Sydney leaves at 10:00, when does it land").answer


@pytest.mark.parametrize("year", [1900, 2000, 2024, 2026, 2100])
def test_days_of_february(year: int) -> None:
    days = 29 if calendar.isleap(year) else 28
    for message in (
        f"does february {year} have 29 days",
        f"were there 29 days in February {year}",
        f"Hat der Februar {year} 29 Tage?",
        f"Février {year} a-t-il 29 jours ?",
        f"February {year} days?",
    ):
        assert output(ROLE, message)["days"] == days, message
    assert output(ROLE, f"Is there a February 29 in {year}?")["yes"] is calendar.isleap(year)
    assert output(ROLE, f"Gibt es {year} einen 29. Februar?")["yes"] is calendar.isleap(year)


def test_leap_years_are_counted_in_each_language() -> None:
    wanted = sum(map(calendar.isleap, range(1994, 2007)))
    for message in ("how many leap years from 1994 to 2006", "Wie viele Schaltjahre gibt es von 1994 bis 2006?"):
        assert f"**{wanted}**" in ask(ROLE, message).answer


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_quarters(number: int) -> None:
    first = date(2027, 3 * number - 2, 1)
    last = date(2027, 3 * number, calendar.monthrange(2027, 3 * number)[1])
    assert output(ROLE, f"last day of Q{number} 2027")["date"] == last.isoformat()
    assert output(ROLE, f"when does Q{number} 2027 end")["date"] == last.isoformat()
    assert output(ROLE, f"Wann beginnt Q{number} 2027?")["date"] == first.isoformat()
    day = first + timedelta(days=40)
    assert output(ROLE, f"which quarter is {said(day, 'en')} in")["quarter"] == number
    assert f"**{number}. Quartal**" in ask(ROLE, f"In welchem Quartal liegt der {said(day, 'de')}?").answer


@pytest.mark.parametrize("number", [17, 100, 349])
def test_day_of_a_year(number: int) -> None:
    day = date(2027, 1, 1) + timedelta(days=number - 1)
    for message in (
        f"Welches Datum ist der {number}. Tag im Jahr 2027?",
        f"Quelle date est le {number}e jour de 2027 ?",
    ):
        assert output(ROLE, message)["date"] == day.isoformat(), message
    for message in (
        f"Der wievielte Tag des Jahres ist der {said(day, 'de')}?",
        f"Quel jour de l'année est le {said(day, 'fr')} ?",
    ):
        assert output(ROLE, message)["day_of_year"] == number, message


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("every 2 weeks starting 19 February 2027, when is the 4th time", date(2027, 2, 19) + timedelta(weeks=6)),
        (
            "first payment 11 May 2027, then every 3 weeks; when is payment number 3",
            date(2027, 5, 11) + timedelta(weeks=6),
        ),
        (
            "middle of June 4, 2027 and 20 December 2027",
            date(2027, 6, 4) + (date(2027, 12, 20) - date(2027, 6, 4)) // 2,
        ),
        ("Bébé né le 28 février 2026, quand aura-t-il 500 jours ?", date(2026, 2, 28) + timedelta(days=500)),
    ],
)
def test_further_days(message: str, wanted: date) -> None:
    made = output(ROLE, message)
    assert wanted.isoformat() in made.values(), made


@pytest.mark.parametrize(
    ("message", "minutes"),
    [
        ("my train goes at 5 pm, it is 2:40 pm. how much time do i have?", 140),
        ("it's 23:40, my train leaves at 00:05, how long do I have", 25),
        ("J'ai dormi de 21h45 à 6h15, combien d'heures ?", 510),
        ("i work 09:00 to 15:30 with a 45 min break, 5 days a week, how many hours a week", 5 * 345),
        (
            "Ich arbeite 5 Tage die Woche von 8:00 bis 15:00 Uhr mit 45 Minuten Pause. Wie viele Stunden sind das?",
            5 * 375,
        ),
        ("Trabajo 4 días a la semana de 7:00 a 18:00 con 30 minutos de descanso, ¿cuántas horas a la semana?", 4 * 630),
    ],
)
def test_lengths_of_shifts_and_waits(message: str, minutes: int) -> None:
    assert output(ROLE, message)["minutes"] == minutes
    assert round(minutes / 60, 2) in [round(one, 2) for one in figures(ask(ROLE, message).answer)] or (
        f"{minutes // 60} h {minutes % 60} min" in ask(ROLE, message).answer
        or f"{minutes} min" in ask(ROLE, message).answer
    )
