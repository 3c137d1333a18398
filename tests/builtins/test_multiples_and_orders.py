"""Several times one size, a time at a pace, a number that takes over a unit, an order by size, and a portion."""

import pytest

from tests.builtins.asking import ask, output, unused_words


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "The pool is 50 yards long and I swam 36 lengths. How far is that in metres?",
            "**1,800 yards = 1,645.92 metres**",
        ),
        ("The track is 300 m. I did 9 laps. How far is that in miles?", "2,700 metres ≈ 1.6777 miles"),
        ("I swam 44 lengths of a 25 m pool, what's that in km?", "1,100 metres = 1.1 kilometres"),
        ("twelve lengths of a 50 m pool in yards", "600 metres ≈ 656.168 yards"),
        ("each step is 18 cm high and there are 75 steps, how many feet up is it?", "1,350 centimetres ≈ 44.2913 feet"),
        ("each bag weighs 20 kg and I have 13 bags, how many pounds is that", "260 kilograms ≈ 573.202 pounds"),
        ("the wall has 14 panels, each panel is 6 ft wide. total length in metres?", "84 feet = 25.6032 metres"),
        (
            "Das Becken ist 50 m lang und ich bin 24 Bahnen geschwommen. Wie viele Meilen sind das?",
            "1.200 m ≈ 0,745645 mi",
        ),
        ("J'ai fait 32 longueurs dans un bassin de 25 m, ça fait combien en miles ?", "800 m ≈ 0,497097 mi"),
        ("hice 10 vueltas a una pista de 400 metros, ¿cuántas millas son?", "4.000 m ≈ 2,48548 mi"),
        ("my steps are 75 cm long and I took 8000 steps. how far in miles?", "600,000 centimetres ≈ 3.72823 miles"),
        ("the shelf is 90 cm, I need 6 shelves. total in feet?", "540 centimetres ≈ 17.7165 feet"),
        ("how many lengths of a 25 m pool is 1.5 km", "**60 whole ones**"),
    ],
)
def test_one_size_counts_as_often_as_told(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("Pool is 25 yards long, I swam 64 lengths. how long is the pool in metres?", "64"),
        ("the room is 4 m long, we have 2 rooms. how many feet long is a room?", "2 rooms"),
        ("the fence is 14 m and has 7 posts, how many feet is that", "7"),
    ],
)
def test_a_count_of_other_things_is_not_used(message: str, left: str) -> None:
    assert left in unused_words("unit_converter", message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "we entered a half marathon (21.0975 km) and I've never run more than 15k. If I "
            "hold 5:40 per kilometre, what is my finishing time?",
            "**1 h 59 min 33 s**",
        ),
        (
            "If I hold 9:10 per mile for a marathon (26.2 miles), what's my finish time? longest so far is 18 miles",
            "**4 h 10 s**",
        ),
        ("10k at 5:20 per km, finishing time?", "**53 min 20 s**"),
        ("i've never run more than 10 miles. how many km is that?", "**10 miles = 16.09344 kilometres**"),
        ("I don't know which is longer, 5 miles or 8 km?", "**5 miles** is longer"),
    ],
)
def test_a_way_that_only_tells_of_the_runner(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "oven says 200 celsius, my book only has fahrenheit. and 165 as well pls",
            ["200 °C = 392 °F", "165 °C = 329 °F"],
        ),
        ("what's 6 miles in km? and 9 too please", ["6 miles = 9.656064 kilometres", "9 miles = 14.484096 kilometres"]),
        ("how many grams is 3 oz? what about 7?", ["3 ounces ≈ 85.0486 grams", "7 ounces ≈ 198.447 grams"]),
        ("14 oz in grams, also 22", ["14 ounces ≈ 396.893 grams", "22 ounces ≈ 623.69 grams"]),
        ("wie viel sind 60 meilen in km und 110 auch", ["60 mi = 96,56064 km", "110 mi = 177,02784 km"]),
        ("75 °F en celsius et 95 aussi", ["75 °F ≈ 23,89 °C", "95 °F = 35 °C"]),
    ],
)
def test_a_bare_number_takes_over_the_unit(message: str, expected: list[str]) -> None:
    answer = ask("unit_converter", message).answer
    assert [one for one in expected if one not in answer] == []


@pytest.mark.parametrize(
    "message", ["we drove 300 miles, in km? and we were 4", "convert 5 miles to km and round to 2 decimals"]
)
def test_a_number_of_something_else_takes_over_no_unit(message: str) -> None:
    assert len(output("unit_converter", message)["conversions"]) == 1


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "put in order from lightest to heaviest: 4 lb, 1.7 kg, 62 oz",
            "1. **1.7 kilograms** (≈ 3.7479 pounds)\n2. **62 ounces** (= 3.875 pounds)\n3. **4 pounds**",
        ),
        (
            "sort these longest first: 5 ft, 1.6 m, 61 inches",
            "1. **1.6 metres** (≈ 5.2493 feet)\n2. **61 inches** (≈ 5.0833 feet)\n3. **5 feet**",
        ),
        (
            "sortiere vom kürzesten zum längsten: 4 Meilen, 6 km, 7000 Yards",
            "1. **6 km** (≈ 3,7282 mi)\n2. **7.000 yd** (≈ 3,9773 mi)\n3. **4 mi**",
        ),
        (
            "range du plus léger au plus lourd : 2 livres, 1 kg, 30 onces",
            "1. **30 oz** (= 1,875 lb)\n2. **2 lb**\n3. **1 kg** (≈ 2,2046 lb)",
        ),
        (
            "ordena de mayor a menor: 2 libras, 1 kg, 30 onzas",
            "1. **1 kg** (≈ 2,2046 lb)\n2. **2 lb**\n3. **30 oz** (= 1,875 lb)",
        ),
        ("Ordne von schwer nach leicht: 2 kg, 4 Pfund, 70 Unzen", "1. **2 kg**\n2. **70 oz**"),
        ("arrange from short to long: 5 ft, 1.4 m", "1. **1.4 metres** (≈ 4.5932 feet)\n2. **5 feet**"),
        (
            "sort by weight, heaviest first: 2 kg, 4.2 lb, 75 oz",
            "1. **75 ounces** (≈ 2.1262 kilograms)\n2. **2 kilograms**",
        ),
        ("from coldest to hottest: 50 F, 12 C, 275 K", "1. **275 kelvins** (= 35.33 °F)\n2. **50 °F**\n3. **12 °C**"),
        ("I want to order 3 lb of flour, how many kg is that", "**3 pounds = 1.36077711 kilograms**"),
        ("I ordered 2 kg and 3 lb, what's the heaviest?", "**2 kilograms** is heaviest"),
    ],
)
def test_amounts_in_an_order(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "The box says 1710 kJ per 100 g, how many kcal is that? and for a 35g bowl?",
            ["**408.7 kilocalories**", "35 grams ≈ **143.04 kilocalories**"],
        ),
        (
            "juice has 44 kcal per 100 ml, how many kJ is that? and in a 200 ml glass?",
            ["**184.1 kilojoules**", "200 millilitres ≈ **368.19 kilojoules**"],
        ),
        (
            "1200 kJ pro 100 g, wie viele kcal sind das? Und für eine Portion von 60 g?",
            ["**286,81 kcal**", "60 g ≈ **172,08 kcal**"],
        ),
        ("1200 kJ per 100g, how many kJ in a 60 g portion", ["60 grams ≈ **720 kilojoules**"]),
        ("100 g has 250 kcal, how much has a 60 g bar", ["**150 kilocalories**"]),
        ("my car uses 6.5 l per 100 km, how many litres for 340 km?", ["**22.1 litres**"]),
        (
            "Our old van does 31 miles to the (UK) gallon. What is that in litres per 100 km?",
            ["31 UK mpg ≈ 9.11229 l/100km"],
        ),
        ("31 miles to the gallon in l/100km", ["31 mpg ≈ 7.58757 l/100km"]),
    ],
)
def test_a_figure_and_a_portion(message: str, expected: list[str]) -> None:
    answer = ask("unit_converter", message).answer
    assert [one for one in expected if one not in answer] == []
