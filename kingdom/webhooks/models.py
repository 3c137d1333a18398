"""Webhooks of events and their deliveries."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.background.deliveries import Delivery
from kingdom.core.field_classes import field_classes


@field_classes(staff="events", owner="url last_error")
class EventWebhook(models.Model):
    """An address that gets events of some names. ``covers``: whose events; None: everybody's. The key is derived."""

    class State(models.TextChoices):
        """State; a disabled one gets nothing any more."""

        ACTIVE = "active"
        DISABLED = "disabled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    covers = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    url = models.CharField(max_length=2000)
    events = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    last_error = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "event_webhooks"
        permissions = [("cover_everybody", "Can send the events of everybody to a webhook")]

    def __str__(self) -> str:
        """Return the id and the state."""
        return f"webhook {self.pk} ({self.state})"


@field_classes(owner="error", of="webhook__user")
class EventDelivery(Delivery):
    """One event for one webhook, stored in the statement that stores the event. Its id is that of the message."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    webhook = models.ForeignKey(EventWebhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey("events.DomainEvent", on_delete=models.CASCADE, db_constraint=False, related_name="+")

    class Meta:
        db_table = "event_deliveries"
        verbose_name_plural = "event deliveries"
        indexes = [models.Index(fields=["due_at"], name="event_delivery_due", condition=Q(state="waiting"))]

    def __str__(self) -> str:
        """Return the state."""
        return f"delivery {self.pk} ({self.state})"
