"""Halves and quarters in words count in four languages; they were left out, and whole units answered."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("role", "text", "answer"),
    [
        ("unit_converter", "anderthalb Pfund in Gramm", "= 750 g"),
        ("unit_converter", "ein halbes Pfund in Gramm", "= 250 g"),
        ("unit_converter", "zweieinhalb Stunden in Minuten", "150 min"),
        ("unit_converter", "dreiviertel Liter in ml", "750 ml"),
        ("unit_converter", "une heure et demie en minutes", "90 min"),
        ("unit_converter", "trois quarts d'heure en minutes", "45 min"),
        ("unit_converter", "un quart de litre en ml", "250 ml"),
        ("unit_converter", "kilo y medio en libras", "3,30693"),
        ("unit_converter", "media hora en segundos", "1.800 s"),
        ("unit_converter", "un cuarto de kilo en gramos", "250 g"),
        ("unit_converter", "one and three quarter cups in ml", "414.029"),
        ("unit_converter", "1 and 1/2 cups in ml", "354.882"),
        ("unit_converter", "a mile and a quarter in km", "2.01168"),
        ("calculator", "two and a half times 40", "**100**"),
        ("calculator", "anderthalb mal 40", "**60**"),
        ("date_calculator", "a year and a half after 1 March 2024", "1 September 2025"),
        ("date_calculator", "1.5 years after 1 March 2024", "1 September 2025"),
        ("date_calculator", "anderthalb Jahre nach dem 1.3.2024", "1. September 2025"),
        ("date_calculator", "qué hora es dos horas y media después de las 14:15", "16:45"),
        ("date_calculator", "3 heures et demie après 9h10", "12:40"),
        ("date_calculator", "three and a half hours after 9:10am", "12:40"),
        ("date_calculator", "half a day after 10:00", "22:00"),
        ("date_calculator", "le train part à trois heures et demie et dure 40 minutes, arrivée ?", "04:10"),
    ],
)
def test_a_fraction_in_words_counts(role: str, text: str, answer: str) -> None:
    assert answer in ask(role, text).answer


@pytest.mark.parametrize("text", ["two and a half weeks after 1 March 2024", "in zweieinhalb Monaten ab dem 1. März"])
def test_half_a_week_or_month_ends_on_no_whole_day(text: str) -> None:
    assert "no whole day" in ask("date_calculator", text).answer
