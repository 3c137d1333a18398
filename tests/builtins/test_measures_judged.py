"""Short questions about two measures, wishes beside a conversion, and several kitchen goods in one message."""

import pytest

from tests.builtins.asking import ask

ROLE = "unit_converter"


def answer(message: str) -> str:
    """Return the answer to one message."""
    return ask(ROLE, message).answer or ""


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Parcel weighs 12 lb 9 oz, the courier takes up to 6 kg. will it go", "**Yes**: **12 lb 9 oz** is less than"),
        ("my suitcase shows 51 lb and the airline gives me 23 kg, am i over", "**Yes**: **51 pounds** is more than"),
        ("my kid swam 850 m, the badge is for half a mile. did he make it", "**Yes**: **850 metres** is more than"),
        ("my kid swam 750 m, the badge is for half a mile. did he make it", "**No**: **750 metres** is less than"),
        ("sunscreen tube 3.4 fl oz, hand luggage limit 100 ml, bin it or keep it?", "is more than 100 millilitres"),
        (
            "sailing is called off when the wind is over 35 km/h. forecast says 18 knots. so is it on?",
            "**18 knots** is less than",
        ),
        (
            "forecast says 25 knots. kmh? and is it above the 12 m/s limit of our kite school",
            "**25 knots = 46.3 kilometres per hour**",
        ),
        ("I have 3 lb of flour, the recipe needs 1.2 kg. can i make it?", "**Yes**: **3 pounds** is more than"),
        ("Hund wiegt 9 kg, Kabine erlaubt 20 lb. darf er mit?", "**Ja**"),
        ("le colis pèse 12 lb, la limite est 5 kg, ça passe ?", "**Non**"),
        ("la maleta pesa 51 lb y la aerolínea permite 23 kg, me paso?", "**Sí**"),
    ],
)
def test_a_short_question_about_two_measures_is_judged(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "plan calls for a 3/8 inch drill, in my box: 9 mm, 9.5 mm, 10 mm. which one comes closest?",
            "**9.5 millimetres** comes closest",
        ),
        ("which is closest to 10 mm: 3/8 inch, 7/16 inch or 1/2 inch", "**0.375 inches** comes closest"),
        ("welche Schraube kommt 1/4 Zoll am nächsten: 5 mm, 6 mm oder 8 mm?", "**6 mm** kommt"),
    ],
)
def test_the_closest_of_a_list_is_named(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Lasagne says 425F. My oven is celsius and a fan oven, so knock off another 20 degrees please",
            "20 degrees less: **198.33 °C**",
        ),
        ("recipe says 350 f, in celsius minus 20 degrees for the fan oven", "**156.67 °C**"),
        ("Backofen 400 F in Celsius, und dann 20 Grad weniger wegen Umluft", "20 Grad weniger: **184,44 °C**"),
        (
            "298.15 K for the room and 77 K for the nitrogen. both in °C please, and the difference",
            "The difference is **221.15 °C**",
        ),
        ("Fish tank 60x30x36 cm. How many litres is it, and US gallons for the filter chart?", "≈ 17.1183 US gallons"),
        (
            "The label has to show kJ as well. It's 250 kcal per 100 g.",
            "**250 kilocalories = 1,046 kilojoules** (per 100 g)",
        ),
        ("2 acres = how many hectares, and how many soccer pitches of 105 x 68 m would that be", "**1.13**"),
        ("If one holiday photo is roughly 6 MB, how many go on a 1.5 TB disk?", "**250,000 whole ones**"),
        (
            "Kettle is 2200 W and runs about 3 minutes each time. 5 teas a day - how many kWh per day?",
            "**0.55 kilowatt hours**",
        ),
        ("My heater has 2 kW and runs 4 hours a day. kWh per week?", "**56** kWh a week"),
    ],
)
def test_a_wish_beside_a_conversion_is_done(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("foot of my daughter measures 27.3 cm. inches, rounded to the nearest quarter", "10.75 inches"),
        ("my foot is 27 cm, how many inches", "10.6299 inches"),
        (
            "thermometer from my american sister in law shows 101.3, whats my son's fever in normal degrees",
            "101.3 °F = 38.5 °C",
        ),
        ("kids temp is 102.2 on the american thermometer, whats that here in germany", "102.2 °F = 39 °C"),
        ("american recipe oven 375, what is that in normal degrees", "375 °F ≈ 190.56 °C"),
    ],
)
def test_a_foot_may_be_one_of_the_body_and_a_fever_one_of_america(message: str, expected: str) -> None:
    assert expected in answer(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "I only own scales, no cups! 2 cups of plain flour and 3/4 cup of white sugar in grams",
            ("251 grams", "151 grams"),
        ),
        ("recipe: 2 cups flour and 3/4 cup sugar but i only own a kitchen scale. grams?", ("251 grams", "151 grams")),
        ("3 tbsp sugar and 2 tbsp butter in grams", ("37.7 grams", "28.4 grams")),
        ("200 g flour and 100 g sugar in cups", ("1.6 US cups", "0.497 US cups")),
        ("2 Tassen Mehl und 1 Tasse Zucker in Gramm", ("251 g", "201 g")),
        ("Half a cup of honey - grams?", ("168 grams",)),
    ],
)
def test_several_kitchen_goods_are_weighed_each_by_its_density(message: str, expected: tuple[str, ...]) -> None:
    assert [one for one in expected if one not in answer(message)] == []


@pytest.mark.parametrize(
    ("message", "expected", "missing"),
    [
        ("198.12 cm in feet and inches", "6 ft 6 in", "78 inches"),
        ("100 hours in days and hours", "4 d 4 h", "less"),
        ("oven at 200 C, subtract 20 degrees", "", "372"),
        ("1 foot is how many cm", "30.48 centimetres", "shoe"),
        ("how many kcal is 1710 kJ per 100 g? and for a 35g bowl?", "35 grams", "cannot"),
        ("425 F and 20 F in celsius", "-6.67 °C", "less"),
        ("american dress size 8", "", "°"),
    ],
)
def test_look_alikes_are_not_caught(message: str, expected: str, missing: str) -> None:
    made = answer(message)
    assert expected in made
    assert missing not in made
