"""Binds the session of a message to the version that answers, with the earlier turns and the message's files."""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings

from kingdom.approvals.permissions.services import session_taint_add, session_taints_copy
from kingdom.cognition import inputs
from kingdom.contracts.attachments import AttachedFile
from kingdom.core.sql_parts import SqlPart
from kingdom.orchestrator.conversations.selectors import turns_before
from kingdom.orchestrator.message_rules.context_window import ConversationTurn, history_trim
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.pipeline.file_intake import workspace_paths
from kingdom.sessions.events.event_log import LogEntry
from kingdom.sessions.models import Session
from kingdom.sessions.services import FirstInput, locked_session_bind
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.tools.files.content_policy import text_review
from kingdom.tools.files.file_mentions import files_mentioned

HISTORY_NOTE = "history"
GIVEN_TURNS, EARLIER_ANSWERS = "earlier turns of the request", "earlier answers"


class Unstored(NamedTuple):
    """Rows of a session's log, and other writes, that wait for the statement that binds it."""

    entries: Sequence[LogEntry] = ()
    parts: Sequence[SqlPart] = ()


NOTHING_UNSTORED = Unstored()


def message_session_bind(
    session: Session,
    message: Message,
    text: str,
    version: SpecialistVersion,
    files: Sequence[AttachedFile],
    unstored: Unstored = NOTHING_UNSTORED,
) -> Session:
    """Bind a locked session to a version that gets ``text``: the message or a part of it. Return the session.

    It also gets the turns before and the files. A tainted text of a file marks the session, as reading the file would;
    so do the answer of a tainted session, and an answer with words like orders.
    """
    trimmed = history_trim(turns_before(message=message), budget=settings.KINGDOM.history_tokens)
    history = [entry for turn in trimmed.turns for entry in _turn_messages(turn, workspace_paths(message))]
    for source, rules in _marks_by_source(files, trimmed.turns).items():
        session_taint_add(session_id=session.pk, source=source, rules=rules)
    if tainted := [turn.session_id for turn in trimmed.turns if turn.session_id is not None and turn.is_tainted]:
        session_taints_copy(session_id=session.pk, from_sessions=tainted)
    entries = [*unstored.entries]
    if trimmed.cut:
        entries.append(LogEntry(HISTORY_NOTE, {"turns_kept": len(trimmed.turns), "turns_cut": trimmed.cut}))
    first = FirstInput(text=text, history=history, attachments=files, temperature=message.temperature)
    return locked_session_bind(session, version.pk, first, entries=entries, parts=unstored.parts)


def _marks_by_source(files: Sequence[AttachedFile], turns: Sequence[ConversationTurn]) -> dict[str, tuple[str, ...]]:
    """Return the rules that the texts of files and earlier answers meet, by source; sources without any are left out.

    What an answer quotes may read like orders; each is reviewed once for all turns after it.
    """
    texts = [(file.path, file.text) for file in files]
    texts += [(GIVEN_TURNS if turn.session_id is None else EARLIER_ANSWERS, turn.answer) for turn in turns]
    marks: dict[str, tuple[str, ...]] = {}
    for source, text in texts:
        rules = text_review(source, text).marks if text else ()
        if rules:
            marks[source] = (*marks.get(source, ()), *rules)
    return marks


def _turn_messages(turn: ConversationTurn, paths: Sequence[str]) -> list[inputs.ConversationTurn]:
    files = files_mentioned(turn.question, turn.files, paths)
    question = inputs.ConversationTurn(role="user", text=turn.question, files=files)
    answer = inputs.ConversationTurn(role="model", text=turn.answer)
    return [entry for entry in (question, answer) if entry.text]
