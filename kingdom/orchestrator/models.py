"""Conversations, their messages, and the stored reasons of each route."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models

from kingdom.core.jobs import LeasedJob


class ReplayRun(LeasedJob):
    """One replay, asked for by a person: the change, how far it is, and how many messages would go elsewhere."""

    class Change(models.TextChoices):
        """What would be done."""

        SPACE = "space"
        GATE = "gate"
        WITHOUT = "without"
        WITH_VERSION = "with_version"

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

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
    target = models.CharField(
        max_length=100
    )  # a kind of embedder, the number of a gate, a role, the id of a specialist or a version
    label = models.CharField(max_length=160)  # the change in words, as it was when it was asked for
    serving = models.CharField(
        max_length=40, blank=True
    )  # what would be switched from: a kind of embedder or the number of a gate
    last = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    flips = models.PositiveIntegerField(default=0)
    now_ms = models.FloatField(default=0)  # of all routes as things are, and as they would be
    then_ms = models.FloatField(default=0)
    after_at = models.DateTimeField(
        null=True, blank=True
    )  # the last message that was routed: newest first, so the next is older
    after_id = models.UUIDField(null=True, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "route_replays"
        permissions = [
            ("replay_routes", "Can have the last messages of all users routed again, and see how they begin")
        ]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return what it is about."""
        return f"{self.label}: {self.state}"

    @property
    def open(self) -> bool:
        """Whether it still goes on."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)

    @property
    def share(self) -> float:
        """Fraction of the messages that would go elsewhere, 0 for none."""
        return self.flips / self.done if self.done else 0.0

    @property
    def slower(self) -> float | None:
        """Time of a route as it would be over the time as things are; None before the first."""
        return self.then_ms / self.now_ms if self.now_ms else None


class ReplayDifference(models.Model):
    """One message that would go elsewhere, with both receipts. It goes with its message."""

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(ReplayRun, on_delete=models.CASCADE, related_name="found")
    message = models.ForeignKey("orchestrator.Message", on_delete=models.CASCADE, related_name="+")
    now = models.JSONField()
    then = models.JSONField()

    class Meta:
        db_table = "route_replay_flips"
        constraints = [models.UniqueConstraint(fields=["run", "message"], name="replay_flip_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        """Return both ends."""
        return f"{self.now.get('intent')} → {self.then.get('intent')}"


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
        """Return the title, or the id when there is none yet."""
        return self.title or str(self.pk)


class Message(models.Model):
    """One turn. A user's message points to the session that answers it; the answer points to the session it came from.

    ``files`` are the paths in the conversation's workspace that its user chose to go with it.
    """

    class Role(models.TextChoices):
        """Who wrote it."""

        USER = "user"
        SPECIALIST = "specialist"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role.choices)
    content = models.TextField()
    files = models.JSONField(default=list, blank=True)
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="messages"
    )
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - null is "no key": two of them never collide
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
        """Return who wrote it and the start of it."""
        return f"{self.role}: {self.content[:60]}"


class RouteRecord(models.Model):
    """The King's verdict on one message, with its receipt; ``overridden_to`` is what the user chose instead."""

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

    class Meta:
        db_table = "route_receipts"
        indexes = [models.Index(fields=["-created_at", "-id"], name="route_receipt_newest")]

    def __str__(self) -> str:
        """Return the verdict."""
        return f"{self.kind} {self.role} {self.confidence:.2f}"

    @property
    def public(self) -> dict[str, Any]:
        """The form that the API, the event log and the pages show: the King's verdict, and the user's if there is one."""
        words = {"specialist": f"specialist:{self.role}", "create": "create_specialist"}
        return {
            "id": str(self.pk),
            "intent": words.get(self.kind, self.kind),
            "agent": self.role or None,
            "confidence": self.confidence,
            "scope": self.scope or None,
            "by": self.by,
            "analysis": self.receipt.get("analysis"),
            "receipt": self.receipt,
            "overridden_to": self.overridden_to.role if self.overridden_to else None,
        }
