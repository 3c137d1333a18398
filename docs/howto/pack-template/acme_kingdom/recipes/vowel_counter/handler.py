"""Counts vowels. One module, standard library only: it runs in the sandbox."""

import re

ASKED = re.compile(r"\bvowels?\s+(?:are\s+)?(?:in|of)[:\s]+(.+)", re.IGNORECASE | re.DOTALL)


def handle(payload: dict[str, object], ctx: object) -> dict[str, object]:
    """Answer one message."""
    text = str(payload["text"])
    found = ASKED.search(text)
    if found is None:
        return {"answer": "Send me e.g.: vowels in crocodile.", "output": None, "confidence": 0.9, "status": "NULL"}
    counted = found[1].strip(" \t\n\"'?.!")
    vowels = sum(letter in "aeiou" for letter in counted.lower())
    return {
        "answer": f"{counted} has {vowels} vowels.",
        "output": {"text": counted, "vowels": vowels},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": [[0, len(text)]],
    }
