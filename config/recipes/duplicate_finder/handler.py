"""Finds lines or list entries that are there twice or more, with their places, and gives the list without them."""

import re
from typing import Any

from config.recipes.common import clean, counted, declares_used, nothing, solved, table

MOST_GROUPS, SHOWN = 100, 30  # as data, in the table
LONGEST_LINE = 200  # characters of a line that are repeated
LONGEST_CLEANED = 16_000  # characters
FENCE = re.compile(r"```[ \t]*\w*[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
ASKS = re.compile(
    r"duplicat\w*|\bdedup\w*|\bdoubl(?:e|es|ed)\b|\btwice\b|\brepeat\w*|\bunique\b|\bdistinct\b|doppelt\w*|dublette\w*"
    r"|mehrfach|duplicad\w*|repetid\w*|"
    r"more than once|same (?:line|entry|name|value)s?|copies",
    re.IGNORECASE,
)
EXACT = re.compile(
    r"case[- ]sensitiv\w*|exact(?:ly)?|upper and lower case (?:matter|differ)|groß.{0,20}klein", re.IGNORECASE
)
HELP = "I find lines that are there more than once. Paste the list under your question, one entry a line, or after a colon with commas."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message that holds a list, or speaks of the one before."""
    text = clean(payload.get("text", ""))
    question, entries = parted(text)
    if not entries and len(text) < 200 and ASKS.search(text):
        earlier = [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]
        entries = next((found for said in reversed(earlier) if (found := parted(said, asked=True)[1])), [])
    if sum(map(bool, entries)) < 2:
        return nothing(HELP)
    return compared(entries, exact=EXACT.search(question) is not None)


def parted(text: str, *, asked: bool = False) -> tuple[str, list[str]]:
    """Return the question and the entries of a message; no entries when nobody asks for duplicates."""
    if not asked and not ASKS.search(text):
        return text, []
    fence = FENCE.search(text)
    if fence:
        return text[: fence.start()] + text[fence.end() :], lines_of(fence.group(1))
    lines = text.strip("\n").splitlines()
    if len(lines) > 1:
        first = len(lines) > 2 and (ASKS.search(lines[0]) is not None or lines[0].rstrip().endswith((":", "?")))
        last = len(lines) > 2 and ASKS.search(lines[-1]) is not None and not first
        body = lines[1:] if first else lines[:-1] if last else lines
        question = lines[0] if first else lines[-1] if last else ""
        head, colon, rest = lines[0].partition(":")
        if not first and colon and ASKS.search(head):
            return head, lines_of("\n".join([rest, *lines[1:]]))
        return question, lines_of("\n".join(body))
    head, colon, rest = text.partition(":")
    if not colon or not ASKS.search(head):
        head, rest = split_in(text)
    sign = ";" if ";" in rest else "," if "," in rest else " "
    return head, [entry.strip().rstrip("?.") for entry in rest.split(sign) if entry.strip()]


def split_in(text: str) -> tuple[str, str]:
    """Return question and list of a sentence such as "duplicates in a, b, a"."""
    match = re.search(
        r"\b(?:in|from|of|list|among|unter|en|aus)\b(?: (?:this|the|my|these|list))*\s+(?=[^,;]{1,80}[,;])",
        text,
        re.IGNORECASE,
    )
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def lines_of(text: str) -> list[str]:
    """Return the lines of a list, without bullets and numbers before them."""
    return [re.sub(r"^\s*(?:[-*•]|\d{1,4}[.)])\s+", "", line).strip() for line in text.splitlines()]


def compared(entries: list[str], *, exact: bool) -> dict[str, Any]:
    """Return the answer. White space at the ends never counts; case does only when the message says so."""
    places: dict[str, list[int]] = {}
    first: dict[str, str] = {}
    for number, entry in enumerate(entries, 1):
        if entry:
            key = " ".join((entry if exact else entry.casefold()).split())
            places.setdefault(key, []).append(number)
            first.setdefault(key, entry)
    twice = sorted((key for key in places if len(places[key]) > 1), key=lambda key: (-len(places[key]), places[key][0]))
    total = sum(map(len, places.values()))
    cleaned = "\n".join(first.values())
    groups = [
        {"entry": first[key][:LONGEST_LINE], "count": len(places[key]), "places": places[key][:50]}
        for key in twice[:MOST_GROUPS]
    ]
    output = {
        "entries": total,
        "unique": len(places),
        "removed": total - len(places),
        "case_sensitive": exact,
        "duplicates": groups,
        "cleaned": cleaned if len(cleaned) <= LONGEST_CLEANED else "",
    }
    if not twice:
        return solved(f"**No duplicates** among {counted(total, 'entry', 'entries')}.", output)
    rows = [
        [
            first[key][:80],
            str(len(places[key])),
            ", ".join(map(str, places[key][:10])) + (", …" if len(places[key]) > 10 else ""),
        ]
        for key in twice[:SHOWN]
    ]
    head = f"**{counted(len(twice), 'entry is', 'entries are')} there more than once**: {total:,} entries, {len(places):,} different."
    head += f" The {SHOWN} most frequent:" if len(twice) > SHOWN else ""
    listed = (
        f"\n\nWithout duplicates:\n```\n{cleaned.replace('```', chr(39) * 3)}\n```"
        if len(cleaned) < 4_000
        else "\n\nThe list without duplicates is too long to be shown here."
    )
    return solved(f"{head}\n\n{table(['entry', 'times', 'places'], rows)}{listed}", output)
