"""Django app of domain events."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The stored stream of domain events."""

    name = "kingdom.events"
    label = "events"
    verbose_name = "Events"
    default_auto_field = "django.db.models.BigAutoField"
