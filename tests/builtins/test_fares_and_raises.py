"""Raises over a year, fares with a base price, recipes for others, shares of others, loans and claimed results."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "my pay goes from 2,650 to 2,782.50 a month. what raise in percent is that, and how much more a year",
            ("**5 %**", "**1,590**"),
        ),
        (
            "my rent goes from 700 a month to 745 a month, what percent is that and how much more per year?",
            ("6.428571429 %", "**540**"),
        ),
        (
            "Mein Gehalt steigt von 2650 auf 2782,50 im Monat, wie viel Prozent sind das und wie viel mehr im Jahr?",
            ("**5 %**", "**1.590**"),
        ),
        (
            "pay goes from 500 to 520 a week, how many percent is that and how much more is it a year?",
            ("**4 %**", "**1,040**"),
        ),
        ("mon loyer passe de 700 à 735 par mois, quel pourcentage et combien de plus par an ?", ("**5 %**", "**420**")),
    ],
)
def test_a_raise_in_per_cent_and_in_a_year(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", text).answer
    assert all(one in answer for one in expected), answer


def test_a_raise_in_per_cent_alone() -> None:
    answer = ask("calculator", "my pay goes from 2,650 to 2,782.50 a month. what raise in percent is that").answer
    assert "**5 %**" in answer
    assert "1,590" not in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("un taxi cobra 3,50 de salida y 1,20 por km, cuánto me sale un viaje de 14 km?", "20,3"),
        ("a taxi charges 3.50 base fare and 1.20 per km. what does a 14 km trip cost", "20.3"),
        ("Taxi mit Grundpreis 4,30 und 2,10 pro km. Was kostet eine Fahrt von 9 km?", "23,2"),
        ("le taxi prend 3 € de prise en charge et 1,80 € par km, combien coûte un trajet de 12 km ?", "24,6"),
        ("scooter costs 1 euro to unlock and 0.22 per minute, how much for 18 minutes", "4.96"),
        ("plumber: call-out fee 45, then 60 per hour, what do 3 hours cost", "225"),
    ],
)
def test_a_fare_with_a_base_price(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask("calculator", text).answer


@pytest.mark.parametrize(
    "text",
    [
        "taxi base fare 3.50, first 2 km free, then 1.20 per km, 14 km",
        "base fare 3.50 and 1.20 per km, how much for 14 minutes",
        "taxi base fare 3.50 and 1.20 per km, 14 km, split between 3 people",
    ],
)
def test_a_fare_that_is_told_otherwise_is_no_sum_of_the_two(text: str) -> None:
    assert "**20.3**" not in ask("calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mein Pfannkuchenrezept ist für 4 Personen: 250 g Mehl, 3 Eier, 400 ml Milch. Wir sind aber 6, "
            "wie viel brauch ich von allem?",
            ("**375**", "**4,5**", "**600**"),
        ),
        (
            "recipe for 4: 250 g flour, 3 eggs, 400 ml milk. we are 6, how much of everything do i need?",
            ("**375**", "**4.5**", "**600**"),
        ),
        (
            "recette pour 4 personnes : 250 g de farine, 3 oeufs, 400 ml de lait. on est 6, combien de chaque ?",
            ("**375**", "**4,5**", "**600**"),
        ),
        ("serves 8: 400 g rice, 2 onions. we are 4, how much of each", ("**200**", "**1**")),
    ],
)
def test_a_recipe_for_other_people(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", text).answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "on est 5 collègues, le cadeau coûte 86 €, mais Paul ne paie que 10 €. combien pour chacun des autres ?",
            "19",
        ),
        ("we are 5, the gift costs 86, Paul only pays 10. how much do the others each pay?", "19"),
        ("Wir sind 5, das Geschenk kostet 86 €, Paul zahlt nur 10 €. Wie viel zahlt jeder der anderen?", "19"),
        ("somos 5, el regalo cuesta 86 €, Paul solo paga 10. ¿cuánto paga cada uno de los demás?", "19"),
        ("4 friends, dinner is 100, Ana pays 40. how much do the others pay each?", "20"),
    ],
)
def test_what_each_of_the_others_pays(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask("calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("monthly payment on a 18,000 car loan at 5.4% for 4 years, paid at the end of each month", "417.80"),
        ("a loan of 1000 at 5% over 3 years, what is the monthly instalment", "29.97"),
        ("Kredit über 15000 Euro, 4,5 % Zinsen, 5 Jahre, wie hoch ist die monatliche Rate?", "279,65"),
        ("préstamo de 20000 euros al 5% a 4 años, ¿qué cuota mensual?", "460,59"),
        ("loan of 12000 at 6% for 24 months, monthly payment?", "531.85"),
    ],
)
def test_the_monthly_payment_of_a_loan(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask("calculator", text).answer


@pytest.mark.parametrize(
    "text",
    [
        "car loan 18000 at 5.4% for 4 years with a down payment, monthly payment?",
        "loan of 18000 at 5.4% for 4 years, total interest?",
        "interest-free loan of 2400 for 12 months at 0%, monthly payment?",
    ],
)
def test_a_loan_with_other_terms_is_no_annuity(text: str) -> None:
    assert "^" not in ask("calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "We have 3 cartons of 24 eggs, 7 broke, and then my neighbour took 2 dozen. she also has 5 hens. "
            "how many eggs are left",
            "41",
        ),
        ("3 boxes of 2 dozen eggs, 7 broke, how many eggs are left", "65"),
        ("4 crates of 12 bottles, 5 broke. i also have 2 cats. how many bottles are left?", "43"),
    ],
)
def test_what_is_left_beside_what_somebody_else_has(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask("calculator", text).answer


def test_asks_what_more_of_the_same_things_is_for() -> None:
    text = "We have 3 cartons of 24 eggs, 7 broke. she also has 5 eggs. how many eggs are left"
    assert ask("calculator", text).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "price incl 20% vat is 534, whats the net price? a colleague said 427.20 which seems off",
            ("**445**", "**No**"),
        ),
        ("price incl 20% vat is 534, whats the net price? my boss says 445", ("**445**", "**Yes**")),
        (
            "Preis mit 19 % MwSt ist 119, wie viel ist das netto? Mein Kollege sagt 96,39, das kommt mir falsch vor",
            ("**100**", "**Nein**"),
        ),
        ("prix TTC 120 avec 20 % de TVA, combien hors taxe ? mon collègue dit 96", ("**100**", "**Non**")),
        ("el precio con 21% de IVA es 121, ¿cuánto es sin IVA? mi jefe dice 95,59", ("**100**", "**No**")),
    ],
)
def test_a_result_that_somebody_claims(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", text).answer
    assert all(one in answer for one in expected), answer


def test_a_number_of_an_order_is_no_claim() -> None:
    assert "**600**" in ask("calculator", "my boss said 50 boxes at 12 each, how much is that").answer
