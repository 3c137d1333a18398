"""Plans that end at an event, n-th anniversaries, first days that count, flights of some length."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def said(message: str) -> str:
    """Return the answer of the date handler on that Monday."""
    return ask("date_calculator", message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "My spring marathon is on 11 April 2027, the training plan lasts 16 weeks. On which date should I begin?",
            "20 December 2026",
        ),
        ("Marathon 11 April 2027, 16-week training plan. When do I start?", "20 December 2026"),
        ("The exam is on 11 April 2027 and my revision plan takes 6 weeks, when should I start?", "28 February 2027"),
        ("race on 11 april 2027, plan is 16 weeks long. what day do i have to start", "20 December 2026"),
        ("I need 16 weeks of training for the race on 11 April 2027. When must I begin?", "20 December 2026"),
        ("Concert is 11 April 2027. Prep lasts 10 weeks. What's the start date?", "31 January 2027"),
        (
            "Mein Marathon ist am 11. April 2027, der Trainingsplan dauert 16 Wochen. Wann muss ich anfangen?",
            "20. Dezember 2026",
        ),
        (
            "Der Halbmarathon ist am 11. April 2027, die Vorbereitung dauert 16 Wochen. An welchem Tag fange ich an?",
            "20. Dezember 2026",
        ),
        (
            "Mon marathon est le 11 avril 2027, le plan d'entraînement dure 16 semaines. Quand dois-je commencer ?",
            "20 décembre 2026",
        ),
        (
            "Mi maratón es el 11 de abril de 2027 y el plan de entrenamiento dura 16 semanas. ¿Cuándo debo empezar?",
            "20 de diciembre de 2026",
        ),
    ],
)
def test_a_plan_ends_at_its_event(message: str, wanted: str) -> None:
    """It begins its length before the event."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("My training plan starts on 11 April 2027 and lasts 16 weeks. When does it end?", "1 August 2027"),
        ("Training begins 11 April 2027, the programme lasts 16 weeks. When is the race?", "1 August 2027"),
        (
            "Surgery on 11 April 2027, the recovery plan takes 16 weeks. When can I start training again?",
            "1 August 2027",
        ),
        ("Our holiday begins on 11 April 2027 and lasts 2 weeks. When are we back?", "25 April 2027"),
        ("The plan runs from 11 April 2027 for 16 weeks, when is it over?", "1 August 2027"),
    ],
)
def test_a_length_behind_its_start_is_after_it(message: str, wanted: str) -> None:
    """A plan that starts on the day, and a recovery, end later."""
    assert wanted in said(message)
