"""A column that a question computes from two others: "qty*price", "hours times rate", "price minus cost"."""

import operator
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from config.builtins.csv_statistics.columns import Column, filled
from config.builtins.csv_statistics.query import mentioned
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number
from config.builtins.wording import AnswerFault, flattened

OPERATORS: tuple[tuple[str, Callable[[float, float], float]], ...] = (
    (r"\*|×|·|x|times|multiplied (?:by|with)|mal|fois|por|multiplicado por", operator.mul),
    (r"/|÷|divided by|geteilt durch|divise par|dividido por|entre", operator.truediv),
    (r"-|−|minus|less|moins|menos", operator.sub),
    (r"\+|plus|mas", operator.add),
)


ANY_OPERATOR = "|".join(sign for sign, _ in OPERATORS)
MORE_AFTER = re.compile(rf"\s*\)?\s*(?:{ANY_OPERATOR})\s*(?:[\d(]|(?P<column>))", re.IGNORECASE)
MORE_BEFORE = re.compile(rf"(?:\d|\))\s*(?:{ANY_OPERATOR})\s*\(?\s*\Z", re.IGNORECASE)


def with_computed(table: Table) -> Table:
    """Return a table with a further column, named as the question writes it, where the question computes one.

    Raises AnswerFault for a computation with more than two columns or with a number.
    """
    text = flattened(table.question).text
    numeric = [one for one in mentioned(text, table.columns) if table.columns[one.column].values() is not None]
    for first, second in pairwise(numeric):
        between = text[first.end : second.start].strip()
        compute = next((made for sign, made in OPERATORS if re.fullmatch(sign, between, re.IGNORECASE)), None)
        if compute is not None:
            starts = {one.start for one in numeric}
            after = MORE_AFTER.match(text, second.end)
            if (after and (after["column"] is None or after.end() in starts)) or MORE_BEFORE.search(
                text[: first.start]
            ):
                raise AnswerFault("computed")
            name = text[first.start : second.end]
            return extended(table, name, first.column, second.column, compute)
    return table


def extended(table: Table, name: str, first: int, second: int, compute: Callable[[float, float], float]) -> Table:
    """Return a table with a column that is computed from two of its own; a row without both figures has none."""
    columns, again = table.columns, table.again

    def computed(row: list[str]) -> str:
        one, other = (
            cell_number(row[place], columns[place]) if place < len(row) else None for place in (first, second)
        )
        if one is None or other is None or (compute is operator.truediv and not other):
            return ""
        return f"{compute(one, other):.12g}"

    def rows() -> Iterator[list[str]]:
        width = len(columns)
        for row in again():
            yield [*row, *[""] * (width - len(row)), computed(row)]

    made = [Column(name, 0)]
    filled(([row[-1]] for row in rows()), made)
    return table._replace(columns=[*columns, *made], again=rows)
