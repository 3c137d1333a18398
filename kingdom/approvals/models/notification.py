"""What people are told, and the ways out of the house that it takes."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Notification(models.Model):
    """One thing that one person should know."""

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
        """Return the text."""
        return self.text


class NotificationSettings(models.Model):
    """Where one person's notifications go besides the inbox; without a user, where word of all of them goes.

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
        """Return whose they are."""
        return f"notifications of user {self.user_id}" if self.user_id else "notifications of the organisation"


class NotificationDelivery(models.Model):
    """One notice on one way out. At least once: a receiver knows a repeated one by its id."""

    class Way(models.TextChoices):
        """How it goes out."""

        EMAIL = "email"
        WEBHOOK = "webhook"
        ORGANISATION = "organisation"

    class State(models.TextChoices):
        """How it stands; the last two are final."""

        WAITING = "waiting"
        SENT = "sent"
        GIVEN_UP = "given_up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=12, choices=Way.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "notification_deliveries"
        verbose_name_plural = "notification deliveries"
        constraints = [models.UniqueConstraint(fields=["notification", "way"], name="notification_delivery_way")]
        indexes = [models.Index(fields=["due_at"], name="notification_delivery_due", condition=Q(state="waiting"))]

    def __str__(self) -> str:
        """Return the way and the state."""
        return f"{self.way}: {self.state}"
