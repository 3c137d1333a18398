"""Cells of CSV files that people open in a spreadsheet. Pure."""

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_cell(value: object) -> str:
    """Return a value as a cell; what a spreadsheet would read as a formula gets an apostrophe (CSV injection)."""
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in _FORMULA_STARTS and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
