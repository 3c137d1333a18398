"""What a step hands to the next one, and questions about it."""

import pytest

from kingdom.workflows.planning.result_questions import counted_question, sample_table, table_columns

ROW = {"type": "object", "properties": {"name": {"type": "string"}, "good": {"type": "boolean"}}}
ROWS = {"type": "array", "items": ROW}
NESTED = {"type": "array", "items": {"type": "object", "properties": {"inner": {"type": "object"}}}}
COLUMNS = {"name": "string", "good": "boolean"}


@pytest.mark.parametrize(
    ("schema", "columns"),
    [
        (ROWS, COLUMNS),
        ({"type": "object", "properties": {"found": ROWS, "count": {"type": "integer"}}}, COLUMNS),
        ({"type": "object", "properties": {"found": ROWS, "notes": {"type": "array"}}}, {}),
        ({"type": "object", "properties": {"count": {"type": "integer"}}}, {}),
        (NESTED, {}),
        ({"type": "string"}, {}),
        ({}, {}),
        ({"type": "array", "items": {"properties": {"x": {"type": ["number", "null"]}, "tags": {"type": "array"}}}},
         {"x": "number", "tags": "array"}),
    ],
)  # fmt: skip
def test_a_list_of_flat_objects_is_a_table(schema: dict[str, object], columns: dict[str, str]) -> None:
    assert table_columns(schema, is_mapped=False) == columns


def test_results_of_a_map_are_a_table_in_any_case() -> None:
    assert table_columns({"type": "string"}, is_mapped=True) == {"item": "string", "result": "string"}
    assert sample_table(COLUMNS) == "name,good\nann,True\nbob,False"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("tell me how many of them were ok", "Count the rows by good."),
        ("sum up how many failed", "Count the rows by good."),
        ("give me a summary of what is broken", "Count the rows by good."),
        ("sag mir, wie viele davon falsch sind", "Zähle die Zeilen nach good."),
        ("fasse die Anzahlen zusammen", "Zähle die Zeilen nach good."),
        ("dis-moi combien sont valables", "Compte les lignes par good."),
        ("dime cuántas son correctas", "Cuenta las filas por good."),
        ("count how many are good", ""),
        ("how many names begin with b", ""),
        ("summarise the results", ""),
        ("which of them are wrong", ""),
    ],
)
def test_a_count_of_what_was_judged_is_one_by_its_column(text: str, count: str) -> None:
    assert counted_question(text, COLUMNS) == count
    assert counted_question(text, {"name": "string"}) == ""
    assert counted_question(text, {**COLUMNS, "also": "boolean"}) == ""
