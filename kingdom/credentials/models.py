"""Sealed secrets of users, their uses and events. No column ever holds a value in the clear."""

import uuid
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes

CredentialState = Literal["active", "expired", "revoked", "unbound"]


@field_classes(staff="specialist_role credential_key encryption_key_id hosts", sealed="encrypted_value")
class UserCredential(models.Model):
    """One secret that one user gave to one specialist, under one name, for some hosts.

    ``specialist`` has no constraint in the database: the row of a deleted specialist keeps its id, which no other
    specialist gets. Without a specialist (stored before credentials were bound) a row is not used; ``specialist_role``
    is for people and finds nothing. ``hosts`` are as a spec declares them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="credentials")
    specialist_role = models.CharField(max_length=100)
    specialist = models.ForeignKey(
        "specialists.Specialist",
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    hosts = models.JSONField(default=list, blank=True)
    credential_key = models.CharField(max_length=100)
    encrypted_value = models.TextField(editable=False)
    encryption_key_id = models.CharField(max_length=300, editable=False)
    replaced_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "user_credentials"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "specialist", "credential_key"], name="credential_owner_specialist_key"
            ),
            models.UniqueConstraint(
                fields=["user", "specialist_role", "credential_key"],
                condition=Q(specialist=None),
                name="credential_owner_role_key",
            ),
        ]
        indexes = [
            models.Index(fields=["encryption_key_id", "id"], name="credential_key_id"),
            models.Index(fields=["expires_at"], name="credential_expiry"),
        ]

    def __str__(self) -> str:
        """Return the specialist and the name."""
        return f"{self.specialist_role}/{self.credential_key}"

    @property
    def is_bound(self) -> bool:
        """Whether it is bound to a specialist; of rows of ``credential_list``, to one that still exists."""
        return self.specialist_id is not None and bool(getattr(self, "specialist_exists", True))

    def state_at(self, now: datetime) -> CredentialState:
        """Return the state at a time; revoked takes precedence over unbound, and that over expired."""
        if self.revoked_at is not None:
            return "revoked"
        if not self.is_bound:
            return "unbound"
        return "expired" if self.expires_at is not None and self.expires_at <= now else "active"


@field_classes(staff="specialist_role credential_key host session_id")
class CredentialUse(models.Model):
    """One attempt to use a secret. Kept when the credential is deleted."""

    class Outcome(models.TextChoices):
        """How it ended. ``opened`` remains when the process died during the request."""

        OPENED = "opened"
        ANSWERED = "answered"
        REFUSED = "refused"
        FAILED = "failed"
        MISSING = "missing"
        EXPIRED = "expired"
        REVOKED = "revoked"
        UNREADABLE = "unreadable"
        UNBOUND = "unbound"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    credential = models.ForeignKey(UserCredential, on_delete=models.SET_NULL, null=True, related_name="uses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    specialist_role = models.CharField(max_length=100)
    specialist_id = models.UUIDField(null=True, blank=True)
    credential_key = models.CharField(max_length=100)
    host = models.CharField(max_length=260)
    session_id = models.CharField(max_length=64, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "credential_uses"
        indexes = [
            models.Index(fields=["credential", "-created_at"], name="use_credential"),
            models.Index(fields=["user", "-created_at"], name="use_user"),
            models.Index(fields=["-created_at"], name="use_time"),
        ]

    def __str__(self) -> str:
        """Return the host and the outcome."""
        return f"{self.host}: {self.outcome}"


@field_classes(staff="specialist_role credential_key")
class CredentialEvent(models.Model):
    """A change of a credential and its actor. Kept when the credential is deleted."""

    class Kind(models.TextChoices):
        """What happened."""

        STORED = "stored"
        REPLACED = "replaced"
        EXPIRED = "expired"
        REVOKED = "revoked"
        DELETED = "deleted"
        WARNED = "warned"
        DATED = "dated"
        BOUND = "bound"

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    credential = models.ForeignKey(UserCredential, on_delete=models.SET_NULL, null=True, related_name="events")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    specialist_role = models.CharField(max_length=100)
    credential_key = models.CharField(max_length=100)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        db_table = "credential_events"
        indexes = [models.Index(fields=["user", "-created_at"], name="credential_event_user")]

    def __str__(self) -> str:
        """Return what happened to which credential."""
        return f"{self.specialist_role}/{self.credential_key}: {self.kind}"
