"""Models of conversations, messages, routes and replays."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Value, When
from django.db.models.functions import Concat

from kingdom.core.field_classes import field_classes
from kingdom.core.jobs import WaitingJob

SPLIT = "parts"  # ``RouteRecord.kind`` of a message that consists of several requests


@field_classes(owner="title")
class Conversation(models.Model):
    """A thread of messages of one user."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conversations")
    title = models.CharField(max_length=200, blank=True)

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
    Without ``offers_creation`` its answer offers no new specialist.
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
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="messages"
    )
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - null never collides
    request_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "idempotency_key"], name="message_idempotency"),
            models.UniqueConstraint(
                fields=["session"], condition=models.Q(role="specialist"), name="message_one_answer"
            ),
        ]
        indexes = [models.Index(fields=["conversation", "created_at"], name="message_conversation_time")]

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


@field_classes(staff="kind role scope by", owner="receipt", of="message__conversation__user")
class RouteRecord(models.Model):
    """The route of one message with its receipt; ``overridden_to`` is the specialist that the user chose instead."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="routes")
    session = models.OneToOneField("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="route")
    kind = models.CharField(max_length=12)
    role = models.CharField(max_length=100, blank=True)
    specialist = models.ForeignKey(
        "specialists.Specialist", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    version = models.ForeignKey(
        "specialists.SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    confidence = models.FloatField()
    scope = models.CharField(max_length=6, blank=True)
    receipt = models.JSONField()
    by = models.CharField(max_length=10, default="king")
    overridden_to = models.ForeignKey(
        "specialists.Specialist", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    overridden_at = models.DateTimeField(null=True, blank=True)
    override_undone_at = models.DateTimeField(null=True, blank=True)  # the user took back the override that decided it

    class Meta:
        db_table = "route_receipts"
        indexes = [models.Index(fields=["-created_at", "-id"], name="route_receipt_newest")]

    def __str__(self) -> str:
        """Return kind, role and confidence."""
        return f"{self.kind} {self.role} {self.confidence:.2f}"

    @property
    def text(self) -> str:
        """The text that was routed: of a part only the part, of a reply to the King the request that it is about."""
        asked = self.session.input_text
        return asked if asked != self.message.content else self.message.routing_text

    @property
    def is_split(self) -> bool:
        """Whether the message consists of several requests, each with a route of its own."""
        return self.kind == SPLIT

    @property
    def public(self) -> dict[str, Any]:
        """The form in the API, the event log and the pages, with the user's override if there is one."""
        intents = {"specialist": f"specialist:{self.role}", "create": "create_specialist"}
        return {
            "id": str(self.pk),
            "intent": intents.get(self.kind, self.kind),
            "agent": self.role or None,
            "confidence": self.confidence,
            "scope": self.scope or None,
            "by": self.by,
            "analysis": self.receipt.get("analysis"),
            "receipt": self.receipt,
            "overridden_to": self.overridden_to.role if self.overridden_to else None,
            "override_undone": self.override_undone_at is not None,
        }

    @property
    def may_undo_override(self) -> bool:
        """Whether an override that still teaches routing decided this route or replaced it."""
        follows = self.by == "user" or self.overridden_to_id is not None or bool(self.receipt.get("override"))
        return follows and self.override_undone_at is None


@field_classes(staff="lease_owner target label active_target error", of="")
class ReplayRun(WaitingJob):
    """A replay requested by staff: the change, its progress, and the number of messages routed differently.

    ``target`` is a kind of embedder, the id of a calibration, the role or id of a specialist, or the id of a version;
    ``active_target`` is the kind or calibration that a switch would replace. Messages are routed newest first; the
    cursor is the last one.
    """

    class Change(models.TextChoices):
        """Kind of change."""

        SPACE = "space"
        CALIBRATION = "calibration"
        WITHOUT = "without"
        WITH_VERSION = "with_version"

    class State(models.TextChoices):
        """State; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    change = models.CharField(max_length=12, choices=Change.choices)
    target = models.CharField(max_length=100)
    label = models.CharField(max_length=160)
    active_target = models.CharField(max_length=40, blank=True)
    message_count = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    difference_count = models.PositiveIntegerField(default=0)
    current_ms = models.FloatField(default=0)  # routing time of all messages, without and with the change
    changed_ms = models.FloatField(default=0)
    cursor_at = models.DateTimeField(null=True, blank=True)
    cursor_id = models.UUIDField(null=True, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "route_replays"
        permissions = [("replay_routes", "Can route the last messages of all users again")]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return the change and the state."""
        return f"{self.label}: {self.state}"

    @property
    def is_open(self) -> bool:
        """Whether the replay is queued or running."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def share(self) -> float:
        """Fraction of the messages routed differently, 0 for none."""
        return self.difference_count / self.done if self.done else 0.0

    @property
    def time_ratio(self) -> float | None:
        """Routing time with the change over the one without; None before the first batch."""
        return self.changed_ms / self.current_ms if self.current_ms else None


@field_classes(owner="refusal", of="message__conversation__user")
class MessagePart(models.Model):
    """One request of a message that consists of several: the characters from ``start`` to ``end`` of its text.

    ``run`` is the message's session, which waits for all parts; ``session`` answers this one. A part without a session
    was refused: ``refusal`` says why, in a sentence for the user.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="parts")
    run = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.CASCADE, null=True, blank=True, related_name="part"
    )
    refusal = models.TextField(blank=True)

    class Meta:
        db_table = "message_parts"
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="message_part_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        """Return the number and the message's id."""
        return f"part {self.number} of message {self.message_id}"

    @property
    def text(self) -> str:
        """The request as the message says it."""
        return self.message.content[self.start : self.end]

    @property
    def public(self) -> dict[str, Any]:
        """The form in the API and the event log; ``state`` is that of its session, ``refused`` without one."""
        session = self.session
        error = {"code": "refused", "message": self.refusal} if self.refusal else None
        if session is not None and session.error_code:
            error = {"code": session.error_code, "message": session.error_message}
        return {
            "number": self.number,
            "text": self.text,
            "session_id": str(self.session_id) if self.session_id else None,
            "agent": self._agent(),
            "state": str(session.state) if session is not None else "refused",
            "answer": session.answer if session is not None else "",
            "output": session.output if session is not None else None,
            "error": error,
        }

    def _agent(self) -> str | None:
        """Return the role of the specialist that answers the part."""
        route: RouteRecord | None = getattr(self.session, "route", None)
        return (route.role or None) if route is not None else None


@field_classes(owner="current changed", of="message__conversation__user")
class ReplayDifference(models.Model):
    """A message routed differently, with both routes. It is deleted with its message."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReplayRun, on_delete=models.CASCADE, related_name="differences")
    message = models.ForeignKey("orchestrator.Message", on_delete=models.CASCADE, related_name="+")
    current = models.JSONField()
    changed = models.JSONField()

    class Meta:
        db_table = "route_replay_differences"
        constraints = [models.UniqueConstraint(fields=["run", "message"], name="replay_difference_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        """Return the message's id."""
        return f"difference of message {self.message_id}"
