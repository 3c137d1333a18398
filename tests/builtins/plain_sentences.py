"""What the tests of plain questions share: their sentences by kind and language, and the numbers of an answer."""

import re
from collections.abc import Mapping


def figures(answer: str) -> list[float]:
    """Return the numbers of an answer, with either sign read as the decimal one: two words tell no language."""
    found = []
    for text in re.findall(r"(?<![\w.,])\d[\d.,\s\u202f\u00a0]*", answer):
        for thousands, decimal in (("[.]", ","), ("[,]", ".")):
            plain = re.sub(rf"{thousands}|[\s\u202f\u00a0]", "", text).replace(decimal, ".").rstrip(".")
            found += [float(plain)] if plain.count(".") <= 1 else []
    return found


def cases(kinds: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str, str]]:
    """Return each sentence with its kind and its language; the sentences of both are the lines of one text."""
    return [
        (kind, language, sentence)
        for kind, languages in kinds.items()
        for language, sentences in languages.items()
        for sentence in sentences.strip().splitlines()
    ]
