"""Compares two JSON documents: what was added, removed and changed, each with its JSON pointer (RFC 6901)."""

import json
import re
from decimal import Decimal
from typing import Any

from config.recipes.common import clean, counted, declares_used, nothing, solved, table

MOST_CHANGES = 200
LONGEST_VALUE = 200  # characters of a value that are shown
DEEPEST = 60
MOST_TRIES = 50  # brackets that are looked behind for a document
FENCE = re.compile(r"```[ \t]*\w*[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
HELP = 'I compare two JSON documents. Send me both in one message, e.g. {"a": 1, "b": 2} and {"a": 1, "b": 3}.'
MISSING = object()


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with two documents."""
    text = clean(payload.get("text", ""))
    documents, fault = documents_in(text)
    if len(documents) < 2:
        return nothing(fault or HELP)
    changes: list[dict[str, Any]] = []
    loose = re.search(
        r"ignor\w* (?:the )?order|order (?:does not|doesn't) matter|any order|reihenfolge egal|sin importar el orden",
        text,
        re.IGNORECASE,
    )
    try:
        compare(documents[0], documents[1], "", changes, loose=loose is not None)
    except RecursionError:
        return nothing("These documents are nested too deeply for me.")
    kept = changes[:MOST_CHANGES]
    counts = {name: sum(change["op"] == name for change in changes) for name in ("added", "removed", "changed")}
    output = {"equal": not changes, **counts, "changes": kept, "left_out": len(changes) - len(kept)}
    if not changes:
        return solved("**The two documents are equal.** The order of keys does not count.", output)
    head = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    rows = [
        [
            change["op"],
            f"`{change['path'] or '(all of it)'}`",
            shown(change.get("old", MISSING)),
            shown(change.get("new", MISSING)),
        ]
        for change in kept[:50]
    ]
    more = (
        f"\n\n{counted(len(changes) - 50, 'more change is', 'more changes are')} in the data below."
        if len(changes) > 50
        else ""
    )
    return solved(
        f"**{counted(len(changes), 'difference')}**: {head}.\n\n{table(['what', 'where', 'before', 'after'], rows)}{more}",
        output,
    )


TOO_MANY = "There are more than two documents here. I compare two at a time: send the two that you mean."


def documents_in(text: str) -> tuple[list[Any], str]:
    """Return the documents of a message, at most two, and what is wrong with the first broken one."""
    fences = FENCE.findall(text)
    if len(fences) > 2:
        return [], TOO_MANY
    if len(fences) == 2:
        found: list[Any] = []
        for number, part in enumerate(fences, 1):
            value, fault = read(part.strip())
            if fault:
                return found, f"Document {number} is no JSON: {fault}"
            found.append(value)
        return found, ""
    return scanned(fences[0] if fences else text)


def scanned(text: str) -> tuple[list[Any], str]:
    """Return the objects and lists that stand in a text one after the other."""
    found: list[Any] = []
    fault = ""
    place, tries = 0, 0
    while len(found) < 3 and tries < MOST_TRIES and (match := re.compile(r"[{\[]").search(text, place)):
        tries += 1
        value, end, wrong = value_at(text, match.start())
        if wrong:
            fault = fault or wrong
            place = match.start() + 1
            if found or text[match.start()] == "{":
                break
        else:
            found.append(value)
            place = end
    if len(found) > 2:
        return [], TOO_MANY
    return found, "" if len(found) == 2 else fault and f"Document {len(found) + 1} is no JSON: {fault}"


def value_at(text: str, start: int) -> tuple[Any, int, str]:
    """Return the value that begins at a place, where it ends, and what is wrong with it."""
    try:
        value, end = json.JSONDecoder(parse_float=Decimal).raw_decode(text, start)
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, error.pos) + 1
        return None, start, f"{error.msg}, line {line}, column {error.colno}."
    except (RecursionError, ValueError):
        return None, start, "it is nested too deeply, or holds a number that is too long."
    return value, end, ""


def read(text: str) -> tuple[Any, str]:
    """Return a whole document and what is wrong with it."""
    value, end, fault = value_at(text, 0) if text else (None, 0, "it is empty.")
    if not fault and text[end:].strip():
        fault = "there is something after its end."
    return value, fault


def compare(old: object, new: object, path: str, changes: list[dict[str, Any]], *, loose: bool, depth: int = 0) -> None:
    """Note the differences of two values. Raises RecursionError for what is nested too deeply."""
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            at = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            compare(old.get(key, MISSING), new.get(key, MISSING), at, changes, loose=loose, depth=depth + 1)
    elif isinstance(old, list) and isinstance(new, list):
        first, second = (ordered(old), ordered(new)) if loose else (old, new)
        for index in range(max(len(first), len(second))):
            before = first[index] if index < len(first) else MISSING
            after = second[index] if index < len(second) else MISSING
            compare(before, after, f"{path}/{index}", changes, loose=loose, depth=depth + 1)
    elif not same(old, new):
        note: dict[str, Any] = {"op": "changed", "path": path}
        if old is MISSING or new is MISSING:
            note["op"] = "added" if old is MISSING else "removed"
        note |= {} if old is MISSING else {"old": plain(old)}
        note |= {} if new is MISSING else {"new": plain(new)}
        changes.append(note)


def ordered(values: list[Any]) -> list[Any]:
    """Return a list in an order that depends on its values alone."""
    return sorted(values, key=lambda value: json.dumps(value, sort_keys=True, default=str))


def same(old: object, new: object) -> bool:
    """Compare as JSON does: true is not 1, and 1.0 is 1."""
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    numbers = isinstance(old, int | Decimal) and isinstance(new, int | Decimal)
    return old == new if numbers or type(old) is type(new) else False


def plain(value: object) -> object:
    """Return a value as it is shown: numbers as they were written, long texts cut."""
    if isinstance(value, Decimal):
        return float(value) if abs(value) < Decimal(10) ** 300 else str(value)
    if isinstance(value, str):
        return value[:LONGEST_VALUE]
    if isinstance(value, dict | list):
        text = json.dumps(value, ensure_ascii=False, default=str)
        return (
            json.loads(json.dumps(value, default=float)) if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
        )
    return (
        value
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) < 2**63
        else str(value)[:LONGEST_VALUE]
    )


def shown(value: object) -> str:
    """Return a value as a cell of the table."""
    if value is MISSING:
        return ""
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text[:80]}{'…' if len(text) > 80 else ''}`".replace("\n", " ")
