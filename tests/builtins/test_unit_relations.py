"""Amounts in relation: rates, limits, sides, sums, units that are refused or named elsewhere."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a car uses 6.5 l per 100 km, how much for 340 km", "22.1 litres"),
        ("how much fuel for 420 km at 7.2 l/100km", "30.24 litres"),
        ("gasto 8 litros cada 100 km, cuántos litros para 350 km", "28 l"),
        ("how many km can I drive with 40 litres at 6.5 l/100km", "615.3846 kilometres"),
        ("one litre covers 12 m², how many litres for 45 m²?", "3.75 litres"),
        ("the tap drips 20 ml a minute, how many litres per day?", "28.8 litres"),
        ("my baby drinks 150 ml 6 times a day, how many litres in a week", "6.3 litres"),
        ("I have 4 mugs of tea a day, 300 ml each. how many litres in a week?", "8.4 litres"),
        ("Ich trinke 3 Gläser à 200 ml am Tag, wie viele Liter im Monat?", "18 l"),
        ("eine Lampe hat 60 Watt und brennt 5 Stunden am Tag, wie viele kWh in 30 Tagen?", "9 kWh"),
        ("a printer does 12 pages per minute, how long for 300 pages", "25 minutes"),
        ("a film is 1.4 GB, my connection 16 megabits per second, download time?", "0 h 11 min 40 s"),
        ("cheese is 3.99 per pound, how much per kg?", "8.80"),
        ("salary 3200 a month how much a year", "38,400"),
        ("how many 330 ml cans make 5 litres?", "15.15"),
        ("combien de verres de 20 cl dans une bouteille de 75 cl ?", "3,75"),
        (
            "heating burns 2.4 litres of oil per hour, 9 hours a day, how long does a 1500 litre tank last",
            "1,666.6667 h",
        ),
        ("our dog eats 350 g of kibble a day, how long does a 12 kg sack last?", "34.2857 days"),
        ("une baignoire de 150 litres avec un robinet à 12 litres par minute, combien de temps ?", "12,5 min"),
        ("si bebo 2 litros de agua al día, ¿cuántos galones son en una semana?", "3,6984 gal"),
        ("20 litres at 0.789 kg per litre, weight?", "15.78 kilograms"),
        ("coffee: 60 g per litre, I want 350 ml, how much coffee", "21 grams"),
        ("how much is 7 tablespoons plus 2 teaspoons in ml", "113.365 millilitres"),
        ("20 mg per kg body weight, the child weighs 18 kg, how many mg", "360 milligrams"),
        ("walls total 38 m2, one can does 8 m2. how many cans do i buy", "4.75"),
        ("5 min 30 s per km as pace per mile", "(8:51)"),
    ],
)
def test_rates_cancel_to_what_is_asked(text: str, answer: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "SUCCESS"
    assert answer in made.answer


def test_a_total_is_no_number_of_cans() -> None:
    assert "46" not in ask(ROLE, "walls total 38 m2, another 8 m2. how many cans do i buy").answer


def test_an_amount_that_is_left_as_it_was_is_not_used() -> None:
    assert "18 kg" in unused_words(ROLE, "20 mg for the child, who weighs 18 kg, in kg")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("my suitcase is 21.5 kg, the limit is 50 lb. am i under?", "**Yes**"),
        ("speed limit 30 mph, I drove 52 km/h, was I speeding?", "**Yes**"),
        ("Tempolimit 50 mph, ich fahre 75 km/h. Bin ich zu schnell?", "**Nein**"),
        ("the van is 2.4 m high and the sign says 7'10\". will it fit under?", "**No**"),
        ("the recipe needs 3 cups, I have 500 ml. is that enough?", "**No**"),
        ("is 2 litres more than half a gallon?", "**Yes**: **2 litres** is more than"),
        ("is 100 km/h slower than 60 mph", "**No**"),
        ("ist 1 Meile mehr als 1500 Meter?", "**Ja**"),
    ],
)
def test_limits_and_yes_or_no(text: str, answer: str) -> None:
    assert answer in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a pool of 8 m x 4 m x 1.5 m, how many litres", "48,000 litres"),
        ("the box is 60 cm long, 40 cm wide and 30 cm high. volume in litres?", "72 litres"),
        ("a round pool with a diameter of 3.6 m and 1.2 m deep, how many litres", "12,214.5 litres"),
        ("room 12 ft by 10 ft in square metres", "11.1483648 square metres"),
        ("ein Beet ist 3 m lang und 1,2 m breit, wie viele Quadratmeter?", "3,6 m²"),
        ("map scale 1:50000, 4 cm on the map is how many km", "2 kilometres"),
        ("how much is 2 kg 300 g plus 1 lb in kg", "2.75359237 kilograms"),
        ("temperature dropped from 20 C to 5 C, what's the drop in fahrenheit", "15 °C = 27 °F"),
        ("how many steps is 5 km if a step is 75 cm", "6,666.67 steps"),
        ("difference between 5 miles and 8 km", "0.0290305 miles"),
        ("it says 37.5, that's celsius. in fahrenheit please", "99.5 °F"),
        ("my oven shows 40 degrees, does it matter if that is celsius or fahrenheit?", "They are not the same"),
        ("10 miles in km rounded to 1 decimal", "16.1 kilometres"),
        ("whats 0.3 of a mile in metres, nearest metre is fine", "483 metres"),
        ("convert 3.7 miles to km, to the nearest whole number", "≈ 6 kilometres"),
    ],
)
def test_sides_sums_and_rounding(text: str, answer: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "SUCCESS"
    assert answer in made.answer


@pytest.mark.parametrize(
    "text",
    ["give me 12 stone in kg, not pounds", "12 stone in kg instead of pounds", "12 stone, nicht in pounds, in kg"],
)
def test_a_unit_that_is_refused_is_no_target(text: str) -> None:
    answer = ask(ROLE, text).answer
    assert "76.2" in answer.replace(",", ".")
    assert "168" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("is 3/8 inch the same as 10 mm", "**No**: **0.375 inches** is less than 10 millimetres"),
        ("is 1 inch the same as 2.54 cm?", "**Yes**: **1 inch** is the same as 2.54 centimetres"),
        ("is 5.5 km more than 3 miles?", "**Yes**"),
        ("est-ce que 1 mile est égal à 1,6 km ?", "**Non**"),
        ("a room 12 ft 6 in by 10 ft, what's the area in m2", "11.61288 square metres"),
        ("12 ft by 10 ft 6 in room in square feet", "126 square feet"),
    ],
)
def test_amounts_that_are_set_beside_each_other(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer
