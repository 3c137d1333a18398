"""Checks ISBN-10 and ISBN-13 (ISO 2108): length, prefix and check digit, and gives the other form of each."""

import re
from typing import Any

from config.recipes.common import declares_used, found_in, nothing, solved, table

MOST = 100  # numbers of one message
CANDIDATE = re.compile(r"(?<![\w])(?:ISBN(?:-1[03])?[:# ]*)?((?:\d[ \-–‑]?){8,15}[\dXx])(?![\w])", re.IGNORECASE)
LENGTHS = (9, 10, 11, 12, 13, 14)
HELP = "I check ISBNs of books, and see none here. Send me one or more, e.g. 978-0-306-40615-7 or 0-306-40615-2."


@declares_used(r"(?:isbn[- ]?)?1[03](?:[- ]?isbn)?")
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several ISBNs."""
    found = found_in(payload, candidates)
    if not found:
        return nothing(HELP)
    books = [judged(isbn) for isbn in found[:MOST]]
    valid = sum(book["valid"] for book in books)
    output = {
        "isbns": books,
        "valid_count": valid,
        "invalid_count": len(books) - valid,
        "left_out": len(found) - len(books),
    }
    return solved(sentence(output), output)


def candidates(text: str) -> list[str]:
    """Return what was meant as an ISBN, without its hyphens, each once, in order."""
    named = re.search(r"\bisbns?\b|\bbooks?\b|\bbuch|\blibro", text, re.IGNORECASE) is not None
    found: dict[str, None] = {}
    for match in CANDIDATE.finditer(text):
        isbn = re.sub(r"[ \-–‑]", "", match.group(1)).upper()
        if len(isbn) in (10, 13) or (named and len(isbn) in LENGTHS):
            found[isbn] = None
    return list(found)


def judged(isbn: str) -> dict[str, Any]:
    """Return the judgement of one number."""
    reasons = []
    expected = ""
    if len(isbn) == 13 and isbn.isdigit():
        expected = check_13(isbn[:12])
        if isbn[:3] not in ("978", "979"):
            reasons.append("an ISBN-13 begins with 978 or 979")
    elif len(isbn) == 10 and isbn[:9].isdigit():
        expected = check_10(isbn[:9])
    else:
        reasons.append(f"an ISBN has 10 or 13 digits, this one has {len(isbn)}")
    if expected and expected != isbn[-1]:
        reasons.append(f"the check digit would be {expected}, not {isbn[-1]}, or another digit is wrong")
    valid = not reasons
    thirteen = isbn if len(isbn) == 13 else "978" + isbn[:9] + check_13("978" + isbn[:9])
    return {
        "isbn": isbn,
        "kind": f"ISBN-{len(isbn)}" if expected else "",
        "valid": valid,
        "isbn13": thirteen if valid else "",
        "isbn10": (isbn if len(isbn) == 10 else isbn[3:12] + check_10(isbn[3:12]))
        if valid and thirteen.startswith("978")
        else "",
        "expected_check_digit": expected,
        "reasons": reasons,
    }


def check_13(body: str) -> str:
    """Return the check digit of the first 12 digits: weights 1 and 3 in turn, modulo 10."""
    return str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body)) % 10)


def check_10(body: str) -> str:
    """Return the check digit of the first 9 digits: weights 10 to 2, modulo 11, X for 10."""
    value = -sum(int(digit) * (10 - place) for place, digit in enumerate(body)) % 11
    return "X" if value == 10 else str(value)


def sentence(output: dict[str, Any]) -> str:
    """Return the answer in words."""
    books = output["isbns"]
    if len(books) == 1:
        book = books[0]
        if not book["valid"]:
            return f"**{book['isbn']}** is not a valid ISBN: {'; '.join(book['reasons'])}."
        other = book["isbn10"] if book["kind"] == "ISBN-13" else book["isbn13"]
        form = f"Its other form is {other}." if other else "It has no ISBN-10 form, since it begins with 979."
        return f"**{book['isbn']}** is a valid {book['kind']}. {form}"
    rows = [
        [book["isbn"], book["isbn13"], book["isbn10"], "valid" if book["valid"] else "; ".join(book["reasons"])]
        for book in books
    ]
    more = f"\n\n{output['left_out']} more were left out: I check {MOST} at once." if output["left_out"] else ""
    return f"{output['valid_count']} of {len(books)} are valid.\n\n{table(['ISBN', 'as 13', 'as 10', 'verdict'], rows)}{more}"
