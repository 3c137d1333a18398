"""Django app of event webhooks."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Addresses that get domain events, and the deliveries to them."""

    name = "kingdom.webhooks"
    label = "webhooks"
    verbose_name = "Event webhooks"
    default_auto_field = "django.db.models.BigAutoField"
