"""JSON, texts and addresses: everyday questions with their answers computed here, and look-alikes."""

import json
import random
import re
from collections import Counter

import pytest

from tests.builtins.asking import ask
from tests.builtins.plain_sentences import figures

PEOPLE = [("Ann", 31, "Rome"), ("Bob", 47, "Oslo"), ("Carl", 25, "Rome"), ("Dora", 60, "Bern")]
ORDER = [{"item": "pen", "qty": 4, "price": 3.5}, {"item": "lamp", "qty": 2, "price": 25}]
TEXT = "The quick brown Fox jumps over the lazy dog. It was sunny today, and nobody cared over there!"
ADDRESSES = ["bob@b.org", "Kim@C.net", "joe@a.com", "lee@b.org", "ann@a.com"]


def answered(role: str, message: str) -> str:
    """Return an answer above the statistics of a text or the table of addresses."""
    return re.split(r"\n\n\|", ask(role, message).answer or "")[0]


def people(name: str = "name", age: str = "age") -> str:
    """Return four persons as JSON, under the keys that are told."""
    return json.dumps([{name: one, age: years, "city": city} for one, years, city in PEOPLE])


@pytest.mark.parametrize(
    "question",
    [
        "¿cuántos años tiene {name}?", "qué edad tiene {name}", "¿cuál es la edad de {name}?",
        "welches Alter hat {name}?",
        "{name}, how old?", "hey, can you tell me how old {name} is?",
    ],
)  # fmt: skip
@pytest.mark.parametrize("keys", [("name", "age"), ("nombre", "edad")])
def test_the_age_of_one_entry(question: str, keys: tuple[str, str]) -> None:
    for name, age, _ in PEOPLE:
        assert age in figures(answered("json_formatter", f"{question.format(name=name)}\n{people(*keys)}"))


@pytest.mark.parametrize(
    "question",
    [
        "What is the total cost?", "how much does the whole order cost?", "total price of the order",
        "what do I pay in total?", "grand total?", "how much is everything together", "was kostet alles zusammen?",
        "Gesamtpreis der Bestellung?", "prix total de la commande ?", "cuánto cuesta todo el pedido?",
    ],
)  # fmt: skip
def test_a_total_cost_multiplies_by_the_quantities(question: str) -> None:
    wanted = sum(float(str(one["qty"])) * float(str(one["price"])) for one in ORDER)
    answer = answered("json_formatter", f"{question} {json.dumps(ORDER)}")
    assert wanted in figures(answer)
    assert "qty*price" in answer


@pytest.mark.parametrize("question", ["sum of all price values", "average price per item"])
def test_a_figure_of_the_prices_alone_stays(question: str) -> None:
    assert "qty*price" not in answered("json_formatter", f"{question} {json.dumps(ORDER)}")


@pytest.mark.parametrize(
    "question",
    [
        "how much older is {one} than {other}?", "how many years older is {one} than {other}?",
        "age difference between {one} and {other}", "wie viel älter ist {one} als {other}?",
        "combien d'années de plus a {one} que {other} ?",
    ],
)  # fmt: skip
def test_the_difference_of_two_ages(question: str) -> None:
    answer = answered("json_formatter", f"{question.format(one='Dora', other='Carl')}\n{people()}")
    assert 60 - 25 in figures(answer)


def test_ages_apart_and_in_order() -> None:
    assert 60 - 25 in figures(answered("json_formatter", f"how far apart are the oldest and the youngest?\n{people()}"))
    order = answered("json_formatter", f"oldest first please\n{people()}")
    assert re.findall(r"Ann|Bob|Carl|Dora", order) == ["Dora", "Bob", "Ann", "Carl"]


@pytest.mark.parametrize("question", ["which city is {name} from?", "{name} lives where?", "city of {name}"])
def test_where_one_lives(question: str) -> None:
    for name, _, city in PEOPLE:
        assert f"**{city}**" in answered("json_formatter", f"{question.format(name=name)}\n{people()}")


def test_inner_lists_are_counted_where_they_are_named() -> None:
    luck = random.Random(45)
    teams = {
        name: [{"n": f"{name}{at}", "goals": luck.randint(0, 20)} for at in range(luck.randint(2, 5))]
        for name in ("red", "blue")
    }
    document = json.dumps({"teams": [{"team": name, "players": players} for name, players in teams.items()]})
    for name, players in teams.items():
        counted = answered("json_formatter", f"how many players does the {name} team have?\n{document}")
        assert f"**{len(players)}**" in counted
        scored = answered("json_formatter", f"how many goals did the {name} team score?\n{document}")
        assert f"**{sum(int(str(one['goals'])) for one in players)}**" in scored
    every = answered("json_formatter", f"how many players are there?\n{document}")
    assert f"**{sum(map(len, teams.values()))}**" in every


def test_a_document_is_made_valid() -> None:
    assert "'a'" not in answered("json_formatter", "make {'a': 1} valid")


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("number of times {word} appears", "over"), ("number of times {word} appears", "the"),
        ("how many {word}'s are there?", "t"), ('how many times is the letter "{word}" in there?', "e"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["{question}\n\n{text}", "{text}\n\n{question}"])
def test_a_word_or_a_letter_is_counted(form: str, question: str, word: str) -> None:
    words = Counter(re.findall(r"[a-z]+", TEXT.lower()))
    wanted = TEXT.lower().count(word) if len(word) == 1 else words[word]
    message = form.format(question=question.format(word=word), text=TEXT)
    assert f"**{wanted}**" in answered("text_statistics", message)


@pytest.mark.parametrize(
    ("question", "text", "wanted"),
    [
        ("wie oft kommt Katze vor?", "Die Katze schläft. Niemand stört die Katze im Haus.", 2),
        ("combien de fois apparaît chatte ?", "La chatte dort. Qui voit la chatte dans le jardin ?", 2),
        ("¿cuántas veces aparece gata?", "La gata duerme. Nadie ve la gata en el jardín.", 2),
        ("wie viele Großbuchstaben?", "Die Katze schläft. Niemand stört die Katze im Haus.", 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("gap", ["\n\n", " "])
def test_counts_in_other_languages(gap: str, question: str, text: str, wanted: int) -> None:
    assert f"**{wanted}**" in answered("text_statistics", f"{question}{gap}{text}")


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("how many characters if I ignore the spaces?", len(TEXT.replace(" ", ""))),
        ("chars not counting blanks", len(TEXT.replace(" ", ""))),
        ("how many upper case letters are in here?", sum(sign.isupper() for sign in TEXT)),
        ("can I tweet this (280 characters)?", "Yes"), ("which word is the third?", "brown"),
    ],
)  # fmt: skip
def test_other_words_for_a_usual_question(question: str, wanted: object) -> None:
    answer = ask("text_statistics", f"{question}\n\n{TEXT}").answer or ""
    assert str(wanted) in answer.partition("|")[0]


def test_a_word_of_the_order_is_no_domain() -> None:
    answer = answered("email_validator", f"as a comma separated list, valid only: {', '.join([*ADDRESSES, 'x@y'])}")
    assert all(one in answer for one in ADDRESSES)
    assert "x@y" not in answer


@pytest.mark.parametrize(
    ("question", "yes"),
    [
        ("is {one} in the list?", "Yes"), ("is {one} among them?", "Yes"), ("ist {one} dabei?", "Ja"),
    ],
)  # fmt: skip
def test_one_address_among_the_others(question: str, yes: str) -> None:
    listed = ", ".join(ADDRESSES)
    there = answered("email_validator", f"{question.format(one='lee@b.org')}\n{listed}")
    gone = answered("email_validator", f"{question.format(one='zoe@b.org')}\n{listed}")
    assert there.startswith(f"**{yes}**")
    assert gone.startswith(f"**{'Nein' if yes == 'Ja' else 'No'}**")


def test_an_address_that_is_judged_is_not_looked_for() -> None:
    assert "valid" in answered("email_validator", "is lee@b.org valid?")


@pytest.mark.parametrize("question", ["how long is {one}?", "wie lang ist {one}?"])
def test_the_length_of_one_address(question: str) -> None:
    for one in ADDRESSES:
        assert f"**{len(one)}**" in answered("email_validator", question.format(one=one))


@pytest.mark.parametrize(
    "question", ["what's wrong with {one}?", "where is the mistake in {one}?", "explain why {one} is invalid"]
)
def test_a_word_before_the_sign_is_no_name(question: str) -> None:
    answer = answered("email_validator", question.format(one="@example.com"))
    assert "nothing before the @" in answer
    assert "space" not in answer
