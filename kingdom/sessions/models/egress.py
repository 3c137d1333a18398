"""Receipts of the HTTP requests that sandboxed code makes."""

import uuid

from django.db import models
from django.utils import timezone

from kingdom.core.field_classes import field_classes
from kingdom.sessions.models.session import Session


@field_classes(
    staff="request_hash method host address body_hash outcome reason response_hash",
    owner="url headers credentials message reply",
    of="session__user",
)
class EgressReceipt(models.Model):
    """One HTTP request of sandboxed code: stored before it is sent, closed once by its outcome, then immutable.

    ``reply`` is the answer to the program (masked and bounded by the egress proxy). It is kept until the effect is
    closed: a repeated run gets it from here, so that nothing is sent twice. Rows hold no secrets, only names of
    credentials.
    """

    class Outcome(models.TextChoices):
        """``started``: no outcome yet. ``unknown``: never got one. ``refused``: never sent."""

        STARTED = "started"
        ANSWERED = "answered"
        REFUSED = "refused"
        FAILED = "failed"
        UNKNOWN = "unknown"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="egress")
    effect_seq = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    request_hash = models.CharField(max_length=64)
    read_only = models.BooleanField()
    method = models.CharField(max_length=10, blank=True)
    url = models.TextField(blank=True)
    host = models.CharField(max_length=260, blank=True)
    address = models.CharField(max_length=64, blank=True)
    headers = models.JSONField(default=dict)
    body_hash = models.CharField(max_length=64, blank=True)
    credentials = models.JSONField(default=list)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.STARTED)
    reason = models.CharField(max_length=60, blank=True)
    message = models.TextField(blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    sent_bytes = models.PositiveIntegerField(default=0)
    received_bytes = models.PositiveIntegerField(default=0)
    response_hash = models.CharField(max_length=64, blank=True)
    masked = models.PositiveIntegerField(default=0)
    ms = models.FloatField(null=True, blank=True)
    reply = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_egress"
        constraints = [
            models.UniqueConstraint(fields=["session", "effect_seq", "number"], name="session_egress_number")
        ]
        ordering = ["effect_seq", "number"]

    def __str__(self) -> str:
        """Return method, host and outcome."""
        return f"{self.method} {self.host}: {self.outcome}"
