"""A writer's own correction in mid-sentence takes the place of what he withdrew; look-alikes change nothing."""

import pytest

from kingdom.cognition.message_reading.self_repairs import repaired_message
from kingdom.contracts.handler_result import Span


def repaired(message: str) -> str:
    made = repaired_message(message)
    return made.text if made else ""


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("convert 72 fahrenheit to celsius.. sorry no i meant 82", "convert 82 fahrenheit to celsius"),
        ("6 weeks before 1 march 2027, no sorry, 1 april 2027 - it is due", "6 weeks before 1 april 2027 - it is due"),
        ("7 at 18.50 and 3 at 12 — no wait, 4 at 12. Total?", "7 at 18.50 and 4 at 12. Total?"),
        ("all except DE, actually no, except FR\na,b\n1,2", "all except FR\na,b\n1,2"),
        ("a,b\n1,2\nall except DE, actually no, except FR", "a,b\n1,2\nall except FR"),
        ("2 cups of flour - no sorry, milk - in ml?", "2 cups of milk - in ml?"),
        ("5 km, sorry, 6 km in miles", "6 km in miles"),
        ("is it Monday, no wait, Tuesday on 3 May?", "is it Tuesday on 3 May?"),
        ("15% tip on 80, make it 18%", "18% tip on 80"),
        ("from 5 march to 10 march, no sorry, 12 march", "from 5 march to 12 march"),
        ("we are 4, I mean 5 people and pay 80, each?", "we are 5 people and pay 80, each?"),
        ("for Widget, no sorry, for Gadget what is the total", "for Gadget what is the total"),
        ("wie viel sind 5 kg, nein warte, 6 kg in Pfund?", "wie viel sind 6 kg in Pfund?"),
        ("Wie viele Tage bis Montag, äh nein, Dienstag?", "Wie viele Tage bis Dienstag?"),
        ("combien font 20 % de 80, non pardon, 25 % de 80 ?", "combien font 25 % de 80 ?"),
        ("du 3 mars au 10 mars, je veux dire 12 mars", "du 3 mars au 12 mars"),
        ("cuántas libras son 5 kilos, digo, 6 kilos", "cuántas libras son 6 kilos"),
        ("¿faltan días para el lunes, no perdón, martes?", "¿faltan días para el martes?"),
    ],
)
def test_a_repair_replaces_what_has_its_form(message: str, text: str) -> None:
    assert repaired(message) == text


@pytest.mark.parametrize(
    "message",
    [
        "how many weeks until christmas? no wait, i mean how many days",
        "I mean, what is 5 km in miles",
        "Sorry, no idea: what is 5 km in miles",
        "how many words: I want 5 teas, no sorry, 6 teas",
        'how many words has "5 km, no sorry, 6 km"',
        "count the words\nwe meet at 5, no sorry, at 6",
        "What is 20% of 50? No, sorry, that is wrong, what is 25% of 60",
        "I have 5 eggs for 4 people, how do I make it 6 people",
        "I have 3 apples no 4 pears, how many in all",
        "mean of price, sorry, of qty",
        "My mean score, I mean average, of 4 5 6",
        "how far is 3 miles to feet, sorry I mean 5 km",
        "no sorry",
        "",
        f"5 km, no sorry, {'6 km ' * 900}",
    ],
)
def test_other_sentences_stay_as_they_are(message: str) -> None:
    assert repaired(message) == ""


def test_places_in_the_text_are_mapped_to_the_message() -> None:
    message = "wie viel sind 5 kg, nein warte, 6 kg in Pfund?"
    made = repaired_message(message)
    assert made is not None
    used = [Span(made.text.index("6 kg"), made.text.index("6 kg") + 4), Span(made.text.index("Pfund"), len(made.text))]
    assert made.is_read(used)
    assert [message[slice(*span)] for span in made.original_spans(used)] == ["5 kg", ", nein warte, 6 kg", "Pfund?"]
    assert not made.is_read([Span(0, 3)])
    assert [message[slice(*span)] for span in made.original_spans([Span(0, 3)])] == ["wie"]
