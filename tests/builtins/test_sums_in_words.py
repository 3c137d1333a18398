"""Sums in words: comparisons and claims, the rest of a share, ratios, proportions, periods, who pays, logarithms."""

import pytest

from tests.builtins.asking import ask

ROLE = "calculator"


def results(text: str) -> list[str]:
    """Return the results of an answer."""
    made = ask(ROLE, text)
    assert made.tag == "SUCCESS", made.answer
    assert isinstance(made.output, dict)
    return [row["result"] for row in made.output["results"]]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("is 5/8 more than 0.7? for my drill", "**No**: 5 / 8 = 0.625 is less than 0.7."),
        ("Ist 5/6 größer als 0,8?", "**Ja**"),
        ("est-ce que 2/3 est plus grand que 0,66 ?", "**Oui**"),
        ("¿es 3/7 menor que 0,5?", "**Sí**"),
        ("is 20% of 80 less than 15% of 120", "**Yes**: 20 % of 80 = 16 is less than 15 % of 120 = 18."),
        ("is 3/8 the same as 0.375?", "**Yes**"),
        ("5 + 3 * 2 - 4, my brother says 12, i say 7", "**7**: 7 is right, 12 is wrong."),
        ("my friend says 8 / 2 * (2 + 2) is 1. is he right?", "**16**: 1 is wrong."),
        ("12 * 12 is 142, right?", "142 is wrong"),
    ],
)
def test_comparisons_and_claims(text: str, answer: str) -> None:
    made = ask(ROLE, text)
    assert made.tag == "SUCCESS"
    assert answer in made.answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what is 8% less than 450", "**414**"),
        ("Was sind 10 % weniger als 80?", "**72**"),
        ("8% more than 450?", "**486**"),
        ("un 10 % más que 80", "**88**"),
        ("what is 20% off 60", "**48**"),
        ("is 50% more than 1/3", "**Yes**"),
        ("price is 238 including 19% vat. whats the price without", "**200**"),
        ("what would 240 be without 20% vat", "**200**"),
        ("Wieviel sind 15 Prozent Trinkgeld bei 62 Euro, und was zahl ich dann insgesamt?", "**71,3**"),
        ("what do i save with 20% off 60", "**12**"),
    ],
)
def test_a_share_changes_the_number_that_it_is_compared_with(text: str, answer: str) -> None:
    assert answer in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # the rest of a share
        ("a class of 30, 40% are girls. how many boys?", "18"),
        ("von 250 Stühlen sind 12% kaputt, wie viele sind noch ganz?", "220"),
        ("we sold 65% of 400 tickets, how many are left", "140"),
        ("exam with 60 questions, 70% correct, how many were correct?", "42"),
        ("out of 250 guests 8% didn't show up. how many came?", "230"),
        # ratios and proportions
        ("we split 84 so that Kim gets twice as much as Leo. how much is Leo's?", "28"),
        ("split 900 between Ali and Dora in the ratio 2:3, how much does dora get?", "540"),
        ("teile 720 im Verhältnis 5:3, wie viel ist der größere Teil", "450"),
        ("4 painters need 6 hours, how long do 3 painters need?", "8"),
        ("if 6 pumps empty a pool in 8 hours, how long would 4 pumps take", "12"),
        ("5 workers need 12 days, how many workers for 4 days", "15"),
        ("food for 12 people lasts 10 days, how long for 15 people", "8"),
        ("Rezept für 4 Personen: 250 g Nudeln. Wie viel für 7?", "437.5"),
        # who pays, change, boxes
        ("we are 8, the bill is 210 and two of us don't pay. how much each?", "35"),
        ("wir sind 5, Rechnung 90, einer zahlt nicht. wie viel pro Person", "22.5"),
        ("somos 7, la cuenta es 180 y uno no paga. ¿cuánto toca a cada uno?", "30"),
        ("me and 3 friends share a bill of 92, how much each", "23"),
        ("bill was 37.65, I gave a 50. how much change?", "12.35"),
        ("how many boxes of 12 do I need for 130 eggs", "11"),
        # rates and periods
        ("I earn 16 an hour, worked 30 hours, 25% goes to tax. whats left", "360"),
        ("3 shirts at 19.90 each, 20% off, total?", "47.76"),
        ("42000 a year, how much is that per month", "3500"),
        ("Miete 850 Euro im Monat, wie viel im Jahr?", "10200"),
        ("je gagne 1800 euros par mois, combien par an", "21600"),
        ("2 coffees a day at 3.50 each, how much a month?", "210"),
        ("I want to save 1200, I put aside 80 a month. how many months?", "15"),
        ("gym is 29.99 monthly, what does it cost yearly", "359.88"),
        # logarithms, averages, missing numbers
        ("log(1000)", "3"),
        ("log base 2 of 64", "6"),
        ("log2(1024)", "10"),
        ("Logarithmus von 1000", "3"),
        ("average of my last runs: 5, 7.5, 10 and 0 (sick that day, still counts)", "5.625"),
        ("Durchschnitt meiner Noten: 2, 3, 1, 2", "2"),
        ("what number plus 17 is 52", "35"),
    ],
)
def test_problems(text: str, result: str) -> None:
    assert results(text) == [result]


def test_all_parts_of_a_ratio() -> None:
    assert results("1200 split 40/60") == ["480", "720"]
    assert results("share 60 sweets between Tom, Ann and Joe 1:2:3") == ["10", "20", "30"]


@pytest.mark.parametrize(
    "text",
    [
        "a dinner for 90 shared by 4 people, not including the 10% tip",  # an exception that nobody reads
        "log of -5",
        "I bought 5 for 12.50, sold for 4 each, how much profit",
        "average of 10, 20 and twice 30",
        "share 100 between 3 people so one gets double",
        "3 loaves take 50 minutes, how long do 6 loaves take",  # in one oven, or one after the other
    ],
)
def test_what_is_not_understood_is_not_computed(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"
