"""Net and gross prices, margins, differences, Indian numbers and sums of things: results worked out by hand."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("The quote says 1,200 HT. How much is that TTC with 20 % TVA?", "1440"),
        ("Le devis est de 1200 € TTC, TVA 20 %. Combien HT ?", "1000"),
        ("What is the net of 238 gross at 19% VAT?", "200"),
        ("What's the net price if the gross is 53.50 and tax is 7%?", "50"),
        ("Invoice total £1,440 inc VAT at 20% - what was it ex VAT?", "1200"),
        ("Wie viel netto sind 119 Euro brutto bei 19 %?", "100"),
        ("Brutto von 250 Euro netto bei 7 % MwSt?", "267.5"),
        ("Nettopreis 1.250 €, 19 % Umsatzsteuer, Bruttopreis?", "1487.5"),
        ("Precio sin IVA de 121 euros con IVA del 21 %", "100"),
        ("Factura de 605 € con IVA incluido al 21 %, ¿cuál es la base imponible?", "500"),
        ("The price excluding VAT is 40, VAT 25 percent. What do I pay?", "50"),
        ("What's 99 ex VAT including 20% VAT?", "118.8"),
        ("what would 240 be without 20% vat", "200"),
        ("how much VAT do I owe on a gross sale of 720 at 20%?", "120"),
        ("¿Cuánto IVA hay en 242 € con el 21 %?", "42"),
        ("My cost is 70 and I want a 30% margin on the selling price. What should I charge?", "100"),
        ("Prix de revient 36 €, je veux une marge de 40 % sur le prix de vente. À combien vendre ?", "60"),
        ("If I sell for 90 at a 40% margin, what did it cost me?", "54"),
        ("What's the markup if cost is 40 and price is 50?", "25"),
        ("Cost price 120, 40% markup. Selling price?", "168"),
        ("I buy at 60 and sell at 80. What's my margin?", "25"),
        ("Einkauf 30, Verkauf 50: wie hoch ist die Marge?", "40"),
        ("Turnout went from 52% to 61%. How many percentage points is that?", "9"),
        ("Unemployment rose from 4% to 5%. By how many percent did it rise?", "25"),
        ("El precio sube del 10 % al 12 %, ¿cuántos puntos porcentuales son?", "2"),
        ("The approval fell 6 points from 48%. What's it now?", "42"),
        ("How many years between 1987 and 2024?", "37"),
        ("I worked 41.5 hours. How many more than 36 hours is that?", "5.5"),
        ("My phone plan has 20 GB and I used 23.5 GB. How much over 20 GB is that?", "3.5"),
        ("12 boxes of 144 minus 37", "1691"),
        ("3 tickets at 12.50 and 2 at 8, total?", "53.5"),
        ("3 Karten zu 12,50 und 2 zu 8 Euro, wie viel zusammen?", "53.5"),
        ("3 entradas a 15 euros y 2 a 9,50: ¿cuánto es en total?", "64"),
        ("We are 5, bill 137.50, 18% tip. How much each?", "32.45"),
        ("L'addition est de 90 €, 10 % de pourboire, on est 6. Combien chacun ?", "16.5"),
        ("A 250 jacket is 30% off, plus an extra 15% at the till. Final price?", "148.75"),
        ("Erst 20 %, dann nochmal 5 % Rabatt auf 400 Euro", "304"),
        ("What's 15% of Rs 2,50,000?", "37500"),
        ("2,50,000 + 1,75,500", "425500"),
        ("How much is 12 lakh minus 3.5 lakh?", "850000"),
        ("What is 5% of 2 crore?", "1000000"),
    ],
)
def test_prices_and_differences_are_read_the_right_way_round(message: str, expected: str) -> None:
    assert str(output(ROLE, message)["results"][0]["result"]) == expected


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Combien font 85 € HT en TTC à 5,5 % ?", "J'ai lu 85 comme prix hors taxes (HT)."),
        ("Wie viel netto sind 119 Euro brutto bei 19 %?", "119 ist dabei als Bruttopreis (mit Steuer) gelesen."),
        ("Cost 36, price 45. Margin percent?", "markup, as a share of the cost"),
        ("Turnout went from 52% to 61%. How many percentage points is that?", "17.31 % of the earlier value"),
        ("3.2 crore plus 45 lakh", "= 3.65 crore"),
        ("What year is 75 years after 1949?", "**2024**"),
    ],
)
def test_answers_say_how_they_read_the_numbers(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_what_is_not_clear_is_not_computed() -> None:
    assert ask(ROLE, "2 shirts at 15 and 3 at 4, how much does each pay?").tag == "NULL"


def test_a_margin_on_a_number_is_told_both_ways() -> None:
    said = ask(ROLE, "20 % margin on 50")
    assert "**62.5**" in said.answer
    assert "**60**" in said.answer
    assert "Both take 50 as the cost" in said.answer
