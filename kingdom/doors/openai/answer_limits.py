"""The limits of an answer: a number of tokens, and texts before which it ends. Pure."""

from collections.abc import Sequence
from typing import Literal

from kingdom.runtime.wrappers.metering import CHARS_PER_TOKEN


class LimitedText:
    """The text of an answer as far as its limits let it be sent.

    A token is CHARS_PER_TOKEN characters, as usage is estimated for a model that reports none. Characters that may
    begin a text of ``stops`` are held back until the next ones are known.
    """

    def __init__(self, *, max_tokens: int | None = None, stops: Sequence[str] = ()) -> None:
        """Nothing was sent yet; without a number of tokens there is no limit."""
        self.sent = ""
        self.finish: Literal["stop", "length"] | None = None
        self._limit = None if max_tokens is None else max_tokens * CHARS_PER_TOKEN
        self._stops, self._held = tuple(stops), ""

    def add(self, piece: str) -> str:
        """Return what is sent now of a text that goes on; nothing after a limit was reached."""
        if self.finish is not None:
            return ""
        text = self._held + piece
        found = [place for place in map(text.find, self._stops) if place >= 0]
        if found:
            ready, self._held = text[: min(found)], ""
        else:
            held = max((_begun(text, stop) for stop in self._stops), default=0)
            ready, self._held = text[: len(text) - held], text[len(text) - held :]
        sent = self._send(ready)
        if found and self.finish is None:
            self.finish = "stop"
        return sent

    def close(self) -> str:
        """Return the rest, which was held back: the text ends here."""
        rest, self._held = self._held, ""
        return self._send(rest) if self.finish is None else ""

    def add_note(self, note: str) -> str:
        """Return a text of Kingdom beside the answer, which no limit cuts."""
        self.sent += note
        return note

    def _send(self, text: str) -> str:
        room = len(text) if self._limit is None else self._limit - len(self.sent)
        if len(text) > room:
            text, self._held, self.finish = text[:room], "", "length"
        self.sent += text
        return text


def _begun(text: str, stop: str) -> int:
    """Return how many characters at the end of a text begin ``stop``, without being all of it."""
    longest = min(len(text), len(stop) - 1)
    return next((length for length in range(longest, 0, -1) if text.endswith(stop[:length])), 0)
