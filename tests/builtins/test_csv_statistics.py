"""Tables and lists: figures computed by hand, and CSV as people paste it."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kingdom.cognition.message_reading.message_content import find_content
from tests.builtins.asking import ask, handler, output, unused_words

ROLE = "csv_statistics"
PEOPLE = "name,age,city\nAnn,30,Rome\nBob,41,Paris\nCid,,Rome"


def column(text: str, name: str = "values", *before: str) -> dict[str, Any]:
    return next(one for one in output(ROLE, text, *before)["columns"] if one["name"] == name)


@pytest.mark.parametrize(
    ("values", "figures"),
    [
        (
            "2, 4, 4, 4, 5, 5, 7, 9",
            {"mean": 5, "median": 4.5, "sum": 40, "min": 2, "max": 9, "stdev": 2.13808993529, "q1": 4, "q3": 5.5},
        ),
        ("1 2 3 4", {"mean": 2.5, "median": 2.5, "q1": 1.75, "q3": 3.25, "stdev": 1.29099444874}),
        ("10, 20", {"mean": 15, "stdev": 7.07106781187}),
        ("-5, 5, 0.5", {"mean": 0.1666666666667, "min": -5, "max": 5}),
        ("3, 3, 3", {"stdev": 0, "q1": 3, "q3": 3, "unique": 1}),
        ("0.1, 0.2, 0.3", {"sum": 0.6, "mean": 0.2}),
        ("100000000.1, 100000000.2, 100000000.3", {"stdev": 0.1}),
    ],
)
def test_the_figures_of_a_list(values: str, figures: dict[str, float]) -> None:
    made = column(f"statistics of {values}")
    for name, figure in figures.items():
        assert made[name] == pytest.approx(figure, rel=1e-6, abs=1e-12), name


def test_a_table_with_a_header() -> None:
    made = output(ROLE, PEOPLE)
    assert (made["rows"], made["header"], made["delimiter"]) == (3, True, ",")
    assert [(one["name"], one["type"], one["count"], one["missing"], one["unique"]) for one in made["columns"]] == [
        ("name", "text", 3, 0, 3),
        ("age", "integer", 2, 1, 2),
        ("city", "text", 3, 0, 2),
    ]
    assert made["columns"][2]["top"][0] == {"value": "Rome", "count": 2}


@pytest.mark.parametrize(
    ("text", "delimiter", "names", "rows"),
    [
        ("a,b\n1,2\n3,4", ",", ["a", "b"], 2),
        ("a;b\n1;2\n3;4", ";", ["a", "b"], 2),
        ("a\tb\n1\t2\n3\t4", "tab", ["a", "b"], 2),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "|", ["a", "b"], 2),
        ("1,2\n3,4\n5,6", ",", ["column 1", "column 2"], 3),
        ('a,"b, c"\n1,"x, y"\n2,z', ",", ["a", "b, c"], 2),
        ('a,b\n1,"two ""words"""\n2,x', ",", ["a", "b"], 2),
        ("a, b\n1, 2\n3, 4", ",", ["a", "b"], 2),
        ("a,b\r\n1,2\r\n3,4\r\n", ",", ["a", "b"], 2),
        ("Please look at this:\n\na,b\n1,2\n3,4\n\nthanks", ",", ["a", "b"], 2),
        ("```csv\na,b\n1,2\n3,4\n```\nwhat is the mean?", ",", ["a", "b"], 2),
        ("a,b\n1,2\n\n3,4", ",", ["a", "b"], 2),
        ("x,y\n1,2\n3", ",", ["x", "y"], 1),
        ("10\n20\n30\nmean?", "list", ["values"], 3),
    ],
)
def test_the_form_of_a_table_is_found(text: str, delimiter: str, names: list[str], rows: int) -> None:
    made = output(ROLE, text)
    assert (made["delimiter"], [one["name"] for one in made["columns"]], made["rows"]) == (delimiter, names, rows)


@pytest.mark.parametrize(
    ("cells", "kind", "mean"),
    [
        (["1", "2"], "integer", 1.5),
        (["1.0", "2"], "number", 1.5),
        (["$1,200.50", "$3.00"], "number", 601.75),
        (["10%", "20%"], "integer", 15),
        (["€5", "7 EUR"], "integer", 6),
        (["1e3", "2e3"], "integer", 1500),
        (["-1", "−3"], "integer", -2),
        (["1", "N/A", "3"], "integer", 2),
        (["1", "two"], "text", None),
        (["2024-01-01", "2024-02-01"], "date", None),
        (["yes", "No"], "boolean", None),
        (["", "NA"], "empty", None),
        (["1e999", "1"], "text", None),
        (["12:30", "13:00"], "text", None),
    ],
)
def test_the_type_of_a_column(cells: list[str], kind: str, mean: float | None) -> None:
    made = column("k\tv\n" + "\n".join(f"x\t{cell}" for cell in cells), "v")
    assert (made["type"], made.get("mean")) == (kind, mean)


def test_a_decimal_comma_is_read_where_semicolons_part_the_fields() -> None:
    made = column("item;price\napple;1,50\npear;1.002,25", "price")
    assert (made["type"], made["sum"], made["max"]) == ("number", 1003.75, 1002.25)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is the average age?", "The mean of age is **35.5**."),
        ("highest age", "The maximum of age is **41**."),
        ("how many missing values in age", "The number of missing values of age is **1**."),
        ("how many different cities, I mean city", "city has **2** different values: Rome, Paris."),
        ("sum and median of age", "The median of age is **35.5**. The sum of age is **71**."),
    ],
)
def test_what_was_asked_comes_first(question: str, said: str) -> None:
    assert ask(ROLE, f"{PEOPLE}\n{question}").answer.startswith(said)


def test_a_follow_up_speaks_of_the_last_table() -> None:
    assert ask(ROLE, "and the smallest age?", PEOPLE).answer.startswith("The minimum of age is **30**.")


def test_one_number_has_no_deviation() -> None:
    assert column("a,b\n1,2", "a")["stdev"] is None


def test_wide_tables_are_cut_and_say_so() -> None:
    made = ask(ROLE, "\n".join(",".join(str(row * place) for place in range(60)) for row in range(1, 4)))
    assert made.output["columns_left_out"] == 60 - len(made.output["columns"]) == 20
    assert "20 more columns were left out" in made.answer


def test_a_pipe_does_not_break_the_table() -> None:
    assert r"a\|b" in ask(ROLE, "x,y\na|b,1\nc,2").answer


@pytest.mark.parametrize(
    "text", ["", "hello, how are you", "Dear team, thanks,\nbest regards, Ann", "what is the mean?", "2024-01-02"]
)
def test_what_is_not_for_it(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"


PART = 100_003  # characters of a part: lines and pairs of \\r\\n are torn apart


class Files:
    """A conversation's files."""

    def __init__(self, **texts: str) -> None:
        self.texts, self.files = texts, self

    def read(self, name: str, offset: int) -> str:
        """Return a part of a file's text, or refuse as the host does."""
        if name not in self.texts:
            raise RuntimeError(f"{name} is not there.")
        return self.texts[name][offset : offset + PART]


def of_files(
    text: str, files: list[str], *, history: list[dict[str, Any]] | None = None, **texts: str
) -> dict[str, Any]:
    made = handler(ROLE)({"text": text, "history": history or [], "now": "", "files": files}, Files(**texts))
    assert isinstance(made, dict)
    return made


def test_a_file_that_is_named() -> None:
    made = of_files("what is the average age in people?", ["people"], people="\ufeffname,age\nAnn,30\nBob,41\n")
    assert made["answer"].startswith("The mean of age is **35.5**.")
    assert made["output"]["rows"] == 2


def test_the_first_file_with_a_table_and_a_follow_up() -> None:
    assert of_files("sum?", ["poem", "table"], poem="Roses are red.", table="a;b\n1;2\n3;4\n")["output"]["rows"] == 2
    history: list[dict[str, Any]] = [
        {"role": "user", "text": "statistics of table", "files": ["table"]},
        {"role": "model", "text": "…"},
    ]
    made = of_files("and the largest b?", [], history=history, table="a;b\n1;2\n3;4\n")
    assert "The maximum of b is **4**." in made["answer"]


def test_a_file_without_a_table_and_one_that_is_gone() -> None:
    assert of_files("statistics of poem", ["poem"], poem="Roses are red.")["answer"].startswith(
        "I see no table in poem. Paste"
    )
    made = of_files("statistics of gone", ["gone"])
    assert (made["status"], "gone is not there." in made["answer"]) == ("NULL", True)


def test_every_row_of_a_long_file_counts() -> None:
    rows = "".join(f"{row},{row % 7}.5,n{row}\r\n" for row in range(100_000))
    made = of_files("what is the average of row?", ["long"], long=f"row,part,name\r\n{rows}")
    assert made["answer"].startswith("The mean of row is **49,999.5**.")
    row, part, name = made["output"]["columns"]
    assert (made["output"]["rows"], row["count"], row["unique"], row["median"]) == (100_000, 100_000, 100_000, 49_999.5)
    assert (row["min"], row["max"], row["q1"], row["sum"]) == (0, 99_999, 24_999.75, 4_999_950_000)
    assert (part["type"], part["unique"], part["max"]) == ("number", 7, 6.5)
    assert (name["type"], name["unique"], len(name["top"])) == ("text", 100_000, 5)


def test_what_is_too_much_to_be_counted_is_said() -> None:
    made = of_files("", ["long"], long="a,b\n" + "".join(f"x{row},{row % 3}\n" for row in range(210_000)))
    first, second = made["output"]["columns"]
    assert (first["unique"], first["top"]) == (210_000, [])
    assert "a has 210,000 different values: too many to say which are the most frequent." in made["answer"]
    assert (second["unique"], second["count"], second["mean"]) == (3, 210_000, 1)


def test_a_list_of_numbers_of_any_length() -> None:
    made = column(f"mean of {', '.join(map(str, range(15_000)))}")
    assert (made["count"], made["mean"]) == (15_000, 7_499.5)


def test_a_late_cell_decides_the_type() -> None:
    rows = "\n".join(f"{row};{row}" for row in range(12_000))
    table = column(f"a;b\n{rows}\n1;x", "b")
    assert (table["type"], table["count"]) == ("text", 12_001)
    table = column(f"a;b\n{rows}\n1;2,5", "b")
    assert (table["type"], table["max"], table["sum"]) == ("number", 11_999, 71_994_002.5)
    table = column(f"a;b\n{rows}\n1;2.5", "b")
    assert (table["type"], table["sum"]) == ("number", 71_994_002.5)


def test_all_columns_that_were_asked_for_are_named() -> None:
    answer = ask(
        ROLE, "sum?\n" + ",".join(f"c{n}" for n in range(9)) + "\n" + "\n".join([",".join("123456789")] * 2)
    ).answer
    assert all(f"The sum of c{n} is **{2 * (n + 1)}**." in answer for n in range(9))


SALES = (
    "region,product,revenue,units\nNorth,Widget,100,3\nSouth,Widget,250,5\n"
    "North,Gadget,300,2\nEast,Gadget,50,1\nWest,Widget,,4"
)
STADT = "Stadt;Umsatz\nRom;100,5\nParis;200\nRom;300"


@pytest.mark.parametrize(
    ("table", "question", "said"),
    [
        (SALES, "which region made the most revenue?", "**North** (sum of revenue: **400**)"),
        (SALES, "which region made the least revenue?", "**East** (sum of revenue: **50**)"),
        (SALES, "total revenue per region", "| North | 400 |"),
        (SALES, "average units by product", "| Widget | 4 |"),
        (SALES, "sum of revenue for Gadget", "The sum of revenue where product = Gadget is **350**"),
        (SALES, "total revenue without Widget", "product ≠ Widget is **350**"),
        (SALES, "how many rows have revenue over 90?", "The number of rows where revenue > 90 is **3**"),
        (SALES, "how many rows have units between 2 and 4", "is **3**"),
        (SALES, "how many rows are there?", "The number of rows is **5**"),
        (SALES, "how many different products are there?", "product has **2** different values: Widget, Gadget"),
        (SALES, "list the unique regions", "region has **4** different values"),
        (SALES, "top 2 regions by revenue", "| North | 400 |\n| South | 250 |"),
        (SALES, "what percentage of revenue is from North", "57.1429 %"),
        (SALES, "list the rows where product is Gadget", "**2** of 5 rows match where product = Gadget"),
        (SALES, "what is the highest revenue", "region North, product Gadget, revenue 300"),
        (SALES, "how many missing values are in revenue", "The number of missing values of revenue is **1**"),
        (SALES, "which product sold the most units", "**Widget** (sum of units: **12**)"),
        (SALES, "90th percentile of units", "The 90th percentile of units is **4.6**"),
        (SALES, "variance of units", "The variance of units is **2.5**"),
        (SALES, "how many units were sold in North?", "The sum of units where region = North is **5**"),
        (SALES, "sort by units descending", "**5** of 5 rows"),
        (SALES, "median revenue", "The median of revenue is **175**"),
        (SALES, "average revenue of Widget in South", "is **250**"),
        (SALES, "which product appears most often", "**Widget** (number of rows: **3**)"),
        (SALES, "count by region", "| North | 2 |"),
        (PEOPLE, "who is the oldest?", "**Bob**"),
        (PEOPLE, "how old is Bob?", "is **41**"),
        (PEOPLE, "how many people live in Rome", "is **2**"),
        (PEOPLE, "how many people are older than 35?", "is **1**"),
        (STADT, "Welche Stadt hat den höchsten Umsatz?", "**Rom** (Summe von Umsatz: **400,5**)"),
        (STADT, "Summe des Umsatzes pro Stadt", "| Rom | 400,5 |"),
        (STADT, "Wie viele verschiedene Städte gibt es?", "**"),
        (STADT, "Durchschnitt Umsatz nur für Rom", "**200,25**"),
        (STADT, "Wie viele Zeilen haben einen Umsatz über 150?", "**2**"),
        ("ville,ventes\nParis,10\nLyon,20\nParis,15", "quelle ville a le plus de ventes ?", "**Paris**"),
        ("ville,ventes\nParis,10\nLyon,20\nParis,15", "moyenne des ventes", "**15**"),
        ("ville,ventes\nParis,10\nLyon,20\nParis,15", "total des ventes pour Paris", "**25**"),
        (
            "ciudad,ventas\nMadrid,10\nSevilla,30\nMadrid,25",
            "¿cuál es el total de ventas por ciudad?",
            "| Madrid | 35 |",
        ),
        ("ciudad,ventas\nMadrid,10\nSevilla,30\nMadrid,25", "¿cuántas filas hay?", "**3**"),
        ("ciudad,ventas\nMadrid,10\nSevilla,30\nMadrid,25", "promedio de ventas", "**21,6667**"),
    ],
)
def test_the_questions_that_people_ask(table: str, question: str, said: str) -> None:
    assert said in ask(ROLE, f"{table}\n{question}").answer


def test_a_follow_up_keeps_the_question_and_adds_a_filter() -> None:
    before = f"{SALES}\nwhich region made the most revenue?"
    assert (
        "**South** (value of revenue: **250**) where product = Widget"
        in ask(ROLE, "now only for Widget", before).answer
    )
    assert "product = Gadget" in ask(ROLE, "and for Gadget?", before, "now only for Widget").answer


@pytest.mark.parametrize(
    "question", ["scatter plot of the revenue", "what colour is the sky?", "is region correlated with product?"]
)
def test_a_question_it_does_not_understand_is_said(question: str) -> None:
    made = ask(ROLE, f"{SALES}\n{question}")
    assert (made.tag, "region, product, revenue, units" in made.answer) == ("NULL", True)


def test_the_rows_of_a_file_are_filtered() -> None:
    rows = "".join(f"{row},{'ab'[row % 2] * 3}\n" for row in range(20_000))
    made = of_files("what is the sum of row for aaa?", ["long"], long=f"row,kind\n{rows}")
    assert made["answer"].startswith("The sum of row where kind = aaa is **99,990,000**.")


def test_a_header_of_words_stays_where_cells_hold_quoted_commas() -> None:
    rows = "\n".join(f'"it is reserved, so no mail arrives",True,person{n}@x.org,"a, b"' for n in range(9))
    made = output(ROLE, f"summarise the counts\n\nnotes,valid,address,reasons\n{rows}")
    assert [one["name"] for one in made["columns"]] == ["notes", "valid", "address", "reasons"]


ORDERS = "\nname,qty,price,date\nAnn,2,5.5,2024-01-05\nBob,3,10,2024-03-07\nCy,,4,2023-03-09\nDi,7,,2024-05-01\n"


@pytest.mark.parametrize(
    ("question", "answer", "absent"),
    [
        ("convert to JSON only the rows with price over 5", "2 rows as JSON", '"Cy"'),
        ("average price as JSON", "Ask for the figures in a message of their own", "```"),
        ("average of (price - qty) * qty", "is **14**", "only from"),
        ("sum of price - qty * 2", "is **5.5**", "only from"),
        ("which rows have no missing values", "**2** of 4 rows match where no cell is empty", "Cy"),
        ("how many rows in March 2024", "is **1**", "**2**"),
        ("how many rows may be wrong", "is **4**", "month"),
    ],
)
def test_no_part_of_a_question_is_left_out_in_silence(question: str, answer: str, absent: str) -> None:
    said = ask(ROLE, question + ORDERS).answer
    assert answer in said
    assert absent not in said.partition("| column |")[0]


def test_a_code_or_a_long_number_stays_as_it_is_in_json() -> None:
    said = ask(ROLE, "convert to JSON\nzip,amount,big,n\n01234,$5.00,12345678901234567891,1.5\n99999,2,3,4\n").answer
    assert '{"zip": "01234", "amount": "$5.00", "big": "12345678901234567891", "n": 1.5}' in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many rows have a price above the average?", "where price > 20 is **1**"),
        ("which names are below average price", "**2** of 3 rows match where price < 20"),
        ("wie viele Zeilen liegen beim price über dem Durchschnitt", "mit price > 20: **1**"),
        ("combien de lignes ont un price au-dessus de la moyenne", "price > 20 : **1**"),
        ("cuántas filas tienen price por debajo de la media", "price < 20: **2**"),
        ("average price", "The mean of price is **20**"),
    ],
)
def test_rows_are_compared_with_the_average(question: str, answer: str) -> None:
    text = f"{question}\nname,price\na,10\nb,15\nc,35"
    assert answer in ask(ROLE, text).answer
    assert not find_content(unused_words(ROLE, text))


@given(text=st.text("0123456789.,-+e", max_size=62), comma=st.booleans())
@example(text="5.", comma=False)
@example(text=".5", comma=False)
@example(text="1.000", comma=True)
@example(text="007", comma=True)
@example(text="1" * 61, comma=False)
def test_a_plain_number_is_read_as_the_same_number_with_a_currency_is(text: str, *, comma: bool) -> None:
    """Plain cells take a shorter way than the patterns; the sign of a currency keeps a text from it."""
    number = handler("csv_statistics").__globals__["number"]
    assert number(text, comma=comma) == number(f"{text} €", comma=comma)
