"""Units: sums against figures from the definitions, and sentences as people write them."""

import pytest

from tests.builtins.asking import ask, output, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("text", "source", "target", "result"),
    [
        # mass: 1 lb = 0.45359237 kg, 1 st = 14 lb, 1 lb = 16 oz
        ("14 kg in pounds", "kg", "lb", 30.864716706),
        ("14 kg to stone", "kg", "st", 2.2046226219),
        ("6 stone 4 pounds in kg", "lb", "kg", 39.91612856),
        ("10 stone 4 in kg", "lb", "kg", 65.31730128),
        ("2 lb 3 oz in grams", "oz", "g", 35 * 28.349523125),
        ("how many ounces in a pound", "lb", "oz", 16),
        ("1 ton in kg", "ton", "kg", 907.18474),
        ("1 tonne in kg", "t", "kg", 1000),
        ("1 imperial ton in kg", "lton", "kg", 1016.0469088),
        # length: 1 in = 2.54 cm, 1 mi = 1609.344 m
        ("5'11\" in cm", "inch", "cm", 180.34),
        ("5 ft 11 in to cm", "inch", "cm", 180.34),
        ("6 foot 2 in metres", "inch", "m", 1.8796),
        ("12 in in cm", "inch", "cm", 30.48),
        ("30 cm to in", "cm", "inch", 11.8110236220),
        ("how many feet are in a mile", "mi", "ft", 5280),
        ("half a mile in km", "mi", "km", 0.804672),
        ("1 nautical mile in metres", "nmi", "m", 1852),
        ("1,234.5 km to miles", "km", "mi", 1234.5 / 1.609344),
        ("1.234,5 km to miles", "km", "mi", 1234.5 / 1.609344),
        ("0,5 m in cm", "m", "cm", 50),
        ("1 000 000 m in km", "m", "km", 1000),
        ("1e3 m to km", "m", "km", 1),
        # temperature
        ("100°F in celsius", "F", "C", 37.7777777778),
        ("-40 C in F", "C", "F", -40),
        ("minus 40 celsius to fahrenheit", "C", "F", -40),
        ("0 K in C", "K", "C", -273.15),
        ("37 °C in °F", "C", "F", 98.6),
        ("180 degrees in fahrenheit", "C", "F", 356),
        ("350 degrees in celsius", "F", "C", 176.6666666667),
        # volume: US gallon 231 cubic inches, imperial gallon 4.54609 l
        ("how many cups is 250 ml", "ml", "cup", 1.0566882094),
        ("1 gallon in litres", "gal", "l", 3.785411784),
        ("1 imperial gallon in litres", "ukgal", "l", 4.54609),
        ("2 UK pints in ml", "ukpt", "ml", 1136.5225),
        ("3/4 cup in ml", "cup", "ml", 177.441177375),
        ("1 1/2 cups in ml", "cup", "ml", 354.88235475),
        ("½ cup in ml", "cup", "ml", 118.29411825),
        ("8 oz in ml", "floz", "ml", 236.5882365),
        ("8 oz in grams", "oz", "g", 226.796185),
        # area, speed, energy, pressure, data, time
        ("1 acre in m2", "acre", "m2", 4046.8564224),
        ("1 ha in m²", "ha", "m2", 10000),
        ("200 sq ft in square meters", "ft2", "m2", 18.580608),
        ("60 mph in km/h", "mph", "km/h", 96.56064),
        ("36 km/h in m/s", "km/h", "m/s", 10),
        ("100 Kilokalorien in Kilojoule", "kcal", "kJ", 418.4),
        ("100 calorías a kJ", "cal", "kJ", 0.4184),
        ("10 Fuß in Meter", "ft", "m", 3.048),
        ("10 nœuds en km/h", "kn", "km/h", 18.52),
        ("1 knot in km/h", "kn", "km/h", 1.852),
        ("2000 kcal in kJ", "kcal", "kJ", 8368),
        ("1 kWh in MJ", "kWh", "MJ", 3.6),
        ("30 psi to bar", "psi", "bar", 2.0684271880),
        ("1 atm in kPa", "atm", "kPa", 101.325),
        ("2 GB in MB", "GB", "MB", 2000),
        ("1 GiB in MiB", "GiB", "MiB", 1024),
        ("100 Mb in MB", "Mbit", "MB", 12.5),
        ("90 m in hours", "min", "h", 1.5),
        ("1 h 30 min in minutes", "min", "min", 90),
        ("how many seconds in a day", "d", "s", 86400),
    ],
)
def test_a_conversion(text: str, source: str, target: str, result: float) -> None:
    (made,) = output(ROLE, text)["conversions"]
    assert (made["from"], made["to"]) == (source, target)
    assert made["result"] == pytest.approx(result, rel=1e-9)


@pytest.mark.parametrize(
    ("text", "before", "source", "target"),
    [
        ("No, I meant stones", ["and 14 kg in pounds"], "kg", "st"),
        ("in grams?", ["14 kg in pounds"], "kg", "g"),
        ("and 20?", ["14 kg in pounds"], "kg", "lb"),
        ("what about 3 tonnes", ["14 kg in pounds"], "t", "lb"),
        ("I meant UK pints", ["3 pints in litres"], "ukpt", "l"),
        ("and in miles", ["5 km in m", "thanks", "in feet"], "km", "mi"),
        ("12 kg", ["5 km in miles"], "kg", "lb"),
    ],
)
def test_a_follow_up(text: str, before: list[str], source: str, target: str) -> None:
    (made,) = output(ROLE, text, *before)["conversions"]
    assert (made["from"], made["to"]) == (source, target)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("14 kg in pounds", "**14 kilograms ≈ 30.8647 pounds (30 lb 13.8 oz)**"),
        ("14 kg to stone", "**14 kilograms ≈ 2.20462 stone (2 st 2.9 lb)**"),
        ("1 mile in km", "**1 mile = 1.609344 kilometres**"),
        ("198.12 cm in feet and inches", "**198.12 centimetres = 6.5 feet (6 ft 6 in)**"),
        ("100 F in C", "**100 °F ≈ 37.78 °C**"),
        ("5-10 km in miles", "- 5 kilometres ≈ 3.10686 miles\n- 10 kilometres ≈ 6.21371 miles"),
    ],
)
def test_the_sentence_says_when_it_rounds(text: str, said: str) -> None:
    assert ask(ROLE, text).answer == said


def test_which_unit_of_the_name_was_taken_is_said() -> None:
    assert "I took US measures" in ask(ROLE, "1 gallon in litres").answer
    assert "I took US measures" not in ask(ROLE, "1 US gallon in litres").answer
    assert "I took US measures" not in ask(ROLE, "1 imperial gallon in litres").answer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 kg in metres", "measure mass"),
        ("500 ml in grams", "density"),
        ("-300 C in F", "below absolute zero"),
        ("1e31 kg in lb", "too large"),
        ("1/0 kg in g", "0 below its line"),
        ("convert 100 euros to dollars", "no exchange rates"),
        ("hello there", "I convert units"),
        ("", "I convert units"),
        ("a second please", "I convert units"),
        ("10 in pounds", "I convert units"),
    ],
)
def test_what_cannot_be_converted_is_told(text: str, said: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "NULL"
    assert said in made.answer


def test_there_and_back_is_the_same() -> None:
    there = output(ROLE, "123.456 miles in km")["conversions"][0]["result"]
    back = output(ROLE, f"{there} km in miles")["conversions"][0]["result"]
    assert back == pytest.approx(123.456, rel=1e-10)


def test_what_is_left_out_is_said() -> None:
    many = ask(ROLE, "in km: " + ", ".join(f"{n} miles" for n in range(1, 31)))
    assert len(many.output["conversions"]) == 20
    assert "10 more conversions were left out." in many.answer
    assert "I read the first 2,000 of 5,0" in ask(ROLE, "5 miles in km " + "and so on " * 500).answer


@pytest.mark.parametrize(
    ("message", "unit", "expected"),
    [
        ("I ran a 10k in 52 minutes, how many miles is that", "mi", 6.21371),
        ("In 52 minutes I ran 10 km, how many miles is that", "mi", 6.21371),
        ("how many miles is a marathon", "mi", 26.21876),
        ("7 h 20 min in minutes", "min", 440),
        ("3 lb 4 oz in kg", "kg", 1.474175),
        ("5'11\" in cm", "cm", 180.34),
        ("30 mpg in litres per 100 km", "l100", 7.840486),
        ("8 l/100km in mpg", "mpg", 29.40182),
        ("40 imperial mpg to l/100km", "l100", 7.062023),
        ("15 km/l in l/100km", "l100", 6.666667),
        ("100 km/h in mph", "mph", 62.13712),
        ("5 min/km in min/mile", "pace_mi", 8.04672),
        ("100 Mbps in MB/s", "MB/s", 12.5),
        ("150 hp in kW", "kW", 111.855),
        ("100 PS in kW", "kW", 73.549875),
        ("180 degrees in radians", "rad", 3.141593),
        ("3000 rpm in Hz", "Hz", 50),
        ("2 fortnights in days", "d", 28),
        ("1 TB in GB", "GB", 1000),
        ("350 F to C", "C", 176.6667),
        ("2 tbsp in ml", "ml", 29.5735),
        ("10 hl in litres", "l", 1000),
        ("I ran 10 km in 50 minutes, what is my speed in km/h", "km/h", 12),
        ("how long does it take to drive 100 km at 80 km/h", "h", 1.25),
        ("how far do I get in 2 hours at 60 mph", "mi", 120),
        ("wie viele Meilen sind 10 Kilometer", "mi", 6.21371),
        ("1,5 Liter in Tassen", "cup", 6.34013),
        ("Wie viel sind 100 Fahrenheit in Celsius?", "C", 37.77778),
        ("12 Zoll in cm", "cm", 30.48),
        ("1.500 Meter in Kilometer umrechnen", "km", 1.5),
        ("fünf Pfund in Kilogramm", "kg", 2.5),
        ("combien de livres font 5 kilos", "lb", 11.02311),
        ("1,80 m en pieds", "ft", 5.905512),
        ("convertis 3,5 tasses en litres", "l", 0.828059),
        ("¿cuántos kilómetros son 5 millas?", "km", 8.04672),
        ("350 grados fahrenheit en celsius", "C", 176.6667),
        ("¿cuántas libras son 2,5 kilos?", "lb", 5.511557),
    ],
)
def test_the_questions_that_people_ask(message: str, unit: str, expected: float) -> None:
    rows = output(ROLE, message)["conversions"]
    found = {row["to"]: row["result"] for row in rows}
    assert found[unit] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("5 miles or 8 km, which is longer", "**5 miles** is longer"),
        ("which is heavier, 10 kg or 20 lb", "**10 kilograms** is heavier"),
        ("what is colder, -5 C or 20 F", "**20 °F** is colder"),
        ("is 1 litre more than 1 quart", "**1 litre** is more"),
        ("Was ist länger, 5 Meilen oder 8 km?", "**5 mi** ist länger"),
        ("10 km in 50 minutes, what is my pace", "5:00 min/km"),
        ("wie viele Meilen sind 10 Kilometer", "6,21371"),
    ],
)
def test_comparisons_and_words(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("5 dollars in euros", "exchange rates"),
        ("5 miles in smoots", "I do not know the unit"),
        ("5 kg in metres", "one does not turn into the other"),
        ("Quanti chilometri sono questi?", "Leggo inglese"),
        ("100 Euro in Dollar umrechnen", "Wechselkurse"),
    ],
)
def test_what_it_declines(message: str, said: str) -> None:
    made = ask(ROLE, message)
    assert (made.tag, said in made.answer) == ("NULL", True)


def test_an_amount_that_plays_no_part_is_not_used() -> None:
    assert "52 minutes" in unused_words(ROLE, "I ran a 10k in 52 minutes, how many miles is that")
    assert "52" not in unused_words(ROLE, "I ran 10 km in 52 minutes, what is my pace")


def test_what_a_part_of_several_conversions_leaves_out_is_not_called_used() -> None:
    unused = unused_words(ROLE, "5 km in miles for 7 people and 3 kg in pounds twice")
    assert "7" in unused
    assert "twice" in unused


@pytest.mark.parametrize(
    ("text", "is_noted"), [("500 calories in kJ", True), ("2 cal in J", False), ("5 kcal in kJ", False)]
)
def test_a_calorie_of_food_is_told_from_the_small_one(text: str, *, is_noted: bool) -> None:
    assert ("a calorie of food is a kilocalorie" in ask(ROLE, text).answer) is is_noted
