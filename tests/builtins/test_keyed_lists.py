"""Lists by key ({"monday": [3, 5]}), a number of pieces, and whether a document is valid beside another question."""

import pytest

from tests.builtins.asking import ask

WEEK = ' {"monday":[3,5,2],"tuesday":[],"wednesday":[7,1]}'
ORDER = (
    '\n{"order":{"no":"A-771","customer":{"name":"J. Okafor","address":{"city":"Bristol","zip":"BS1 4ND"}},'
    '"lines":[{"sku":"x1","qty":2},{"sku":"x9","qty":5}]}}'
)
INVOICE = ' {"titel":"Rechnung","betrag":119.5,"bezahlt":false}'
COUNTS = "`monday` **3**, `tuesday` **0**, `wednesday` **2**."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many numbers are there per day, and which day has none?", (COUNTS, "Empty: **`tuesday`**.")),
        ("how many entries are in each list?", (COUNTS,)),
        ("Wie viele Zahlen sind es pro Tag?", (COUNTS,)),
        ("combien de nombres par jour ?", (COUNTS,)),
        ("¿cuántos números hay por día?", (COUNTS,)),
        ("which list is empty?", ("Empty: **`tuesday`**.",)),
        ("welcher Tag ist leer?", ("Leer: **`tuesday`**.",)),
        ("which day has the most numbers?", ("**`monday`** (**3**)",)),
        ("sum per day", ("`monday` **10**, `tuesday` **0**, `wednesday` **8**",)),
        ("what is the total of all numbers", ("over all lists: **18**",)),
        ("what is the highest number?", ("over all lists: **7**",)),
        ("average of all numbers", ("over all lists: **3.6**",)),
        ("how many values are there for monday?", ("`monday` **3**",)),
        ("what is the sum of wednesday?", ("`wednesday` **8**",)),
    ],
)
def test_lists_by_key_are_read_together(question: str, expected: tuple[str, ...]) -> None:
    answer = ask("json_formatter", question + WEEK).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    "question",
    ["how many numbers over 2 on monday", "how many numbers are greater than 2?", "what is the second value?"],
)
def test_the_first_list_alone_is_no_answer(question: str) -> None:
    assert ask("json_formatter", question + WEEK).tag == "NULL"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is the zip of the customer and how many pieces in total (qty) in this order", ("BS1 4ND", "is **7**")),
        ("how many pieces in total", ("is **7**",)),
        ("how many bottles in total (qty)", ("is **7**",)),
        ("what is the customer's zip and the total qty", ("BS1 4ND", "is **7**")),
        ("wie viele Stück sind es insgesamt?", ("**7**",)),
        ("how many lines are there", ("**2**",)),
    ],
)
def test_pieces_are_the_sum_of_a_quantity(question: str, expected: tuple[str, ...]) -> None:
    answer = ask("json_formatter", question + ORDER).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    ("question", "verdict", "rest"),
    [
        ("Ist das hier gültiges JSON und welche Schlüssel sind drin?", "Ja, das ist gültiges JSON.", "`betrag`"),
        ("is this valid json and which keys does it have?", "Yes, this is valid JSON.", "`betrag`"),
        ("Ce JSON est-il valide et quelles sont ses clés ?", "Oui, c'est du JSON valide.", "`betrag`"),
        ("¿Es JSON válido y qué claves tiene?", "Sí, es JSON válido.", "`betrag`"),
        ("Ist das hier valides JSON und was ist der betrag?", "Ja, das ist gültiges JSON.", "**119.5**"),
    ],
)
def test_a_valid_document_is_called_so_beside_another_answer(question: str, verdict: str, rest: str) -> None:
    answer = ask("json_formatter", question + INVOICE).answer
    assert answer.startswith(verdict)
    assert rest in answer


@pytest.mark.parametrize("question", ["what is the betrag?", "which keys does it have?"])
def test_a_valid_document_is_not_called_so_unasked(question: str) -> None:
    assert "valid" not in ask("json_formatter", question + INVOICE).answer
