"""A conversation as data and as Markdown: every branch, each message with its answers. Pure after the reads."""

from collections.abc import Sequence
from typing import Any

from kingdom.orchestrator.conversations.selectors import MessageSessions, message_tree, messages_with_sessions
from kingdom.orchestrator.models import Conversation, RouteRecord
from kingdom.sessions.events.presenters import present_error
from kingdom.sessions.models import Session

FORMAT = "kingdom-conversation/1"


def conversation_data(conversation: Conversation) -> dict[str, Any]:
    """Return a conversation for an export: all branches with routes, answers and errors, oldest first."""
    tree = message_tree(conversation_id=conversation.pk)
    end = tree.end_of(conversation.branch)
    pairs = messages_with_sessions(conversation_id=conversation.pk, every_branch=True, tree=tree)
    return {
        "format": FORMAT,
        "id": str(conversation.pk),
        "title": conversation.title,
        "created_at": conversation.created_at.isoformat(),
        "shown": [str(pk) for pk in (tree.path(end) if end is not None else ())],
        "messages": [{**_message_data(pair), "follows": _text(tree.before(pair.message.pk))} for pair in pairs],
    }


def conversation_markdown(conversation: Conversation) -> str:
    """Return a conversation as Markdown: all branches in the order of time; versions of a message say so."""
    pairs = messages_with_sessions(conversation_id=conversation.pk, every_branch=True)
    blocks = [f"# {conversation.title or 'Conversation'}", *(block for pair in pairs for block in _blocks(pair))]
    return "\n\n".join(blocks) + "\n"


def answer_role(session: Session) -> str:
    """Return the role of the specialist that answered, "King" for the King's own answers."""
    route: RouteRecord | None = getattr(session, "route", None)
    return route.role if route is not None and route.role and session.version_id is not None else "King"


def answered_sessions(sessions: Sequence[Session]) -> list[Session]:
    """Return the sessions whose answers a reader sees: the joined answer of a message of several requests, else all."""
    joined = [one for one in sessions if (route := getattr(one, "route", None)) is not None and route.is_split]
    return joined or list(sessions)


def is_stopped(session: Session) -> bool:
    """Return whether a session was stopped: its answer is the part that was streamed until then."""
    return session.state == Session.State.CANCELLED


def _message_data(pair: MessageSessions) -> dict[str, Any]:
    message = pair.message
    return {
        "id": str(message.pk),
        "replaces": _text(message.replaces_id),
        "created_at": message.created_at.isoformat(),
        "content": message.content,
        "files": list(message.files),
        "answers": [_answer_data(session) for session in pair.sessions],
    }


def _answer_data(session: Session) -> dict[str, Any]:
    route: RouteRecord | None = getattr(session, "route", None)
    return {
        "session_id": str(session.pk),
        "created_at": session.created_at.isoformat(),
        "state": str(session.state),
        "request": session.input_text,
        "by": answer_role(session),
        "answer": session.answer,
        "output": session.output,
        "error": present_error(session),
        "route": route.public if route is not None else None,
    }


def _blocks(pair: MessageSessions) -> Sequence[str]:
    message, number = pair.message, list(pair.versions).index(pair.message.pk) + 1
    version = f", version {number} of {len(pair.versions)}" if len(pair.versions) > 1 else ""
    files = [f"Files: {', '.join(message.files)}"] if message.files else []
    head = f"## You, {message.created_at:%Y-%m-%d %H:%M} UTC{version}"
    return [head, message.content, *files, *_answers(pair.sessions)]


def _answers(sessions: Sequence[Session]) -> list[str]:
    return [block for session in answered_sessions(sessions) for block in _answer_blocks(session)]


def _answer_blocks(session: Session) -> Sequence[str]:
    error = present_error(session)
    message = str(error["message"]) if error is not None else ""
    if session.answer and is_stopped(session):
        return [f"### {answer_role(session)}", session.answer, f"*{message} This answer is not complete.*"]
    return [f"### {answer_role(session)}", session.answer or message or "(no answer)"]


def _text(value: object) -> str | None:
    return str(value) if value is not None else None
