"""Groups at prices of their own, what is left of an income, a rent and a fee for several people, offers of "ones"."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("we are 27 kids and 4 teachers on bus line 12, tickets 2.80 for kids and 4.50 for adults. total?", "**93.6**"),
        ("2 adults and 3 children, 12 per adult and 7.50 per child, how much is that", "**46.5**"),
        ("2 adults and 3 children, adults 12 and children 7.50, total?", "**46.5**"),
        ("3 parents and 5 kids at the zoo, kids 6 euro, adults 11 euro, how much altogether?", "**63**"),
        ("Wir sind 27 Kinder und 4 Lehrer, Karten 2,80 für Kinder und 4,50 für Erwachsene. Gesamt?", "**93,6**"),
        (
            "nous sommes 27 enfants et 4 adultes, billets 2,80 pour les enfants et 4,50 pour les adultes. total ?",
            "**93,6**",
        ),
        ("somos 27 niños y 4 adultos, entradas 2,80 para niños y 4,50 para adultos. ¿total?", "**93,6**"),
        ("I have 1,900 a month after tax. Rent 780, food 350, phone 25, bus pass 64. whats left", "**681**"),
        ("income 1900, rent 780, food 350, phone 25. what is left over?", "**745**"),
        ("My salary is 2,400 and rent is 900, gas 60, food 400, insurance 120.50. How much is left?", "**919.5**"),
        ("Ich habe 1900 im Monat netto. Miete 780, Essen 350, Handy 25. Was bleibt übrig?", "**745**"),
        ("J'ai 1900 par mois. Loyer 780, courses 350, téléphone 25. Combien me reste-t-il ?", "**745**"),
        ("Tengo 1900 al mes. Alquiler 780, comida 350, teléfono 25. ¿Cuánto me queda?", "**745**"),
        (
            "we are 3 and rent a car: 42 euros a day for 5 days plus 36 for petrol. how much does each pay?",
            "/ 3 = **82**",
        ),
        ("3 of us rent a car at 42 a day for 5 days plus 36 fuel, how much each", "/ 3 = **82**"),
        (
            "Wir sind zu dritt und mieten ein Auto: 42 Euro am Tag für 5 Tage plus 36 für Benzin. Was zahlt jeder?",
            "**82**",
        ),
        (
            "Somos 3 y alquilamos un coche: 42 euros al día por 5 días más 36 de gasolina. ¿Cuánto paga cada uno?",
            "**82**",
        ),
        ("Nous sommes 3 : 42 euros par jour pendant 5 jours plus 36 d'essence. Combien paie chacun ?", "**82**"),
    ],
)
def test_costs_of_groups_are_computed(message: str, expected: str) -> None:
    assert expected in ask("calculator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "27 kids and 4 adults, tickets 2.80 for kids and 4.50 for adults, kids under 3 are free. total?",
        "2 adults and 2 kids, adult 12, kids half price, total?",
        "I have 1900 a month. Rent 780, food 70 a week, phone 25. what's left",
        "I have 1900 a month. Rent 780, food 350, then i get 200 back. what's left",
        "we have 3 kids, rent 780, food 350, what is left of 1900?",
        "I have 1,900 a month. Rent 780, food 320, no sorry 350, phone 25. whats left",
        "we are 3 and rent a car: 42 euros a day for 5 days, with a 10% discount, how much each",
        "we are 3 and rent a car: 42 a day for 5 days plus 36 for petrol and 20 for parking. how much does each pay?",
    ],
)
def test_costs_with_an_exception_are_not_guessed(message: str) -> None:
    assert ask("calculator", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "best"),
    [
        ("which is cheaper, the 750 g jar for 4.20 or the 1.2kg one for 6.60? per kg pls", "**1.2kg one for 6.60**"),
        ("what's the better deal, the 500 ml one for 2.30 or the 1 l one for 4.10?", "**1 l one for 4.10**"),
        ("is the small one (250 g, 1.99) or the big one (600 g, 4.49) cheaper per kg?", "**600 g, 4.49**"),
        ("which is better value, the 12 pack for 5.49 or the 18 one for 7.99", "**the 18 one for 7.99**"),
        ("which one is cheaper: one for 3.20 or 3 for 9", "**3 for 9**"),
    ],
)
def test_a_one_that_stands_for_a_thing_is_no_number(message: str, best: str) -> None:
    assert best in ask("calculator", message).answer
