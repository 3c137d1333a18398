"""Questions beside figures that no figure answers: handlers leave them to the honest question."""

import pytest

from config.builtins.asked_opinions import asks_only_opinions
from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("date_calculator", "My contract ends on 31 March 2027 and has 3 months notice. Is that normal?"),
        ("date_calculator", "The contract runs until 30 June 2027, notice 6 weeks. Who do I send it to?"),
        ("date_calculator", "The term ends 31 December 2026, notice one month - what do I write?"),
        ("date_calculator", "She is 20 weeks pregnant and due in spring. What should she eat?"),
        ("date_calculator", "My notice is 3 months, I resigned on 15 January. What should I say in the interview?"),
        ("date_calculator", "Der Vertrag läuft bis 31. März 2027 mit 3 Monaten Kündigungsfrist. Ist das üblich?"),
        ("date_calculator", "Mein Mietvertrag endet am 31.3.2027, die Frist ist 3 Monate, an wen schicke ich das?"),
        ("date_calculator", "Ich kündige zum 31. März 2027, was muss ich schreiben?"),
        ("unit_converter", "The pump moves 40 litres a minute and the pond holds 2000 litres. Is that a good pump?"),
        ("unit_converter", "The train goes 120 km/h and the trip takes 3 hours, is there a toilet?"),
        ("unit_converter", "One bag weighs 25 kg and I have 14 bags. How do I lift them?"),
        ("unit_converter", "Die Pumpe schafft 40 Liter pro Minute, der Teich hat 2000 Liter. Ist das eine gute Pumpe?"),
        ("unit_converter", "Ein Sack wiegt 25 kg und ich habe 14 Säcke. Wie hebe ich sie?"),
        ("calculator", "My rent is 800 a month and goes up 5% from July. Can my landlord do that?"),
        ("calculator", "The gym is 30 a month and goes to 35 from May this year, is it worth it?"),
        ("calculator", "Net price 100 plus 19% VAT, who pays the VAT?"),
        ("calculator", "Is the price of 238 with 19% VAT fair?"),
        ("calculator", "Der Preis ist 119 inklusive 19 % MwSt., kann ich das absetzen?"),
        ("calculator", "Die Miete ist 800 im Monat und steigt ab Juli um 5 %. Darf er das?"),
    ],
)
def test_computes_nothing_beside_an_opinion(role: str, text: str) -> None:
    assert ask(role, text).tag == "NULL"


@pytest.mark.parametrize(
    ("role", "text", "expected"),
    [
        (
            "date_calculator",
            "The contract ends on 31 March 2027, 3 months notice. By when must I cancel?",
            "31 December 2026",
        ),
        ("date_calculator", "Who is older, Ann born 3 May 1990 or Ben born 4 June 1991?", "Ann"),
        ("date_calculator", "20 weeks pregnant today, when is the baby due?", "**Saturday, 10 April 2027**"),
        (
            "unit_converter",
            "Pump moves 40 litres a minute, the pond holds 2000 litres. How long does it take?",
            "50 min",
        ),
        ("unit_converter", "Is 5 miles more than 8 km?", "**Yes**"),
        (
            "calculator",
            "The gym is 30 a month and goes to 35 from May this year, what do I pay for the year?",
            "**400**",
        ),
        ("calculator", "Net price 100 plus 19% VAT, what is the total?", "**119**"),
    ],
)
def test_keeps_questions_for_figures(role: str, text: str, expected: str) -> None:
    assert expected in ask(role, text).answer


@pytest.mark.parametrize(
    "text",
    [
        "Is that normal, and how many days are left until 3 May?",
        "5 kg in pounds",
        "Who spent the most?",
        "The room is 14 ft by 11 ft 6, the supplier talks square metres. What do I tell them?",
        "I need prices per lb as per kg, can you do that? like 3.40 per lb",
        "My diary claims that 29 February 2028 is a Tuesday. Can I trust it?",
        "The limit is 110 km/h but my speedo knows mph. Where should the needle be at most?",
        "Three flatmates share a bill of 198.40. Who pays what?",
        "Yoghurt bought 25 November 2026 keeps 14 days. Can we still eat it on 6 December?",
        "Why does my new 1 TB disk show 931 GB only?",
        "Is 12 + 30 right?",
        "Where is it 3 pm when it is noon in London?",
        "Wie viele Tage sind es, und ist das normal?",
    ],
)
def test_tells_questions_for_figures_from_opinions(text: str) -> None:
    assert not asks_only_opinions(text)
