"""Links by which anybody reads a conversation: made and revoked by its owner, found by their token."""

import secrets
import uuid
from datetime import datetime

from django.conf import settings

from kingdom.accounts.access import access_transaction
from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotAllowed, NotFound
from kingdom.orchestrator.conversations.selectors import (
    MessageSessions,
    conversation_of,
    message_tree,
    messages_with_sessions,
)
from kingdom.orchestrator.models import Conversation, ConversationShare
from kingdom.orchestrator.sharing.transcript import answered_sessions, is_stopped
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.services import security_event_record
from kingdom.sessions.models import Session

_NO_LINK = "There is no shared conversation here. Its owner may have ended the sharing."


def is_sharing_allowed() -> bool:
    """Return whether the operator lets users share conversations."""
    return bool(settings.KINGDOM.share_links)


def share_of(conversation: Conversation) -> ConversationShare | None:
    """Return the open link to a conversation, None without one."""
    return ConversationShare.objects.filter(conversation=conversation, revoked_at=None).first()


def share_create(
    *, user_id: int, conversation_id: uuid.UUID, with_files: bool = False, with_arguments: bool = False
) -> tuple[ConversationShare, str]:
    """Make a link to one of the user's conversations as it is now; return it with its token, which is not stored.

    It ends the link before. Raises NotFound, NotAllowed where the operator allows no links, BadInput for a
    conversation without messages.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    if not is_sharing_allowed():
        raise NotAllowed("Sharing by link is switched off here. The operator can allow it (KINGDOM_SHARE_LINKS).")
    end = message_tree(conversation_id=conversation.pk).end_of(conversation.branch)
    if end is None:
        raise BadInput("This conversation has no messages yet.")
    token = secrets.token_urlsafe(32)
    with access_transaction():
        Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk)
        _revoke(conversation)
        share = ConversationShare.objects.create(
            created_at=utc_now(),
            conversation=conversation,
            branch=end,
            token_digest=text_digest(token),
            with_files=with_files,
            with_arguments=with_arguments,
        )
        details = {"share": str(share.pk), "files": with_files, "tool_arguments": with_arguments}
        security_event_record(
            SecurityEventKind.CONVERSATION_SHARED, subject=f"conversation {conversation.pk}", details=details
        )
    return share, token


@access_transaction()
def share_revoke(*, user_id: int, conversation_id: uuid.UUID) -> None:
    """End the link to one of the user's conversations. Raises NotFound, also when none is open."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    if not _revoke(conversation):
        raise NotFound("This conversation is not shared.")


def share_by_token(token: str) -> ConversationShare:
    """Return the open link with a token. Raises NotFound, also while the operator allows no links."""
    shares = ConversationShare.objects.filter(token_digest=text_digest(token), revoked_at=None)
    share = shares.filter(conversation__user__is_active=True).select_related("conversation").first()
    if share is None or not is_sharing_allowed():
        raise NotFound(_NO_LINK)
    return share


def shared_messages(share: ConversationShare) -> list[MessageSessions]:
    """Return the messages that a link shows, with their answers, stopped ones included: the branch as it was then."""
    tree = message_tree(conversation_id=share.conversation_id)
    path = set(tree.path(share.branch))
    pairs = messages_with_sessions(conversation_id=share.conversation_id, every_branch=True, tree=tree)
    shown = [pair for pair in pairs if pair.message.pk in path and pair.message.created_at <= share.created_at]
    for pair in shown:
        pair.sessions = answered_sessions([one for one in pair.sessions if _was_answered(one, share.created_at)])
    return shown


def _was_answered(session: Session, at: datetime) -> bool:
    """Return whether a session had its answer at a time: what came later was not there when the link was made."""
    is_answered = session.state == Session.State.COMPLETED or (is_stopped(session) and session.answer)
    return bool(is_answered) and session.finished_at is not None and session.finished_at <= at


def _revoke(conversation: Conversation) -> bool:
    open_shares = ConversationShare.objects.filter(conversation=conversation, revoked_at=None)
    if not open_shares.update(revoked_at=utc_now()):
        return False
    security_event_record(SecurityEventKind.SHARING_ENDED, subject=f"conversation {conversation.pk}")
    return True
