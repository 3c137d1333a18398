"""What of a conversation goes along with the next message. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ConversationTurn:
    """One question, the files it came with, and the answer it got."""

    question: str
    answer: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TrimmedHistory:
    """The newest turns that fit, oldest first, and how many older ones were left out."""

    turns: tuple[ConversationTurn, ...]
    cut: int


def estimate_tokens(text: str) -> int:
    """Return a number of tokens that a text will hardly exceed: one for three bytes, and four for the turn's frame."""
    return len(text.encode()) // 3 + 4


def history_trim(turns: Sequence[ConversationTurn], *, budget: int) -> TrimmedHistory:
    """Keep the longest run of newest whole turns within ``budget`` tokens. Half a turn would put words into a mouth."""
    kept: list[ConversationTurn] = []
    for turn in reversed(turns):
        budget -= estimate_tokens(turn.question) + estimate_tokens(turn.answer)
        if budget < 0:
            break
        kept.append(turn)
    return TrimmedHistory(turns=tuple(reversed(kept)), cut=len(turns) - len(kept))
