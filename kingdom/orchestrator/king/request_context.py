"""What is known around a message: the turns before it, and how often its user asked for something similar. Pure."""

from dataclasses import dataclass
from uuid import UUID

from kingdom.contracts.routes import Frequency

HISTORY_DAYS = 30  # earlier messages of a user that count for how often a task comes back
# Similar messages besides this one that make a task frequent, and the days that they were sent on: a question that is
# put in other words the same afternoon is one need.
FREQUENT_MESSAGES, FREQUENT_DAYS = 3, 2


@dataclass(frozen=True)
class EarlierTurns:
    """The turns before a message in its conversation, oldest first, as (question, answer).

    ``cut`` older ones are left out. ``message_id`` is the message itself; None for a trial or a part, which has no
    history.
    """

    message_id: UUID | None = None
    turns: tuple[tuple[str, str], ...] = ()
    cut: int = 0

    def as_data(self) -> str:
        """Return the turns for a prompt, empty without any."""
        if not self.turns:
            return ""
        note = f"({self.cut} earlier turns are left out.)\n" if self.cut else ""
        lines = "\n".join(f"User: {question}\nAnswer: {answer}" for question, answer in self.turns)
        return f"Conversation before it:\n<conversation>\n{note}{lines}\n</conversation>\n\n"


@dataclass(frozen=True)
class RequestHistory:
    """How many similar messages a user sent in the last ``HISTORY_DAYS`` days, and on how many days.

    ``is_complete`` is False when the user sent more messages than were compared.
    """

    messages: int = 0
    days: int = 0
    is_complete: bool = True

    @property
    def frequency(self) -> Frequency:
        """How often the task comes back, by these messages alone."""
        if self.messages >= FREQUENT_MESSAGES and self.days >= FREQUENT_DAYS:
            return "frequent"
        return "occasional" if self.messages else "one_time"

    @property
    def sentence(self) -> str:
        """The figures in words, empty without a similar message."""
        if not self.messages:
            return ""
        limit = "" if self.is_complete else ", of the newest messages that were compared"
        messages, days = _counted(self.messages, "similar message"), _counted(self.days, "day")
        return f"{messages} on {days} of the last {HISTORY_DAYS}{limit}."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


NO_TURNS, NO_HISTORY = EarlierTurns(), RequestHistory()
