"""Plain questions on a table: many sentences for one figure or row, each checked by computing it here."""

import random
import re
import statistics
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.builtins.asking import DrawingHost, handler, payload
from tests.rounds import rounds

LIMIT = 100
KINDS = [
    ("name", "age", "Ann Bob Cid Dan Eve"),
    ("city", "population", "Rome Oslo Bern Lima"),
    ("month", "sales", "Jan Feb Mar Apr May Jun"),
    ("product", "price", "pen book lamp desk"),
    ("player", "score", "Kim Lee Max Noa Pat"),
    ("item", "quantity", "nails screws bolts nuts"),
]


class Table(NamedTuple):
    """A table of names and whole numbers, no two alike, at least one of them above the limit."""

    key: str
    measure: str
    names: list[str]
    values: list[int]

    def text(self, sign: str) -> str:
        rows = [(self.key, self.measure), *zip(self.names, map(str, self.values), strict=True)]
        return "\n".join(sign.join(row) for row in rows)

    def name_of(self, value: int) -> str:
        return self.names[self.values.index(value)]


def some_table(chance: random.Random) -> Table:
    key, measure, words = chance.choice(KINDS)
    names = words.split()
    values = [*chance.sample(range(3, LIMIT), len(names) - 2), *chance.sample(range(LIMIT + 1, 999), 2)]
    chance.shuffle(values)
    return Table(key, measure, names, values)


def has_figure(answer: str, value: float) -> bool:
    figures = re.findall(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?", answer)
    return any(float(text.replace(",", "")) == pytest.approx(value, rel=2e-3) for text in figures)


def figure(right: Callable[[Table], float]) -> Callable[[str, Table], bool]:
    """Return the check that the figure is in the answer, above its table of statistics."""
    return lambda answer, table: has_figure(answer.split("\n\n|")[0], right(table))


def named(right: Callable[[Table], int]) -> Callable[[str, Table], bool]:
    return lambda answer, table: table.name_of(right(table)) in answer.split("\n\n|")[0]


def rows(right: Callable[[Table], list[int]]) -> Callable[[str, Table], bool]:
    """Return the check that these rows are in the answer and no other one."""
    return lambda answer, table: all(
        (name in answer) is (value in right(table)) for name, value in zip(table.names, table.values, strict=True)
    )


def above(table: Table) -> list[int]:
    return [value for value in table.values if value > LIMIT]


CHECKS: list[tuple[Callable[[str, Table], bool], str]] = [
    (
        figure(lambda table: statistics.mean(table.values)),
        "what is the average {v}?|average {v}|mean of {v}|what's the mean {v}|give me the average of the {v} column"
        "|calculate the average {v} please|how high is the average {v}|avg {v}?|what is the {v} on average"
        "|can you compute the average of {v}|find the average {v}",
    ),
    (
        figure(lambda table: sum(table.values)),
        "what is the total {v}?|sum of {v}|total {v}|add up the {v}|sum up {v}|what do the {v} add up to"
        "|what is the sum of the {v} column|how much is {v} in total|give me the sum of all {v}"
        "|add all the {v} together|calculate the sum of {v}",
    ),
    (
        figure(lambda table: max(table.values)),
        "what is the highest {v}?|max {v}|maximum {v}|largest {v}?|what's the biggest {v}|highest value of {v}",
    ),
    (
        figure(lambda table: min(table.values)),
        "what is the lowest {v}?|min {v}|minimum {v}|smallest {v}?|lowest value of {v}",
    ),
    (
        named(lambda table: max(table.values)),
        "which {k} has the highest {v}?|which {k} has the most {v}|{k} with the highest {v}"
        "|what {k} has the biggest {v}|top {k} by {v}|which row has the highest {v}|name the {k} with the maximum {v}",
    ),
    (
        named(lambda table: min(table.values)),
        "which {k} has the lowest {v}?|{k} with the lowest {v}|which {k} has the smallest {v}"
        "|what {k} has the minimum {v}",
    ),
    (
        figure(lambda table: statistics.median(table.values)),
        "median {v}|what is the median of {v}?|the median {v} please",
    ),
    (
        figure(lambda table: len(table.values)),
        "how many rows are there?|how many rows|count the rows|number of rows|how many {k}s are in this table"
        "|how many entries does this have",
    ),
    (
        rows(lambda table: sorted(table.values)[-2:]),
        "top 2 by {v}|the two {k}s with the highest {v}|show the 2 largest {v}|which 2 {k}s have the highest {v}",
    ),
    (
        figure(lambda table: len(above(table))),
        "how many {k}s have a {v} over {x}|how many have more than {x} {v}|how many rows with {v} above {x}"
        "|count rows where {v} > {x}|how many {v} are greater than {x}|number of {k}s with {v} larger than {x}",
    ),
    (
        rows(above),
        "which {k}s have a {v} over {x}|show rows where {v} > {x}|list the {k}s with {v} above {x}"
        "|only rows with {v} greater than {x}|filter {v} > {x}|show me all with {v} more than {x}",
    ),
    (
        figure(lambda table: max(table.values) - min(table.values)),
        "what is the range of {v}|difference between highest and lowest {v}",
    ),
    (
        figure(lambda table: table.values[0]),
        "what is the {v} of {n}|{v} of {n}?|what {v} does {n} have|how much {v} for {n}|what's {n}'s {v}",
    ),
    (
        figure(lambda table: 100 * table.values[0] / sum(table.values)),
        "what share of the {v} does {n} have|what percentage of total {v} is {n}|{n}'s share of {v} in percent",
    ),
    (
        figure(lambda table: abs(table.values[0] - table.values[1])),
        "how much more {v} does {n} have than {o}|difference in {v} between {n} and {o}",
    ),
]
SENTENCES = [(sentence, check) for check, sentences in CHECKS for sentence in sentences.split("|")]


@pytest.mark.parametrize(("sentence", "check"), SENTENCES, ids=[sentence for sentence, _check in SENTENCES])
def test_a_plain_question_is_answered_with_what_the_table_says(
    sentence: str, check: Callable[[str, Table], bool]
) -> None:
    chance = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        table = some_table(chance)
        asked = sentence.format(k=table.key, v=table.measure, x=LIMIT, n=table.names[0], o=table.names[1])
        text = table.text(chance.choice(",;\t"))
        message = chance.choice((f"{asked}\n{text}", f"{asked}\n\n{text}", f"{text}\n\n{asked}", f"{asked}:\n{text}"))
        answer = handler("csv_statistics")(payload(message), DrawingHost())["answer"]
        assert check(answer, table), (message, answer)


@pytest.mark.parametrize("asked", ["which product costs over 300", "show rows where price > 300"])
def test_the_one_row_of_a_bound_is_named(asked: str) -> None:
    answer = handler("csv_statistics")(payload(f"{asked}\nproduct;price\npen;143\ndesk;347"), DrawingHost())["answer"]
    assert "| desk | 347 |" in answer
