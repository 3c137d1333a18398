"""Models of conversations and messages."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Case, F, Func, Value, When
from django.db.models.functions import Concat

from kingdom.core.field_classes import field_classes

# What full text search takes as the words of a message: PostgreSQL's own parser keeps an address or a path whole.
WORD_BREAKS = r"[!-/:-@\[-`{-~]+"  # all ASCII punctuation
MESSAGE_WORDS = SearchVector(
    Func(
        F("content"),
        Value(WORD_BREAKS),
        Value(" "),
        Value("g"),
        function="regexp_replace",
        output_field=models.TextField(),
    ),
    config="simple",
)


@field_classes(owner="title folder request_digest")
class Conversation(models.Model):
    """A thread of messages of one user. ``branch`` is a message of the branch that is shown; null for the newest.

    ``pinned_at`` and ``folder`` (a name, empty for none) are for the list of conversations. ``request_digest`` is that
    of the request with an idempotency key that created it; empty without a key.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations")
    title = models.CharField(max_length=200, blank=True)
    branch = models.UUIDField(null=True, blank=True)
    pinned_at = models.DateTimeField(null=True, blank=True)
    folder = models.CharField(max_length=60, blank=True, default="", db_default="")
    request_digest = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(fields=["user", "-updated_at"], name="conversation_user_time")]

    def __str__(self) -> str:
        """Return the id."""
        return f"conversation {self.pk}"


@field_classes(owner="content files file_lines earlier_turns idempotency_key request_digest", of="conversation__user")
class Message(models.Model):
    """A user's message or an answer. ``session`` is the session that answers the message, or produced the answer.

    ``files`` are the paths of attached files in the conversation's workspace. ``file_lines`` describe the files that
    it is about, one line each; they are set when the message is routed, and routing embeds them with the content.
    ``earlier_turns`` are pairs of question and answer that its sender gave with it and the conversation does not hold.
    Without ``offers_creation`` its answer offers no new specialist. ``temperature`` is for the model that answers, None
    for the model's own.

    ``replaces`` is the message that this one is an edited or repeated version of, ``follows`` the one before it on its
    branch; null for a first message, and where no branch was open: there it follows the message before it in time.
    """

    class Role(models.TextChoices):
        """Author."""

        USER = "user"
        SPECIALIST = "specialist"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role.choices)
    content = models.TextField()
    files = models.JSONField(default=list, blank=True)
    file_lines = models.TextField(blank=True, default="", db_default="")
    earlier_turns = models.JSONField(default=list, blank=True, db_default=Value([], output_field=models.JSONField()))
    offers_creation = models.BooleanField(default=True, db_default=True)
    temperature = models.FloatField(null=True, blank=True)
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="messages"
    )
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - null never collides
    request_digest = models.CharField(max_length=64, blank=True)
    follows = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    replaces = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    # Not stored: what was read for this instance once, kept by the selectors that read it.
    path_before: Sequence[uuid.UUID] | None = None
    questions_before: Sequence[tuple[Any, ...]] = ()
    newest_routes: Sequence[models.Model] | None = None
    paths_beside: Sequence[str] | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "idempotency_key"], name="message_idempotency"),
            models.UniqueConstraint(
                fields=["session"], condition=models.Q(role="specialist"), name="message_one_answer"
            ),
        ]
        indexes = [
            models.Index(fields=["conversation", "created_at"], name="message_conversation_time"),
            GinIndex(MESSAGE_WORDS, name="message_words"),
        ]

    def __str__(self) -> str:
        """Return the author and the id."""
        return f"{self.role} message {self.pk}"

    @property
    def routing_text(self) -> str:
        """The text that routing embeds and learns: the content, then a line on each file."""
        return "\n".join(filter(None, [self.content, self.file_lines]))


ROUTING_TEXT = Case(  # ``Message.routing_text`` of a route's message
    When(message__file_lines="", then=F("message__content")),
    When(message__content="", then=F("message__file_lines")),
    default=Concat("message__content", Value("\n"), "message__file_lines", output_field=models.TextField()),
    output_field=models.TextField(),
)
