"""Read-only admin of event webhooks."""

from django.contrib import admin

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.webhooks.models import EventDelivery, EventWebhook


@admin.register(EventWebhook)
class EventWebhookAdmin(ReadOnlyAdmin):
    """Webhooks of events."""

    list_display = ("created_at", "user", "covers", "state")
    list_select_related = ("user", "covers")
    list_filter = ("state",)
    fields = ("id", "created_at", "user", "covers", "events", "state", "url", "last_error")


@admin.register(EventDelivery)
class EventDeliveryAdmin(ReadOnlyAdmin):
    """Deliveries of events."""

    list_display = ("created_at", "webhook", "state", "attempts", "due_at")
    list_select_related = ("webhook",)
    list_filter = ("state",)
    fields = ("id", "created_at", "webhook", "event_id", "state", "attempts", "due_at", "sent_at", "error")
