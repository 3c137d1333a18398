"""The day before or after a day, rhythms with a verdict, courses of some weeks, several months, lengths of a week."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload, unused_words

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("what date is the day after boxing day", "**Sunday, 27 December 2026**"),
        ("which day is the day before easter 2027", "**Saturday, 27 March 2027**"),
        ("the day before the day before christmas", "Wednesday, 23 December 2026 it is **23 days**"),
        ("how many days until the day after christmas", "**26 days**"),
        ("quelle date est le lendemain de Noël ?", "26 décembre 2026**"),
        ("1 day after boxing day", "**Sunday, 27 December 2026**"),
        ("how many days until the day after tomorrow", "**2 days**"),
        ("what day is 100 days after christmas", "**Sunday, 4 April 2027**"),
    ],
)
def test_the_day_beside_a_day_is_another_day(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("bin collection every second wednesday from 2 december, is it on 30 december?", "**Yes**"),
        ("payday is every 2 weeks, last was 20 november, is 18 december a payday?", "**Yes**"),
        ("payday is every 2 weeks, last was 20 november, is 11 december a payday?", "**No**"),
        ("every other tuesday starting 8 dec 2026, dates until end of january", "**Tuesday, 19 January 2027**"),
        ("every 6 weeks from 7 december: give me the next 4 dates", "**Monday, 12 April 2027**"),
        ("the course starts 12 jan 2027 and runs 10 weeks, when's the last session", "**Tuesday, 16 March 2027**"),
        ("8 weekly lessons starting 5 january 2027, when is the last one?", "**Tuesday, 23 February 2027**"),
        ("Der Kurs beginnt am 12. Januar 2027 und geht 10 Wochen, wann ist der letzte Termin?", "16. März 2027**"),
        ("the course starts 12 jan 2027 and runs 10 weeks, when does it end?", "**Tuesday, 23 March 2027**"),
        ("due 30 days after 31 Jan 2025 but if weekend then the next monday", "so **Monday, 3 March 2025**"),
        (
            "due 30 days after 31 January 2025, if it falls on a weekend the friday before",
            "**Friday, 28 February 2025**",
        ),
        (
            "30 days after 1 January 2025, if that's a weekend then the next working day",
            "is **Friday, 31 January 2025**",
        ),
        ("the bread has to rise 90 min and bake 45, i want it done at 8:00. when do i start", "**05:45**"),
    ],
)
def test_a_rhythm_has_its_days(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how many days are in november and december together", "**61 days**"),
        ("how many days in february 2028", "**29 days**"),
        ("how old is a dog born on 2 feb 2019 in months", "**93 months and 28 days**"),
        ("how many school days from 4 january to 12 february 2027 (mon-fri)", "**30 working days**"),
        ("mon 7h, tue 8h 15m sum?", "**15 h 15 min**"),
        ("worked mon 7.5h tue 8.25h wed 6h 40min, sum?", "**22 h 25 min**"),
        ("her 50th birthday falls on 3 march 2029, which weekday?", "**Saturday**"),
        ("we married 8 august 2012, when is our 25th anniversary?", "**Saturday, 8 August 2037**"),
        ("if i sleep at 23:15 and need 7.5 hours, when should the alarm go", "**06:45 the next day**"),
        ("i must be at work at 8:30 and it takes 40 minutes, when should i get up", "**07:50**"),
        ("parking 2h30 from 11:50, when do i need to be back", "**14:20**"),
        (
            "term is 6 january to 26 march 2027, half term 15-19 february off. how many school days?",
            "**53 working days**",
        ),
        ("sub 45 minutes from 10:15", "**09:30**"),
        ("take 20 minutes off 9:05", "**08:45**"),
        ("the train takes 45 minutes from 10:15, when does it arrive", "**11:00**"),
        ("our anniversary is 8 august 2012, how many years married next year?", "**15 years**"),
        ("how far ahead is Tokyo of Berlin", "**8 h behind** Tokyo"),
        ("is it still sunday in Honolulu when its 9am monday in Paris", "**22:00 the day before in Honolulu"),
        ("is it dst in paris right now", "**No**"),
        ("is it summer time in Sydney on 10 january 2027?", "**Yes**"),
        ("when is Mother's Day in the UK next year?", "**Sunday, 7 March 2027**"),
        ("when is mother's day 2027", "**Sunday, 9 May 2027**"),
        ("summer bank holiday 2027", "**Monday, 30 August 2027**"),
    ],
)
def test_sums_and_sides_of_days(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("wie viele Tage sind es noch bis Silvester?", "**31 Tage** (4 Wochen und 3 Tage; 1 Monat und 1 Tag)"),
        ("¿Cuántos días faltan para el 6 de enero?", "**37 días** (5 semanas y 2 días; 1 mes y 7 días)"),
        ("combien de mois entre le 3 mars 2026 et le 5 mai 2026", "**2 mois et 2 jours** (63 jours ; 9 semaines)"),
        ("wie viele Tage bis 2. Dezember", "**2 Tage**."),
    ],
)
def test_lengths_have_no_empty_parts(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "is_definite"),
    [
        ("what day was 22nd june 1975, my mums wedding day", True),
        ("turkey needs 4 hours 20 min and we want to eat at 2pm, when does it go in?", True),
        ("¿Cuántos días han pasado desde el 1 de octubre?", True),
        ("how many days until 25 december if we skip the 3 busy ones", False),
        ("what day was 22 june 1975 in the julian calendar", False),
    ],
)
def test_a_story_beside_one_plain_question_changes_nothing(message: str, is_definite: bool) -> None:
    given = handler(ROLE)(payload(message, now=NOW), DrawingHost())
    assert bool(given.get("definite")) is is_definite
    if not is_definite:
        assert unused_words(ROLE, message, now=NOW).strip()
