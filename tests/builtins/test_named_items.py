"""Named prices that are shared, vouchers behind a discount, the energy of a year, and whole packs for an area."""

import pytest

from tests.builtins.asking import ask

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("birthday party: bowling 46.80, pizza 31.50, cake 22.30, split between four families", "**25.15**"),
        ("bowling 46.80 pizza 31.50 cake 22.30 split by 4", "**25.15**"),
        ("taxi 24.50, dinner 63 and tickets 30, shared by 3", "**39.17**"),
        ("Pizza 12, Salat 8,50 und Wein 15,50, geteilt durch 3 Personen", "**12**"),
        ("trainers were 84.90, 30% off plus i have a 5 euro voucher after that", "**54.43**"),
        ("Hose kostet 60, 20% Rabatt und dann noch ein Gutschein über 10 Euro", "**38**"),
        ("Our fridge is rated 180 kWh a year and we pay 31 cent a kWh. What does it cost us per month?", "**4.65**"),
        ("Der Kühlschrank braucht 180 kWh im Jahr, 31 Cent pro kWh. Was kostet das im Monat?", "**4,65**"),
        ("lawn is 14 m by 9.5 m and one box of seed is good for 30 square metres. boxes needed?", "**5**"),
        (
            "Wall is 430 sq ft, paint covers 11 square metres per litre, I want two coats. How many litres?",
            "**7.263328582",
        ),
        (
            "The pattern wants 1,320 yards of yarn. My shop sells balls of 200 metres - how many balls should I get?",
            "**7**",
        ),
    ],
)
def test_named_prices_and_packs_are_computed(message: str, expected: str) -> None:
    assert expected in (ask(ROLE, message).answer or "")


@pytest.mark.parametrize(
    "message",
    [
        "library book was due 21 nov, they take 20 cents for each day late. if i bring it back today what do i pay",
        "rent 900, split between 3, and I earn 2000",
        "4 tickets 12.50, split between 2",
        "shoes 60 with 20% off, voucher 10 first",
        "5 euro voucher and 30% off 84.90",
    ],
)
def test_what_is_no_such_sum_is_not_guessed(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"
