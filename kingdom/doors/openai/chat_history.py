"""The history that a client sends with each message: its turns, the question, and the digest that finds it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.model import ModelMessage
from kingdom.core.errors import BadInput

INSTRUCTIONS = "Instructions that came with this chat:\n"
Turn = tuple[str, str]


@dataclass(frozen=True)
class ChatHistory:
    """The last question of a chat, and the pairs of question and answer before it. Instructions are a first turn
    without an answer: they have the standing of the user's words.
    """

    turns: tuple[Turn, ...]
    question: str

    @property
    def is_new(self) -> bool:
        """Whether nothing was answered before."""
        return not any(answer for _, answer in self.turns)

    @property
    def digest_before(self) -> str:
        """The digest of the turns before the question."""
        return json_digest([list(turn) for turn in self.turns])

    def digest_with(self, answer: str) -> str:
        """Return the digest of the turns with the question and the answer that was sent to it."""
        return json_digest([list(turn) for turn in (*self.turns, (self.question, answer.strip()))])


def chat_history(messages: Sequence[ModelMessage]) -> ChatHistory:
    """Return the history in the messages of a request.

    Successive messages of one side are one text. Raises BadInput when the last one is not of the user, or empty,
    and for a NUL character.
    """
    _require_question(messages)
    instructions = "\n\n".join(filter(None, (message.text.strip() for message in messages if message.role == "system")))
    *earlier, (question, _) = _pairs(messages)
    first = [(INSTRUCTIONS + instructions, "")] if instructions else []
    return ChatHistory(turns=(*first, *earlier), question=question)


def _require_question(messages: Sequence[ModelMessage]) -> None:
    if any("\x00" in message.text for message in messages):  # PostgreSQL stores none
        raise BadInput("messages: a text contains a NUL character.", param="messages")
    said = [message.role for message in messages if message.text.strip() and message.role != "system"]
    if said[-1:] != ["user"]:
        raise BadInput("messages: the last message must be the user's, and not empty.", param="messages")


def _pairs(messages: Sequence[ModelMessage]) -> list[Turn]:
    """Return the questions with their answers; a question follows the answer before it."""
    turns: list[tuple[list[str], list[str]]] = []
    for message in messages:
        text, side = message.text.strip(), int(message.role == "model")
        if not text or message.role == "system":
            continue
        if not turns or (turns[-1][1] and not side):
            turns.append(([], []))
        turns[-1][side].append(text)
    return [("\n\n".join(questions), "\n\n".join(answers)) for questions, answers in turns]
