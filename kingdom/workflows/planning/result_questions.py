"""What a step hands to the next one, as its schema says, and questions about it in the words of that table. Pure."""

import re
from collections.abc import Mapping
from typing import Any

_SAMPLES: Mapping[str, tuple[str, str]] = {
    "string": ("ann", "bob"),
    "boolean": ("True", "False"),
    "integer": ("3", "4"),
    "number": ("3.5", "4.25"),
    "array": ("short", ""),
}
_ITEM_COLUMNS = {"item": "string", "result": "string"}  # of a map whose results are no rows
SAMPLE_TEXT = "The cat sat on the mat.\nIt was warm there."  # stands for the words that a step gives
# "how many of them were fine": asks for a count of what was judged, in words that no column has.
_COUNTED: Mapping[str, re.Pattern[str]] = {
    "Count the rows by {}.": re.compile(
        r"\b(?:how many|number of|count|counts|sum(?:mary|mari[sz]e)?|tally|total)\b[^.;\n]{0,80}\b(?:ok|okay|"
        r"fine|good|bad|right|wrong|"
        r"correct|incorrect|real|fake|true|false|valid|invalid|broken|working|works?|pass(?:ed)?|fail(?:ed|s)?|"
        r"accepted|"
        r"rejected|usable|problems?|errors?|mistakes?|faults?|faulty|malformed)\b",
        re.IGNORECASE,
    ),
    "Zähle die Zeilen nach {}.": re.compile(
        r"\b(?:wie viele|wieviele|anzahl|zähle?|fass|fasse|zusammenfassung)\b[^.;\n]{0,80}\b(?:ok|okay|gut|"
        r"schlecht|richtig|falsch|korrekt|"
        r"stimmen|stimmt|gültig\w*|ungültig\w*|echt|kaputt|in ordnung|passen|durchgefallen|brauchbar|"
        r"fehlerhaft\w*|fehler|probleme?|mängel)\b|"
        r"\banzahlen\b|\bfass\w*\b[^.;\n]{0,40}\b(?:ergebnis(?:se)?|resultate?|alles)\b",
        re.IGNORECASE,
    ),
    "Compte les lignes par {}.": re.compile(
        r"\b(?:combien|nombre|compte[sz]?|résume[sz]?|résumé|bilan)\b[^.;\n]{0,80}\b(?:ok|bon(?:ne)?s?|"
        r"mauvais(?:es)?|juste?s?|faux|fausses?|"
        r"correct(?:e)?s?|valides?|valables?|invalides?|erreurs?|fautes?|problèmes?)\b",
        re.IGNORECASE,
    ),
    "Cuenta las filas por {}.": re.compile(
        r"\b(?:cu[aá]nt[oa]s|número|cuenta|resume|resumen)\b[^.;\n]{0,80}\b(?:ok|bien|mal|buen[oa]s?|mal[oa]s?|"
        r"correct[oa]s?|"
        r"incorrect[oa]s?|válid[oa]s?|inválid[oa]s?|fals[oa]s?|errores|fallos|problemas?)\b|\brecuentos\b",
        re.IGNORECASE,
    ),
}


def table_columns(output_schema: Mapping[str, Any], *, is_mapped: bool) -> Mapping[str, str]:
    """Return the columns and types of the table that a result is handed on as; none for one that is handed on in words.

    A result is a table when it is a list of flat objects, or an object whose only list is one.
    """
    columns = _flat_columns(_rows_schema(output_schema))
    return columns or (_ITEM_COLUMNS if is_mapped else {})


def sample_table(columns: Mapping[str, str]) -> str:
    """Return two rows of a table, as they are handed on."""
    cells = [_SAMPLES.get(kind, _SAMPLES["string"]) for kind in columns.values()]
    return "\n".join(",".join(row) for row in (tuple(columns), *zip(*cells, strict=True)))


def counted_question(text: str, columns: Mapping[str, str]) -> str:
    """Return a question after how many were well as the count by the only yes/no column; "" where it is none.

    One that names a column is understood as it is.
    """
    judged = [name for name, kind in columns.items() if kind == "boolean"]
    if len(judged) != 1 or re.search(rf"\b{re.escape(judged[0])}\b", text, re.IGNORECASE):
        return ""
    return next((form.format(judged[0]) for form, asked in _COUNTED.items() if asked.search(text)), "")


def _rows_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if schema.get("type") == "array":
        found = [schema]
    else:
        found = [one for one in _properties(schema).values() if isinstance(one, Mapping) and one.get("type") == "array"]
    items = found[0].get("items") if len(found) == 1 else None
    return items if isinstance(items, Mapping) else {}


def _flat_columns(schema: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the properties of an object by their types; none when one of them would not fit into a cell."""
    columns = {name: _cell_type(value) for name, value in _properties(schema).items()}
    return {} if "" in columns.values() else columns


def _cell_type(schema: object) -> str:
    if not isinstance(schema, Mapping):
        return "string"
    kind = schema.get("type", "string")
    kind = next((one for one in kind if one != "null"), "string") if isinstance(kind, list) else str(kind)
    items = schema.get("items")
    is_nested = kind == "object" or (
        kind == "array" and isinstance(items, Mapping) and items.get("type") in ("object", "array")
    )
    return "" if is_nested else kind


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, Mapping) else {}
