"""Plain questions on measures: many sentences for one conversion, each checked against its factor."""

import random
import re

import pytest

from tests.builtins.asking import DrawingHost, handler, payload
from tests.rounds import rounds

SENTENCES = """
{x} {u} in {v}
{x} {u} to {v}
how many {v} is {x} {u}
how many {v} are {x} {u}?
how many {v} in {x} {u}
how many {v} are there in {x} {u}?
convert {x} {u} to {v}
convert {x} {u} into {v} please
what is {x} {u} in {v}
what's {x} {u} in {v}?
whats {x} {u} in {v}
how much is {x} {u} in {v}
i have {x} {u}, what's that in {v}
{x} {u} equals how many {v}
{x} {u} = ? {v}
please tell me how many {v} there are in {x} {u}
can you turn {x} {u} into {v}
can you convert {x} {u} to {v}?
could you tell me what {x} {u} is in {v}
need {x} {u} as {v}
hi, {x} {u} in {v}?
{x} {u}, in {v}
what would {x} {u} be in {v}
how do I write {x} {u} in {v}
give me {x} {u} in {v}
express {x} {u} in {v}
i'd like to know {x} {u} in {v}
what does {x} {u} come to in {v}
{x} {u} is how many {v}
{x} {u} makes how many {v}?
so how many {v} would {x} {u} be?
the sign says {x} {u}. how many {v} is that?
the label says {x} {u}, how much is that in {v}?
my friend told me {x} {u} - what is that in {v}
in {v}, how much is {x} {u}?
in {v}: {x} {u}
{x} {u} ({v}?)
{x} {u} -> {v}
{x} {u} to {v} thanks
{x} {u} expressed in {v}
calculate {x} {u} in {v}
what do {x} {u} correspond to in {v}
{x} {u} converted to {v}
change {x} {u} to {v}
translate {x} {u} to {v}
roughly how many {v} are {x} {u}
about how many {v} is {x} {u}
exactly how many {v} is {x} {u}?
hello! I would like to convert {x} {u} to {v}.
I need to know how many {v} {x} {u} is
do you know how many {v} make {x} {u}?
{x} {u} in {v} pls
{x} {u} in {v}??
quick one: {x} {u} in {v}
is there a way to see {x} {u} in {v}?
american site says {x} {u}, I only know {v}
it says {x} {u} but i need {v}
{x} {u}, how many {v} are that
what number of {v} is {x} {u}
{x} {u} would be what in {v}?
{x} {u} and i want {v}
if something is {x} {u}, what is it in {v}?
how many {v} does {x} {u} equal
how many {v} go into {x} {u}
how many {v} fit in {x} {u}
""".strip().splitlines()
FACTORS = {
    "miles": 1609.344,
    "km": 1000,
    "m": 1,
    "feet": 0.3048,
    "inches": 0.0254,
    "cm": 0.01,
    "yards": 0.9144,
    "kg": 1,
    "pounds": 0.45359237,
    "ounces": 0.028349523125,
    "grams": 0.001,
    "stone": 6.35029318,
    "litres": 1,
    "ml": 0.001,
    "gallons": 3.785411784,
    "cups": 0.2365882365,
    "mph": 0.44704,
    "km/h": 0.2777777777777778,
    "knots": 0.514444444,
    "hours": 3600,
    "minutes": 60,
    "days": 86400,
    "weeks": 604800,
    "acres": 4046.8564224,
    "hectares": 10000,
    "square feet": 0.09290304,
    "square metres": 1,
}  # metres, kilograms, litres, metres a second, seconds, square metres
PAIRS = [pair.split(" > ") for pair in """
miles > km
km > miles
feet > m
m > feet
inches > cm
cm > inches
yards > m
kg > pounds
pounds > kg
ounces > grams
grams > ounces
stone > kg
litres > gallons
gallons > litres
cups > ml
ml > cups
mph > km/h
km/h > mph
knots > km/h
hours > minutes
minutes > hours
days > hours
weeks > days
acres > hectares
square feet > square metres
hectares > acres
""".strip().splitlines()]  # fmt: skip
AMOUNTS = ("5", "12", "2.5", "120", "7.25", "1,500", "40")
FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


def figures(answer: str) -> list[float]:
    return [float(text.replace(",", "")) for text in FIGURE.findall(answer)]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_plain_question_is_answered_with_the_converted_amount(sentence: str) -> None:
    chance = random.Random(sentence)
    for given, wanted in chance.sample(PAIRS, rounds(2, len(PAIRS))):
        amount = chance.choice(AMOUNTS)
        message = sentence.format(x=amount, u=given, v=wanted)
        right = float(amount.replace(",", "")) * FACTORS[given] / FACTORS[wanted]
        answer = handler("unit_converter")(payload(message), DrawingHost())["answer"]
        assert any(figure == pytest.approx(right, rel=1e-3) for figure in figures(answer)), (message, right, answer)
