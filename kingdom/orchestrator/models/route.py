"""Models of the routes of messages and of their parts."""

import uuid
from typing import Any

from django.db import models

from kingdom.core.field_classes import field_classes
from kingdom.orchestrator.models.conversation import Message

SPLIT = "parts"  # ``RouteRecord.kind`` of a message that consists of several requests


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
