"""The files that a message is about, as its route and its specialist get them."""

from collections.abc import Sequence

from kingdom.contracts.attachments import AttachedFile
from kingdom.core.database import release_connection
from kingdom.orchestrator.models import Message
from kingdom.tools.files.attachments import attached_files
from kingdom.tools.files.file_mentions import files_mentioned
from kingdom.tools.files.services import files_of


def workspace_paths(message: Message) -> Sequence[str]:
    """Return the paths of all files beside a message, as they were when they were read first for this instance."""
    if message.paths_beside is None:
        message.paths_beside = [entry.path for entry in files_of(workspace_id=str(message.conversation_id))]
    return message.paths_beside


def message_files(
    message: Message, text: str | None = None, attached: Sequence[str] | None = None
) -> tuple[AttachedFile, ...]:
    """Return the files that a message attaches or names, with the beginning of their texts.

    Blocking, for as long as the sandbox takes to read documents: to be called on a thread of its own. ``text`` and
    ``attached`` are those of a part of the message, of the whole message by default.
    """
    text, attached = message.content if text is None else text, message.files if attached is None else attached
    workspace_id = str(message.conversation_id)
    try:
        paths = files_mentioned(text, attached, workspace_paths(message))
        user_id = message.conversation.user_id if paths else 0
        return attached_files(user_id=user_id, workspace_id=workspace_id, paths=paths)
    finally:
        release_connection()
