"""Nothing of a message or its files is left out in silence: the answer is about all of it, or says what is missing."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.builtins.asking import ANSWER_BYTES, ask, handler, payload
from tests.factories.recipe_handlers import ask as ask_recipe


class Files:
    """A context with the files of a conversation."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Take the texts by name."""
        self._texts, self.files = texts, self

    def read(self, name: str, offset: int | None = None) -> str:
        """Return a file, or its part from a character on."""
        text = self._texts[name]
        return text if offset is None else text[offset : offset + 60_000]


def answer_of(role: str, text: str, files: Mapping[str, str]) -> str:
    """Return the answer to a message with files."""
    given: dict[str, Any] = handler(role)({**payload(text), "files": list(files)}, Files(files))
    assert len(json.dumps(given)) < ANSWER_BYTES
    return str(given["answer"])


def test_a_long_valid_document_is_valid() -> None:
    document = json.dumps([{"id": number, "name": "x" * 10} for number in range(30_000)])
    assert len(document) > 1_000_000
    assert answer_of("json_formatter", "Is big.json valid?", {"big.json": document}).startswith("Yes")


def test_addresses_of_all_files_are_counted_whatever_their_names() -> None:
    files = {f"list{number}.de": f"ann{number}@domain{number}.example" for number in range(8)}
    assert "**8**" in answer_of("email_validator", f"How many addresses are in {', '.join(files)}?", files)


IDS = "id,n\n" + "\n".join(f"id{number},{number}" for number in range(6_000))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("average n where id is id5990", "The mean of n where id = id5990 is **5,990**."),
        ("sum of n where id is id5990 or id3", "The sum of n where id = id5990 / id3 is **5,993**."),
        ("sum of n where id is not id5990", "The sum of n where id ≠ id5990 is **17,991,010**."),
    ],
)
def test_a_value_is_found_in_a_column_of_thousands(question: str, answer: str) -> None:
    assert ask("csv_statistics", f"{question}\n{IDS}").answer.startswith(answer)


@pytest.mark.parametrize("unknown", ["id77777", "ZX-4711", "sku_12345"])
def test_a_key_that_no_row_has_is_said_not_to_be_used(unknown: str) -> None:
    answer = ask("csv_statistics", f"average n where id is {unknown}\n{IDS}").answer
    assert answer.startswith(f"I did not use: “{unknown}”.")


@pytest.mark.parametrize(
    ("role", "text", "shown"),
    [
        ("email_validator", "Which domains? " + " ".join(f"a@d{n}.example" for n in range(130)), "… (+30)"),
        ("email_validator", "Extract all: " + " ".join(f"a{n}@d.example" for n in range(130)), "… (+30)"),
        ("calculator", "compute: " + "; ".join(f"{n}*{n}" for n in range(1, 31)), "… (+20)"),
        ("text_statistics", "reverse this text: " + "word " * 6_000, "… (+9,999)"),
        ("json_formatter", "as one string: " + json.dumps(["x" * 10] * 3_000, separators=(",", ":")), "… (+"),
        ("json_formatter", "fix: {" + ", ".join(f"'k{n}': {n}" for n in range(60)) + "}", "- … (+30)"),
    ],
)
def test_a_cut_list_says_how_much_more_there_is(role: str, text: str, shown: str) -> None:
    assert shown in ask(role, text).answer


@pytest.mark.parametrize(
    ("role", "text", "content"),
    [("csv_statistics", "sum of v", "v\n1\n2\n"), ("json_formatter", "Is it valid?", '{"a": 1}')],
)
def test_files_that_are_not_read_are_named(role: str, text: str, content: str) -> None:
    answer = answer_of(role, text, {"first": content, "second": content, "third": content})
    assert answer.endswith("Other files were not read: second, third.")
    assert "not read" not in answer_of(role, text, {"first": content})


def test_three_documents_are_not_compared_as_two() -> None:
    documents = [json.dumps({"a": number}) for number in (1, 1, 2)]
    for text in (" and ".join(documents), "\n".join(f"```json\n{one}\n```" for one in documents)):
        assert "more than two" in ask_recipe("json_diff", f"compare {text}").answer
        assert "equal" in ask_recipe("json_diff", " and ".join(documents[:2])).answer


def test_more_faults_than_are_listed_are_counted() -> None:
    text = "subnets: 10.0.0.0/24, " + ", ".join(f"10.0.{number}.0/99" for number in range(18))
    assert "8 more are no networks." in ask_recipe("subnet_calculator", text).answer
