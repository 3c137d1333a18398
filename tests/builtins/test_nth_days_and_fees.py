"""The n-th working day of a month, fees in per cent, American dates in figures, counted days, rents per area."""

import pytest

from tests.builtins.asking import ask, unused_words

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def told(message: str, role: str = "date_calculator") -> str:
    """Return the answer of a handler on that Monday."""
    return ask(role, message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("rent is due on the third working day of december, which date is it?", "Thursday, 3 December 2026"),
        ("when is the 5th working day of january 2027", "Friday, 8 January 2027"),
        ("second to last business day of this month, when?", "Friday, 27 November 2026"),
        ("what's the 3rd business day of next month", "Thursday, 3 December 2026"),
        ("Welches Datum hat der 3. Werktag im März 2027?", "Mittwoch, 3. März 2027"),
        ("wann ist der dritte arbeitstag im dezember", "Donnerstag, 3. Dezember 2026"),
        ("quel est le troisième jour ouvré de décembre", "jeudi 3 décembre 2026"),
        ("¿cuál es el quinto día laborable de enero de 2027?", "viernes, 8 de enero de 2027"),
    ],
)
def test_nth_working_day_of_a_month_is_a_day(message: str, wanted: str) -> None:
    """It is counted from Monday to Friday; 1 January is left out."""
    assert f"**{wanted}**" in told(message)


@pytest.mark.parametrize(
    "message",
    [
        "when is the third working day of december without the 2nd?",
        "how many days until the third working day of december",
    ],
)
def test_nth_working_day_is_no_count(message: str) -> None:
    """A question with more than that day gets no count of all working days."""
    assert "23 working days" not in told(message)


def test_working_days_of_a_month_are_still_counted() -> None:
    """A question for their number gets it."""
    assert "**23 working days**" in told("how many working days in December")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("how much is 3% late fee on 815", "**24.45**"),
        ("how much are 3% late fees on the rent of 815", "**24.45**"),
        ("what is 2.5% commission on 2000", "**50**"),
        ("wie viel sind 3% Mahngebühr auf 815", "**24,45**"),
        ("combien font 3 % de pénalité de retard sur 815", "**24,45**"),
        ("how much is 815 with a 3% late fee", "**839.45**"),
        ("invoice of 815, 3% late fee, what do I pay?", "**839.45**"),
        ("wie viel sind 815 plus 3% Mahngebühr", "**839,45**"),
    ],
)
def test_a_fee_on_a_sum_is_the_fee(message: str, wanted: str) -> None:
    """The sum with the fee is told where that is asked for."""
    assert wanted in told(message, "calculator")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "friend in boston writes 03/04/2027, I said 20 march 2027. whose date comes first and by how much",
            "**16 days**",
        ),
        ("My American colleague wrote 05/06/2027. Which weekday is that?", "6 May 2027 is a **Thursday**"),
        ("Ein Freund in Boston schreibt 03/04/2027, welcher Wochentag ist das?", "**Donnerstag**"),
        ("Un ami à New York écrit 03/04/2027, quel jour de la semaine est-ce ?", "**jeudi**"),
        ("I fly to Boston on 03/04/2027, which weekday is that?", "**Saturday**"),
        ("friend in london writes 03/04/2027, which weekday is that", "**Saturday**"),
        ("friend in boston writes 03.04.2027, which weekday is that", "**Saturday**"),
    ],
)
def test_figures_written_by_americans_have_the_month_first(message: str, wanted: str) -> None:
    """A town alone, a British town and a date with points change nothing."""
    assert wanted in told(message)


def test_the_american_order_is_told() -> None:
    """The answer says how the date was read."""
    assert "month first, as in the United States" in told("friend in boston writes 03/04/2027, which weekday is that")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "We married on 20 june 2009. When is our 6500th day together counted from the wedding, it is a surprise",
            "**Wednesday, 7 April 2027**",
        ),
        ("I was born on 3 may 2000, when is my 10000th day?", "**Sunday, 19 September 2027**"),
        ("Wir haben am 20. Juni 2009 geheiratet. Wann ist unser 6500. Tag?", "**Mittwoch, 7. April 2027**"),
        ("what date is the 100th day of 2027", "**Saturday, 10 April 2027**"),
        ("when is the 200th day of the year", "**Sunday, 19 July 2026**"),
    ],
)
def test_nth_day_from_a_told_day(message: str, wanted: str) -> None:
    """It is counted from the told day; days of a year are counted from its first."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "marathon is sunday 25 april 2027, my 16 week plan should end with the race. Which monday do I start?",
            "**Monday, 4 January 2027**",
        ),
        (
            "Race on saturday 24 april 2027, my 10-week training plan ends with it. On which monday should I begin?",
            "**Monday, 15 February 2027**",
        ),
        (
            "Mein Marathon ist am 25. April 2027, der Trainingsplan dauert 16 Wochen. An welchem Montag fange ich an?",
            "**Montag, 4. Januar 2027**",
        ),
    ],
)
def test_weekday_on_which_a_plan_begins(message: str, wanted: str) -> None:
    """The last week of the plan has the event."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "library book borrowed 14 nov for 21 days. closed on sundays, can i still bring it on the last day?",
            "**Yes**: the last day, 21 days after Saturday, 14 November 2026, is **Saturday, 5 December 2026**.",
        ),
        (
            "Book borrowed on 15 november for 3 weeks. They are closed on sundays, can I return it on the last day?",
            "**No**: the last day, 3 weeks after Sunday, 15 November 2026, is **Sunday, 6 December 2026**.",
        ),
    ],
)
def test_last_day_of_a_loan_and_a_closed_weekday(message: str, wanted: str) -> None:
    """The answer is yes or no, with the day."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Meine Probezeit geht 4 Monate ab dem 1. September 2026. Wann ist sie vorbei und wie viele Tage noch?",
            "Der letzte Tag ist **Donnerstag, 31. Dezember 2026**, von heute an sind es **31 Tage**.",
        ),
        (
            "My trial period runs 6 months from 1 October 2026. When is it over and how many days are left?",
            "The last day is **Wednesday, 31 March 2027**, **121 days** from today.",
        ),
        (
            "My trial runs 6 months from 1 October 2026. When is it over and how many days until 24 December?",
            "**24 days**",
        ),
    ],
)
def test_last_day_of_a_period_and_the_days_left(message: str, wanted: str) -> None:
    """The days left are counted to the last day, or to the day that is told."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Is 2028 a leap year and if so on which weekday will 29 february be?", "29 February is a **Tuesday**"),
        ("Is 2027 a leap year and on which weekday is 29 february?", "**no leap year**"),
        ("Ist 2028 ein Schaltjahr und auf welchen Wochentag fällt dann der 29. Februar?", "ein **Dienstag**"),
        ("2028 est-elle une année bissextile", "2028 est une année **bissextile**"),
        ("is 2028 a leap year", "**a leap year** (divisible by 4)"),
    ],
)
def test_leap_year_with_the_weekday_of_its_day(message: str, wanted: str) -> None:
    """Both questions are answered; the one alone as before."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("wieviele arbeitstage (mo-fr) hat der dezember 2026 wenn man nur den 25. abzieht", "**22 Arbeitstage**"),
        ("Wie viele Arbeitstage hat der Mai 2027, wenn ich den 6. und den 17. nicht mitzähle?", "**19 Arbeitstage**"),
        ("Wie viele Arbeitstage hat der Dezember 2026, wenn man den 26. abzieht?", "**23 Arbeitstage**"),
        ("wieviele arbeitstage hat der dezember 2026", "**23 Arbeitstage**"),
    ],
)
def test_working_days_less_told_ones(message: str, wanted: str) -> None:
    """A told day on a weekend is not counted anyway."""
    assert wanted in told(message)


@pytest.mark.parametrize(
    ("message", "time"),
    [
        (
            "la limite est à 65 mph là-bas, donc en km/h ? et combien de temps pour faire 150 miles si je roule à ça",
            "2 h 18 min",
        ),
        (
            "limit is 65 mph, what is that in km/h? and how long does it take to drive 150 miles at that speed",
            "2 h 18 min",
        ),
        ("Dort sind 65 mph erlaubt, was ist das in km/h? Und wie lange brauche ich für 150 Meilen?", "2 h 18 min"),
    ],
)
def test_a_speed_converted_and_the_time_of_a_way(message: str, time: str) -> None:
    """Both questions are answered, and the calculator leaves the message to the converter."""
    answer = told(message, "unit_converter")
    assert "104.60736" in answer.replace(",", ".")
    assert time in answer
    assert time not in told(message, "calculator")


def test_the_time_of_a_way_alone() -> None:
    """The calculator still answers it."""
    assert "2 h 18 min" in told("combien de temps pour faire 150 miles à 65 mph", "calculator")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "I ask 14.50 euro per m2 for 63 m2. An american wants to know it per square foot. And the whole rent?",
            ["1.35 euro per square foot", "913.50 euro"],
        ),
        (
            "Ich verlange 14,50 Euro pro m2 für 63 m2. Wie viel ist das pro square foot? Und die ganze Miete?",
            ["1,35 Euro", "913,50 Euro"],
        ),
    ],
)
def test_price_per_area_and_the_whole_rent(message: str, wanted: list[str]) -> None:
    """The price is converted, and the whole is the price of the told area."""
    answer = told(message, "unit_converter")
    assert [one for one in wanted if one not in answer] == []


def test_no_whole_rent_where_none_is_asked_or_the_units_differ() -> None:
    """A price alone is converted alone; an area in another unit is not multiplied."""
    alone = "I ask 14.50 euro per m2 for 63 m2. An american wants to know it per square foot."
    other = "I ask 14.50 euro per m2 for 678 sq ft. An american wants to know it per square foot. And the whole rent?"
    assert "Whole sum" not in told(alone, "unit_converter")
    assert "Whole sum" not in told(other, "unit_converter")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Aux États-Unis l'essence est à 3,49 $ le gallon, ça fait combien de dollars le litre ?", "**0,92 $ / l**"),
        ("In the US gas is $3.49 a gallon, how many dollars is that per litre?", "**$0.92 per litre**"),
        ("brauche 250 g mehl, hab aber nur us cups da. wieviele cups ca?", "**250 g (mehl) ≈ 1,99 cup**"),
        ("I need 250 g flour but I only have US cups here. How many cups is that?", "≈ 1.99 US cups"),
        ("I have 2 US cups of flour. How many grams is that?", "≈ 251 grams"),
    ],
)
def test_words_beside_a_price_or_an_ingredient(message: str, wanted: str) -> None:
    """The currency that the price has already, and the cups that are at hand, change nothing."""
    assert wanted in told(message, "unit_converter")


def test_another_currency_is_not_converted() -> None:
    """A price in dollars is not told in euros."""
    message = "Aux États-Unis l'essence est à 3,49 $ le gallon, ça fait combien d'euros le litre ?"
    assert "0,92" not in told(message, "unit_converter")


def test_cups_at_hand_are_read() -> None:
    """What there is to measure with is no part of the message that is left out."""
    unused = unused_words("unit_converter", "brauche 250 g mehl, hab aber nur us cups da. wieviele cups ca?")
    assert "cups" not in unused
    other = unused_words("unit_converter", "brauche 250 g mehl, hab aber nur eier da. wieviele cups ca?")
    assert "eier" in other


def test_nth_day_of_work_is_no_calendar_day() -> None:
    """Days of work are not all days."""
    assert "500 days after" not in told("I started on 3 may 2025, when is my 500th day of work?")
