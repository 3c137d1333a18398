"""Two ends of a list in one message, the fastest by a time or a speed, and a figure in front of the entry at an end."""

import pytest

from tests.builtins.asking import ask

RUNNERS = '[{"n":"Ana","sec":12.1},{"n":"Bo","sec":11.4},{"n":"Cy","sec":13.9}]'
CARS = '[{"n":"Ana","kmh":112},{"n":"Bo","kmh":98},{"n":"Cy","kmh":131}]'
PARTS = '[{"item":"bolt","qty":40},{"item":"nut","qty":55},{"item":"washer","qty":17}]'


@pytest.mark.parametrize(
    "question",
    [
        "who's the slowest and who's the fastest",
        "who is the slowest and who is the fastest by sec",
        "who is the fastest and who is the slowest?",
        "wer ist am langsamsten und wer ist am schnellsten",
        "qui est le plus lent et qui est le plus rapide",
    ],
)
def test_both_ends_of_a_time_are_told(question: str) -> None:
    answer = ask("json_formatter", f"{question} {RUNNERS}").answer
    assert "**13.9**. `n`: **Cy**" in answer
    assert "**11.4**. `n`: **Bo**" in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"who is the fastest {CARS}", "**131**. `n`: **Cy**"),
        (f"who's the slowest? {CARS}", "**98**. `n`: **Bo**"),
        (f"who is the fastest by sec {RUNNERS}", "**11.4**. `n`: **Bo**"),
        ('who is the fastest [{"n":"Ana","age":12},{"n":"Bo","age":11}]', "I cannot tell which key"),
        (f"who has the highest kmh {CARS}", "**131**"),
    ],
)
def test_fastest_follows_the_kind_of_key(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    "message",
    [
        f"total qty {PARTS} and which has the least",
        f"total qty and which has the least {PARTS}",
        f"sum qty and who has the least: {PARTS}",
        f"the total qty, and which one has the lowest qty? {PARTS}",
        f"summe qty und welche hat am wenigsten {PARTS}",
    ],
)
def test_total_in_front_of_the_least_is_told(message: str) -> None:
    answer = ask("json_formatter", message).answer
    assert "**112**" in answer
    assert "**washer**" in answer


@pytest.mark.parametrize(
    ("message", "without"),
    [
        (f"total qty {PARTS}", "washer"),
        (f"which has the least {PARTS}", "112"),
        (f"average qty and median qty {PARTS}", "washer"),
    ],
)
def test_one_question_has_one_answer(message: str, without: str) -> None:
    assert without not in ask("json_formatter", message).answer
