"""What the handlers of recipes share: it stands before each handler's own code, so that a sandbox is given one text."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeVar

Thing = TypeVar("Thing")

ASKED_WITH = (
    r"which|how (?:many|often)|each|per|between|after|before|welche[rsnm]?|wie (?:viele|oft)|pro|jede[rsnm]?|zwischen|"
    r"(?:vor|nach) de[mr]|laquelle|lequel|combien de|chaque|entre|cu[aá]nt[oa]s|cada|yesterday|gestern|ayer|hier"
)
MOST_WORDS_TRIED = 40  # of a message of which is found out what a result depends on: a run a word
LONGEST_TRIED = 1_000  # characters of such a message
LONGEST_FOLLOW_UP = 120  # characters: longer messages speak for themselves
AGAIN = re.compile(
    r"\b(why|those|them|they|that|these|it|which|explain|again|really|sure|first|second|last|one|other|"
    r"warum|wieso|die|das|welche|por qu[eé]|cu[aá]l(?:es)?|esos|esas)\b",
    re.IGNORECASE,
)
GROUPED = r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"


def clean(text: object) -> str:
    """Return a text without what no database stores: NUL and halves of surrogate pairs."""
    return str(text).encode(errors="replace").decode().replace("\0", "\ufffd")


def found_in(payload: dict[str, Any], find: Callable[[str], list[Thing]]) -> list[Thing]:
    """Return what ``find`` sees in the message, or, for a short question about what was there before, in the user's last turn with any."""
    text = clean(payload.get("text", ""))
    found = find(text)
    if found or len(text) > LONGEST_FOLLOW_UP or not AGAIN.search(text):
        return found
    earlier = [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]
    return next((things for said in reversed(earlier) if (things := find(said))), [])


def declares_used(
    also: str = "",
) -> Callable[[Callable[[dict[str, Any], object], dict[str, Any]]], Callable[..., dict[str, Any]]]:
    """Add to a handler's results the words of the message they depend on: without one of them the result is another.

    Words that only form a question, and those that match the pattern ``also``, are what the recipe is asked with. A long
    message is read as a whole, so nothing is said of it.
    """
    asked_with = re.compile(rf"(?<!\w)(?:{ASKED_WITH}{'|' + also if also else ''})(?!\w)", re.IGNORECASE)

    def decorated(handle: Callable[[dict[str, Any], object], dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def answered(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
            result = handle(payload, None)
            text = clean(payload.get("text", ""))
            words = list(re.finditer(r"\S+", text))
            if result["status"] == "NULL" or len(words) > MOST_WORDS_TRIED or len(text) > LONGEST_TRIED:
                return result
            depends = {
                word: any(handle({**payload, "text": other}, None) != result for other in without_word(text, word))
                for word in dict.fromkeys(match.group() for match in words)
            }
            used = [match for match in words if depends[match.group()]] + list(asked_with.finditer(text))
            return {**result, "used": sorted([match.start(), match.end()] for match in used)}

        return answered

    return decorated


def without_word(text: str, word: str) -> list[str]:
    """Return a text with each occurrence of a word left out, and, for one with digits, with other digits."""
    others = [""] + ([re.sub(r"\d", digit, word) for digit in "19"] if re.search(r"\d", word) else [])
    pieces = re.split(rf"(?<!\S){re.escape(word)}(?!\S)", text)
    return [other.join(pieces) for other in others]


def nothing(sentence: str, confidence: float = 0.9) -> dict[str, Any]:
    """Return the answer that has no result."""
    return {"answer": sentence, "output": None, "confidence": confidence, "status": "NULL"}


def solved(answer: str, output: dict[str, Any], confidence: float = 0.97) -> dict[str, Any]:
    """Return the answer with its result as data."""
    return {"answer": answer, "output": output, "confidence": confidence, "status": "SUCCESS"}


def amount(text: str, *, money: bool = False) -> Decimal:
    """Return a number written with points or commas. A lone sign before three digits parts thousands: a comma always, a point in money."""
    text = re.sub(r"[\u00a0\u202f'’ ]", "", text)
    if "," in text and "." in text:
        cut = max(text.rfind(","), text.rfind("."))
        return Decimal(re.sub(r"[.,]", "", text[:cut]) + "." + text[cut + 1 :])
    for sign in ",.":
        grouped = re.fullmatch(rf"[1-9]\d{{0,2}}(?:\{sign}\d{{3}})+", text) is not None
        if text.count(sign) > 1 or (grouped and (sign == "," or money)):
            return Decimal(text.replace(sign, ""))
    return Decimal(text.replace(",", "."))


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def left_out_note(count: int, most: int) -> str:
    """Return the sentence, after an empty line, that says how many things were left out; "" when none were."""
    return f"\n\n{count:,} more {'was' if count == 1 else 'were'} left out: I take {most:,} at once." if count else ""
