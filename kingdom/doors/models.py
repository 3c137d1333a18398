"""What a door remembers of a chat whose client keeps its history itself."""

import uuid

from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(sealed="digest", of="message__conversation__user")
class ChatTurn(models.Model):
    """One message that came with its whole history, and the digest of that history with the answer that was sent.

    The client sends the same history with its next message: the digest finds the conversation that goes on. It is empty
    until the answer was sent. A turn is continued once; another message with the same history starts a conversation.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    message = models.OneToOneField("orchestrator.Message", on_delete=models.CASCADE, related_name="chat_turn")
    digest = models.CharField(max_length=64, blank=True)
    continued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "chat_turns"
        indexes = [models.Index(fields=["digest"], name="chat_turn_open", condition=models.Q(continued_at=None))]

    def __str__(self) -> str:
        """Return the message's id."""
        return f"turn of message {self.message_id}"
