"""Binds the session of a message to the version that answers, with the earlier turns and the message's files."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from kingdom.approvals.permissions.services import session_taint_add, session_taints_copy
from kingdom.cognition import inputs
from kingdom.contracts.attachments import AttachedFile
from kingdom.orchestrator.conversations.context_window import ConversationTurn, history_trim
from kingdom.orchestrator.conversations.selectors import turns_before
from kingdom.orchestrator.models import Message
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_bind, session_note
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.tools.files.content_policy import content_report
from kingdom.tools.files.file_mentions import files_mentioned
from kingdom.tools.files.services import files_of

HISTORY_NOTE = "history"
GIVEN_TURNS, EARLIER_ANSWERS = "earlier turns of the request", "earlier answers"


def message_session_bind(
    session: Session, message: Message, text: str, version: SpecialistVersion, files: Sequence[AttachedFile]
) -> None:
    """Bind a session to a version that gets ``text``: the message or a part of it. Also the turns before and the files.

    A tainted text of a file marks the session, as reading the file would; so do the answer of a tainted session, and
    an answer with words like orders.
    """
    trimmed = history_trim(turns_before(message=message), budget=settings.KINGDOM.history_tokens)
    paths = [entry.path for entry in files_of(workspace_id=str(message.conversation_id))]
    history = [entry for turn in trimmed.turns for entry in _turn_messages(turn, paths)]
    marks = _marks_by_source(files, trimmed.turns)
    with transaction.atomic():
        for source, rules in marks.items():
            session_taint_add(session_id=session.pk, source=source, rules=rules)
        answered = [turn.session_id for turn in trimmed.turns if turn.session_id is not None]
        session_taints_copy(session_id=session.pk, from_sessions=answered)
        if trimmed.cut:
            session_note(
                session_id=session.pk,
                kind=HISTORY_NOTE,
                payload={"turns_kept": len(trimmed.turns), "turns_cut": trimmed.cut},
            )
        session_bind(session_id=session.pk, version_id=version.pk, text=text, history=history, attachments=files)


def _marks_by_source(files: Sequence[AttachedFile], turns: Sequence[ConversationTurn]) -> dict[str, tuple[str, ...]]:
    """Return the rules that the texts of files and earlier answers meet, by source; sources without any are left out.

    What an answer quotes may read like orders; each is reviewed once for all turns after it.
    """
    texts = [(file.path, file.text) for file in files]
    texts += [(GIVEN_TURNS if turn.session_id is None else EARLIER_ANSWERS, turn.answer) for turn in turns]
    marks: dict[str, tuple[str, ...]] = {}
    for source, text in texts:
        rules = content_report(source, text).marks if text else ()
        if rules:
            marks[source] = (*marks.get(source, ()), *rules)
    return marks


def _turn_messages(turn: ConversationTurn, paths: Sequence[str]) -> list[inputs.ConversationTurn]:
    files = files_mentioned(turn.question, turn.files, paths)
    question = inputs.ConversationTurn(role="user", text=turn.question, files=files)
    answer = inputs.ConversationTurn(role="model", text=turn.answer)
    return [entry for entry in (question, answer) if entry.text]
