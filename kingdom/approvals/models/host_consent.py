"""Consent of a user to one host of one specialist."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes


@field_classes(staff="host")
class HostConsent(models.Model):
    """The consent of a user that one specialist reaches one host when it runs for them.

    It holds for every version of the specialist until it is withdrawn; withdrawn rows stay as the record. ``host`` is
    as the spec declares it: ``host`` or ``host:port``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="host_consents")
    specialist = models.ForeignKey("specialists.Specialist", on_delete=models.CASCADE, related_name="+")
    host = models.CharField(max_length=260)
    approval = models.ForeignKey(
        "approvals.Approval", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "host_consents"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "specialist", "host"], condition=Q(withdrawn_at=None), name="host_consent_once"
            )
        ]
        indexes = [models.Index(fields=["user", "-created_at"], name="host_consent_user")]

    def __str__(self) -> str:
        """Return the host and whether the consent was withdrawn."""
        return f"{self.host}{' (withdrawn)' if self.withdrawn_at is not None else ''}"
