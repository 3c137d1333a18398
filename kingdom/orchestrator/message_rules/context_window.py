"""Context window: the newest turns of a conversation that fit the token budget. Pure."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ConversationTurn:
    """One question with its files, and its answer, with the session that gave it and whether that read tainted data."""

    question: str
    answer: str
    files: tuple[str, ...] = ()
    session_id: uuid.UUID | None = None
    is_tainted: bool = False


@dataclass(frozen=True, kw_only=True)
class TrimmedHistory:
    """The newest turns within the budget, oldest first; ``cut`` counts the dropped older ones."""

    turns: tuple[ConversationTurn, ...]
    cut: int


def estimate_tokens(text: str) -> int:
    """Return an upper estimate of a text's tokens: one for three bytes, and four for the frame of a turn."""
    return len(text.encode()) // 3 + 4


def history_trim(turns: Sequence[ConversationTurn], *, budget: int) -> TrimmedHistory:
    """Keep the longest run of newest whole turns within ``budget`` tokens; part of a turn would misquote it."""
    kept: list[ConversationTurn] = []
    for turn in reversed(turns):
        budget -= estimate_tokens(turn.question) + estimate_tokens(turn.answer)
        if budget < 0:
            break
        kept.append(turn)
    return TrimmedHistory(turns=tuple(reversed(kept)), cut=len(turns) - len(kept))
