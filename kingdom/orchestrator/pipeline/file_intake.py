"""The files that a message is about, as its route and its specialist get them."""

from kingdom.contracts.attachments import AttachedFile
from kingdom.orchestrator.conversations.file_mentions import files_mentioned
from kingdom.orchestrator.models import Message
from kingdom.tools.files.attachments import attached_files
from kingdom.tools.files.services import files_of


def message_files(message: Message) -> tuple[AttachedFile, ...]:
    """Return the files that a message attaches or names, with the beginning of their texts. Blocking."""
    workspace_id = str(message.conversation_id)
    existing = [entry.path for entry in files_of(workspace_id=workspace_id)]
    return attached_files(workspace_id=workspace_id, paths=files_mentioned(message.content, message.files, existing))
