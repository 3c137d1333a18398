"""Bills, packs, recipes, doses and rates in a story, asked in four languages."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gross is 1,487.50 incl 19% VAT, what is net and how much is the VAT", ("**1,250**", "**237.5**")),
        ("Brutto 238 €, 19 % MwSt: wie viel ist netto und wie viel MwSt?", ("**200**", "**38**")),
        ("invoice is 2,546.60, 2% discount if they pay in 10 days, what will they transfer", ("2,495.67",)),
        ("Rechnung 1.480,50 €, innerhalb von 14 Tagen 3 % Skonto. Wie viel überweise ich?", ("1.436,09",)),
        ("invoice 812.40 with 3% late fee whats the new total", ("836.77",)),
        ("la comision es el 8% de 6.880 euros, cuanto me queda si la oficina se lleva la mitad?", ("**275,2**",)),
        ("Stundensatz 58 €, 3 Std 45 min plus 36,80 Material, dazu 19% MwSt. was kommt raus", ("302,62",)),
        ("taux horaire 40 €, 5 h de travail, 120 € de matériel, TVA 20 %. combien en tout ?", ("**384**",)),
        ("my recipe makes 24 cookies with 280 g flour and i need 60. how much flour", ("**700**",)),
        ("a crate holds 20 bottles. I have 347 bottles, how many full crates and how many left?", ("17 crates",)),
        ("15 an hour, 8 hours a day, 5 days. how much do I earn?", ("**600**",)),
        ("What is 2,546.60, plus 3%?", ("2,622.998",)),
    ],
)
def test_bills_and_packs(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", text).answer
    assert all(one in answer for one in expected), answer


def test_packs_of_two_sizes() -> None:
    told = "1 pallet = 48 cartons, 1 carton = 24 pcs. 9,800 pieces: how many full pallets and how many cartons on top"
    assert "**8 pallets, 24 cartons and 8 pieces**" in ask("calculator", told).answer


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("what is 1430 minus 40%", "and 19% on top?", "**1,021.02**"),
        ("un article à 120 euros avec 30 % de remise", "et 20 % de TVA en plus ?", "**100,8**"),
        ("20% of 80", "and 30%?", "**24**"),
        ("dinner was 162 euros, 15% tip. how much is that per person for 4", "and if there are 5 of us?", "**37.26**"),
        ("Nous sommes 4, l'addition fait 120 euros, combien chacun ?", "et si on est 6 ?", "**20**"),
    ],
)
def test_goes_on_from_the_result(before: str, text: str, expected: str) -> None:
    assert expected in ask("calculator", text, before).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("j'ai pipeté 250 µL, ça fait combien en mL ?", "0,25 ml"),
        ("what's 2 1/4 cups of all purpose flour in grams?", "282 grams"),
        ("wie viel Gramm sind 2 Tassen Mehl", "251 g"),
        ("the order says 1.5 L NaCl over 12 hours. how many ml per hour", "125 millilitres per hour"),
        ("1000 ml über 8 Stunden, wie viele ml pro Stunde?", "125 ml / h"),
        ("drip: 500 ml over 4 hours, 20 drops per ml. drops per minute?", "41.67 drops per minute"),
        ("how many grams NaCl for 250 ml of a 0.15 M solution, M = 58.44", "2.1915 grams"),
    ],
)
def test_rates_solutions_and_kitchen_goods(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


def test_a_discount_that_came_too_late_is_not_given() -> None:
    told = "2% discount within 10 days, they paid after 15 days, invoice 500, what do they pay?"
    assert "490" not in ask("calculator", told).answer


@pytest.mark.parametrize("text", ["1 cup of cooked rice in grams", "a 0.5 M solution in 100 ml, how many grams"])
def test_says_what_is_missing(text: str) -> None:
    assert ask("unit_converter", text).tag == "NULL"


def test_an_hourly_rate_is_no_exchange() -> None:
    assert "Wechselkurse" not in ask("unit_converter", "Stundensatz 58 €, 3 Std, was kommt raus").answer
    assert "exchange rates" in ask("unit_converter", "how many dollars is 5 euros").answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "antibiotic every 8 hours, first dose was 14:30. times of the next three doses?",
            "22:30, 06:30 (+1), 14:30 (+1)",
        ),
        ("Tablette alle 6 Stunden, erste um 7:00. Wann sind die nächsten zwei?", "13:00, 19:00"),
        ("my shift is 14:00 - 22:30, half an hour break is unpaid. how many hours?", "8 h"),
        ("add 1:45 and 2:30", "4 h 15 min"),
    ],
)
def test_doses_and_shifts(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer
