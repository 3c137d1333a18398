"""Exports of a user's data."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes
from kingdom.core.jobs import LeasedJob


@field_classes(staff="lease_owner")
class DataExport(LeasedJob):
    """One archive of all of a user's data. The file is deleted when it expires; the row says that there was one."""

    class State(models.TextChoices):
        """Progress of the task; only ``done`` has a file."""

        PENDING = "pending"
        DONE = "done"
        FAILED = "failed"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)
    size = models.PositiveBigIntegerField(default=0)  # bytes of the file
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "data_exports"
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="data_export_one_pending")
        ]
        indexes = [models.Index(fields=["expires_at"], condition=Q(state="done"), name="data_export_expiry")]

    def __str__(self) -> str:
        """Return the state and the user's id."""
        return f"{self.state} export of user {self.user_id}"
