"""Rewrites the words of times in four languages into English ones, and keeps where they stood. Pure."""

import re
import unicodedata
from dataclasses import dataclass

from kingdom.schedules.rules.clock_phrases import clock_rows
from kingdom.schedules.rules.schedule_phrases import schedule_rows


@dataclass(frozen=True)
class RewrittenText:
    """A rewritten text, with the first and last place of each of its characters in the original."""

    text: str
    places: list[tuple[int, int]]

    def replaced(self, pattern: str, template: str) -> "RewrittenText":
        """Return the text with all matches of whole words replaced."""
        parts, places, end = [], [], 0
        for match in re.finditer(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])", self.text):
            made = match.expand(template).rstrip(":")
            parts += [self.text[end : match.start()], made]
            places += self.places[end : match.start()] + [self.place(*match.span())] * len(made)
            end = match.end()
        return RewrittenText("".join([*parts, self.text[end:]]), places + self.places[end:]) if parts else self

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part that is not empty stands in the original."""
        return self.places[start][0], self.places[end - 1][1]


def in_english(text: str, language: str) -> RewrittenText:
    """Return a text in lower case without accents, its words of times in English."""
    folded = "".join(unicodedata.normalize("NFKD", char)[0].lower()[:1] or " " for char in text)
    folded = re.sub("[‐-―]", "-", folded).replace("’", "'")
    made = RewrittenText(folded, [(at, at + 1) for at in range(len(text))])
    for pattern, template in (*clock_rows(language), *schedule_rows(language)):
        made = made.replaced(pattern, template)
    return made
