"""The plainest forms of what people ask, many at once: each has one value that is known without the handlers."""

from fractions import Fraction
from typing import Any

import pytest

from tests.builtins.arithmetic_forms import FORMS_BY_VALUE
from tests.builtins.asking import handler, payload

UNIT_FORMS = (
    "{n} {a} to {b}", "{n} {a} in {b}", "how many {b} in {n} {a}", "how many {b} is {n} {a}",
    "convert {n} {a} to {b}", "what is {n} {a} in {b}", "{n} {a} = ? {b}", "i have {n} {a}, how much is that in {b}",
    "whats {n} {a} in {b}", "can you turn {n} {a} into {b}", "{b} from {n} {a}", "{n} {a} equals how many {b}",
    "need {n} {a} in {b}",
)  # fmt: skip
MEASURES = (
    ("miles", "km", 5, 8.04672), ("feet", "metres", 6, 1.8288), ("inches", "cm", 10, 25.4),
    ("yards", "metres", 100, 91.44), ("pounds", "kg", 150, 68.0388555), ("kg", "pounds", 70, 154.3235835),
    ("ounces", "grams", 8, 226.796185), ("stone", "kg", 11, 69.85322498), ("gallons", "litres", 5, 18.92705892),
    ("cups", "ml", 2, 473.176473), ("teaspoons", "tablespoons", 9, 3), ("celsius", "fahrenheit", 25, 77),
    ("mph", "km/h", 60, 96.56064), ("acres", "hectares", 4, 1.618742569),
    ("square feet", "square metres", 1000, 92.90304), ("minutes", "hours", 90, 1.5), ("GB", "GiB", 10, 9.313225746),
    ("bar", "psi", 2, 29.0075475), ("nautical miles", "km", 12, 22.224), ("mpg", "l/100km", 30, 7.840486111),
)  # fmt: skip
CITIES = """
city,country,population,area,founded
Lima,Peru,10,2672,1535
Oslo,Norway,1,454,1040
Cairo,Egypt,21,3085,969
Quito,Ecuador,2,372,1534
Bergen,Norway,0.3,465,1070
Alexandria,Egypt,5,2679,-331
"""
TABLE_QUESTIONS = (
    ("how many cities", "6"), ("total population", "39.3"), ("average area", "1,621.17"), ("median area", "1,568.5"),
    ("which city has the largest population", "Cairo"), ("which was founded first", "Alexandria"),
    ("which city was founded last", "Lima"), ("second largest population", "Lima"),
    ("how many cities are in Norway", "2"), ("total population of Egypt", "26"),
    ("how many cities have more than 4 million people", "3"), ("how many have an area between 400 and 500", "2"),
    ("is Lima bigger than Cairo in area", "No"), ("difference in population between Cairo and Lima", "11"),
    ("how many different countries", "4"), ("range of population", "20.7"), ("cities starting with B", "Bergen"),
    ("last row", "Alexandria"), ("cumulative population", "39.3"),
    ("which cities are above the average area", "Lima"),
)  # fmt: skip
SHOP = """
{"shop":"Nord","items":[{"sku":"A1","name":"Lamp","price":39.5,"stock":4},{"sku":"B2","name":"Desk","price":129,"stock":0},
{"sku":"C3","name":"Chair","price":59.9,"stock":7}],"owner":{"name":"Ida","phone":null}}"""
DOCUMENT_QUESTIONS = (
    ("who is the owner", "Ida"), ("owner's name", "Ida"), ("how many items", "3"), ("names of the items", "Lamp"),
    ("prices?", "39.5"), ("price of the desk", "129"), ("which item is the most expensive", "Desk"),
    ("total price of all items", "228.4"), ("sum of stock", "11"), ("which items have no stock", "Desk"),
    ("second item", "Desk"), ("sku of the chair", "C3"), ("items[1].price", "129"),
    ("which fields are null", "phone"), ("welcher Artikel ist am teuersten", "Desk"),
    ("combien coûte la Lamp", "39.5"), ("cuántos items hay", "3"),
)  # fmt: skip
STORY = "It was a dark night. The wind howled, and the old dog slept. Did you hear the door? No! The wind again."
TEXT_QUESTIONS = (
    ("how many words", "**22**"), ("how many characters", "**103**"), ("how many sentences", "**5**"),
    ("longest word", "howled"), ("shortest word", "**a**"), ("how many times does the appear", "**4**"),
    ("count of 'wind'", "**2**"), ("does it contain dog", "**Yes.**"), ("does it mention a cat", "**No.**"),
    ("how many characters left of 140", "37"), ("third word", "\na\n"), ("wie viele Wörter", "**22**"),
    ("combien de mots", "**22**"), ("cuántas palabras", "**22**"),
)  # fmt: skip


def _given(role: str, message: str) -> dict[str, Any]:
    made = handler(role)(payload(message), None)
    assert isinstance(made, dict)
    return made


def test_plain_arithmetic_has_its_value() -> None:
    wrong = [
        (line.strip(), value)
        for value, lines in FORMS_BY_VALUE.items()
        for line in lines.strip().splitlines()
        if not _has_value(_given("calculator", line.strip()), Fraction(value))
    ]
    assert wrong == []


def _has_value(given: dict[str, Any], value: Fraction) -> bool:
    results = given["output"]["results"] if given["output"] else []
    if len(results) != 1:
        return False
    told = Fraction(results[0]["result"].rstrip(" %").replace(",", ""))
    return abs(told - value) <= abs(value) / 10**8


def test_plain_conversions_have_their_value() -> None:
    wrong = []
    for source, target, amount, value in MEASURES:
        for form in UNIT_FORMS:
            message = form.format(n=amount, a=source, b=target)
            given = _given("unit_converter", message)
            rows = given["output"]["conversions"] if given["output"] else []
            if [row["result"] for row in rows] != pytest.approx([value], rel=1e-8):
                wrong.append(message)
    assert wrong == []


@pytest.mark.parametrize(
    ("role", "data", "questions"),
    [
        ("csv_statistics", CITIES, TABLE_QUESTIONS),
        ("json_formatter", SHOP, DOCUMENT_QUESTIONS),
        ("text_statistics", f"\n\n{STORY}", TEXT_QUESTIONS),
        ("text_statistics", f": {STORY}", TEXT_QUESTIONS),
    ],
)
def test_plain_questions_have_their_answer(role: str, data: str, questions: tuple[tuple[str, str], ...]) -> None:
    answers = {question: _given(role, question + data) for question, _ in questions}
    wrong = [
        (question, answers[question]["answer"][:80])
        for question, expected in questions
        if expected not in answers[question]["answer"].split("\n| column")[0] or answers[question].get("general")
    ]
    assert wrong == []
