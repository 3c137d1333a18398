"""Cassettes: real HTTP exchanges of a specialist, recorded once with its owner's consent and replayed in its tests."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes
from kingdom.sessions.models.session import Session


@field_classes(owner="input_text problem")
class Cassette(models.Model):
    """One recording: its owner's consent, then the exchanges of one supervised use of the version.

    ``input_text`` is the message of that use; the contract tests repeat it. Deleting a cassette withdraws the consent
    and removes everything that was recorded.
    """

    class State(models.TextChoices):
        """``recording``: waits for the next use. ``discarded``: that use could not be kept; ``problem`` says why."""

        RECORDING = "recording"
        RECORDED = "recorded"
        DISCARDED = "discarded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)  # the time of the consent
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="cassettes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=9, choices=State.choices, default=State.RECORDING)
    input_text = models.TextField(blank=True)
    problem = models.TextField(blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_cassettes"
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["version"], condition=Q(state="recording"), name="cassette_one_open")
        ]

    def __str__(self) -> str:
        """Return the state and the version id."""
        return f"{self.state} of {self.version_id}"


@field_classes(staff="method origin path", owner="parameters body_shape headers body", of="cassette__user")
class RecordedExchange(models.Model):
    """One exchange: the form of the request without its values, and the reply with secrets masked.

    ``path`` holds only parts that are written in the version's code, ``{}`` for any other.
    """

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    cassette = models.ForeignKey(Cassette, on_delete=models.CASCADE, related_name="exchanges")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    number = models.PositiveIntegerField()
    read_only = models.BooleanField()
    method = models.CharField(max_length=10)
    origin = models.CharField(max_length=300)
    path = models.TextField()
    parameters = models.TextField(blank=True)
    body_shape = models.TextField()
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)

    class Meta:
        db_table = "session_recorded_exchanges"
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["cassette", "number"], name="recorded_exchange_number")]

    def __str__(self) -> str:
        """Return method, origin and status."""
        return f"{self.method} {self.origin}: {self.status}"
