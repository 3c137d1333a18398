"""Shares of which one counts double, a tax on several pieces, and a share that somebody claims."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "we're three flatmates sharing a 198,40 bill but I pay double for the big room. Who pays what?",
            ["**99.2**", "**49.6**"],
        ),
        ("Wir sind 4 Leute, Miete 1500 Euro, ich zahle das Doppelte. Was zahlt jeder?", ["**600**", "**300**"]),
        (
            "on est 4 à partager une facture de 95 euros mais Luc paie le double. qui paie combien ?",
            ["**38**", "**19**"],
        ),
        ("somos 3 y repartimos una cuenta de 84 euros, yo pago el doble. ¿cuánto paga cada uno?", ["**42**", "**21**"]),
        ("4 adults and 2 kids share a 150 bill, kids pay half. who pays what", ["**15**", "**30**"]),
        ("8 people share 105 euros but 2 are kids and pay half. what does each adult pay", ["**7.5**", "**15**"]),
    ],
)
def test_a_sum_is_shared_by_weights(message: str, expected: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in expected if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("4 friends, bill 93, one has no money so the other three pay. how much each", "93 / 3 = **31**"),
        ("Wir sind zu viert, Rechnung 87 Euro, einer hat kein Geld. Was zahlt jeder?", "87 / 3 = **29**"),
        ("7 of us, the taxi was 78, one forgot her wallet. how much each for the rest?", "78 / 6 = **13**"),
        ("5 people share a 210 bill, two are broke. how much does each of the other 3 pay?", "210 / 3 = **70**"),
    ],
)
def test_those_without_money_pay_nothing(message: str, expected: str) -> None:
    assert expected in ask("calculator", message).answer


def test_a_mark_that_is_needed_is_no_claim() -> None:
    answer = ask("calculator", "I got 35 of 50, teacher says pass mark is 60 percent. what's my percentage?").answer
    assert "**70 %**" in answer
    assert "it is not" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "we paid double last year: 340. what was the normal price",
        "40 tickets brought in 500, minus 20 fee each, what would 10 bring in?",
        "somos 3 amigos y repartimos una cuenta de 84 euros, yo pago la mitad. ¿cuánto paga cada uno?",
    ],
)
def test_nothing_is_guessed(message: str) -> None:
    assert ask("calculator", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Ich verkaufe Saft für 3,40 netto, 7 % Mehrwertsteuer drauf, was kosten dann 15 Flaschen brutto?",
            "**54,57**",
        ),
        ("ein Stuhl kostet 65 Euro netto plus 19 % MwSt, was kosten 4 Stühle?", "**309,4**"),
        ("candles are 3.80 each without VAT. with 20% VAT what do 25 candles cost", "**114**"),
        ("Le pot de miel coûte 7,20 HT, TVA 5,5 %, combien coûtent 30 pots TTC ?", "**227,88**"),
        ("El bote vale 4,80 sin IVA, con un 21 % de IVA ¿cuánto cuestan 5 botes?", "**29,04**"),
        ("I sell soap at 3.57 incl 19% VAT, how much is it net for 40 bars?", "**120**"),
        ("Each book is 14.00 plus 5% tax, how much tax is that for 6 books", "**4.2**"),
        ("each shirt is 22.40, 15% off, what do 5 shirts cost", "**95.2**"),  # no tax
        ("Chair is 79 net, 19% VAT. what is it gross?", "**94.01**"),  # one piece
    ],
)
def test_a_tax_on_several_pieces(message: str, expected: str) -> None:
    assert expected in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "The fee went from 640 to 696, the club says 'only about 5 percent'. what percent is it really",
            ["**8.75 %**", "**No**: it is not 5 %."],
        ),
        (
            "my pay rose from 2500 to 2600, HR told me it's 4%. how many percent is it actually?",
            ["**4 %**", "**Yes**: 4 % is right."],
        ),
        (
            "Die Miete stieg von 750 auf 795 Euro, der Vermieter meint 3 Prozent. Wie viel Prozent sind es wirklich?",
            ["**6 %**", "**Nein**: es sind nicht 3 %."],
        ),
        (
            "Le loyer est passé de 600 à 642, le proprio dit 5 %. C'est combien en pourcentage ?",
            ["**7 %**", "**Non** : ce n'est pas 5 %."],
        ),
        ("he got 33 of 60, she claims that's 60%. what percentage is it?", ["**55 %**", "**No**: it is not 60 %."]),
        ("my teacher says 15% of 80 is 14. right?", ["**12**: 14 is wrong."]),
    ],
)
def test_a_claimed_share_is_checked(message: str, expected: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in expected if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "If 45 tickets brought in 607.50, what did one ticket cost? And what would 62 bring in?",
            ["**13.5**", "**837**"],
        ),
        ("8 Brötchen kosten 3,60. Was kostet ein Brötchen und was kosten 15?", ["**0,45**", "**6,75**"]),
        ("18 cakes brought in 81 euros. How much was one cake, and what would 30 make?", ["**4.5**", "**135**"]),
        ("If 45 tickets brought in 607.50, what would 62 bring in?", ["**837**"]),
        ("20% of 350 and then minus 12, what is left", ["**58**"]),
        ("12 eggs cost 3.60. what do 30 cost?", ["3.60 / 12 × 30 = **9**"]),
        ("12 % de 350 puis moins 5,50 ça donne quoi", ["**36,5**"]),
        ("take 12% of 350, then divide by 7, how much is that", ["**6**"]),
        ("10 percent of 250 then minus 5, what do i get", ["**20**"]),
    ],
)
def test_the_price_of_one_and_steps_before_a_question(message: str, expected: list[str]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in expected if one not in answer] == []
