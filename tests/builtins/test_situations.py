"""Situations of work and home that are one small calculation, and messages that only look like them."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("my hourly is 17.50, i did 38 hours and 4 overtime at time and a half. gross?", "**770**"),
        ("I get 20 an hour, 40 hours plus 5 hours overtime at double time, what do i earn", "**1,000**"),
        ("Stundenlohn 15, 35 Stunden und 6 Überstunden mit 25 % Zuschlag, wie viel brutto?", "**637,5**"),
        ("electricity meter was 12450 now 12987, 0.32 per kwh, how much", "**171.84**"),
        ("Zählerstand alt 4210 neu 4390, 30 Cent pro kWh, was kostet das", "**54**"),
        ("my car uses 6.2 l per 100 km, petrol 1.75. cost for 340 km?", "**36.89**"),
        ("Auto braucht 7 Liter auf 100 km, Benzin 1,80, was kostet die Fahrt von 250 km", "**31,5**"),
        ("200 euro budget, spent 45.30 62.10 and 18.99, whats left", "**73.61**"),
        ("had 50, spent 12.5, 8 and 3.2. how much is left", "**26.3**"),
        ("3 for 2 offer, each 4.50, i take 6. how much", "**18**"),
        ("buy 2 get 1 free at 12 each, 5 items", "**48**"),
        ("mix 1:4 syrup and water, 2 liters drink, how much syrup", "**0.4**"),
        ("fence 24 m, posts every 2 m, how many posts", "**13**"),
        ("how much paint for 45 m2 if 1 liter covers 8 m2, two coats", "**11.25**"),
        ("I earn 2800 net, rent 950, what share of my income is rent", "33.9"),
        ("we need 2.5 cups flour for 12 muffins, i want 30. how much flour", "**6.25**"),
        ("how many minutes of a 2 hour film are left after 73 minutes", "**47**"),
        ("what's 15 minutes as a fraction of 8 hours in percent", "**3.125 %**"),
        ("3 friends paid 20, 35 and 11. who owes what if we share evenly", "**22**"),
        ("if i drink 2.5 l a day how many 0.75l bottles is that a week", "23.3"),
        ("loan of 12000 at 4.5% for a year simple interest how much interest", "**540**"),
        ("increase 250 by 12 percent then take off 10 percent", "**252**"),
        ("80 and 100 km/h towards each other, 270 km apart, when do they meet", "**1.5**"),
        ("scale 1:50000, 7 cm on the map how many km", "**3.5**"),
        ("Karte 1:25.000, 8 cm, wie viele km sind das", "**2**"),
        ("combien font 3 articles à 12,50 avec 10 % de remise", "**33,75**"),
        ("cuánto son 4 entradas a 15 con 20 % de descuento", "**48**"),
    ],
)
def test_one_small_calculation(message: str, expected: str) -> None:
    assert expected in ask("calculator", message).answer


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("my hourly is 17.50, i did 38 hours and some overtime at time and a half", "**1,163.75**"),
        ("electricity meter was 12450 now 12987 and 13200, 0.32 per kwh", "**"),
        ("200 euro budget, spent 3 x 45 and 18.99, whats left", "**136.01**"),
        ("fence around a garden 24 m, posts every 2 m, how many posts", "**13**"),
        ("fence 24 m, posts every 0 m, how many posts", "**"),
        ("3 for 2 euros, each 4.50, i take 6", "**18**"),
        ("loan of 12000 at 4.5% for 3 years compounded how much interest", "**1,620**"),
        ("meter was 100 now 130 and the day has 24 hours", "**"),
        ("I earn 2800, rent 950 and phone 30, what share of my income is rent", "**33.9"),
    ],
)
def test_what_only_looks_like_it_gets_another_answer(message: str, told: str) -> None:
    assert told not in ask("calculator", message).answer
