"""Prices, measures and dates in sentences of four languages, by class: each was once wrong or unread."""

import pytest

from config.builtins.wording import language_of
from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("9am EST in CET", "en"),
        ("dinner was 86.40, 18% tip, split 3 ways?", "en"),
        ("divide 145 entre 5", "es"),
        ("un 15% de descuento sobre 60 euros", "es"),
        ("30 % de remise sur 85 €", "fr"),
        ("hallo du", "de"),
        ("eleven plus nine", "en"),
    ],
)
def test_the_language_of_a_short_message(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30 % Rabatt auf 85 €", "**59,5**"),
        ("une remise de 30 % sur 85 €", "**59,5**"),
        ("60 euros con un 15 % de descuento", "**51**"),
        ("a jacket is $120, 25% off then another 10% off, final price?", "**81**"),
        ("120 € abzüglich 20 % und dann nochmal 10 %", "**86,4**"),
        ("dinner was 86.40, 18% tip, split 3 ways?", "**33.984**"),
        ("Rechnung 86,40 mit 10 % Trinkgeld durch 3", "**31,68**"),
        ("I paid 45 after a 10% discount, what was the original price", "**50**"),
        ("wie viel netto sind 119 € bei 19% mwst", "**100**"),
        ("120 € TTC, combien HT avec une TVA de 20 % ?", "**100**"),
        ("¿cuánto es 200 euros más IVA del 21%?", "**242**"),
        ("was kostet es pro stück wenn 6 stück 14,70 kosten", "**2,45**"),
        ("if 3 pens cost 4.50 how much do 7 cost", "**10.5**"),
        ("what percentage increase is 80 to 92", "**15 %**"),
        ("what is 20% of 50 and 30% of 80", "**24**"),
        ("compound interest on 1000 at 5% for 3 years", "**157.625**"),
        ("a 20% tip on 45.50", "**9.1** With it, that is **54.6**"),
    ],
)
def test_a_price_in_words(text: str, expected: str) -> None:
    assert expected in ask("calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("im 5'11 and weigh 165lbs whats that in cm and kg", "74.84274105 kilograms"),
        ("im 5'11 and weigh 165lbs whats that in cm and kg", "= 180.34 centimetres"),
        ("What's 6 foot 2 and a half in centimetres?", "= 189.23 centimetres"),
        ("the temperature dropped by 10 degrees C. how much is that in F?", "10 °C = 18 °F"),
        ("ein Unterschied von 5 °C, wie viel in Fahrenheit?", "5 °C = 9 °F"),
        ("how long to download 4 GB at 50 Mbps", "10 min 40 s"),
        ("wie viel sind 20 nudos in km/h", "37,04 km/h"),
        ("Mein Auto verbraucht 6,5 Liter auf 100 km. Wie viele mpg sind das?", "6,5 l/100 km ≈ 36,1869 mpg"),
        ("6 litres aux 100 en miles par gallon", "6 l/100 km ≈ 39,2"),
        ("was ist länger 5 meilen oder 8 kilometer", "**5 mi** ist länger"),
        ("2 EL in ml", "29.5735 millilitres"),
        ("1 stick of butter in grams", "113.3980925 grams"),
        ("Wie viele Sekunden hat ein Tag?", "86.400"),
    ],
)
def test_a_measure_in_words(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer
