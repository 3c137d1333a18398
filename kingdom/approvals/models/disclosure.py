"""Disclosures: staff reading the words of one user in one row, with a reason."""

import uuid

from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="kind actor_name model object_id reason", of="owner_ref")
class DisclosureEvent(models.Model):
    """One event of a disclosure: it was opened, or its words were shown. Append-only by a trigger.

    Users are numbers without foreign keys, so that a row outlives their accounts. ``disclosure_id`` is the id of the
    opening; its words can be shown until ``expires_at``.
    """

    class Kind(models.TextChoices):
        """What happened."""

        OPENED = "opened"
        SHOWN = "shown"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    disclosure_id = models.UUIDField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    actor_ref = models.BigIntegerField()
    actor_name = models.CharField(max_length=150)
    owner_ref = models.BigIntegerField()
    model = models.CharField(max_length=100)
    object_id = models.CharField(max_length=64)
    reason = models.TextField()
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "disclosure_events"
        permissions = [
            ("disclose_words", "Can read the words of a user in one row, with a reason that the user is told")
        ]
        indexes = [
            models.Index(fields=["actor_ref", "model", "object_id", "-expires_at"], name="disclosure_of_actor"),
            models.Index(fields=["owner_ref", "-created_at"], name="disclosure_of_owner"),
            models.Index(fields=["-created_at"], name="disclosure_newest"),
        ]

    def __str__(self) -> str:
        """Return the actor, the kind and the row."""
        return f"{self.actor_name} {self.kind} {self.model} {self.object_id}"
