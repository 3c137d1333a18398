"""Facts beside the figures of a told problem: what covers what, how many of a size, how to round, which oven."""

import pytest

from tests.builtins.asking import ask, output

ANSWERED = [
    (
        "unit_converter",
        "My new curtain rail is 7 ft 4 in long and the window is 218 cm wide. "
        "Does the rail cover the window, and by how much?",
        ("**Yes**", "5.52 centimetres"),
    ),
    (
        "unit_converter",
        "The window is 218 cm wide. My new curtain rail is 7 ft 4 in long. Does the rail cover the window?",
        ("**Yes**", "5.52 centimetres"),
    ),
    (
        "unit_converter",
        "My plank is 2 m long and the ditch is 218 cm wide. Does the plank bridge the ditch, and by how much?",
        ("**No**", "18 centimetres"),
    ),
    ("unit_converter", "The room is 4 m long and 3 m wide. How much carpet do I need?", ("**12 square metres**",)),
    (
        "unit_converter",
        "My garden bed is 3 m long, 1.2 m wide and 30 cm deep. How much do I have to order?",
        ("**1,080 litres**",),
    ),
    ("unit_converter", "A box is 7 ft by 4 ft by 2 ft. How much does it hold?", ("56 cubic feet",)),
    (
        "unit_converter",
        "How many full 175 ml glasses can I pour from six 75 cl bottles, and is anything left over?",
        ("**25 whole", "125 millilitres left"),
    ),
    ("unit_converter", "How many 250 ml cups can I fill from three 2 litre jugs?", ("**24 whole",)),
    ("unit_converter", "How many 200 g portions can I get from four 1.5 kg bags of rice?", ("**30 whole",)),
    (
        "unit_converter",
        "How many 175 ml glasses can I pour from one 75 cl bottle?",
        ("**4 whole", "50 millilitres left"),
    ),
    ("unit_converter", "How many 5 ml spoons are in two 100 ml bottles of cough syrup?", ("**40 whole",)),
    ("unit_converter", "How many calories are in three 330 ml cans at 42 kcal per 100 ml?", ("**415.8 kilo",)),
    ("unit_converter", "How many 250 ml cups can I fill from a 2 litre jug?", ("**8 whole",)),
    (
        "calculator",
        "My pattern asks for 440 yards of wool, but the balls in our shop hold 120 metres each. "
        "How many should I take?",
        ("**4**",),
    ),
    ("calculator", "I need 900 m of yarn and each ball has 200 m. How many should I take?", ("**5**",)),
    (
        "calculator",
        "The recipe calls for 900 ml of stock and each carton holds 250 ml. How many should I get?",
        ("**4**",),
    ),
    ("calculator", "I have 900 m of yarn and each scarf takes 200 m. How many can I make?", ("**4**",)),
    ("calculator", "A roll holds 25 m and a curtain needs 7 m. How many should I cut from it?", ("**3**",)),
    ("calculator", "I have 1 kg of dough and a roll weighs 70 g. How many should I get out of it?", ("**14**",)),
    ("calculator", "Each shelf needs 3 metres of wood and I have 20 metres. How many can I make?", ("**6**",)),
    ("unit_converter", "crossword: fathom, how many metres is one", ("**1 fathom = 1.8288 metres**",)),
    ("unit_converter", "furlong: how many yards is one?", ("**1 furlong = 220 yards**",)),
    ("unit_converter", "fathoms: how many feet in one?", ("**1 fathom = 6 feet**",)),
    ("unit_converter", "3 fathoms, how many metres is that", ("**3 fathoms = 5.4864 metres**",)),
    ("unit_converter", "what is ten kilometres, how many miles is one", ("6.21371 miles",)),
    ("unit_converter", "how many fathoms is one metre", ("**1 metre ≈ 0.546807 fathoms**",)),
    ("unit_converter", "How much of a football pitch (105 m by 68 m) would a one-acre paddock fill?", ("**56.7 %**",)),
    ("unit_converter", "How much of a 50 litre tank would a 10 gallon can fill?", ("**75.7 %**", "US measures")),
    ("unit_converter", "How much of my garden (10 m by 12 m) will a 3 m by 4 m shed take up?", ("**10 %**",)),
    ("unit_converter", "How much of a 64 GB card would a 4 GB film take up?", ("**6.25 %**",)),
    ("unit_converter", "How many litres would a 10 gallon can fill?", ("37.85411784 litres",)),
    ("unit_converter", "How many acres are 105 m by 68 m?", ("1.76433 acres",)),
    (
        "calculator",
        "Six of us share a bill of £143.40 and add a tip of ten per cent. What is each one's part?",
        ("**26.29**",),
    ),
    (
        "calculator",
        "We are five, the bill is $90 and we give twelve per cent tip. What is each one's part?",
        ("**20.16**",),
    ),
    (
        "calculator",
        "Three of us share a bill of $60 and leave a tip of twenty percent. What is each one's part?",
        ("**24**",),
    ),
    (
        "calculator",
        "Three of us share a bill of $60, five percent service is included. What is each one's part?",
        ("**20**",),
    ),
    ("calculator", "What is twenty five percent of 80?", ("**20**",)),
]


@pytest.mark.parametrize(("role", "message", "said"), ANSWERED, ids=[one[1] for one in ANSWERED])
def test_problem_is_answered_with_all_its_facts(role: str, message: str, said: tuple[str, ...]) -> None:
    answer = ask(role, message).answer
    assert output(role, message)
    assert [part for part in said if part not in answer] == [], answer


DECLINED = [
    "The rail is 7 ft 4 in long and the window is 218 cm wide and 50 cm high. By how much?",
    "How much of a 50 litre tank would three 2 gallon cans fill?",
    "How much of a 5 kg bag will a 3 metre rope take up?",
]


@pytest.mark.parametrize("message", DECLINED)
def test_problem_with_an_unread_fact_has_no_answer(message: str) -> None:
    assert ask("unit_converter", message).tag != "SUCCESS"


@pytest.mark.parametrize(
    ("message", "heat"),
    [
        ("gas mark 4 in celsius for a fan oven", "160 °C"),
        ("what is gas mark 6 in celsius in my fan oven", "180 °C"),
        ("Gas Mark 4 in Celsius bei Umluft", "160 °C"),
    ],
)
def test_fan_oven_is_set_lower_than_a_gas_mark(message: str, heat: str) -> None:
    notes = output("unit_converter", message)["notes"]
    assert any("20 °C" in note and heat in note for note in notes), notes


@pytest.mark.parametrize(
    "message",
    ["gas mark 4 in celsius", "gas mark 4 in celsius, no fan", "my fan oven is at 180 C, what is that in fahrenheit"],
)
def test_other_ovens_have_no_note_on_fans(message: str) -> None:
    assert not any("lower" in note for note in output("unit_converter", message)["notes"])
