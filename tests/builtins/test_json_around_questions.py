"""What people tell around a question on a document: asides, everyday nouns, open quotes, an address beside."""

import pytest

from tests.builtins.asking import ask, output

HOURS = '[{"who":"Lea","hours":6.5},{"who":"Nils","hours":8},{"who":"Lea","hours":4}]'
DESKS = '[{"desk":1,"free":true},{"desk":2,"free":false},{"desk":3,"free":false},{"desk":4,"free":true}]'
SOUPS = '{"soups":[{"name":"lentil","min":35},{"name":"miso","min":10},{"name":"tomato","min":25}]}'
SUPPEN = '{"suppen":[{"was":"Miso","min":10},{"was":"Linsen","min":35}]}'
STOCK = '[{"sku":"nails","stock":2},{"sku":"screws","stock":18},{"sku":"glue","stock":4},{"sku":"paper","stock":5}]'
PHONES = '[{"nombre":"Luis","tel":"611 20"},{"nombre":"Marta","tel":"622 55"}]'
PAYMENTS = '{"day":"2026-11-28","payments":[{"amount":18.50},{"amount":42.00}]}'
ROOMS = '{"patients":[{"room":1,"allergy":"nuts"},{"room":2,"allergy":null}]}'
TOOLS = '[{"artikel":"Toner","menge":0},{"artikel":"Papier","menge":12},{"artikel":"Ordner","menge":0}]'


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (f"From our time tracker. Total hours for Lea only: {HOURS}", "**10.5**"),
        (f"Straight out of the punch clock: total hours for Lea {HOURS}", "**10.5**"),
        (f"Aus der Stempeluhr. Summe hours von Lea: {HOURS}", "**10.5**"),
        (f"My card terminal exports this stuff: {PAYMENTS} I need the total of that day", "**60.5**"),
        (f"what was the sum for the day? {PAYMENTS}", "**60.5**"),
        (f"{STOCK} show only what has less than 5 left, thats what i have to reorder", "**2** of 4"),
        (f"{STOCK} list what has fewer than 5 in stock, those are the ones we need to buy", "**2** of 4"),
        (f"which of my soups take less than half an hour (min = minutes) {SOUPS}", "**2** of 3"),
        (f"which soups take more than half an hour? {SOUPS}", "**1** of 3"),
        (f"welche Suppen dauern weniger als eine halbe Stunde? {SUPPEN}", "**1** von 2"),
        (f"¿Qué teléfono tiene Marta? {PHONES}", "622 55"),
        (f"Quel téléphone a Marta ? {PHONES}", "622 55"),
        (f"which telephone number does Luis have? {PHONES}", "611 20"),
        (f"Welche Telefonnummer hat Luis? {PHONES}", "611 20"),
        (f"Which of the patients has no allergy written down? {ROOMS}", "**1** of 2"),
        (f"which patients have no allergy on file? {ROOMS}", "**1** of 2"),
        (f"Zeig mir nur die Sachen mit Menge 0: {TOOLS}", "**2** von 3"),
    ],
)
def test_what_is_told_around_a_question_stops_no_answer(message: str, told: str) -> None:
    assert told in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (f"Not Lea please. Total hours: {HOURS}", "**8**"),  # narrows the question
        (f"Only Lea. Total hours: {HOURS}", "**10.5**"),
        (f"Lea asked me. Total hours: {HOURS}", "asked"),  # names a value: it is not passed over
        (f"which patients have no doctor on file? {ROOMS}", "doctor"),
        (f"Total wages for Lea: {HOURS}", "wages"),
    ],
)
def test_a_lead_that_narrows_or_names_is_kept(message: str, told: str) -> None:
    assert told in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (f"how many desks are free? {DESKS}", "**2** of 4"),
        (f"how many desks are still free {DESKS}", "**2** of 4"),
        ('wie viele Tische sind frei? [{"tisch":1,"frei":true},{"tisch":2,"frei":false}]', "**1** von 2"),
        ('combien de places sont libres ? [{"place":1,"libre":true},{"place":2,"libre":false}]', "**1**"),
        ('how many hours are billable? [{"hours":3,"billable":true},{"hours":5,"billable":true}]', "**8**"),
    ],
)
def test_numbered_entries_with_a_flag_are_counted_and_amounts_are_added(message: str, told: str) -> None:
    assert told in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    "message",
    [
        'list just the field names of {"course":"Biology","room":204}',
        'give me the names of the fields {"course":"Biology","room":204}',
        'Welche Feldnamen hat das? {"course":"Biology","room":204}',
        'noms des champs ? {"course":"Biology","room":204}',
        'nombres de los campos {"course":"Biology","room":204}',
    ],
)
def test_field_names_are_the_keys(message: str) -> None:
    answer = ask("json_formatter", message).answer
    assert "Keys (2): `course`, `room`" in answer


@pytest.mark.parametrize(
    ("document", "message", "column", "repaired"),
    [
        ('{"street": "Hill Road 8, "city": "Leeds"}', "a text is not closed", 24, '"Hill Road 8"'),
        ('["red, "blue", "green"]', "a text is not closed", 6, '"blue"'),
        ('{"name: "Olga", "a": 1}', "a key is not closed", 7, '"name"'),
        ('{"a": "x, "b": 1}', "a text is not closed", 9, '"b"'),
    ],
)
def test_a_missing_quote_is_named_as_the_one_fault(document: str, message: str, column: int, repaired: str) -> None:
    found = output("json_formatter", f"what is wrong with {document}")
    assert found["error"]["message"] == message
    assert found["error"]["column"] == column
    assert len(found["errors"]) == 1
    assert repaired in output("json_formatter", f"fix {document}")["result"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"a": "x" "b": 1}', "a comma or a closing bracket is missing"),
        ('{"a": "He said "hi, there" again", "b": 1}', "a comma or a closing bracket is missing"),
        ('{"a": "x", "b": "y,}', "a text is not closed"),
    ],
)
def test_other_faults_keep_their_names(document: str, message: str) -> None:
    assert output("json_formatter", f"what is wrong with {document}")["error"]["message"] == message


def test_a_text_that_ends_with_a_comma_is_valid() -> None:
    assert output("json_formatter", 'is this valid {"a": "x, ", "b": "y: "}')["valid"] is True


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ('is this json ok and is the mail in it ok too? {"mail": "ola@fjord..no"}', "two dots in a row in the domain"),
        ('is the json valid and is the email valid? {"mail": "ola.@fjord.no"}', "starts or ends with a dot"),
        ('ist das JSON gültig und stimmt die E-Mail? {"mail": "ola fjord@x.no"}', "Leerzeichen"),
        ('is the json ok and is the email ok? {"mail": "ola@fjord.no"}', "well formed"),
    ],
)
def test_the_form_of_an_address_is_told_beside_the_document(message: str, told: str) -> None:
    answer = ask("json_formatter", message).answer
    assert told in answer
    assert "JSON" in answer


@pytest.mark.parametrize(
    "message",
    ['is this json ok? {"mail": "ola@fjord..no"}', 'what is the mail of Ola? {"guest": "Ola", "mail": "ola@fjord.no"}'],
)
def test_no_address_is_judged_unasked(message: str) -> None:
    answer = ask("json_formatter", message).answer
    assert "well formed" not in answer
    assert "not valid" not in answer
