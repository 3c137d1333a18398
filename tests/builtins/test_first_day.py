"""What a fresh list of a first day's messages asked and was not answered, each with what a right answer has."""

import pytest

from tests.builtins.asking import ask

SPACED = "sum up the hours please\n\nname   hours\nAnn    12\nBob    7.5\nCarla  16\nDev    9"
TEAM = '{"team":[{"name":"Ana","email":"ana@example.com"},{"name":"Raul","email":"raul@example.org"}],'
EMAILS = 'saca todos los emails de este json {TEAM}"jefe":{"email":"jefa@example.net"}}'.replace("{TEAM}", TEAM)


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        ("unit_converter", "oven 375F is what in celcius?", "190.56 °C"),
        ("date_calculator", "weekday of xmas day (25 dec) 2027?", "25 December 2027 is a **Saturday**."),
        ("date_calculator", "22:35 in am/pm", "22:35 = **10:35 pm**"),
        ("date_calculator", "3:15 pm in 24 hour format", "3:15 pm = **15:15**"),
        ("date_calculator", "12:05 am to military time", "12:05 am = **00:05**"),
        ("date_calculator", "what is 00:30 in 12 hour time", "00:30 = **12:30 am**"),
        ("csv_statistics", SPACED, "The sum of hours is **44.5**."),
        ("json_formatter", 'all ids from this pls [{"id":11,"n":"x"},{"id":27,"n":"y"}]', "[11, 27]"),
        ("json_formatter", 'list all the ids [{"id":11,"n":"x"},{"id":27,"n":"y"}]', "[11, 27]"),
        ("json_formatter", EMAILS, '["ana@example.com", "raul@example.org", "jefa@example.net"]'),
        ("email_validator", "does the mailbox mike1987@example.com really exist", "I check the form only"),
        ("email_validator", "cette adresse est bonne ? paul dupont@example.fr", "elle contient une espace"),
    ],
)
def test_a_first_days_message(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer
