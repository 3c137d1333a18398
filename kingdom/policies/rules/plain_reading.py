"""A rule in plain words from which each part that is understood is taken out; what is left was not understood. Pure."""

import re
import unicodedata
from collections.abc import Mapping

from kingdom.policies.rules import plain_phrases as words


class PlainReading:
    """The words of a rule that nothing was made of yet, without accents and capitals."""

    def __init__(self, text: str) -> None:
        """Begin with all words."""
        self.text = text
        self.left = re.sub(r"\b(zwei|drei|vier|funf|sechs|zehn)mal\b", r"\1 mal", plain_text(text))
        self.left = re.sub(r"^halte\b(.*?) an\b(?=\W+(?:wenn|sobald))", r"halte\1", self.left)

    def take(self, pattern: str) -> re.Match[str] | None:
        """Take out and return the first part that fits as whole words, None without one."""
        found = re.search(rf"(?<![\w.])(?:{pattern})(?![\w])", self.left)
        if found is not None:
            self.left = f"{self.left[: found.start()]} , {self.left[found.end() :]}"
        return found

    def take_named(self, patterns: Mapping[str, str]) -> str:
        """Take out the first pattern that fits and return its name, "" without one."""
        return next((name for name, pattern in patterns.items() if self.take(pattern)), "")

    def rest(self) -> list[str]:
        """Return the words that nothing was made of."""
        return [word for word in re.findall(r"[^\s,.;:!?'’\"-]+", self.left) if word not in words.FILLERS]


def plain_text(text: str) -> str:
    """Return a text without accents and capitals, its white space as single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def number_in(word: str) -> str:
    """Return a number in digits; an article is one."""
    named = (digits for digits, pattern in words.NUMBERS.items() if re.fullmatch(pattern, word))
    return word if word.isdecimal() else next(named, "1")


def equal_part(field: str, value: str) -> list[str]:
    """Return the part of a condition that compares a field with a text, none for an empty one."""
    return [f'{field} == "{value}"'] if value else []
