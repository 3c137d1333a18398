"""Told problems of the unit converter: rates, sizes of things, shares and rests that together make what is asked."""

import pytest

from tests.builtins.asking import ask

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Paint covers 12 m² per litre, the wall is 5 m x 2.6 m and needs two coats. How many litres?",
            "**2.17 litres**",
        ),
        ("cough syrup 5 ml three times a day, 150 ml bottle, how long does it last?", "**10 days**"),
        ("Cough syrup, 120 ml bottle, he takes 5 ml three times a day. How many days will it last?", "**8 days**"),
        ("A bag of cement 25 kg makes 12 litres. i need 0.2 cubic metres, how many bags", "**17 bags**"),
        ("Quel temps pour faire 240 km à 110 km/h ?", "2 h 10 min 55 s"),
        ("I drink 8 glasses of 250 ml a day, litres per week?", "**14 "),
        ("ich habe 2,5 kg Kartoffeln, pro Person 300 g, wie viele Leute werden satt", "**8**"),
        ("Mulch 5 cm deep on a bed of 6 m x 1.2 m, how many 60 l bags?", "**6 bags**"),
        ("tile 30x60 cm, floor 4.2 m x 3 m, how many tiles with 10% waste", "**77 tiles**"),
        (
            "Sanding takes me 12 minutes a chair and the parish hall has 37 of them. How many hours is that?",
            "7 h 24 min",
        ),
        ("200 g butter = how many sticks if one stick is 113 g", "**1.77 sticks**"),
        ("Meine Wohnung hat 78 m², die Miete ist 975 Euro kalt. Was zahle ich pro Quadratmeter?", "**12,50"),
        ("electric car 17 kWh/100km, battery 58 kWh, range?", "**341.18 kilometres**"),
        ("I knit 24 rows in 10 cm, scarf should be 1.6 m. rows?", "**384 rows**"),
        ("If 6 eggs weigh 372 g, how heavy is one?", "**62 grams**"),
        ("how much water is 25 mm rain on a roof of 80 m2", "**2,000 litres**"),
        ("a tin of paint does 10 sqm, fence is 24 m long and 1.5 m high, both sides. how many tins", "**7.2 tins**"),
        ("dose is 0.5 mg per kg twice a day, cat weighs 4.8 kg. mg per day?", "**4.8 mg per day**"),
        ("bus 45 min each way, 5 days a week. hours per week on the bus?", "**7.5 hours per week**"),
        ("kettle 3 kW 4 min 6 times a day cost per year at 30 ct/kWh", "**131.40**"),
        ("My dog gets 15 g of food per kg. She weighs 22 kg. how much a day?", "**330 grams**"),
        ("A 20 kg sack of potatoes feeds how many people at 250 g each?", "**80 people**"),
        ("grass seed 2 kg covers 80 m², lawn 12 x 15 m, kilos needed?", "**4.5 kilograms**"),
        ("pace 5:40 per km, how long for a half marathon", "1 h 59 min 33 s"),
        ("rope of 30 m, I need pieces of 4 ft. how many?", "24 whole"),
    ],
)
def test_amounts_and_rates_make_what_is_asked(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("jam: 1 kg fruit to 500 g sugar. i have 3.6 kg plums, how much sugar", "**1.8 kilograms**"),
        ("a 5 kg bag of flour makes 32 loaves, how much flour for 12 loaves", "**1.88 kilograms**"),
        ("Aufguss 2 Liter auf 5 kg Malz, ich hab 3,5 kg Malz. Wie viel Wasser?", "**1,4 l**"),
        ("une recette pour 4 personnes demande 300 g de farine, combien pour 7", "**525 g**"),
        ("sugar 200 g for 12 muffins, I make 30", "**500 grams**"),
        ("salt water 35 g per litre, i want 12 litres", "**420 grams**"),
        ("fertiliser 40 ml per 10 l water, can is 8 l", "**32 millilitres**"),
        ("i need 40 g protein, the yoghurt has 9 g per 100 g. how much yoghurt", "**444.44 grams**"),
        ("swim 60 lengths of 25 m in 40 minutes. what's my pace per 100 m", "2 min 40 s"),
        ("ran 10 km in 58:30 today!! whats that per mile", "**9:25 min/mile**"),
        ("marathon in 3:45 - average km/h?", "**11.25 kilometres per hour**"),
        ("The tank holds 55 litres and I use 6.8 l per 100 km. How far until I have only 5 litres left?", "**735.29"),
    ],
)
def test_a_third_amount_takes_the_place_of_the_second(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My heater is 2 kW and runs 3 h a day. How many kWh in 30 days, and what does it cost at 0.32 €/kWh?",
            ("**180 kilowatt hours**", "**€57.60**"),
        ),
        ("dog food: 280 g per day, bag is 12 kg. How many days, and how many bags for 90 days?", ("42.86", "2.1 bags")),
        (
            "Une voiture consomme 5,8 L/100 km. Combien de litres pour 420 km, et combien ça coûte à 1,85 €/L ?",
            ("24,36 litres", "**45,07 €**"),
        ),
        (
            "pool 8 m long 4 m wide 1.5 m deep - how many litres, and how long to fill at 30 litres a minute",
            ("**48,000 litres**", "26 h 40 min"),
        ),
        ("ribbon 5 m, each bow needs 35 cm, how many bows, and what's left over?", ("**14 bows**", "**0.1 metres**")),
        ("a 3 m plank cut into 40 cm pieces how many pieces and how much waste", ("**7 pieces**", "**0.2 metres**")),
        (
            "Balkon 3,20 m mal 1,50 m. Wie viel m² sind das und wie viele Dielen à 14 cm Breite und 1,50 m Länge?",
            ("**4,8 m²**", "22,86"),
        ),
    ],
)
def test_a_second_question_may_rest_on_the_first(text: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, text).answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(
    ("text", "not_said"),
    [
        ("coffee: 60 g per litre. I make 750 ml. how many g, and how many pots from a 500 g bag?", "pots**"),
        ("5 litres of paint for 60 m², I have 100 m². how much more do I need to buy?", "8.33"),
        ("the room is 4 m long, we have 2 rooms. how many feet long is a room?", "6.56"),
        ("my commute is 12 miles each way, how many km", "38.6"),
        ("i bought 3 kg apples and 2 kg pears for 5 people, how much do i owe", "**"),
        ("I ran 5 km in 30 minutes, how many calories is that", "calories**"),
        ("shower 9 l/min, 8 minutes, 4 people, how many litres if one of them skips", "288"),
    ],
)
def test_no_way_is_made_up_where_a_number_has_no_place(text: str, not_said: str) -> None:
    assert not_said not in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("host mum only knows fahrenheit and i have 38.9 on the thermometer, what do i tell her", "102.02 °F"),
        ("my oven only understands celsius, recipe says 375", "190.56 °C"),
        ("im 6'2, brother is 187 cm. who wins", "**6 feet 2** is taller"),
        ("Is a 6 foot curtain long enough for a window of 185 cm?", "**No**"),
        ("is 3 m of cable long enough for a gap of 9 ft", "**Yes**"),
        ("My Skoda takes 6.4 l/100km, how many mpg is that for my English neighbour?", "44.1376 UK mpg"),
        ("3 acres of meadow, how big is that in hectares? we look for at least 1.5", "**under 1.5 hectares**"),
        ("how many calories in 40 g if 250 kcal per 100g", "**100 kilocalories**"),
    ],
)
def test_a_word_that_the_question_leaves_out_is_read(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "not_said"),
    [
        ("my thermometer shows fahrenheit and says 100, who made it", "37.78"),
        ("only knows fahrenheit, page 38 of the manual", "100.4"),
        ("we won 3 km ahead of them, who wins the 10 kg prize", "taller"),
    ],
)
def test_no_scale_and_no_winner_is_made_up(text: str, not_said: str) -> None:
    assert not_said not in ask(ROLE, text).answer
