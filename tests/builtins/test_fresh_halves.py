"""Questions that were answered wrong without a word: taxes taken off, the other share, rounding, two ends of a wait."""

import pytest

from tests.builtins.asking import ask, unused_words

NOW = "2026-11-29T20:00:00+00:00"  # a Sunday


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I worked 38.5 hours at 14.20 an hour, minus 12% tax. Whats my take home?", ("**481.096**",)),
        ("8 hours at 50 an hour plus 19% tax, total?", ("**476**",)),
        ("24 students, 3 absent, what percentage is present?", ("**87.5 %**",)),
        ("24 students, 3 absent, what percentage is absent?", ("**12.5 %**",)),
        ("24 students, 3 absent, what percentage is that?", ("**12.5 %**",)),
        ("Von 24 Schülern fehlen 3, wie viel Prozent sind da?", ("**87,5 %**",)),
        ("40 questions, 6 wrong, what percent did I get right?", ("**85 %**",)),
        ("of 40 lamps 6 are broken, what percent works?", ("**85 %**",)),
        ("average of 12, 15 and 19 and the difference between the highest and the lowest", ("15.33333333", "**7**")),
        ("sum and average of 3, 4, 8", ("**15**", "**5**")),
        ("The bill is 64, tip 15 percent, then split by 4, and round up to whole euros", ("**19**",)),
        ("86.40 split by 5 rounded to whole euros", ("**17**",)),
        ("100 / 7 rounded to 2 decimals", ("**14.29**",)),
    ],
)
def test_sums_and_shares(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("calculator", message).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "how many weeks and days until 1 June 2027 and until my birthday 12 June?",
            ("**26 weeks and 2 days**", "**27 weeks and 6 days**"),
        ),
        (
            "it was sent Monday 30 Nov 2026, takes 5 working days, when does it arrive and is it before the 8th?",
            ("**Monday, 7 December 2026**",),
        ),
        ("what date is 3 weeks before 5 May 2027?", ("**Wednesday, 14 April 2027**",)),
        ("3 days before 5 may 2027, is it before easter?", ("**Sunday, 2 May 2027**",)),
        ("6 weeks from 2 November 2027, is that before Christmas?", ("**Yes**", "25 December 2027")),
        ("6 weeks from 2 November 2026, is that before Christmas?", ("**Yes**", "25 December 2026")),
    ],
)
def test_days_before_and_after(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("date_calculator", message, now=NOW).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("60 mph in km/h and how long for 150 miles?", ("96.5606", "**2.5 hours")),
        ("I put 15 litres of water in 2 gallon jugs. How many gallons are 15 litres and how many jugs do i need?",
         ("3.96258 US gallons", "**2**: 15 litres")),
        ("Tengo 15 litros de agua y garrafas de 2 galones. ¿Cuántos galones son 15 litros y cuántas garrafas necesito?",
         ("3,96258 gal", "**2**: 15 l")),
        ("15 litres in US gallons, and how many 2 gallon jugs is that?", ("3.96258", "**1.98**")),
        ("15 litres of water in 2 gallon jugs. How many gallons are 15 litres", ("3.96258 US gallons",)),
        ("Meine Oma in Ohio meint es hat dort 14 Grad Fahrenheit, wie kalt ist das bei uns?", ("14 °F = -10 °C",)),
        ("my cousin says it's 35 degrees Celsius there, what's that over here in the US?", ("35 °C = 95 °F",)),
        ("Il fait 90 °F à Miami, ça fait combien chez nous ?", ("32,22 °C",)),
        ("The speed limit there is 65 mph, what's that for us?", ("104.60736 kilometres per hour",)),
    ],
)  # fmt: skip
def test_measures(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("unit_converter", message).answer
    assert [one for one in expected if one not in answer] == [], answer


def test_home_units_of_a_metric_country_are_no_fahrenheit() -> None:
    words = "Es hat 30 Grad Celsius in Spanien, wie warm ist das bei uns?"
    assert "bei uns" in unused_words("unit_converter", words)


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        ("csv_statistics", "how many orders are above average?\nid,amount\n1,10\n2,20\n3,60", ("is **1**",)),
        ("csv_statistics", "sum of n of the last 2 rows\nday,n\n1,5\n2,7\n3,9", ("is **16**", "Only the last 2 rows")),
        ("csv_statistics", "average of n in the first 2 rows\nday,n\n1,5\n2,7\n3,9", ("is **6**",)),
        ("csv_statistics", "sum of n\nday,n\n1,5\n2,7\n3,9", ("is **21**",)),
        (
            "email_validator",
            "remove duplicates and invalid ones: a@b.com, A@b.com, x@, c@d.org",
            ("\na@b.com\nc@d.org\n",),
        ),
        ("email_validator", "which ones have a plus in it: a+b@c.com, d@e.com", ("**1**: a+b@c.com (1/2)",)),
        ("email_validator", "which have a number in it: a1@c.com, d@e.com", ("**1**: a1@c.com",)),
    ],
)
def test_lists_and_tables(role: str, message: str, expected: tuple[str, ...]) -> None:
    answer = ask(role, message).answer
    assert [one for one in expected if one not in answer] == [], answer
