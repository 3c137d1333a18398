"""Notifications, their settings and their deliveries outside the inbox."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.background.deliveries import Delivery
from kingdom.core.field_classes import field_classes


@field_classes(staff="kind", owner="text link")
class Notification(models.Model):
    """One notification of one user."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=40)
    text = models.CharField(max_length=1000)
    link = models.CharField(max_length=300, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "notifications"
        indexes = [models.Index(fields=["user", "-created_at"], name="notification_user_time")]

    def __str__(self) -> str:
        """Return the kind."""
        return f"{self.kind} notification"


@field_classes(owner="webhook_url", shared=True)
class NotificationSettings(models.Model):
    """Where the notifications of one user go besides the inbox; without a user, where the organisation's copies go.

    The key that signs webhooks is derived, never stored.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="notification_settings"
    )
    email = models.BooleanField(default=False)
    webhook_url = models.CharField(max_length=2000, blank=True)
    webhook_generation = models.PositiveIntegerField(default=1, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "notification_settings"
        verbose_name_plural = "notification settings"
        constraints = [
            models.UniqueConstraint(
                models.Value(1), condition=Q(user=None), name="notification_settings_one_organisation"
            )
        ]

    def __str__(self) -> str:
        """Return the owner."""
        return f"notifications of user {self.user_id}" if self.user_id else "notifications of the organisation"


@field_classes(staff="error", of="notification__user")
class NotificationDelivery(Delivery):
    """One notification on one channel. Delivery is at least once: a receiver recognizes a repetition by its id."""

    class Way(models.TextChoices):
        """Channel."""

        EMAIL = "email"
        WEBHOOK = "webhook"
        ORGANISATION = "organisation"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=12, choices=Way.choices)

    class Meta:
        db_table = "notification_deliveries"
        verbose_name_plural = "notification deliveries"
        constraints = [models.UniqueConstraint(fields=["notification", "way"], name="notification_delivery_way")]
        indexes = [models.Index(fields=["due_at"], name="notification_delivery_due", condition=Q(state="waiting"))]

    def __str__(self) -> str:
        """Return the channel and the state."""
        return f"{self.way}: {self.state}"
