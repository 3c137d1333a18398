"""The text of a streamed answer: what was sent, and what is still to be sent. Pure."""

SEPARATOR = "\n\n"


class AnswerText:
    """Joins the pieces of an answer. A model may begin its text again (after a tool call, or after a fault): what was
    sent cannot be taken back, so the new text follows as a paragraph of its own.
    """

    def __init__(self) -> None:
        """Nothing was sent yet."""
        self.sent = ""
        self._start = 0
        self._part: tuple[object, object] | None = None

    def add(self, at: object, attempt: object, text: str) -> str:
        """Return the piece to send for a delta. ``at`` and ``attempt`` name the text that it continues."""
        if (at, attempt) != self._part:
            self._part = (at, attempt)
            return self._restart(text)
        return self._send(text)

    def finish(self, answer: str) -> str:
        """Return the rest of the answer to send; the whole answer when what was sent is not its beginning."""
        current = self.sent[self._start :]
        if not current:
            return self._send(answer)
        if answer.startswith(current.rstrip()):
            return self._send(answer[len(current) :])
        return self._restart(answer)

    def add_paragraph(self, text: str) -> str:
        """Return the piece to send for a paragraph that follows."""
        return self._restart(text)

    def _restart(self, text: str) -> str:
        separator = SEPARATOR if self.sent.strip() else ""
        self._start = len(self.sent) + len(separator)
        return self._send(separator + text)

    def _send(self, piece: str) -> str:
        self.sent += piece
        return piece
