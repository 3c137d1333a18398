"""The files that a message is about, as its route and its specialist get them."""

from collections.abc import Sequence

from kingdom.contracts.attachments import AttachedFile
from kingdom.orchestrator.conversations.file_mentions import files_mentioned
from kingdom.orchestrator.models import Message
from kingdom.tools.files.attachments import attached_files
from kingdom.tools.files.services import files_of


def message_files(
    message: Message, text: str | None = None, attached: Sequence[str] | None = None
) -> tuple[AttachedFile, ...]:
    """Return the files that a message attaches or names, with the beginning of their texts. Blocking.

    ``text`` and ``attached`` are those of a part of the message, of the whole message by default.
    """
    text, attached = message.content if text is None else text, message.files if attached is None else attached
    workspace_id = str(message.conversation_id)
    existing = [entry.path for entry in files_of(workspace_id=workspace_id)]
    return attached_files(workspace_id=workspace_id, paths=files_mentioned(text, attached, existing))
