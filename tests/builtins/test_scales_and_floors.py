"""Verdicts only with a certain direction, units told elsewhere, fuel, orders that are no measures, two units asked."""

import pytest

from tests.builtins.asking import ask

UNITS = "unit_converter"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("The label says 'protects down to 23F'. Forecast is minus 4 celsius, is it enough?", "**Yes**: **-4 °C**"),
        ("antifreeze protects down to -10F, forecast -25 C, enough?", "**No**: **-25 °C**"),
        ("the rose survives down to -20 C, forecast is -10 F, is that enough?", "**No**: **-10 °F**"),
        ("Der Schlafsack schützt bis -5 °C, es werden 20 F, reicht das?", "**Nein**: **20 °F**"),
        ("the oven needs 350 F, mine does 180 C, is that enough?", "**Yes**: **180 °C**"),
        ("the fridge must be cold enough for 40 F, it shows 5 C, is it cold enough?", "**No**: **5 °C**"),
        ("I need at least 2 m of cable and have 6 ft, is it enough?", "**No**: **6 feet**"),
    ],
)
def test_whether_it_is_enough(message: str, expected: str) -> None:
    assert ask(UNITS, message).answer.startswith(expected)


@pytest.mark.parametrize(
    "message",
    [
        "the jacket is good for up to 10 C, it will be 45 F. is it enough?",
        "my sleeping bag is rated to 20F, tonight it is -9 C, is that warm enough?",
        "the bridge holds up to 3 tons, my van weighs 5000 lb. is it enough?",
        "the lift carries up to 300 kg, we weigh 700 lb. is it enough?",
    ],
)
def test_no_verdict_without_a_certain_direction(message: str) -> None:
    answer = ask(UNITS, message).answer
    assert "**Yes**" not in answer
    assert "**No**" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "The tyre says max 30 psi and my pump only shows bar. I pumped to 2.5, is that too much?",
            "**Yes**: **2.5 bar**",
        ),
        ("tyre max 30 psi, pump shows bar, it's at 1.9 now, is that too much?", "**No**: **1.9 bar**"),
        (
            "My daughter did the 400 m in 1:22 at sports day, roughly how many km/h is this?",
            "**17.561 kilometres per hour",
        ),
        ("she ran 400 m in 82 seconds, how many km/h is that?", "**17.561 kilometres per hour"),
        ("5 km in 24:30, how many km/h?", "**12.2449 kilometres per hour"),
        ("400 m in 82 Sekunden, wie viel km/h sind das?", "**17,561 km/h"),
        ("marathon in 3:45 - average km/h?", "**11.25 kilometres per hour**"),
        ("5 ft 3 1/2 in cm", "161.29 centimetres"),
        ("5 ft 3 1/2 inches in cm", "161.29 centimetres"),
        ("5 ft 3 in cm", "160.02 centimetres"),
        (
            "60 litres of perlite, a litre weighs about 100 grams. how many kilos and pounds",
            "**6 kilograms**\n\n**13.2277 pounds**",
        ),
        (
            "The van does 38 mpg (it is a british ad, so UK gallons). My old takes 8.1 l/100km. Which drinks less?",
            "**38 UK mpg** uses less",
        ),
        ("30 mpg or 8 l/100km, which car uses more?", "**8 l/100km** uses more"),
        ("35 mpg UK oder 6,1 l/100km, was verbraucht weniger?", "verbraucht weniger: 35 ukmpg ≈ 8,07"),
        ("which is thirstier, 38 uk mpg or 8.1 l/100km", "**8.1 l/100km** uses more"),
    ],
)
def test_units_told_elsewhere_and_fuel(message: str, expected: str) -> None:
    assert expected in ask(UNITS, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "order me 200 pots 12cm from the usual supplier",
        "please order 3 m of rope",
        "can you book me a table of 2 m",
        "buy 5 kg of flour for me",
        "bestell mir 20 Töpfe 12 cm",
        "commande-moi 200 pots de 12 cm",
        "send my boss 20 miles of cable",
    ],
)
def test_an_order_is_no_conversion(message: str) -> None:
    assert ask(UNITS, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("12cm pots", "4.72441 inches"),
        ("order 3 m of rope: how many feet is that", "9.84252 feet"),
        ("cook 40 min per kg for 2.3 kg", "92 minutes"),
        ("paint needed for 40 m2 at 10 m2 per litre", "**4 litres**"),
        ("buy 5 kg in pounds", "11.0231 pounds"),
        ("the sports bottle holds 500 ml, in fl oz", "16.907"),
        ("how many hours are in a day", "24 hours"),
    ],
)
def test_a_measure_is_still_one(message: str, expected: str) -> None:
    assert expected in ask(UNITS, message).answer
