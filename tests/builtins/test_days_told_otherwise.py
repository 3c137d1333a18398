"""Days that are told in a roundabout way, what remains of a period, and lists from which days are picked."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"


def answer(message: str) -> str:
    """Return the answer to one message."""
    return ask(ROLE, message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how many days between the first monday of January 2027 and the last friday of March 2027?", "**81 days**"),
        ("days from the first monday of march to the 15th of april 2027", "**45 days**"),
        ("how many days until the last friday of march 2027", "**116 days**"),
        ("how many weeks between 15 january 2027 and the last friday of march 2027", "**10 weeks**"),
        ("working days between the first monday and the last friday of march 2027", "**20 working days**"),
        ("wie viele tage sind es vom ersten montag im märz 2027 bis zum letzten freitag im juni 2027", "**116 Tage**"),
        ("combien de jours entre le premier lundi de mars 2027 et le dernier vendredi de juin 2027 ?", "**116 jours**"),
        (
            "cuántos días hay entre el primer lunes de marzo de 2027 y el último viernes de junio de 2027",
            "**116 días**",
        ),
        ("how long is it from the first to the last friday of march 2027", "**21 days**"),
        ("is the last friday of march 2027 before or after easter 2027", "**Before**"),
        ("first monday in march and last friday in june 2027", "**Friday, 25 June 2027**"),
    ],
)
def test_a_span_runs_to_the_nth_weekday_of_a_month(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("what date is the tuesday after the next bank holiday", "**Tuesday, 29 December 2026**"),
        ("how many days until the next bank holiday", "**25 days**"),
        ("which tuesday comes after the next bank holiday", "**Tuesday, 29 December 2026**"),
        ("wie viele tage bis zum nächsten gesetzlichen feiertag", "**25 Tage**"),
        ("quand est le prochain jour férié", "25 décembre 2026"),
    ],
)
def test_the_next_holiday_is_a_day_and_its_country_is_told(message: str, expected: str) -> None:
    made = answer(message)
    assert expected in made
    assert "England and Wales" in made or "Deutschland" in made or "France" in made


def test_the_holidays_of_scotland_are_not_taken_from_england() -> None:
    assert ask(ROLE, "next bank holiday in scotland", now=NOW).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Which was earlier, 26 october or 5 weeks ago?", "Neither: both are **Monday, 26 October 2026**"),
        ("which was earlier, 3 november or 3 weeks ago", "**Tuesday, 3 November 2026** is earlier, by **6 days**"),
        ("what is later, 10 january 2027 or 6 weeks from now", "**Monday, 11 January 2027** is later"),
        ("is 40 days from today before or after 10 january", "**Before**: Saturday, 9 January 2027"),
        ("which is sooner, in 3 weeks or 15 december", "**Tuesday, 15 December 2026** is earlier"),
        (
            "was war früher, der 3. november oder vor 3 wochen",
            "**Dienstag, 3. November 2026** ist früher, um **6 Tage**",
        ),
        ("lequel est plus tôt, le 3 novembre ou il y a 3 semaines", "**mardi 3 novembre 2026** est plus tôt"),
        ("Which is earlier: 3 May 2024 or the 120th day of 2024?", "**Monday, 29 April 2024** is earlier"),
    ],
)
def test_a_choice_of_two_days_may_name_one_by_its_distance(message: str, expected: str) -> None:
    assert expected in answer(message)


def test_a_choice_of_which_one_day_is_read_is_refused() -> None:
    made = ask(ROLE, "which was earlier, my 3 month checkup or 1 may", now=NOW)
    assert made.tag == "NULL"
    assert "could not read both" in (made.answer or "")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("the MOT was done on 3 march 2026 and is valid a year, how many days until it expires", "**93 days** away"),
        ("warranty from 3 march 2025 lasts 2 years, how many days are left", "**93 days** away"),
        ("tüv gemacht am 3. märz 2026, gilt 2 jahre, wie viele tage noch", "**459 Tage**"),
        ("parking permit bought 1 june 2026 good for a year. how many weeks left on it?", "**26 weeks and 1 day**"),
        ("30 day trial from 10 november, how many days do I have left", "**10 days** away"),
        (
            "Invoice is dated 12 November, terms 30 days net. Is it overdue already? They were rude.",
            "**No**: it is 12 days",
        ),
        ("library loan of 21 days from 2 november, is it overdue?", "**Yes**: it was 7 days ago"),
        ("opened the cream on 26 nov, says use within 5 days. still ok tonight?", "**Yes**: it is 1 day"),
    ],
)
def test_what_remains_of_a_period_is_told(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how many working days after today up to and including 4 december", "**4 working days**"),
        ("wieviele Arbeitstage sind es nach heute noch bis einschließlich 18. Dezember", "**14 Arbeitstage**"),
        ("how many working days after 1 december is 10 december", "**7 working days**"),
        ("working days from today until 4 december", "**5 working days**"),
        (
            "how many days will we be open in December if we work Monday to Friday and stay closed on the 24th",
            "**22 working days**",
        ),
        ("working days in december this year if our office is shut on the 24th, 25th and 31st", "**20 working days**"),
    ],
)
def test_a_count_of_working_days_begins_where_it_is_told(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "My gran was born 29 february 1936. How old is she, and when is her next real birthday?",
            "**Tuesday, 29 February 2028**",
        ),
        ("nephew was born on 29 feb 2016. when is his next real birthday and how old does he get", "at **12**"),
        (
            "mein sohn ist am 29. februar 2012 geboren, wann hat er wieder richtig geburtstag",
            "**Dienstag, 29. Februar 2028**",
        ),
        ("born 29 february 2024, how many days until her first real birthday", "**456 days**"),
        ("born 29 february 2000: how many real birthdays has he had", "**6 birthdays**"),
        ("Mum was born 29 february 1948. When is her next birthday?", "The next birthday is Sunday, 28 February 2027"),
        ("she was born 3 march 1990. when is her next birthday and how old will she be", "one turns **37** then"),
    ],
)
def test_a_birthday_on_a_leap_day_comes_in_a_leap_year(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("which of these fall on a weekend: 3 Apr 2027, 17 May 2027, 8 Aug 2027, 22 Oct 2027", "**2** of 4"),
        ("I do the market every Friday. Give me the December dates, leaving out Christmas Day.", "without 25 December"),
        ("pta meets on the third thursday of the month. january?", "**Thursday, 21 January 2027**"),
        ("Welche Kalenderwoche ist heute und in welcher liegt der 6. Januar 2027?", "**Kalenderwoche 1** 2027"),
        (
            "Wedding on 12 June 2027. Is that a Saturday, and how many Saturdays do we still have before it?",
            "**27 Saturdays**",
        ),
        ("how many saturdays from today until 12 june 2027", "**28 Saturdays**"),
    ],
)
def test_days_are_picked_from_a_list_or_a_month(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "dough has to rest 18 hours and I want to put it in the oven saturday 9 am. when do i knead?",
            "**15:00 the day before",
        ),
        ("the roast needs 3 hours and should be on the table at 19:00. when do i put it in", "**16:00**"),
        ("i want to start at 9:00 and it takes 6 hours, when do i finish", "**15:00**"),
        ("i need to start at 9:00 and the job takes 6 hours, when do i get home", "**15:00**"),
        (
            "flight leaves Lisbon tomorrow 11:25 and takes 7h50 to Newark, what time is it there when i land",
            "**14:15 in Newark",
        ),
        ("Asleep 21:40, up at 6:25. Is that the 9 hours a seven year old needs?", "**No**: 15 min less"),
        (
            "add up my week: mon 7:30, tue 8:15, wed 6:50, thu 7:45, fri 5:40 (hours:minutes). contract is 38.5h",
            "**2 h 30 min less** than 38.5 h",
        ),
        (
            "My timesheet wants minutes: 1.75 hours, 0.4 hours and 2.2 hours. Convert each and give me the total.",
            "**105 min** + **24 min** + **132 min**",
        ),
        ("library book was due 21 nov, they take 20 cents for each day late. back today, what do i pay", "**1.80**"),
        ("Lieferung kommt in 12 Arbeitstagen ab heute, Mo-Fr. Klappt das noch vor dem 18. Dezember?", "**Ja**"),
    ],
)
def test_times_run_the_way_that_the_question_says(message: str, expected: str) -> None:
    assert expected in answer(message)


def test_a_local_time_at_a_place_that_is_not_known_is_refused() -> None:
    made = ask(
        ROLE, "flight leaves Lisbon at 11:25 and takes 7h50 to Entenhausen, what time is it there when we land", now=NOW
    )
    assert made.tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("what date was 5 weeks ago", "**Monday, 26 October 2026**"),
        ("5 weeks before 26 october 2026", "**Monday, 21 September 2026**"),
        ("3 days before the last friday of march 2027", "**Tuesday, 23 March 2027**"),
        ("the third thursday of january 2027", "**Thursday, 21 January 2027**"),
        ("how many mondays between 1 march and 30 june 2027", "**18 Mondays**"),
        ("5 working days after 1 december", "**Tuesday, 8 December 2026**"),
        ("how many days after 1 december until 10 december", "**9 days**"),
    ],
)
def test_look_alikes_are_answered_as_before(message: str, expected: str) -> None:
    assert expected in answer(message)
