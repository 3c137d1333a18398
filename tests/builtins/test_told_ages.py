"""Date calculator: the day of birth from an age in weeks, the age of the next birthday, the validity of a document."""

import pytest

from tests.builtins.asking import ask, output


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("the baby is 17 weeks old today. what date was she born then?", "2026-07-25"),
        ("what date was the baby born if she is 17 weeks old today?", "2026-07-25"),
        ("My son is 5 months old, when was he born", "2026-06-21"),
        ("puppy is 9 weeks and 3 days old today, which date was it born", "2026-09-16"),
        ("she was 100 days old on 1 March 2026. when was she born?", "2025-11-21"),
        ("our twins are exactly 20 weeks old today, what day were they born?", "2026-07-04"),
        ("Das Baby ist heute 17 Wochen alt. Wann wurde es geboren?", "2026-07-25"),
        ("Le bébé a 17 semaines aujourd'hui. Quel jour est-il né ?", "2026-07-25"),
        ("El bebé tiene hoy 17 semanas. ¿Qué día nació?", "2026-07-25"),
        ("when is a baby born on 2 August 2026 17 weeks old?", "2026-11-29"),
        ("a baby born on 2 August 2026: on which date is it 100 days old?", "2026-11-10"),
        ("what date is 17 weeks ago?", "2026-07-25"),
        ("what date is 17 weeks from today?", "2027-03-20"),
    ],
)
def test_when_somebody_was_born_whose_age_is_told(message: str, expected: str) -> None:
    """Back from today or the day named; an age that is still to come is counted from the birth."""
    assert output("date_calculator", message)["date"] == expected


def test_a_year_of_birth_stays_a_year() -> None:
    """An age in years has no day of birth."""
    assert "**2009**" in ask("date_calculator", "he is 17 years old, what year was he born").answer


@pytest.mark.parametrize(
    ("message", "days", "age"),
    [
        ("Nací el 30 de enero de 1988, ¿cuántos días faltan para mi cumpleaños y cuántos cumplo?", "70 días", "39"),
        ("Mi hija nació el 3 de mayo de 2019. ¿Cuántos días faltan para su cumpleaños?", "163 días", "8"),
        ("Ich bin am 30. Januar 1988 geboren, wie viele Tage sind es bis zu meinem Geburtstag?", "70 Tage", "39"),
        ("Je suis né le 30 janvier 1988, combien de jours avant mon anniversaire ?", "70 jours", "39"),
        ("I was born on 30 January 1988, how many days to my birthday and how old will I be?", "70 days", "39"),
    ],
)
def test_the_next_birthday_has_its_age(message: str, days: str, age: str) -> None:
    """The days to it and the age are told in the language of the message."""
    answer = ask("date_calculator", message).answer
    assert f"**{days}**" in answer
    assert age in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("¿cuántos días han pasado desde que nací el 30 de enero de 1988?", "14175 días"),
        ("¿Cuántos días faltan para el 3 de mayo?", "163 días"),
    ],
)
def test_other_questions_of_days_have_no_birthday(message: str, expected: str) -> None:
    """Since a birth, or to something that is no date."""
    answer = ask("date_calculator", message).answer
    assert expected in answer
    assert "cumplen" not in answer


JOURNEY = "My passport expires on 20 May 2027."


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"{JOURNEY} It must be valid six more months then. I arrive on 2 December 2026. Is that ok?", "**No**"),
        (f"{JOURNEY} I fly on 2 Nov 2026 and they want 6 months validity. Is that enough?", "**Yes**"),
        ("we enter on 2 Dec 2026, passport valid until 20 May 2027, 3 months needed after entry. ok?", "**Yes**"),
        ("we return on 21 February 2027, visa runs out on 20 May 2027, valid 3 months after the return. ok?", "**No**"),
        (f"{JOURNEY} It has to be good for another 6 months when I land on 20 November 2026. Can I go?", "**Yes**"),
        (
            "Mein Pass läuft am 20. Mai 2027 ab. Er muss bei der Einreise am 2. Dezember 2026 noch sechs Monate gültig "
            "sein. Reicht das?",
            "**Nein**",
        ),
        (
            "Mon passeport expire le 20 mai 2027. J'arrive le 2 décembre 2026 et il doit être valable encore 3 mois. "
            "Est-ce que ça suffit ?",
            "**Oui**",
        ),
        (
            "Mi pasaporte caduca el 20 de mayo de 2027 y debe ser válido 6 meses después de la llegada el 2 de "
            "diciembre de 2026, ¿es suficiente?",
            "**No**",
        ),
        (f"{JOURNEY} How many days after I arrive on 2 December 2026 is that?", "**169 days**"),
        (f"{JOURNEY} It must be valid 6 months. What is the last day I can arrive?", "**Friday, 20 November 2026**"),
        ("how many days from 2 December 2026 to 20 May 2027?", "**169 days**"),
    ],
)  # fmt: skip
def test_whether_a_document_is_valid_long_enough(message: str, expected: str) -> None:
    """The time that is needed, from the day of the journey, against the day of expiry."""
    assert expected in ask("date_calculator", message).answer
