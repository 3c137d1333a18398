"""Exports of a user's data, and deletions of accounts."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.background.jobs import LeasedJob
from kingdom.core.field_classes import field_classes

FORMER_USER = "former user"  # instead of a name, where a row outlives the account


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


@field_classes(staff="lease_owner", of="user_ref")
class AccountDeletion(LeasedJob):
    """The deletion of one account. The row outlives it and holds its number and the times, nothing else."""

    class State(models.TextChoices):
        """Progress of the task."""

        PENDING = "pending"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user_ref = models.BigIntegerField(unique=True)
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "account_deletions"

    def __str__(self) -> str:
        """Return the state and the user's id."""
        return f"{self.state} deletion of user {self.user_ref}"
