"""Claims about measures, told sizes and prices, results rounded to steps, and amounts that only tell a story."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "my son claims the 30 km/h sign here is the same as 30 mph. he's wrong isnt he? what is it really in mph",
            "**That is not right**: 30 kilometres per hour ≈ **18.64 miles per hour**, not 30 miles per hour.",
        ),
        ("I was always told an acre is exactly 4000 square metres. Is that true?", "≈ **4,046.86 square metres**"),
        ("my dad says a mile is 1.6 km. is he right?", "**That is right, rounded**: 1 mile ≈ **1.609 kilometres**."),
        ("a pint is 568 ml, right?", "**That is right, rounded**: 1 UK pint ≈ **568.26 millilitres**."),
        ("is a stone 14 pounds?", "**That is right**: 1 stone = **14 pounds**."),
        ("100 F is the same as 40 C, true or false", "**That is not right**: 100 °F ≈ **37.78 °C**"),
        ("Mein Opa meint, ein Zoll ist genau 2,5 cm. Stimmt das?", "**Das stimmt nicht**: 1 in = **2,54 cm**"),
        ("eine Seemeile hat 1852 Meter, richtig?", "**Das stimmt**: 1 nmi = **1.852 m**."),
        ("on m'a dit qu'un mile fait 1,5 km, c'est vrai ?", "**Ce n'est pas exact**: 1 mi ≈ **1,609 km**"),
        ("un galón son 4 litros, ¿es verdad?", "**No es correcto**: 1 gal ≈ **3,79 l**, no 4 l."),
    ],
)
def test_a_claim_about_two_amounts_is_judged(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "I was told 2 kg of flour and 3 lb of sugar. is that right?",
        "my weight is 80 kg and my height 180 cm, right? how many pounds",
        "the bridge is 4 m and my van is 13 ft, is that right? does it fit",
        "if a stone is 14 pounds, how many pounds is 11 stone",
        "is 5 miles more than 8 km, right?",
        "my recipe is 350 F so I set 180 C, is that right?",
    ],
)
def test_two_amounts_without_a_claim_are_not_judged_as_one(message: str) -> None:
    assert "That is" not in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("gas is $3.49 a gallon where i live. what would that be per litre", "**$0.92 per litre**"),
        ("I need to convert supplier prices from per lb to per kg. like 3.40 per lb", "**7.50 per kilogram**"),
        ("apples cost 2.99 € per kg, how much is that per pound?", "**€1.36 per pound**"),
        ("petrol is £1.45 a litre, what is that per gallon", "**£6.59 per UK gallon**"),
        ("convert $12 per square foot to per square metre", "**$129.17 per square metre**"),
        ("diesel kostet 1,59 € pro liter. was ist das pro gallone", "**6,02 € / gal**"),
        ("l'essence est à 1,89 € le litre, ça fait combien le gallon ?", "**7,15 € / gal**"),
        ("la gasolina cuesta 1,60 € por litro, cuánto es por galón", "**6,06 € / gal**"),
        ("medicine says 7.5 ml. how many teaspoons is that (assume 5ml spoons)", "**1.5 teaspoons**"),
        ("how many tablespoons is 60 ml with 20 ml tablespoons", "**3 tablespoons**"),
        ("a cup is 240 ml, how many cups are 1.2 l", "**5 cups**"),
        ("how many ml is 3 cups with a cup of 250 ml", "**750 millilitres**"),
        ("Wie viele Teelöffel sind 20 ml bei 5 ml Löffeln", "**4 tsp**"),
        ("cuántas cucharaditas son 15 ml, con cucharas de 5 ml", "**3 tsp**"),
    ],
)
def test_a_told_price_or_size_is_used(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "gas is $3.49 a gallon, what is that in euros per litre",
        "the car costs $300 a month, how many litres are 12 gallons",
        "5 ml per kg for 20 kg, how many ml",
    ],
)
def test_other_rates_are_no_price_of_another_unit(message: str) -> None:
    assert " per litre**" not in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("oven: 425F in celsius, rounded to the nearest 10 because my knob only has tens", "nearest 10: 220 °C**"),
        ("350 F in C, to the nearest five please", "nearest 5: 175 °C**"),
        ("my oven goes in steps of 5: 375 F in C", "nearest 5: 190 °C**"),
        ("400 Fahrenheit in Celsius, auf volle Zehner", ": 200 °C**"),
        ("400 F en celsius, arrondi à la dizaine près", "arrondi à 10 près : 200 °C**"),
        ("Reifendruck 2,4 bar in psi bitte, nur eine Nachkommastelle", "≈ 34,8 psi**"),
        ("2,4 bar in psi auf zwei Dezimalstellen", "≈ 34,81 psi**"),
        ("12 miles en km avec une décimale", "≈ 19,3 km**"),
        ("90 kg en libras, con un decimal", "≈ 198,4 lb"),
        ("12.5 miles in km, rounded to the nearest km", "≈ 20 kilometres**"),
    ],
)
def test_a_result_is_rounded_as_wished(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_a_nearest_thing_rounds_nothing() -> None:
    assert "to the nearest" not in ask(ROLE, "how far is the nearest 10 km race, 6 miles in km").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I only have a tablespoon left. how many tbsp make 3/4 cup", "**0.75 US cups = 12 US tablespoons**"),
        ("there is a pint left in the fridge. how many ml are in a cup", "**1 US cup = 236.5882365 millilitres**"),
        ("we flew at 900 km/h for 2 hrs 20 min, seat 14C. how many miles did we cover", "**1,304.8795 miles**"),
        ("sailing 6 knots for 5 hours how far in nautical miles", "**30 nautical miles**"),
        ("6 ft 1 in cm please, my weight 190 lb in kg, skip the bmi", "86.1825503 kilograms"),
        ("room 12C is at 22 C, how much is that in F", "**22 °C = 71.6 °F**"),
        ("60 km per hour in miles per hour", "37.2823 miles per hour"),
    ],
)
def test_amounts_that_only_tell_are_left_out(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_a_stock_with_a_change_is_still_subtracted() -> None:
    assert "1,500 millilitres" in ask(ROLE, "I had 2 litres and drank 500 ml, how many ml are left").answer
    assert "13 US cups" in ask(ROLE, "I had a gallon and used 3 cups. how many cups are left").answer
    assert ask(ROLE, "I am 1.80 m and 75 kg, bmi?").answer.startswith("BMI **23.1**")


def test_the_words_of_a_wish_for_rounding_count_as_used() -> None:
    assert "nearest" not in unused_words(ROLE, "oven: 425F in celsius, rounded to the nearest 10")
    assert "Nachkommastelle" not in unused_words(ROLE, "2,4 bar in psi, nur eine Nachkommastelle")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("je cours le km en 5 min 30, ça donne quelle vitesse en km/h ?", "**10,9091 km/h"),
        ("ich laufe den Kilometer in 5 min 30, wie schnell ist das in km/h?", "**10,9091 km/h"),
        ("corro el km en 4 min 50, qué velocidad es en km/h", "**12,4138 km/h"),
        ("I run a mile in 8 min 15, what speed is that in mph", "8:15 min/mile"),
        ("5 min 30 in Sekunden", "= 330 s**"),
        (
            "el termometro marca 100,4 y es de los antiguos en fahrenheit, cuanto es en grados normales",
            "**100,4 °F = 38 °C**",
        ),
        ("the thermometer is in fahrenheit and says 100.4, what is that in normal degrees", "**100.4 °F = 38 °C**"),
        ("Das Thermometer zeigt 100,4 und ist in Fahrenheit, wieviel ist das in normalen Grad", "= 38 °C**"),
        ("my thermometer shows 39, what is that in fahrenheit", "**39 °C = 102.2 °F**"),
        ("mi horno marca 180, cuanto es en fahrenheit", "**180 °C = 356 °F**"),
        ("my thermometer only shows fahrenheit and reads 98.6, how much in celsius", "**98.6 °F = 37 °C**"),
    ],
)
def test_a_pace_and_a_scale_are_read_where_they_are_told(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("We pay 2.10 € per 100 g of cheese, what's the kilo price?", "**€21.00 per kilogram**"),
        ("Käse kostet 1,89 € pro 100 g. Was ist der Kilopreis?", "**18,90 € / kg**"),
        ("le litre est à 1,92 €, un plein de 47 litres me coûte combien", "**90,24 €**"),
        ("the price is 3.20 € for 500 g, how much per kg", "**€6.40 per kilogram**"),
        ("A pound of beef in grams, the German pound not the English one", "**1 Pfund = 500 grams**"),
        ("flight was 5 hours 40 at about 870 km/h, how far in km roughly", "**4,930 kilometres**"),
        ("Ich wiege 82 kg, das in pounds, ohne Nachkommastellen", "**82 kg ≈ 181 lb"),
        ("pesa 3 libras y 5 onzas, cuánto es en gramos sin decimales", "≈ 1.503 g**"),
        ("mon vélo fait 28 pouces, en cm, arrondi au cm", "**28 in ≈ 71 cm**"),
        ("Rezept 375 F in Celsius, auf 5 Grad gerundet bitte", "**375 °F ≈ 190,56 °C; auf 5 gerundet: 190 °C**"),
        ("the freezer is 0 F, is that cold enough if it should be -18 C", "**No**: **0 °F** is more than -18 °C"),
        ("the room is 70 F, is that warm enough if it should be 20 C", "**Yes**"),
    ],
)
def test_prices_of_a_pack_and_wishes_for_the_form(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("mi maleta pesa 54 libras y el limite es 23 kg, cuanto me paso", "(diferencia: 1,494 kg ≈ 3,2937 lb)"),
        ("whats 1.5 tons in kg (metric tons)", "**1.5 tonnes = 1,500 kilograms**"),
        ("convert 5 tons to metric tons", "**5 US tons = 4.5359237 tonnes**"),
        ("a UK pint vs US pint difference in ml", "a difference of **95.0848 millilitres**"),
        ("The car needs 32 psi, my pump shows bar. I dont care about kPa", "**32 psi ≈ 2.20632 bar**"),
        ("I was told a litre is about 2 pints, right?", "**That is right, rounded**: 1 litre ≈ **2.11 US pints**."),
        ("does 1 inch equal 25 mm", "**That is right, rounded**: 1 inch = **25.4 millimetres**."),
        ("I was told a litre is exactly 2 pints, right?", "**That is not right**"),
    ],
)
def test_the_limit_the_ton_and_rough_claims(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_a_dose_for_the_weight_is_no_size_of_a_unit() -> None:
    said = ask(ROLE, "syrup dose is 15 mg per kilo, kid weighs 18.5 kg. total mg?").answer
    assert "277.5 milligrams**" in said
    assert "1 kilogram" not in said
