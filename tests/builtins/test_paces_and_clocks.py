"""Speeds and paces, durations as clocks, and unit words that are no unit: results worked out by hand."""

import pytest

from tests.builtins.asking import ask

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("What pace is 12 km/h in min/km?", "5:00 min/km"),
        ("5:30 min/km in km/h", "10.9091 kilometres per hour"),
        ("I run 10 km/h, what is my pace per mile?", "9:39 min/mile"),
        ("Wie schnell ist 6:00 min/km in km/h?", "10 km/h"),
        ("Quelle allure en min/km pour 15 km/h ?", "4:00 min/km"),
        ("allure de 5'20 au km, ça fait quelle vitesse ?", "11,25 km/h"),
        ("¿A qué velocidad corro con un ritmo de 4:30 min/km?", "13,3333 km/h"),
        ("9 minutes per mile in km/h", "10.729 kilometres per hour"),
        ("half marathon in 1:52:30, pace per km?", "5:20 min/km"),
        ("I did 5k in 24:10 - how fast is that?", "4:50 min/km"),
        ("3.75 hours in hh:mm", "3:45 (3 h 45 min)"),
        ("10,000 seconds in hh:mm:ss", "2:46:40"),
        ("How many hours is 2:45?", "2 h 45 min = 2.75 hours"),
        ("¿Cuántos minutos son 1:45 horas?", "105 min"),
        ("1:30 h in minutes", "1 h 30 min = 90 minutes"),
        ("Wie viele Stunden und Minuten sind 2,6 Stunden?", "2:36 (2 h 36 min)"),
        ("25 inch pounds to Nm", "2.82462 newton metres"),
        ("15.2 hands in cm", "15 hands 2 inches = 157.48 centimetres"),
        ("How many km per litre is 40 mpg (UK)?", "14.1602 km per litre"),
        ("My foot is 27 cm long, what is that in inches?", "10.6299 inches"),
        ("My hand is 19 cm wide, inches please", "**19 centimetres ≈ 7.48031 inches**"),
        ("At the yard sale I bought 30 ft of rope, in metres?", "**30 feet = 9.144 metres**"),
        ("It got 9 degrees Fahrenheit warmer, what is that in Celsius?", "9 °F = 5 °C"),
        ("5 square km in hectares", "500 hectares"),
        ("1 GiB in MB", "1,073.741824 megabytes"),
    ],
)
def test_amounts_are_read_as_they_are_meant(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer
