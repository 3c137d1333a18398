"""Bills of several items, losses of counted things, sums of contracts, and the form of a result: worked out by hand."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I bought 7 tickets at 18.50 and 4 at 12. There's a 5.90 booking fee once. Total?", "**183.4**"),
        ("we are 4 people, 2 pizzas at 14 and 4 beers at 5.50, delivery 3. what does each pay?", "**13.25**"),
        ("3 adult tickets at 27.50 and 2 kids half price, how much", "**110**"),
        ("3 Pizzen zu 11,90 und 4 Getränke zu 3,20, dazu 2,50 Lieferung. Was macht das?", "**51**"),
        (
            "Wir sind 5 Leute, haben 3 Pizzen zu 11,90 und 4 Getränke zu 3,20, dazu 2,50 Lieferung. Was zahlt jeder?",
            "**10,2**",
        ),
        ("J'ai un train de 8h12 : 3 billets à 27,50 et 2 enfants à moitié prix, ça fait combien ?", "**110**"),
        ("4 entradas a 12,50 y 2 niños a mitad de precio, cuánto es en total", "**62,5**"),
    ],
)
def test_items_with_a_fee_a_half_price_or_sharers_make_one_bill(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("if 3 pens cost 4.50 how much do 7 cost", "20.5"),
        ("12 roses at 2.50 and shipping 6.90 each, total", "36.9"),
        ("3 tickets at 27.50 and 2 kids free, a fee of 4, how much", "86.5"),
        ("2 rooms at 80 per night and a 30 cleaning fee for 3 nights, total", "190"),
        ("3 shirts at 18 with a 5 delivery fee, 10% off, total", "59"),
    ],
)
def test_other_bills_are_not_made_of_their_numbers(message: str, wrong: str) -> None:
    assert f"**{wrong}**" not in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "my bus takes 25 mins, i'm 34 years old and i have 3 bags with 12 apples each, "
            "i give away a third of all apples and 5 rot. how many left",
            "**19**",
        ),
        ("3 staff. We baked 14 trays of 24 rolls, 19 got burnt and we gave 8 away. how many left to sell", "**309**"),
        ("Ich habe 6 Kartons mit 10 Eiern, 7 sind kaputt und 12 habe ich verschenkt. Wie viele sind übrig?", "**41**"),
        ("j'ai 5 boîtes de 12 oeufs, 4 sont cassés et j'en ai donné 10. combien il en reste ?", "**46**"),
        ("tengo 4 cajas con 20 galletas, regalé 15 y se rompieron 3. cuántas quedan?", "**62**"),
        ("4 pizzas of 8 slices each, 9 of us eat 3 each. how many slices left", "**5**"),
    ],
)
def test_losses_of_groups_are_taken_off(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "I have 3 bags with 12 apples each, bought 5 more and ate 4. how many left",
        "3 teams of 8 players, 5 players left early because of 2 injuries. how many teams",
        "we have 12 boxes of 48 and gave each of 6 people 10. how many left",
    ],
)
def test_other_stories_of_groups_are_asked_back(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("prêt de 9 000 € sur 36 mois, mensualité 268,40 €. combien je paie d'intérêts au total ?", "**662,4**"),
        ("loan of 9000 over 36 months, monthly payment 268.40. how much interest in total", "**662.4**"),
        ("Kredit über 12000 €, 48 Raten, 281,50 € im Monat. Wie viel Zinsen zahle ich insgesamt?", "**1.512**"),
        ("préstamo de 5000 en 24 meses, cuota de 229. cuántos intereses pago en total", "**496**"),
        ("un 21% de iva sobre 345, y luego menos 15% de retencion sobre la base. cuanto cobro?", "**365,7**"),
        ("factura de 1000 + 21% de IVA y 15% de IRPF, cuánto cobro", "**1.060**"),
        ("invoice 800 plus 20% VAT, 5% withholding tax. what do I get paid", "**920**"),
        ("marks 1.7, 2.3, 2.0 and the last one counts double. average?", "(1.7 + 2.3 + 2 × 2.0) / 4 = **2**"),
        ("my scores are 60, 70, 80 and the first exam counts twice, what's the mean", "**67.5**"),
        ("Noten 1,7; 2,3 und 2,0, die erste zählt doppelt. Schnitt?", "**1,925**"),
        ("notes 12, 15 et 9, la dernière compte double, moyenne ?", "**11,25**"),
    ],
)
def test_contracts_and_weighted_marks(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("bill is 84.60, 18% tip, split between 4 but one of us (birthday girl) doesnt pay. each?", "**33.28**"),
        ("dinner was 120 split by 5 people but two of them don't pay, how much each", "**40**"),
        ("Die Rechnung ist 90 €, geteilt durch 4, aber einer zahlt nichts. Was zahlt jeder?", "**30**"),
        ("l'addition est de 90 € à partager entre 4 mais un ne paie pas, combien chacun", "**30**"),
        ("la cuenta es 90 euros entre 4 pero uno no paga, cuánto cada uno", "**30**"),
        ("bill is 84.60 split between 4, one of us has no cash. each?", "**21.15**"),
    ],
)
def test_who_does_not_pay_does_not_share(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("rent went from 865 to 910, what percent is that up, 1 decimal", "To one decimal: **5.2 %**."),
        ("100/7 with two decimals please", "To 2 decimals: **14.29**."),
        ("was ist 100/7, auf eine Nachkommastelle", "Auf eine Nachkommastelle: **14,3**."),
        ("12.5% de 89, con un decimal", "Con un decimal: **11,1**."),
        ("100 / 7 rounded to 2 decimals", "round(100 / 7 , 2) = **14.29**"),
        ("what is 17.5 percent of 640, minus 12", "**100**"),
        ("12,5 % de 640 puis tu enlèves 15", "**65**"),
        ("15% de 200 y luego quita 5", "**25**"),
        ("20 % von 80, dann minus 3", "**13**"),
    ],
)
def test_steps_and_decimals_at_the_end_are_read(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_decimals_that_are_asked_about_are_no_form_of_a_result() -> None:
    assert "decimals:" not in ask(ROLE, "how many decimals has 22/7").answer
    assert "decimal" not in unused_words(ROLE, "rent went from 865 to 910, what percent is that up, 1 decimal")


@pytest.mark.parametrize(
    ("message", "best"),
    [
        ("Which oats are cheaper per 100 g - 750 g for 4.29 or the big bag, 1.2 kg for 6.60?", "0.55 per 100 g"),
        (
            "le pack de 6 yaourts de 125 g à 1,89 € ou le pot de 1 kg à 2,65 €, c'est quoi le moins cher au kilo?",
            "2,52 par kg",
        ),
        ("Was ist billiger: 6 Flaschen mit 0,5 l für 3,99 oder 2 l für 2,79", "1,33 pro l"),
        ("¿qué es más barato, 4 latas de 330 ml por 2,40 o 1,5 l por 2,10?", "1,40 por l"),
    ],
)
def test_packs_are_compared_for_the_amount_that_is_named(message: str, best: str) -> None:
    assert f": {best} (" in ask(ROLE, message).answer


def test_measures_in_different_units_are_not_compared_by_their_numbers() -> None:
    assert ask(ROLE, "is 180 C the same as 350 F").tag == "NULL"
    assert "**Yes**" in ask(ROLE, "is 7/8 more than 0.85?").answer


def test_several_taxes_are_each_taken_from_the_gross_sum() -> None:
    assert "**1,932**" in ask(ROLE, "gross 2800, 22% tax and 9% social, what's left").answer
    assert "**119**" in ask(ROLE, "100 plus 19% tax").answer
