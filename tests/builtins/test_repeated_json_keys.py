"""A key that is there twice in one object of a JSON document."""

import pytest

from tests.builtins.asking import ask

ROLE = "json_formatter"
PORTS = '{"port": 8080, "host": "localhost", "port": 9090}'


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('size is in there twice, which one will count? {"item":"hoodie","size":"M","size":"L"}', "L"),
        (f"which port wins here {PORTS}", "9090"),
        (f"{PORTS} which value is kept?", "9090"),
        (f"welcher Wert gilt? {PORTS}", "9090"),
        (f"quelle valeur compte ? {PORTS}", "9090"),
        (f"¿cuál vale? {PORTS}", "9090"),
    ],
)
def test_the_last_value_counts_for_most_programs(text: str, value: str) -> None:
    assert ask(ROLE, text).answer.startswith(f"**{value}**")


def test_a_repeated_key_is_told_beside_a_check_and_a_value() -> None:
    both = ask(ROLE, f"which port wins here {PORTS}, and is it valid at all?").answer
    assert both.startswith("Yes, this is valid JSON.\n\n**9090**: the key `port` is there twice")
    assert 'The key "port" is there twice in one object' in ask(ROLE, f"what is the host {PORTS}").answer
    assert 'The key "port" is there twice in one object' in ask(ROLE, f"how many keys {PORTS}").answer


@pytest.mark.parametrize(
    "text",
    [
        'which one counts? {"a":1,"b":2}',
        'which item is used most? [{"item":"a","used":3},{"item":"b","used":5}]',
        'which port is used? {"port": 8080, "host": "localhost"}',
    ],
)
def test_keys_that_are_there_once_are_no_such_question(text: str) -> None:
    assert "is there twice" not in ask(ROLE, text).answer
