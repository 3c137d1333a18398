"""What something uses or needs: electricity, fuel, time to fill, paint; the body mass index; what a volume weighs."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("60 watt bulb 8 hours a day, kwh per month", "**14.4** kWh in 30 days"),
        ("my 150 W fridge runs 10 hours a day, what does it cost at 30 cents per kwh", "in 30 days: **13.50**"),
        ("Ein Gerät mit 40 Watt läuft 5 Stunden am Tag, wie viel Strom verbraucht es?", "**0,2** kWh am Tag"),
        ("how long to fill 200 litres at 12 l/min", "**16 min 40 s**"),
        ("how long does it take to fill a 50 gallon tank at 5 gallons per minute", "10 min"),
        ("5 l/100km for 420 km, how many litres", "**21 litres** for 420 km."),
        ("I drive 420 km and use 6.5 l/100km, how much is that at 1.80€ per litre", "**49.14**"),
        ("car does 30 mpg, how many gallons for 450 miles", "**15 US gallons**"),
        ("paint needed for 40 m2 at 10 m2 per litre", "**4 litres**."),
        ("walls are 60 sqm, two coats, one litre covers 12 sqm. how much paint?", "**10 litres** for 2 coats."),
        ("6 ft 2 and 190 lbs bmi", "BMI **24.4**"),
        ("mein BMI bei 1,80 m und 75 kg?", "BMI **23,1**"),
        ("how heavy is 5 litres of milk", "5.15 kilograms"),
        ("what does a cup of sugar weigh", "201 grams"),
        ("wie schwer sind 2 Liter Milch", "2,06 kg"),
        ("1200 rpm in rad/s", "125.664 radians per second"),
        ("30 mpg in l/100km", "7.84049 l/100km"),
        ("2 kW heater for 3 hours how many kwh", "**6 kilowatt hours**"),
    ],
)
def test_what_is_used_or_needed(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


def test_a_second_question_is_not_swallowed() -> None:
    assert "6.61387 pounds" in ask("unit_converter", "5 l/100km for 420 km, how many litres; what's 3 kg in lb").answer
