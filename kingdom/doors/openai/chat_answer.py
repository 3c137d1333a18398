"""The answer to one message of a chat, while its session runs."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.db.models import Q

from kingdom.contracts.model import FinishReason, ModelResponse, Usage
from kingdom.core.database import in_database, in_database_at_end
from kingdom.doors.openai.answer_text import AnswerText
from kingdom.doors.openai.chat_turns import OpenTurn, chat_turn_answered
from kingdom.doors.openai.errors import AnswerDoesNotFit, AnswerFailed
from kingdom.doors.openai.json_answer import json_answer
from kingdom.doors.session_frames import SessionFrame, session_frames
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.selectors import answer_finish
from kingdom.sessions.services import session_cancel

_BLOCKED = "model_blocked"  # the error of an answer that the provider of the model blocked for safety
_COUNTS = ("prompt_tokens", "output_tokens", "thought_tokens", "total_tokens", "cached_tokens")


class ChatAnswer:
    """Follows the session of a turn. ``page`` is the address of its conversation, for what only a person decides."""

    def __init__(self, *, user_id: int, turn: OpenTurn, page: str) -> None:
        """Nothing has happened yet."""
        self._user_id, self._turn, self._page = user_id, turn, page
        self._text, self._limited = AnswerText(), turn.chat.limited_text()
        self._schema = turn.chat.body.request.json_schema
        self._specialist = ""
        self._finish: FinishReason = "stop"
        self._was_model_asked = False
        self.usage = Usage()

    async def pieces(self) -> AsyncGenerator[str]:
        """Yield the pieces of the answer as they come, "" at once and while nothing comes.

        From the first piece on, its end stops the session. Raises AnswerFailed when it ends without an answer.
        """
        is_over = False
        try:
            yield ""
            frames = session_frames(user_id=self._user_id, session_id=self._turn.session_id)
            async with aclosing(frames):
                async for frame in frames:
                    piece = await self._piece(frame)
                    is_over = frame.event in ("final", "approval")
                    if is_over:  # before the last piece: the next request may come at once
                        await in_database(chat_turn_answered, turn=self._turn, answer=self._limited.sent)
                    yield piece
                    if is_over:
                        return
        except AnswerFailed:
            is_over = True
            raise
        finally:
            if not is_over:
                await in_database_at_end(session_cancel, session_id=self._turn.session_id)

    @property
    def response(self) -> ModelResponse:
        """The whole answer that was sent."""
        return ModelResponse(text=self._limited.sent, finish=self._limited.finish or self._finish, usage=self.usage)

    @property
    def facts(self) -> dict[str, Any]:
        """What Kingdom adds to the protocol: who answered, where, and the parameters that had no effect."""
        turn = self._turn
        is_ignored = turn.chat.body.request.temperature is not None and not self._was_model_asked
        return {
            "conversation_id": str(turn.conversation_id),
            "session_id": str(turn.session_id),
            "specialist": self._specialist or None,
            "page": self._page,
            "ignored_parameters": ["temperature"] if is_ignored else [],
        }

    async def _piece(self, frame: SessionFrame) -> str:
        data = frame.data
        match frame.event:
            case "delta" if self._schema is None:
                return self._limited.add(self._text.add(data.get("at"), data.get("attempt"), str(data["text"])))
            case "approval":
                self.usage = await in_database(_usage, self._turn)
                return self._question(str(data["title"]))
            case "final":
                return await self._final(data)
            case _:
                return ""

    def _question(self, title: str) -> str:
        if self._schema is not None:
            message = f"{title} This needs your decision at {self._page}; then ask again here."
            raise AnswerDoesNotFit(message, reason_code="needs_decision", param="response_format")
        note = f"**This needs your decision.** {title}\n\nDecide at {self._page}; then ask again here."
        return self._limited.close() + self._limited.add_note(self._text.add_paragraph(note))

    async def _final(self, data: dict[str, Any]) -> str:
        if (data.get("error") or {}).get("code") == _BLOCKED:  # no fault of the call: the protocol has a word for it
            self._finish = "content_filter"
            self.usage = await in_database(_usage, self._turn)
            note = self._text.add_paragraph(str(data["error"]["message"]))
            return self._limited.close() + self._limited.add_note(note)
        if data["state"] != Session.State.COMPLETED:
            error = data.get("error") or {"code": data["state"], "message": "The answer was stopped."}
            raise AnswerFailed(str(error["message"]), reason_code=str(error["code"]))
        self._specialist = str((data.get("specialist") or {}).get("role", ""))
        self.usage = await in_database(_usage, self._turn)
        self._finish = await in_database(answer_finish, session_id=self._turn.session_id)
        if self._turn.chat.body.request.temperature is not None:
            self._was_model_asked = await in_database(_was_model_asked, self._turn)
        return self._limited.add(await self._rest(data)) + self._limited.close()

    async def _rest(self, data: dict[str, Any]) -> str:
        answer = str(data["answer"])
        if self._schema is None:
            return self._text.finish(answer)
        output = data["output"] if self._specialist else None  # that of the King's own replies is for Kingdom's pages
        return await asyncio.to_thread(json_answer, answer=answer, output=output, schema=self._schema)


def _was_model_asked(turn: OpenTurn) -> bool:
    """Return whether a model was asked in a turn's session or a part of it."""
    of_turn = Q(session_id=turn.session_id) | Q(session__part__run_id=turn.session_id)
    return SessionEvent.objects.filter(of_turn, kind="model_response").exists()


def _usage(turn: OpenTurn) -> Usage:
    """Return the tokens of a turn's session with those of its parts."""
    total = Usage()
    parts = Session.objects.filter(part__run_id=turn.session_id)
    for used in (Session.objects.filter(pk=turn.session_id) | parts).values_list("usage", flat=True):
        counts = {name: int(used.get(name) or 0) for name in _COUNTS}
        total = total.plus(Usage(**counts, estimated=False))
    return total
