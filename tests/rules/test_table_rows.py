"""Rows of tables in texts: delimiters, headers, JSON; nothing is cut silently, and what is wrong names its line."""

from contextlib import suppress
from time import process_time

import pytest

from kingdom.tools.files.table_rows import InvalidTable, table_rows


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        (
            "name,email\nAnn,ann@x.org\n\nBob,bob@y.org\n",
            ("name", "email"),
            [("Ann", "ann@x.org"), ("Bob", "bob@y.org")],
        ),
        ("Name;Preis\nTee;1,50\nSaft;2,30\n", ("Name", "Preis"), [("Tee", "1,50"), ("Saft", "2,30")]),
        ("a\tb\n1\t2\n", ("a", "b"), [("1", "2")]),
        ('name|note\n"Ann, Lee"|"two\nlines"\n', ("name", "note"), [("Ann, Lee", "two\nlines")]),
        ("email\nann@x.org\nbob@y.org", ("email",), [("ann@x.org",), ("bob@y.org",)]),
        ("ann@x.org\nbob@y.org", (), [("ann@x.org",), ("bob@y.org",)]),
        ("Berlin\nParis\n", (), [("Berlin",), ("Paris",)]),
        ("1,2\n3,4", (), [("1", "2"), ("3", "4")]),
        ("a,b,c\n1,2\n" + "1,2,3\n" * 4, ("a", "b", "c"), [("1", "2", ""), *[("1", "2", "3")] * 4]),
    ],
)
def test_delimiter_and_header_are_found(text: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    table = table_rows(text, is_json=False, most=10)
    assert (table.columns, list(table.rows), table.total) == (columns, rows, len(rows))


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ('["a", 2, null]', (), [("a",), ("2",), ("",)]),
        ('[{"m": "a@x"}, {"m": "b@x", "tags": [1]}]', ("m", "tags"), [("a@x", ""), ("b@x", "[1]")]),
        ('{"customers": [{"n": 1}]}', ("n",), [("1",)]),
        ('{"n": 1}\n{"n": 2}\n', ("n",), [("1",), ("2",)]),
    ],
)  # fmt: skip
def test_json_lists_are_tables(text: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    table = table_rows(text, is_json=True, most=10)
    assert (table.columns, list(table.rows)) == (columns, rows)


def test_rows_beyond_the_bound_are_counted_not_kept() -> None:
    table = table_rows("n\n" + "7\n" * 5_000, is_json=False, most=10)
    assert (len(table.rows), table.total) == (10, 5_000)
    assert table_rows("[1, 2, 3]", is_json=True, most=2).total == 3


@pytest.mark.parametrize(
    ("text", "is_json", "message"),
    [
        ("", False, "no rows"),
        ("a,b\n" + "1,2\n" * 9 + "3,4,5\n", False, "Line 11 has 3 cells, and the first row has 2"),
        ("a,b\n1," + "x" * 140_000, False, "Line 2 cannot be read"),
        (",".join(f"c{n}" for n in range(300)) + "\n" + ",".join("x" * 300), False, "300 columns"),
        ("[1, {}]", True, "Item 1 is no object"),
        ("[" * 100_000, True, "nested too deep"),
        ("{broken", True, "line 1, column 2"),
        ('{"a": 1}', True, "no list"),
        ("[]", True, "no rows"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_its_place(text: str, is_json: bool, message: str) -> None:
    with pytest.raises(InvalidTable, match=message):
        table_rows(text, is_json=is_json, most=1_000)


@pytest.mark.parametrize(
    "hostile", ['"' * 500_000, "a," * 500_000, "a\n" * 500_000, "\n" * 1_000_000, '"a\n' * 300_000]
)
def test_hostile_texts_take_bounded_time(hostile: str) -> None:
    began = process_time()
    with suppress(InvalidTable):
        table_rows(hostile, is_json=False, most=1_000)
    assert process_time() - began < 5.0
