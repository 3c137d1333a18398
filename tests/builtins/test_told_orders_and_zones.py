"""The order of a date in figures that is told, zones without a city, airports, flights between local times."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "My passport expires 02/05/2027 (american format, so feb 5th). We fly on jan 10. Does "
            "it still have 3 months left then?",
            "**No**: 3 months after Sunday, 10 January 2027 is Saturday, 10 April 2027; it "
            "expires on Friday, 5 February 2027",
        ),
        ("how many days between 03/04/2027 and 10/04/2027, american format", "**214 days**"),
        ("dates are mm/dd: how many days from 03/04/2027 to 03/10/2027", "**6 days**"),
        ("how long until 05/06/2027 (may 6th)?", "to Thursday, 6 May 2027 it is **157 days**"),
        ("how long until 05/06/2027 (5 june)?", "to Saturday, 5 June 2027 it is **187 days**"),
        ("Combien de jours entre le 15/12/2026 et le 03/01/2027, les deux inclus ?", "**20 jours**"),
        ("Wie viele Tage bis 03/04/2027?", "03/04/2027 lese ich als 3. April 2027"),
        ("¿Cuántos días faltan para el 03/04/2027?", "He leído 03/04/2027 como 3 de abril de 2027"),
        ("combien de jours jusqu'au 03/04/2027 ?", "J'ai lu 03/04/2027 comme 3 avril 2027"),
    ],
)
def test_the_order_of_figures_is_taken_as_told(message: str, expected: str) -> None:
    answer = ask(ROLE, message, now=NOW).answer
    assert expected in answer
    if "american" in message or "mm/dd" in message or "15/12" in message:
        assert "month first" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("what is 03/04/2027 in american format", "**04/03/2027**"),
        ("convert 03/04/2027 to US format", "**04/03/2027**"),
        ("how many days until 03/04/2027", "I read 03/04/2027 as Saturday, 3 April 2027 (day first)"),
    ],
)
def test_a_wished_format_tells_no_order(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Meeting at 9:30am Pacific on Dec 3, whats that in UK time?", "**17:30 in UK (UTC+0)**"),
        ("call is at 2pm Eastern on 4 december, what time is that in Berlin?", "**20:00 in Berlin"),
        ("3pm London in Pacific?", "**07:00 in Pacific"),
        ("webinar 11 am Mountain time on 8 Jan, when is that in Paris", "**19:00 in Paris"),
        ("16:15 central on 7 december, what time in Madrid?", "**23:15 in Madrid"),
        ("Wie spät ist es in Deutschland, wenn es in Los Angeles 8 Uhr ist?", "Deutschland: **17:00**"),
    ],
)
def test_american_zones_need_no_city(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Meeting at 9:30am on Dec 3, whats that in UK time?", "Say in which place"),
        ("flight leaves London 9:30 and lands 13:45, how long?", "one place for two times"),
        (
            "take off at Luneburg 6:50 local, touch down in Kleinstadt 10:35 local time, how long?",
            "at most one of these",
        ),
    ],
)
def test_a_time_without_its_place_is_asked_for(message: str, words: str) -> None:
    made = ask(ROLE, message, now=NOW)
    assert made.tag == "NULL"
    assert words in made.answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Flight leaves Heathrow 11:20 on 12 December and lands at JFK 14:25 local time. how long is the flight?",
            "**8 h 5 min**",
        ),
        (
            "my plane takes off from Gatwick at 6:50 and lands in Malaga at 10:35 local time, how long in the air?",
            "**2 h 45 min**",
        ),
        ("depart LAX 22:10, arrive SYD 08:05 two days later local, flight time?", "**14 h 55 min**"),
        ("leave Toronto 19:40 local, land in Frankfurt 8:55 the next day local time, how long?", "**7 h 15 min**"),
        ("Abflug München 10:15, Ankunft New York 13:40 Ortszeit, wie lange dauert der Flug?", "**9 h 25 min**"),
        (
            "salida de Madrid a las 12:00, llegada a Londres a las 13:25 hora local, ¿cuánto tiempo dura el vuelo?",
            "**2 h 25 min**",
        ),
    ],
)
def test_a_flight_is_counted_on_both_clocks(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("train leaves Leeds 7:35 and gets in at 9:50, how long is that?", "**2 h 15 min**"),
        ("our bus to Manchester goes at 8:05 and arrives 11:20. how long is the trip?", "**3 h 15 min**"),
        ("how long is it from 9:15 to 17:40", "**8 h 25 min**"),
    ],
)
def test_one_place_on_a_way_over_land_changes_no_clock(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("add 2:45 + 1:38 + 0:57 please, hours and minutes", "**5 h 20 min**"),
        ("total of 3:10 + 4:25", "**7 h 35 min**"),
        ("1:15+0:50+2:05 altogether", "**4 h 10 min**"),
        ("2:45 + 1:38", "**04:23**"),
        ("start at 8:45 + 1:30 + 0:45, when do i finish?", "**11:00**"),
    ],
)
def test_lengths_joined_by_plus_signs_are_added(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer
