"""Consent of a user to the hosts of a specialist."""

import uuid

from django.conf import settings
from django.db import models


class HostConsent(models.Model):
    """The consent of a user to the hosts of exactly the spec with this digest."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="host_consents")
    spec_digest = models.CharField(max_length=64)
    hosts = models.JSONField()
    approval = models.ForeignKey(
        "approvals.Approval", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "host_consents"
        indexes = [models.Index(fields=["user", "spec_digest"], name="host_consent_of")]

    def __str__(self) -> str:
        """Return the hosts."""
        return ", ".join(self.hosts)
