"""Tables: everyday questions that name no column, each with its answer computed here, and look-alikes."""

import random
import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.builtins.asking import ask, output
from tests.builtins.plain_sentences import figures

ROLE = "csv_statistics"
NAMES = ["Ann", "Bob", "Carl", "Dora", "Emil"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]


def csv_of(head: str, rows: Iterable[tuple[object, ...]]) -> str:
    """Return rows below their header."""
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)])


def said(question: str, table: str) -> str:
    """Return what is answered above the statistics of all columns."""
    answer = ask(ROLE, f"{question}\n\n{table}").answer or ""
    return re.split(r"\n\n\| (?:column|Spalte|colonne|columna) ", answer)[0]


def told(question: str, table: str) -> list[float]:
    """Return the bold figures of an answer."""
    return [number for text in re.findall(r"\*\*(.+?)\*\*", said(question, table)) for number in figures(text)]


@pytest.fixture
def luck() -> random.Random:
    """Numbers that are the same at each run."""
    return random.Random(45)


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("how much does the {name} weigh?", 1), ("how heavy is {name}?", 1), ("wie schwer ist {name}?", 1),
        ("was wiegt {name}?", 1), ("combien pèse {name} ?", 1), ("¿cuánto pesa {name}?", 1),
        ("what does the {name} cost", 2), ("how expensive is the {name}?", 2), ("was kostet {name}?", 2),
        ("combien coûte {name} ?", 2), ("cuánto cuesta {name}?", 2),
    ],
)  # fmt: skip
def test_the_measure_of_one_row(question: str, column: int, luck: random.Random) -> None:
    rows = [(name, luck.randint(2, 40), luck.randint(41, 300)) for name in ("lamp", "chair", "rug")]
    for row in rows:
        table = csv_of("item,weight_kg,price", rows)
        assert row[column] in told(question.format(name=row[0]), table)


def test_a_row_of_one_letter_is_no_article() -> None:
    table = csv_of("item,kg", [("A", 3), ("B", 5), ("C", 9)])
    assert set(told("how much does A weigh?", table)) == {3}
    assert set(told("how much does everything weigh?", table)) == {17}
    assert set(told("cuánto pesa todo?", table)) == {17}


def test_of_two_rows_neither_stands_for_both() -> None:
    table = csv_of("item,price", [("A", 3), ("B", 5), ("C", 9)])
    assert 3 not in told("how much is A and B?", table)


@pytest.mark.parametrize(
    ("question", "is_most"),
    [
        ("who paid the most?", True), ("who spent the most in total?", True), ("who paid the least?", False),
        ("wer hat am meisten bezahlt?", True), ("wer hat am wenigsten bezahlt?", False),
        ("qui a payé le plus ?", True), ("¿quién pagó más?", True),
    ],
)  # fmt: skip
def test_the_person_and_not_the_item(question: str, is_most: bool, luck: random.Random) -> None:
    people = ["Ann", "Bob", "Carl", "Ann", "Bob", "Carl"]
    items = ["bread", "wine", "cheese", "nuts", "fish", "rice"]
    rows = [(item, luck.randint(3, 90), who) for item, who in zip(items, people, strict=True)]
    sums = Counter[str]()
    for _, amount, who in rows:
        sums[who] += amount
    ranked = [name for name, _ in sums.most_common()]
    answer = said(question, csv_of("item,price,person", rows)).partition("\n")[0]
    assert f"**{ranked[0 if is_most else -1]}**" in answer


def test_the_highest_row_stays_where_each_person_has_one() -> None:
    table = csv_of("name,team,hours", [("Ann", "IT", 4), ("Bob", "Ops", 7), ("Carl", "IT", 9)])
    assert "**Carl**" in said("who has the most hours?", table)


@pytest.mark.parametrize(
    "question",
    [
        "how far apart are the highest and lowest hours?", "what is the gap between the highest and the lowest hours",
        "by how much do the hours vary?", "Abstand zwischen den höchsten und den niedrigsten hours",
        "écart entre le maximum et le minimum de hours", "diferencia entre el máximo y el mínimo de hours",
    ],
)  # fmt: skip
def test_both_ends_are_taken_apart(question: str, luck: random.Random) -> None:
    values = luck.sample(range(5, 60), 5)
    table = csv_of("name,hours", list(zip(NAMES, values, strict=True)))
    assert max(values) - min(values) in told(question, table)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("which name comes first by hours?", 0), ("who is number one by hours", 0), ("who is last by hours", -1),
        ("which name comes last by hours", -1), ("who is third by hours", 2), ("who is second lowest by hours?", -2),
    ],
)  # fmt: skip
def test_who_comes_first_by_a_column(question: str, place: int, luck: random.Random) -> None:
    values = luck.sample(range(5, 60), 5)
    ranked = sorted(zip(values, NAMES, strict=True), reverse=True)
    answer = said(question, csv_of("name,hours", list(zip(NAMES, values, strict=True))))
    assert f"**{ranked[place][1]}**" in answer.partition("\n")[0]


def test_a_column_of_places_is_not_turned() -> None:
    answer = said("which player comes first by rank?", csv_of("player,rank", [("Kim", 2), ("Lee", 1), ("Max", 3)]))
    assert "**Max**" not in answer


@pytest.mark.parametrize(
    "question",
    [
        "what rank does {name} have by hours?", "{name}'s rank by hours", "what place is {name} by hours",
        "where does {name} stand by hours (most first)?", "auf welchem Platz liegt {name} nach hours?",
        "on which place is {name} if we sort by hours descending?",
    ],
)  # fmt: skip
def test_the_place_of_one_row(question: str, luck: random.Random) -> None:
    values = luck.sample(range(5, 60), 5)
    table = csv_of("name,hours", list(zip(NAMES, values, strict=True)))
    for name, value in zip(NAMES, values, strict=True):
        assert told(question.format(name=name), table)[0] == 1 + sum(other > value for other in values)


def test_a_place_that_the_table_tells_is_no_rank() -> None:
    assert set(told("what is the place of Bob?", csv_of("name,place", [("Ann", 4), ("Bob", 7), ("Carl", 9)]))) == {7}


@pytest.mark.parametrize(
    ("question", "head", "factor"),
    [
        ("total length in m", "part,length_cm", 100), ("what's the total length in meters?", "part,length_cm", 100),
        ("how many meters is that altogether?", "part,length_cm", 100), 
        ("longueur totale en m ?", "part,length_cm", 100),
        ("longitud total en m", "part,length_cm", 100), ("how many hours in total", "task,minutes", 60),
        ("total weight in grams", "part,weight_kg", 0.001), ("Gesamtgewicht in Gramm?", "part,weight_kg", 0.001),
    ],
)  # fmt: skip
def test_another_unit_than_that_of_the_column(question: str, head: str, factor: float, luck: random.Random) -> None:
    rows = [(name, luck.randint(20, 900)) for name in ("rope", "cable", "pipe")]
    wanted = sum(value for _, value in rows) / factor
    assert any(abs(one - wanted) < 1e-3 * wanted for one in told(question, csv_of(head, rows)))


def test_the_unit_of_the_column_is_told_once() -> None:
    assert set(told("how many minutes in total", csv_of("task,minutes", [("a b", 30), ("c d", 45)]))) == {75}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("total revenue from {a} to {b}", 1, 4), ("revenue up to {b} in total", 0, 4), ("Summe von {a} bis {b}", 1, 4),
        ("how much revenue from {a} through {b}?", 1, 4), ("sum of revenue until {b}", 0, 4),
    ],
)  # fmt: skip
def test_each_row_of_a_span_of_months(question: str, first: int, last: int, luck: random.Random) -> None:
    values = luck.sample(range(100, 900), 6)
    table = csv_of("month,revenue", list(zip(MONTHS, values, strict=True)))
    assert sum(values[first : last + 1]) in told(question.format(a=MONTHS[1], b=MONTHS[4]), table)


def test_a_change_is_of_two_months_alone() -> None:
    table = csv_of("month,revenue", [("Jan", 100), ("Feb", 900), ("Mar", 150)])
    assert {50.0} <= set(told("how much did revenue change from Jan to Mar", table))


@pytest.mark.parametrize(
    ("question", "is_before"),
    [
        ("rows before {day}", True), ("show rows where date < {day}", True), ("list everything after {day}", False),
        ("Zeilen vor {day}", True),
    ],
)  # fmt: skip
def test_a_day_of_the_table_is_a_bound(question: str, is_before: bool) -> None:
    days = ["2026-02-11", "2026-02-27", "2026-05-19", "2026-06-03"]
    rows = list(zip(days, ["bread", "wine", "cheese", "nuts"], [49, 86, 84, 24], strict=True))
    for day in days[1:3]:
        answer = said(question.format(day=day), csv_of("date,item,amount", rows))
        assert [item for _, item, _ in rows if item in answer] == [
            item for one, item, _ in rows if (one < day if is_before else one > day)
        ]


def test_a_bound_behind_its_number() -> None:
    table = csv_of("name,hours", [("Ann", 35), ("Bob", 20), ("Carl", 40)])
    assert "Carl" in said("who has 35 hours or more?", table)
    assert "Bob" not in said("who has 35 hours or more?", table)
    assert "Carl" not in said("wer hat 35 Stunden oder weniger?", table)


@pytest.mark.parametrize(
    "question",
    [
        "Which rows have an empty cell?", "which rows are incomplete?", "rows with blanks",
        "welche Zeilen haben leere Zellen?", "quelles lignes ont une cellule vide ?", 
        "¿qué filas tienen una celda vacía?",
    ],
)  # fmt: skip
def test_the_word_none_is_no_empty_cell(question: str) -> None:
    rows = [("Fay", 30, "Oslo"), ("Carl", 41, "none"), ("Ann", 22, ""), ("Dora", "", "Rome")]
    answer = said(question, csv_of("name,age,city", rows))
    assert [name for name, *_ in rows if name in answer] == ["Ann", "Dora"]


def test_none_in_a_named_column_is_still_nothing() -> None:
    rows = [("Fay", "nuts"), ("Carl", "none"), ("Ann", "milk")]
    answer = said("who has no allergy?", csv_of("name,allergy", rows))
    assert "Carl" in answer
    assert "Fay" not in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("{pairs}. who has the most?", "name"), ("who has the most: {pairs}?", "name"),
        ("wer hat die meisten: {pairs}?", "name"), ("quién tiene más: {pairs}?", "name"),
        ("points: {pairs}. what's the average?", "mean"), ("total of {pairs}?", "sum"),
        ("we sold: {pairs}. how many altogether?", "sum"),
    ],
)  # fmt: skip
def test_a_list_of_pairs_is_a_table(message: str, wanted: str, luck: random.Random) -> None:
    values = luck.sample(range(5, 60), 4)
    pairs = ", ".join(f"{name} {value}" for name, value in zip(NAMES, values, strict=False))
    answer = said(message.format(pairs=pairs), "").partition("\n")[0]
    if wanted == "name":
        assert f"**{NAMES[values.index(max(values))]}**" in answer
    else:
        assert sum(values) / (4 if wanted == "mean" else 1) in figures(answer)


@pytest.mark.parametrize(
    "message", ["March 3, April 5, May 7 which is the latest?", "chapter 3, page 4, line 6. what?"]
)
def test_other_numbers_behind_words_are_no_table(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


def test_lines_of_names_and_numbers_are_rows() -> None:
    made = output(ROLE, "Ann: 12\nBob: 15\nCarl: 9\n\nwho is above 10?")
    assert made["rows"] == 3


def test_the_group_with_the_most_rows() -> None:
    rows = [("Ann", "IT", 4), ("Bob", "Ops", 70), ("Carl", "IT", 9)]
    assert "**IT**" in said("which team has the most people?", csv_of("name,team,hours", rows))
