"""One message after the other from a terminal: the route, the steps, the answer as it comes, and the receipts."""

import asyncio
import uuid
from contextlib import aclosing
from typing import Any

from rich.console import Console

from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError
from kingdom.doors.openai.answer_text import AnswerText
from kingdom.doors.session_frames import SessionFrame, session_frames
from kingdom.doors.terminal.local_worker import local_worker
from kingdom.doors.terminal.questions import ReadLine, question_decide
from kingdom.doors.terminal.safe_text import terminal_text
from kingdom.orchestrator.conversations.services import MessageOptions, conversation_create, message_post
from kingdom.sessions.events.presenters import present_session
from kingdom.sessions.selectors import session_of
from kingdom.sessions.services import session_cancel

_HIDDEN_STEPS = frozenset(  # what a reader sees otherwise, and the steps of the machine itself
    {"user_message", "approval_asked", "approval_answered", "history"} | {"step", "tick", "model_response"}
)


class TerminalChat:
    """A conversation of a user in a terminal. Without ``read_line`` questions stay open in the inbox."""

    def __init__(
        self, *, user_id: int, console: Console, read_line: ReadLine | None, conversation_id: uuid.UUID | None = None
    ) -> None:
        """Nothing is stored before the first message."""
        self._user_id, self._console, self._read_line = user_id, console, read_line
        self.conversation_id = conversation_id

    def send(self, text: str, *, specialist: str = "") -> dict[str, Any]:
        """Send a message, show what happens, and return its session as the API shows it.

        An interrupt stops the session. Raises what ``message_post`` raises.
        """
        if self.conversation_id is None:
            self.conversation_id = conversation_create(user_id=self._user_id).pk
        posted = message_post(
            user_id=self._user_id,
            conversation_id=self.conversation_id,
            content=text,
            options=MessageOptions(specialist=specialist),
        )
        with local_worker(posted.session_id):
            asyncio.run(self._follow(posted.session_id))
        return present_session(session_of(user_id=self._user_id, session_id=posted.session_id))

    async def _follow(self, session_id: uuid.UUID) -> None:
        """Show a session until its end, or until a question stays open."""
        text, is_over = AnswerText(), False
        try:
            async with aclosing(session_frames(user_id=self._user_id, session_id=session_id)) as frames:
                async for frame in frames:
                    self._show(frame, text)
                    is_over = frame.event == "final" or not await self._answered(frame)
                    if is_over:
                        return
        finally:
            if not is_over:
                await in_database(session_cancel, session_id=session_id)

    async def _answered(self, frame: SessionFrame) -> bool:
        """Return False for a question that nobody answers here."""
        if frame.event != "approval":
            return True
        if self._read_line is None:
            return False
        return await in_database(
            question_decide,
            user_id=self._user_id,
            approval_id=uuid.UUID(frame.data["id"]),
            console=self._console,
            read_line=self._read_line,
        )

    def _show(self, frame: SessionFrame, text: AnswerText) -> None:
        data = frame.data
        match frame.event:
            case "route":
                reason = (data.get("receipt") or {}).get("reason", "")
                self._note(f"→ {data.get('agent') or data['intent']} ({data['confidence']:.0%}): {reason}")
            case "waiting":
                self._note(f"{data['before']} messages are served before this one.")
            case "step" if data["kind"] not in _HIDDEN_STEPS:
                self._note(f"· {data['kind'].replace('_', ' ')}")
            case "delta":
                self._write(text.add(data.get("at"), data.get("attempt"), str(data["text"])))
            case "final":
                self._end(data, text)

    def _end(self, data: dict[str, Any], text: AnswerText) -> None:
        error = data.get("error")
        self._write(text.finish(str(data["answer"])) + "\n")
        if error:
            self._note(f"{data['state']}: {error['message']}")
        for receipt in data.get("receipts", ()):
            took = f", {receipt['ms']:.0f} ms" if receipt["ms"] is not None else ""
            label = f"{receipt['kind'].replace('_', ' ')} {receipt['name']}".rstrip()
            self._note(f"  {label}: {receipt['status']}{took}")

    def _write(self, text: str) -> None:
        self._console.print(terminal_text(text), end="", markup=False, highlight=False, soft_wrap=True)

    def _note(self, text: str) -> None:
        self._console.print(terminal_text(text), style="dim", markup=False, highlight=False)


def chat_loop(chat: TerminalChat, console: Console, read_line: ReadLine) -> None:
    """Send one line after the other until an empty one, the end of the input, or an interrupt at the prompt."""
    while True:
        try:
            text = read_line("you> ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if not text:
            return
        try:
            chat.send(text)
        except KingdomError as error:
            console.print(terminal_text(error.message), markup=False, highlight=False)
        except KeyboardInterrupt:
            console.print("Stopped.")
