"""Days of documents that expire, reasons told beside a leap year, remarks on clocks that change, and whole months."""

import pytest

from tests.builtins.asking import ask, handler, payload

NOW = "2026-11-29T12:00:00+00:00"  # a Sunday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "passport runs out on 9 August 2027 and they want it valid 6 more months when i arrive. "
            "whats the last day i can arrive?",
            "9 February 2027",
        ),
        (
            "my passport expires 9 August 2027 and 6 months validity is needed, latest date I can enter?",
            "9 February 2027",
        ),
        (
            "id card expires on 30 June 2027, must be valid for 90 days beyond arrival, last date to travel?",
            "1 April 2027",
        ),
        ("passport valid until 9 August 2027, must have 3 months left on it, until when can I fly", "9 May 2027"),
        ("how late can i arrive if it must be valid 8 weeks after that and expires 9 August 2027", "14 June 2027"),
        (
            "Mein Reisepass läuft am 9. August 2027 ab und muss noch 6 Monate gültig sein. "
            "Bis wann kann ich einreisen?",
            "9. Februar 2027",
        ),
        (
            "mon passeport expire le 9 août 2027 et doit être valable 6 mois après, jusqu'à quand puis-je arriver ?",
            "9 février 2027",
        ),
        (
            "mi pasaporte caduca el 9 de agosto de 2027 y tiene que ser válido 6 meses más, "
            "¿hasta cuándo puedo entrar?",
            "9 de febrero de 2027",
        ),
    ],
)
def test_counts_back_from_the_day_on_which_a_document_expires(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "ticket issued 9 August 2027 is valid for 6 months and then expires, what's the last day I can fly?",
            "8 February 2028",
        ),
        ("ticket valid 6 months from 9 August 2027, last day I can travel?", "8 February 2028"),
        ("my visa is good for 90 days from 9 August 2027, what is the last day I can leave?", "6 November 2027"),
        ("my passport was issued on 9 August 2027, it is valid 10 years, when does it expire", "2037"),
        ("6 months after 9 August 2027", "9 February 2028"),
    ],
)
def test_counts_on_from_the_day_on_which_a_document_begins(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


def test_asks_which_of_two_times_is_meant() -> None:
    text = (
        "passport expires 9 August 2027, must be valid 6 months after i go home, i stay 3 weeks, latest day to arrive?"
    )
    assert "**" not in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("was 1900 a leap year? our teacher said yes because it can be divided by 4", "No: 1900 is **no leap year**"),
        ("is 2100 a leap year? it's divisible by 4 and by 100", "No: 2100"),
        ("is 2000 a leap year, it is divisible by 100 but also by 400", "Yes: 2000"),
        ("War 1900 ein Schaltjahr? Mein Lehrer sagt ja, weil es durch 4 teilbar ist", "1900 ist **kein Schaltjahr**"),
        ("1900 était-elle bissextile ? mon prof dit oui parce que c'est divisible par 4", "1900 n'est pas"),
        ("is 400 a leap year", "400 is **a leap year**"),
    ],
)
def test_reads_the_year_and_not_what_it_is_divided_by(text: str, expected: str) -> None:
    answer = ask("date_calculator", text, now=NOW).answer
    assert expected in answer
    assert "4 is" not in answer.replace("400 is", "")


@pytest.mark.parametrize(
    "text",
    [
        "was 1900 a leap year? our teacher said yes because it can be divided by 4",
        "War 1900 ein Schaltjahr, weil es durch 4 geteilt werden kann?",
        "1900 année bissextile, divisible par 4 ?",
    ],
)
def test_calculator_makes_no_quotient_of_a_reason(text: str) -> None:
    assert ask("calculator", text).tag == "NULL"


def test_calculator_still_divides_what_is_no_reason() -> None:
    assert "**475**" in ask("calculator", "1900 divided by 4").answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "call is at 9:30 am New York time on 15 March 2027, what is that in Berlin? "
            "i heard the clocks change on different dates",
            "14:30 in Berlin",
        ),
        ("what is 9:30 am New York on 15 March 2027 in Berlin, mind the daylight saving", "14:30 in Berlin"),
        (
            "9:30 am New York on 5 April 2027 in Berlin. don't forget the clock changes, clocks change in spring",
            "15:30 in Berlin",
        ),
        ("Wenn es am 15. März 2027 in New York 9:30 ist, wie spät ist es in Berlin? Achtung Zeitumstellung", "14:30"),
        ("when do the clocks change in New York?", "clocks next go forward"),
        ("it's 9:30 in Berlin, what time is that in New York and when do the clocks change?", "clocks next go"),
    ],
)
def test_takes_a_remark_on_the_clocks_as_no_question(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mein Sohn kam am 20.08.2024 zur Welt, wie viele volle Monate ist er heute alt?", "**27 Monate und 9 Tage**"),
        ("wie viele volle Wochen sind es vom 1.3.2026 bis 29.11.2026", "**39 Wochen und 0 Tage**"),
        ("combien de mois complets entre le 20 août 2024 et le 29 novembre 2026", "**27 mois et 9 jours**"),
        ("cuántos meses completos hay del 20 de agosto de 2024 al 29 de noviembre de 2026", "**27 meses y 9 días**"),
        ("how many full months from 20 august 2024 to 29 november 2026", "**27 months and 9 days**"),
        ("wie viele Tage sind es vom 1.3.2026 bis 29.11.2026", "**273 Tage**"),
    ],
)
def test_gives_the_unit_that_is_asked_for_first(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("night shift starts 21:45 and ends 06:10, minus 30 min break. how many hours do i put on the sheet?", "sheet"),
        ("shift 21:45 to 06:10, 30 min break, how many hours do i write down?", "write"),
        ("Nachtschicht von 21:45 bis 06:10, 30 min Pause. Wie viele Stunden schreibe ich auf?", "schreibe"),
    ],
)
def test_reads_where_working_hours_are_put(text: str, word: str) -> None:
    made = handler("date_calculator")(payload(text, now=NOW), None)
    assert "7 h 55 min" in made["answer"]
    place = text.index(word)
    assert any(start <= place < end for start, end in made["used"])
