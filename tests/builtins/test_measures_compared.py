"""Questions about two measures: which is more and by how much, does one fit, how many of one the other gives."""

import pytest

from tests.builtins.asking import ask, unused_words


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Which is longer, a 5 mile fun run or an 8.2 km one, and by how much in metres",
            ["**8.2 kilometres** is longer", "difference of 153.28 metres"],
        ),
        ("Dad weighs 11 stone, I weigh 68 kg. Which of us is heavier and by how much?", ["**11 stone**", "1.85"]),
        ("He is 5'11\" and I'm 1.83 m. who is taller and by how many cm?", ["**1.83 metres**", "2.66 centimetres"]),
        ("Wer ist größer, ich mit 1,78 m oder sie mit 5 Fuß 11, und um wie viel cm?", ["ist größer", "2,34 cm"]),
        ("Lequel est le plus lourd, 3 kg ou 7 livres anglaises, et de combien ?", ["**7 lb**", "0,1751 kg"]),
        ("¿Qué pesa más, 5 libras o 2,3 kilos, y por cuánto?", ["**2,3 kg**", "0,032 kg"]),
        ("which of these is the longest: 5 km, 3 miles or 4800 m", ["**5 kilometres** is longest"]),
        ("6.1 l/100km or 35 mpg UK, which is more economical?", ["**6.1 l/100km** uses less"]),
        ("From 80 kg I went down to 165 lb, how much did I lose in kg?", ["difference of 80 kg and 165 lb", "5.157"]),
        ("How much is 3 lbs 6 oz minus 500 g?", ["36.363 ounces"]),
        ("subtract 20 cm from 6 feet", ["6 feet - 20 cm"]),
        ("Quelle est la différence entre 5 miles et 8 km en mètres ?", ["différence de 5 miles et 8 km ≈ 46,72 m"]),
        ("Was ist schwerer, 5 lbs oder 2,4 Kilo? Wie groß ist der Unterschied in Gramm?", ["**2,4 kg**", "132,0382 g"]),
        ("tank holds 55 l, I've put in 10 gallons (US), how many litres still fit?", ["17.14588216 litres"]),
        ("add 5'6 and 30 cm", ["77.811 inches"]),
        ("Wie viel ist mehr, 1 Gallone oder 4 Liter?", ["**4 l** ist mehr"]),
        ("Sind 100 km/h schneller als 60 mph und um wie viel?", ["**Ja**: **100 km/h**", "3,4394 km/h"]),
        ("Le paquet pèse 3 lb 4 oz, combien de grammes de plus que 1 kg ?", ["474,1752025 g"]),
        ("average of 5 km and 4 miles in km", ["5.718688 kilometres"]),
        ("How many more ml in a UK pint than a US pint?", ["95.0848 millilitres"]),
    ],
)
def test_which_is_more_and_by_how_much(message: str, said: list[str]) -> None:
    answer = ask("unit_converter", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Sofa ist 2,20 m breit, die Nische 85 Zoll. Passt es da rein?", "**Nein**: **2,2 m**"),
        ("the sofa is 84 inches wide and the wall is 2.1 m. does it fit", "**No**: **84 inches**"),
        ("Is my 7 ft tree going to fit under a 2.1 m ceiling", "**No**: **7 feet**"),
        ("The door is 78 cm wide and the fridge is 30 inches, will it go through?", "**Yes**: **30 inches**"),
        ("¿Cabe un sofá de 84 pulgadas en un hueco de 2,10 m?", "**No**: **84 in**"),
        ("sofa 2.1 m, my plan says 6 ft 8. does it fit?", "2.1 metres does not fit into 6 ft 8"),
        ("Das Paket darf max 50 Pfund (lbs) wiegen. Unseres hat 23,4 kg – passt das noch?", "**Nein**: **23,4 kg**"),
        ("pallet says 1,240 lbs. forklift max is 600 kg. ok to lift?", "**Yes**: **1,240 pounds**"),
        ("Valise de 50 lb, limite 23 kg, ça passe ?", "**Oui** : **50 lb**"),
        ("Mi maleta pesa 48 libras y el máximo son 20 kg, ¿me paso?", "**Sí**: **48 lb**"),
        ("Paket max. 50 lbs, unseres hat 23,4 kg", "**23,4 kg** ist mehr als 50 lb"),
        ("Regal 180 cm breit, Wand 5 Fuß 10 Zoll, passt das Regal?", "180 cm passt nicht in 5 feet 10 inches"),
        ("Can I drive my 2.9 m van through a 9 ft 6 in barrier", "2.9 metres does not fit into 9 ft 6 inches"),
        ("Ma voiture fait 1,98 m, le parking est limité à 6 pieds 6. Je passe ?", "**Oui** : **1,98 m**"),
        ("my kid is 3 ft 4 and rides need 1 m minimum. can she ride?", "**Yes**: **3 ft 4**"),
        ("Die Achterbahn verlangt mindestens 3 Fuß 9, er ist 1,12 m. Darf er rein?", "**Nein**: **1,12 m**"),
        ("A roll is 33 ft. I need 4 strips of 2.4 m each from it. does it fit?", "**Yes**: **33 feet**"),
        ("112 km/h in a 65 mph zone. by how many mph was I over?", "4.5936 miles per hour"),
        ("is 1 lb of flour enough if I need 500g", "**No**: **1 pound**"),
        ("two bags of 15 kg each, limit 50 lb total, ok?", "**No**: **30 kilograms**"),
    ],
)
def test_fits_or_is_allowed(message: str, said: str) -> None:
    assert said in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("It holds 1.5 US gallons. How many full 250 ml glasses can I pour from it?", "**22 whole ones**"),
        ("Wie viele 0,33-Liter-Flaschen kriege ich aus einem 50-Liter-Fass ganz voll?", "**151 ganze**"),
        (
            "usb stick holds 64 GB, photos are 4.5 MB each, how many fit (1 GB = 1000 MB is fine)",
            "**14,222 whole ones**",
        ),
        ("Combien de verres de 12 cl dans une bouteille de 75 cl ?", "**6 entiers**"),
        ("¿Cuántos vasos de 220 ml salen de una garrafa de 5 litros?", "**22 enteros**"),
        ("how many 25 lb bags do I need for 100 kg of sand", "**9**: 100 kilograms"),
        ("One can covers 8 m2, how many cans for 38 m2", "4 whole ones, or 5 to have enough"),
    ],
)
def test_counts_whole_things(message: str, said: str) -> None:
    assert said in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "three bags, 15 kg each, and the limit is 50 lb, ok?",
        "my 2 bags weigh 15 kg, the limit is 50 lb. allowed?",
        "5 l jug, already half empty, how many 200 ml glasses does it fill?",
        "Box is 60 x 40 x 35 cm, does it exceed 62 linear inches?",
        "my commute is 12 miles each way, how many km",
        "Ship is 32.3 m wide, the lock 106 ft. How much room is left on each side in cm?",
        "I walked 3.2 miles yesterday and 4.1 today, total km?",
        "Si corro 5 millas ida y vuelta, cuántos km son",
        "Wie viel Grad sind 400 Fahrenheit minus 20 Grad in Celsius",
        "add 10 degrees C to 50 F",
        "I am doubling a recipe with 350 ml of milk, how many cups",
    ],
)
def test_declines_what_changes_the_question(message: str) -> None:
    assert ask("unit_converter", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("half a pint of milk. It's a UK pint obviously. How many ml?", "**0.5 UK pints = 284.130625 millilitres**"),
        ("room is 14 ft by 11 ft 6, in square metres?", "**161 square feet = 14.95738944 square metres**"),
        ("3.5 metric tonnes, 750 kg and 12 stone -> all in pounds", "- 3.5 tonnes ≈ 7,716.18 pounds"),
        ("How many MB (decimal, 10^6 bytes) is 3 GiB?", "**3 gibibytes = 3,221.225472 megabytes**"),
        ("He needs 2 metres of pipe. What's three quarters of an inch in mm?", "**0.75 inches = 19.05 millimetres**"),
        ("he weighs 12 stone 4 (172 lb) - in kg?", "**12 stone 4 = 78.01788764 kilograms**"),
        ("700 MB at 50 megabits per second, how many seconds to download?", "**112 seconds**"),
        ("300 km at 60 mph, how many minutes", "**186.4114 minutes"),
        ("tele de 55 pulgadas por 399 €, ¿cuántos centímetros tiene de diagonal?", "**55 in = 139,7 cm**"),
        ("5 lb bag for $4.20, how much is that per kg?", "**$1.85 per kilogram**"),
        ("3 cups of flour, where 1 cup = 250 ml, how many ml", "**750 millilitres**"),
        ("mi hijo tiene 101.3 de fiebre, cuánto es en centígrados", "**101,3 °F = 38,5 °C**"),
        ("Das Kind hat 103 Fieber, wie viel ist das in Celsius?", "**103 °F ≈ 39,44 °C**"),
        ("Oven set to 375, what is that in C", "**375 °F ≈ 190.56 °C**"),
        (
            "J'ai couru un semi-marathon, 21,1 km en 1 h 45. La distance, ça fait combien en miles ?",
            "21,1 km ≈ 13,1109 mi",
        ),
        ("Was kostet das Kilo, wenn 500 g 3,49 € kosten?", "**6,98 € / kg**"),
        ("Wie viele Pints (britisch) kriege ich aus 10 Litern?", "10 l ≈ 17,5975 ukpt"),
        ("How many pints in a 50 litre keg, UK pints, whole pints only", "whole: 87 UK pints"),
        ("I mean I'm 5ft 3 and 3/4, in cm?", "**5 feet 3.75 inches = 161.925 centimetres**"),
        ("2.5 times 3 ft in m", "**7.5 feet = 2.286 metres**"),
        ("how many days is 100 hours, and weeks?", "0.595238 weeks"),
        ("convert 72 km/h to m/s, and pls show how you get it", "72 × 0.277778 ≈ 20"),
        ("98.6 F in C, show the steps", "(98.6 - 32) × 5 / 9 = 37"),
        ("2.6 hectares in acres, two decimals", "**2.6 hectares ≈ 6.42 acres**"),
        ("what's half of 7 lb in kg", "**3.5 pounds = 1.587573295 kilograms**"),
        ("double 350 ml in cups", "**700 millilitres"),
        ("4 x 100 m relay in yards", "**400 metres ≈ 437.445 yards**"),
        ("how many yards is 2.5 m, rounded up", "rounded up: 3 yards"),
        ("5 km and 4 miles in km", "- 4 miles = 6.437376 kilometres"),
        ("1 pint and a half of beer, UK pints, in litres", "**1.5 UK pints = 0.852391875 litres**"),
    ],
)
def test_reads_what_stands_beside_the_amount(message: str, said: str) -> None:
    assert said in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("The max temp for this wine is 18 C and min is 12 C, whats that in fahrenheit", "- 18 °C = 64.4 °F"),
        ("the shelf fits boxes of 40 cm and 12 inches, convert both to mm", "- 12 inches = 304.8 millimetres"),
        ("12 inches = 1 foot, so how many cm is 5 foot?", "**5 feet = 152.4 centimetres**"),
        ("we're left with 3 yards of fabric, in metres?", "**3 yards = 2.7432 metres**"),
        ("Il reste 2 gallons, ça fait combien de litres ?", "**2 gal = 7,570823568 l**"),
        ("50-60 lbs in kg", "- 60 pounds = 27.2155422 kilograms"),
        ("6 ft 2 and 180 cm in inches", "- 6 ft 2 = 74 inches"),
        ("half marathon (10 km) in miles", "- 10 kilometres"),
        ("how many cups are in 2 litres", "8.4535"),
        ("how many grams in a stick of butter", "113.398"),
        ("convert 5 km and 3 miles to metres", "- 5 kilometres = 5,000 metres"),
        ("my fever is 38.5 C, what is that in F", "**38.5 °C = 101.3 °F**"),
    ],
)
def test_plain_conversions_stay(message: str, said: str) -> None:
    assert said in ask("unit_converter", message).answer


def test_counting_words_is_no_matter_of_measures() -> None:
    answer = ask("unit_converter", "combien de mots dans : le train de neuf heures a vingt minutes de retard").answer
    assert "entiers" not in answer


def test_a_conversion_beside_a_sum_is_done() -> None:
    answer = ask("unit_converter", "add up 14.90 23.50 and 8.25 and tell me what 350F is in C for the pizza").answer
    assert "176.67 °C" in answer


def test_an_amount_of_a_story_is_not_used() -> None:
    left = unused_words("unit_converter", "He needs 2 metres of pipe. What's three quarters of an inch in mm?")
    assert "2 metres" in left
    assert "quarters" not in left
