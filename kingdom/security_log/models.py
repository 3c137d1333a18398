"""Security events and the seals over them."""

import uuid

from django.db import models

from kingdom.core.field_classes import field_classes


class SecurityEventKind(models.TextChoices):
    """What happened."""

    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGN_IN_LOCKED = "sign_in_locked"
    SIGNED_OUT = "signed_out"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - no password
    USER_CHANGED = "user_changed"
    TOKEN_CREATED = "token_created"  # noqa: S105 - no token
    TOKEN_DELETED = "token_deleted"  # noqa: S105 - no token
    CREDENTIAL_STORED = "credential_stored"
    CREDENTIAL_USED = "credential_used"
    CREDENTIAL_REMOVED = "credential_removed"
    HOST_CONSENT = "host_consent"
    APPROVAL_ANSWERED = "approval_answered"
    STATUS_CHANGED = "status_changed"
    GUARDIAN_OVERRIDDEN = "guardian_overridden"
    LIMIT_RAISED = "limit_raised"
    BREAK_GLASS = "break_glass"
    LOG_EXPORTED = "log_exported"
    CONVERSATION_SHARED = "conversation_shared"
    SHARING_ENDED = "sharing_ended"
    ACCOUNT_DELETED = "account_deleted"
    MCP_SERVER_CHANGED = "mcp_server_changed", "MCP server changed"
    TOOL_GRANTED = "tool_granted"


@field_classes(staff="previous_digest digest public_key signature", of="")
class SecuritySeal(models.Model):
    """A signature over a batch of events and the seal before it. Rows are never changed or deleted."""

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField()
    event_count = models.PositiveIntegerField()
    previous_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)

    class Meta:
        db_table = "security_seals"
        ordering = ("-id",)

    def __str__(self) -> str:
        """Return the seal's number and size."""
        return f"seal {self.pk} over {self.event_count} events"


@field_classes(staff="actor_name address subject details", of="")
class SecurityEvent(models.Model):
    """One security event.

    The actor is kept by id and name and not as a foreign key: the record outlives the account. ``details`` holds ids,
    names of things and outcomes; no secret and no user's words.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField()
    kind = models.CharField(max_length=30, choices=SecurityEventKind.choices)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_name = models.CharField(max_length=150, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict, blank=True)
    seal = models.ForeignKey(SecuritySeal, null=True, blank=True, on_delete=models.PROTECT, related_name="events")

    class Meta:
        db_table = "security_events"
        ordering = ("-created_at", "-id")
        permissions = (("export_security_log", "Can export the security log"),)
        indexes = (
            models.Index(fields=["-created_at", "-id"], name="security_events_newest"),
            models.Index(fields=["kind", "-created_at"], name="security_events_kind"),
            models.Index(fields=["actor_id", "-created_at"], name="security_events_actor"),
            models.Index(fields=["created_at"], name="security_events_unsealed", condition=models.Q(seal=None)),
        )

    def __str__(self) -> str:
        """Return kind and time."""
        return f"{self.kind} at {self.created_at.isoformat()}"
