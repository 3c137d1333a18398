"""Another today, days of each month, anniversaries, claimed ages, and words that say again what is left out."""

import pytest

from tests.builtins.asking import DrawingHost, ask, builtin, handler, output, payload
from tests.factories.handler_answers import shown_answer

ROLE = "date_calculator"
SATURDAY = "2026-11-28T10:00:00+00:00"


def shown(text: str) -> str:
    """Return the answer as a person reads it, with what it leaves out."""
    value = handler(ROLE)(payload(text, now=SATURDAY), DrawingHost())
    return shown_answer(builtin(ROLE).spec, text, value).answer


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("pretend today is 3 february 2025. how many days until 1 may 2025?", "days", 87),
        ("Today is 3 February 2025. What date is in 10 days?", "date", "2025-02-13"),
        ("imagine today was 2025-02-03, what date is 10 days from now?", "date", "2025-02-13"),
        ("angenommen heute wäre der 3. Februar 2025, wie viele Tage sind es bis 1. Mai 2025?", "days", 87),
        ("si on était le 3 février 2025, combien de jours jusqu'au 1er mai 2025 ?", "days", 87),
        ("supposons qu'aujourd'hui soit le 3 février 2025, combien de jours jusqu'au 1er mai 2025", "days", 87),
        ("si hoy fuera 3 de marzo de 2025, que fecha era hace 100 dias?", "date", "2024-11-23"),
        ("imagina que hoy es el 3 de marzo de 2025, que dia fue hace 100 dias?", "date", "2024-11-23"),
        ("baby was born 3 june 2026, how old is she today (20 november 2026) in months and days", "days", 170),
    ],
)
def test_another_day_is_today_where_the_message_says_so(text: str, key: str, value: object) -> None:
    assert output(ROLE, text, now=SATURDAY)[key] == value
    assert "did not use" not in shown(text)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("what date is 10 days from today?", "2026-12-08"),
        ("I say today is great. what date is in 10 days?", "2026-12-08"),
        ("we say goodbye today. what date is in 10 days?", "2026-12-08"),
    ],
)
def test_a_day_that_is_not_supposed_leaves_today_alone(text: str, date: str) -> None:
    assert output(ROLE, text, now=SATURDAY)["date"] == date


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("book club is always the third thursday. which date in january 2027", ["2027-01-21"]),
        ("payday = last friday of the month. When is it in february 2027? and in april 2027?",
         ["2027-02-26", "2027-04-30"]),
        ("payday is the last friday of the month: which date in june and july 2027?", ["2027-06-25", "2027-07-30"]),
        ("always the first monday, so which dates in february, march and april 2027?",
         ["2027-02-01", "2027-03-01", "2027-04-05"]),
        ("der Stammtisch ist immer am dritten Donnerstag. Welches Datum im Januar 2027?", ["2027-01-21"]),
        ("the market is on the second sunday, when is it in may 2027?", ["2027-05-09"]),
    ],
)  # fmt: skip
def test_a_weekday_of_each_month_in_the_months_that_are_asked(text: str, days: list[str]) -> None:
    made = output(ROLE, text, now=SATURDAY)
    assert made.get("dates", [made.get("date")]) == days


@pytest.mark.parametrize(
    "text",
    [
        "the club meets every second tuesday. what date is that in march 2027?",
        "wir treffen uns jeden zweiten Dienstag. welches Datum im März 2027?",
    ],
)
def test_a_rhythm_of_two_weeks_is_no_day_of_a_month(text: str) -> None:
    assert ask(ROLE, text, now=SATURDAY).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("How many working days (mon to fri) has December 2026 if we take out the 25th and the 26th?", 22),
        ("How many weekend days, saturdays plus sundays, are in december 2026", 8),
        ("wie viele Wochenendtage hat der Dezember 2026?", 8),
        ("how many mondays are there in march 2027? i teach only mondays", 5),
        ("Days from today until Christmas eve, not counting today itself", 26),
        ("How many working days has December 2026?", None),
    ],
)
def test_what_a_count_leaves_out_or_takes_alone(text: str, count: int | None) -> None:
    made = output(ROLE, text, now=SATURDAY)
    assert made.get("count") == count
    assert count or made["business_days"] == 23
    assert all(word not in shown(text) for word in ("did not use", "cannot use"))


def test_days_left_out_in_german_are_taken_off_the_working_days() -> None:
    made = output(
        ROLE, "wie viele Arbeitstage hat Dezember 2026, wenn wir den 25. und den 26. weglassen?", now=SATURDAY
    )
    assert (made["kind"], made["days"]) == ("business_days", 22)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("we married 12 august 2001. what weekday will our 30th anniversary be on?", "2031-08-12"),
        ("wir haben am 12. August 2001 geheiratet, auf welchen Wochentag fällt unser 30. Hochzeitstag?", "2031-08-12"),
        ("born 4 may 1990, when is her 50th birthday?", "2040-05-04"),
        ("when is our silver wedding? married 5 june 2010", "2035-06-05"),
        ("what weekday was 12 august 2001, our wedding?", "2001-08-12"),
    ],
)
def test_an_anniversary_is_some_years_later(text: str, date: str) -> None:
    assert output(ROLE, text, now=SATURDAY)["date"] == date


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("My grandfather was born on 3 May 1938 and died on 19 January 2021. How old was he? My aunt keeps saying 83",
         "**No**: 82, not 83."),
        ("How old is someone born 5 may 2000 on 1 june 2026? he thinks 26", "**Yes, 26**."),
        ("wie alt war er: geboren 3. Mai 1938, gestorben 19. Januar 2021? meine Tante sagt 83", "**Nein**."),
        ("né le 3 mai 1938, quel âge avait-il le 19 janvier 2021 ? ma tante dit 83", "**Non**."),
        ("How old is someone born 5 may 2000 on 1 june 2026? he says 3 friends come", "Born on"),
        ("I was born on 29 Feb 2004. How old am I on 28 February 2027? My friend says 23", "**Yes, 23**."),
    ],
)  # fmt: skip
def test_an_age_that_somebody_claims_is_judged(text: str, verdict: str) -> None:
    assert ask(ROLE, text, now=SATURDAY).answer.startswith(verdict)


def test_the_other_way_to_count_a_29_february_is_named_on_the_day_where_it_matters() -> None:
    assert "with 1 March it would be 22 years" in shown("born 29 Feb 2004, how old on 28 February 2027?")
    assert "with 1 March" not in shown("born 29 Feb 2004, how old on 3 March 2027?")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Je suis née le 07/08/1991 (7 août, pas juillet), quel âge aurai-je le 1er mars 2027 ?", False),
        ("what weekday is 7 august 2027, not july", False),
        (
            "livraison sous 10 jours ouvrés à partir du lundi 30 novembre 2026 (le lundi compte pas), donc quand ?",
            False,
        ),
        ("what weekday is 7 august 2027, not 9", False),
        ("how many days until 24 december 2026, not forgetting 3 holidays", True),
    ],
)
def test_what_is_denied_and_not_meant_anyway_is_used(text: str, left: bool) -> None:
    words = shown(text)
    assert any(one in words for one in ("did not use", "n'ai pas utilisé", "cannot use")) is left


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("log line says 2026-07-20T18:05:00Z. What's that on the clock in Berlin?", "2026-07-20T20:05+02:00"),
        ("the server logged 2026-01-20T23:30:00+02:00, what time was that in Tokyo?", "2026-01-21T06:30+09:00"),
    ],
)
def test_a_moment_of_a_log_is_shown_on_the_clock_of_a_place(text: str, time: str) -> None:
    assert output(ROLE, text, now=SATURDAY)["to"][0]["time"] == time


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("How many days from 1 Dec 2026 to 19 Dec 2026, and if parking costs 7.50 a day, whats that altogether? "
         "Don't count the last day", 135.0),
        ("How many nights from 1 Dec 2026 to 5 Dec 2026 at 80 euros a night, total?", 320.0),
        ("wie viele Tage vom 1.12.2026 bis 11.12.2026, und bei 12,50 € pro Tag, was macht das zusammen?", 125.0),
        ("how many days from 1 Dec 2026 to 19 Dec 2026? parking is 7.50 a day", None),
        ("what date is a day after 5 may 2027", None),
    ],
)  # fmt: skip
def test_a_price_for_each_day_is_added_up_where_the_sum_is_asked(text: str, total: float | None) -> None:
    assert output(ROLE, text, now=SATURDAY).get("total") == total


@pytest.mark.parametrize(
    ("text", "days"),
    [("cuantos dias tiene febrero de 2028?", 29), ("wie viele Tage hat der Februar 2028?", 29),
     ("combien de jours a février 2027 ?", 28), ("how many days has february 2028", 29)],
)  # fmt: skip
def test_the_days_of_a_month_in_four_languages(text: str, days: int) -> None:
    made = output(ROLE, text, now=SATURDAY)
    assert (made["kind"], made["days"]) == ("days_in_month", days)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "45 days after 10 Jan 2027 3) will it rain on that day?",
            "I cannot do this part: “will it rain on that day”.",
        ),
        ("45 days after 10 Jan 2027 3) is it a weekend?", "**No**: it is a Wednesday."),
    ],
)
def test_a_numbered_question_about_the_day_before_it_is_answered_or_named(text: str, said: str) -> None:
    assert said in shown(text)
    assert "did not use" not in shown(text)
