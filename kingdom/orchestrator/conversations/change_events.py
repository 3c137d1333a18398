"""Events of changed conversations for the open pages of their user: a second tab shows what the first one did."""

import uuid

from kingdom.approvals.notifications.events import publish_on_commit


def conversation_announce(
    *, user_id: int, conversation_id: uuid.UUID, session_id: uuid.UUID | None = None, is_deleted: bool = False
) -> None:
    """Tell the user's open pages, once the transaction has committed, that a conversation has changed.

    ``session_id`` is the session that was opened in it, None for another change.
    """
    session = str(session_id) if session_id is not None else ""
    body = {"type": "conversation", "id": str(conversation_id), "session_id": session, "deleted": is_deleted}
    publish_on_commit(user_id, body)
