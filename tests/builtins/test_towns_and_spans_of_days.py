"""Days in told spans, towns without a zone here, months in a list, lengths told in a row, dates with short years."""

import pytest

from tests.builtins.asking import ask, unused_words

DATES = "date_calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "They carry 150 days from 10 October, so when? And is it in the school holidays from 25 Feb to 7 March?",
            "**No**",
        ),
        (
            "is 9 March 2027 in the holidays from 25 Feb to 7 March 2027?",
            "**No**: Tuesday, 9 March 2027 is 2 days after it",
        ),
        ("does 3 march 2027 fall within 25 feb 2027 to 7 march 2027?", "**Yes**: Wednesday, 3 March 2027 is within"),
        ("45 days from 1 December 2026, is that between 10 Jan and 20 Jan?", "**Yes**: Friday, 15 January 2027"),
        ("is 20 February 2027 in the holidays from 25 Feb to 7 March 2027?", "is 5 days before it"),
        (
            "Wann sind 90 Tage ab 1. Dezember 2026 um, und liegt das in den Ferien vom 25. Februar bis 7. März?",
            "**Ja**: Der 1. März",
        ),
        (
            "liegt der 9. März 2027 in den Ferien vom 25. Februar bis 7. März 2027?",
            "**Nein**: Der 9. März 2027 liegt 2 Tage",
        ),
        (
            "90 jours après le 1er décembre 2026, est-ce que c'est pendant les vacances du 25 février au 7 mars ?",
            "**Oui**",
        ),
        (
            "90 días después del 1 de diciembre de 2026, ¿cae en las vacaciones del 25 de febrero al 7 de marzo?",
            "**Sí**",
        ),
    ],
)
def test_whether_a_day_lies_in_a_told_span(message: str, expected: str) -> None:
    assert expected in ask(DATES, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "How many days is it from 25 feb to 7 march 2027?",
        "is it longer from 1 May to 3 June or from 1 July to 30 July?",
        "how many working days are there from 1 to 23 december 2026?",
        "how many days between 1 may and 3 june 2027, and is it in summer?",
    ],
)
def test_another_question_about_a_span_is_no_such_verdict(message: str) -> None:
    assert "within that time" not in ask(DATES, message).answer
    assert "before it" not in ask(DATES, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("9 am in Nairobi on 12 January. I am in Utrecht, what time is it here", "**07:00 in Utrecht (UTC+1)**"),
        ("9 am in Tokyo on 12 January, I live in Nice, what time is that for me?", "**01:00 in Nice (UTC+1)**"),
        ("16 Uhr in London, wie viel Uhr ist das in Graz?", "Graz: **17:00**"),
        ("14h à Montréal, quelle heure à Nantes ?", "Montreal 14:00 → Nantes: **20:00**"),
        ("9:00 en Nairobi, ¿qué hora es en Zaragoza?", "Zaragoza: **07:00**"),
        ("flight leaves Graz 13:25, lands new york 16:10 local, 9 feb 2027. how long in the air", "**8 h 45 min**"),
    ],
)
def test_larger_towns_have_their_zone(message: str, expected: str) -> None:
    assert expected in ask(DATES, message).answer


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("My boss in Nairobi phones at 9 am his time. I am in Blorbville, what time is it here", "“Blorbville”"),
        ("9 Uhr in Nairobi, ich bin in Kleinkleckersdorf, wie viel Uhr ist es bei mir?", "“Kleinkleckersdorf”"),
        ("4pm london on 14 dec in vancouver and blorbville?", "“blorbville”"),
        ("9 am in Tokyo, what time in Lyon, Utrecht and Blorbville?", "“Blorbville”"),
        ("16 Uhr in London, wie viel Uhr ist das in Graz und Buxtehude?", "„Buxtehude“"),
        ("9 am in Nairobi. what time is it here", "where you are"),
    ],
)
def test_an_unknown_town_is_named(message: str, name: str) -> None:
    answer = ask(DATES, message).answer
    assert name in answer
    assert "in UTC" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "3pm Berlin in Tokyo, Hong Kong and Los Angeles",
        "3pm in Berlin, what time in New York, thanks",
        "4pm london on 14 dec in vancouver and sydney?",
        "nach dem Essen um 14 Uhr in Berlin, wie spät ist es dann in Tokio?",
        "nice, 9 am in Tokyo is what time in Berlin",
    ],
)
def test_words_beside_a_town_are_no_towns(message: str) -> None:
    answer = ask(DATES, message).answer
    assert "not know" not in answer
    assert "Essen (" not in answer
    assert "Nice (" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "stocktaking is always the last friday of the month, give me the dates for jan feb and mar 2027",
        "the last friday of jan feb and mar 2027",
        "last friday of jan/feb/mar 2027",
        "last friday of the month for january through march 2027",
        "Stammtisch ist immer der letzte Freitag im Monat, nenn mir die Termine für Januar Februar und März 2027",
        "dernier vendredi de janvier, février et mars 2027 ?",
    ],
)
def test_no_month_of_a_list_is_dropped(message: str) -> None:
    answer = ask(DATES, message).answer
    assert all(day in answer for day in ("29", "26"))
    assert answer.count("**") == 6


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "I order 10 days ahead of mothers day, which is the second sunday in may 2027. So which day?",
            "**Thursday, 29 April 2027**",
        ),
        ("3 weeks prior to the first monday in march 2027, which day is it?", "**Monday, 8 February 2027**"),
        ("born 17 august 2015, how old in full months?", "**135 months and 4 days**"),
        (
            "Geboren am 17.8.2015. Das Amt fragt nach dem Alter in vollen Monaten, wie viele sind es heute?",
            "**135 Monate und 4 Tage**",
        ),
        (
            "closed 24 dec 2025 to 6 jan 2026, first and last day count too, how many days was the shop shut",
            "**14 days**",
        ),
        ("which was first, 24 dec 2025 or 6 jan 2026", "is earlier, by **13 days**"),
        (
            "the export has 1793610000 in the order_time column, i think it is seconds since 1970, what date is that",
            "**Monday, 2 November 2026",
        ),
        ("when do i turn 20000 days, born 14.3.1981", "**Sunday, 16 December 2035**"),
        ("when do i turn 50, born 14.3.1981", "**Friday, 14 March 2031**"),
        ("every third wednesday of the month - when's the next one and how many days do I have left", "**25 days**"),
        ("jeden dritten Mittwoch im Monat, wann ist der nächste?", "**Mittwoch, 16. Dezember 2026**"),
        ("which weekdays are 5 april 2027 and 4 may 2027", "is a **Monday**. 4 May 2027 is a **Tuesday**"),
        (
            "it says 04/05/27. april 5th for them and 4 may for me, which weekdays would it be each?",
            "5 April 2027 is a **Monday**",
        ),
        ("days until 14/05/27", "**174 days**"),
        ("which weekday is 31/12/26", "31 December 2026 is a **Thursday**"),
    ],
)
def test_days_told_in_other_words(message: str, expected: str) -> None:
    assert expected in ask(DATES, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "film starts 19:50 with 12 minutes of ads, runs 2h17, 25 min drive. will we be home before half past ten?",
            "**No**: that ends at **22:44**, 14 min after 22:30",
        ),
        (
            "film starts 19:50, runs 2h17, then 25 min drive. will we be home by 11 pm?",
            "**Yes**: that ends at **22:32**",
        ),
        ("we set off at 22:40, drive takes 7 h, will we be there before 6:10?", "**Yes**: that ends at **05:40**"),
        ("I leave at 8:05 and need 70 minutes, will I make it to my 9:00 exam?", "**No**: that ends at **09:15**"),
        (
            "der Film beginnt um 19:50, dauert 2h17, dann 25 min Fahrt. Sind wir vor halb elf zu Hause?",
            "**Nein**: Das ist um **22:32**",
        ),
    ],
)
def test_lengths_in_a_row_end_at_a_time(message: str, expected: str) -> None:
    assert expected in ask(DATES, message).answer


def test_a_time_of_the_night_gets_no_verdict() -> None:
    answer = ask(DATES, "The ferry goes at 22:40, takes 7 h, are we in time for the train at 6:10?").answer
    assert "**Yes**" not in answer
    assert "**No**" not in answer


def test_holidays_that_are_set_aside_count_as_read() -> None:
    message = "25 jours ouvrés à partir d'aujourd'hui. Sans s'occuper des jours fériés, ça me mène à quelle date ?"
    assert "25 décembre 2026" in ask(DATES, message).answer
    assert "Sans" not in unused_words(DATES, message)
