"""Models of shared conversations."""

import uuid

from django.db import models

from kingdom.core.field_classes import field_classes
from kingdom.orchestrator.models.conversation import Conversation


@field_classes(sealed="token_digest", of="conversation__user")
class ConversationShare(models.Model):
    """A link by which anybody reads a conversation as it was at ``created_at``, on the branch of ``branch``.

    Only the digest of the link's token is stored. ``with_files`` and ``with_arguments`` are what the owner chose to
    show besides questions and answers.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField()
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="shares")
    branch = models.UUIDField()
    token_digest = models.CharField(max_length=64, unique=True)
    with_files = models.BooleanField(default=False)
    with_arguments = models.BooleanField(default=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "conversation_shares"
        constraints = [
            models.UniqueConstraint(
                fields=["conversation"], condition=models.Q(revoked_at=None), name="conversation_one_share"
            )
        ]

    def __str__(self) -> str:
        """Return the conversation's id."""
        return f"link to conversation {self.conversation_id}"
