"""Working time without its breaks, durations added to a time of day, and periods whose first day counts."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "i started my shift at 22:10 and got out at 6:40, with a 45 min break. how long did i work?",
            "**7 h 45 min**",
        ),
        ("my shift began at 5:55 and i got home at 14:20, 25 minutes of lunch. how long was it", "**8 h**"),
        ("night shift from 21:30 to 6:00 with two 20 minute breaks, net working time?", "**7 h 50 min**"),
        ("three 10 minute breaks, work 9:15-17:45, how long do i work", "**8 h**"),
        ("i worked 8:20 till 17:50 with an hour for lunch, how long was that", "**8 h 30 min**"),
        ("Schicht 21 bis 5:30 Uhr mit zwei Pausen von je 15 Minuten, wie lange arbeite ich", "**8 h 0 min**"),
        ("je travaille de 8h à 16h45 avec 2 pauses de 20 minutes, combien d'heures de travail ?", "**8 h 5 min**"),
        ("turno de 6:40 a 14:55 con 25 minutos de descanso, cuánto he trabajado", "**7 h 50 min**"),
        ("paid 20 min break, shift 8:00 to 15:30. how many hours do i get paid?", "**7 h 30 min**"),
        ("7:30-11:45 and 12:30-17:00, what's the total", "**8 h 45 min**"),
        ("shift 9:00 to 17:40 with 30 min paid break and 20 min unpaid break, hours paid?", "**8 h 20 min**"),
        ("shift 1 was 6:40, shift 2 was 7:35, what is it together", "**14 h 15 min**"),  # lengths, no times of day
        ("time sheet with 7:45 on monday and 8:10 on tuesday, total?", "**15 h 55 min**"),
    ],
)
def test_breaks_are_taken_off_a_shift(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "the play starts at 19:40, introduction 12 minutes, the play itself is 2 hours 35. when are we out?",
            "**22:27**",
        ),
        (
            "Concert at 20:10, support act 35 minutes, changeover 20 min, main act 1 hour 45. When does it end?",
            "**22:50**",
        ),
        ("train leaves 7:35, 1 hour 40 to Leeds, then a 15 min walk. when do i get there?", "**09:30**"),
        (
            "Ich bin um 7:05 los, 20 Minuten Bus, dann 1 Stunde 25 Zug, dann 10 Minuten zu Fuß. Wann bin ich da?",
            "**09:00**",
        ),
        ("It begins 11:10, an opening of 15 minutes, then 1 hour 35 of talks. when is it over?", "**13:00**"),
        ("film 20:10, runs 2h25, plus 15 min ads. when's the end?", "**22:50**"),
        ("bus 22 at 6:30 takes 40 min, when am i there", "**07:10**"),
        ("from 9:30 to 18, how long is that", "**8 h 30 min**"),
        ("what is 10:15 to 12 march", "12 March 2027"),
    ],
)
def test_several_lengths_follow_a_time_of_day(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "visa valid 60 days from arrival, we land feb 3 2027. last day if arrival counts as day 1?",
            "**Saturday, 3 April 2027**",
        ),
        ("14 days from check-in on 6 April 2027, arrival is day 1, what's the last day", "**Monday, 19 April 2027**"),
        (
            "10 day detox from 4 May 2027 where that counts as the first day, when is the last day",
            "**Thursday, 13 May 2027**",
        ),
        (
            "Das Visum gilt 30 Tage. Wir landen am 2.3.2027, der Einreisetag zählt als Tag 1. Was ist der letzte Tag?",
            "**Mittwoch, 31. März 2027**",
        ),
        (
            "visa de 30 jours, arrivée le 2 mars 2027, ce jour compte comme jour 1. quel est le dernier jour ?",
            "**mercredi 31 mars 2027**",
        ),
        ("how many days from 1 march to 14 march 2027 if both count", "**14 days**"),
        ("holiday from 3 to 16 august 2027, arrival day counts as day 1, how many days is it?", "**14 days**"),
        ("holiday from 3 to 16 august 2027, how many days is it?", "**13 days**"),
        (
            "visa of 60 days, we arrive 3 February 2027, arrival day does not count. last day?",
            "**Sunday, 4 April 2027**",
        ),
        (
            "meine probezeit läuft 4 monate ab dem 01.10.2026, wann ist sie vorbei?",
            "**Montag, 1. Februar 2027**. Zählt der erste Tag mit, ist der letzte Tag Sonntag, 31. Januar",
        ),
        (
            "my trial runs 2 months from 10 January 2027. when is it over?",
            "**Wednesday, 10 March 2027**. If the first day counts, the last day is Tuesday, 9 March",
        ),
    ],
)
def test_the_first_day_of_a_period_counts_where_a_message_says_so(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message).answer


def test_no_last_day_is_told_of_a_plain_sum() -> None:
    assert "last day" not in ask("date_calculator", "what date is 3 months from 10 January 2027?").answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "check-up was on 5 May 2026, he said come in half a year. When would that be, and how long ago is it?",
            ["**Thursday, 5 November 2026**", "**16 days** ago"],
        ),
        ("half a year before 12 May 2026", ["**Wednesday, 12 November 2025**"]),
        ("how long ago was 5 March 2025?", ["**626 days**"]),
    ],
)
def test_how_long_ago_is_no_way_back(message: str, expected: list[str]) -> None:
    answer = ask("date_calculator", message).answer
    assert [one for one in expected if one not in answer] == []
