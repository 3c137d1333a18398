"""What a fresh list of a first day's messages asked and was not answered, each with what a right answer has."""

import pytest

from tests.builtins.asking import ask

SPACED = "sum up the hours please\n\nname   hours\nAnn    12\nBob    7.5\nCarla  16\nDev    9"
RACE = "race is 11 October 2026, training plan is 16 weeks. when do i have to start"
LEVELS = "level|service|ms\nWARN|auth|120\nERROR|web|870\nERROR|db|3010\nINFO|web|44"
SLOWEST = f"{LEVELS}\n\njust the ERROR rows pls, slowest first"
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
        ("date_calculator", "which calender week is 31.12.2026 in", "is in **week 53** of 2026"),
        ("date_calculator", "03/04/2026 falls on a ...?", "3 April 2026 is a **Friday**."),
        ("date_calculator", "days in feb 2028", "February 2028 has **29 days**."),
        ("date_calculator", RACE, "16 weeks before Sunday, 11 October 2026 is **Sunday, 21 June 2026**."),
        ("date_calculator", "3 days and 4 hours in minutes", "**4,560 minutes**"),
        ("csv_statistics", SLOWEST, "| ERROR | db | 3010 |\n| ERROR | web | 870 |"),
        (
            "email_validator",
            "does the mailbox mike1987@example.com really exist",
            "I cannot tell whether the mailbox exists",
        ),
        ("email_validator", "cette adresse est bonne ? paul dupont@example.fr", "elle contient une espace"),
    ],
)
def test_a_first_days_message(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer
