"""The Django app."""

from importlib import import_module

from django.apps import AppConfig


class SchedulesConfig(AppConfig):
    """Schedules and webhooks."""

    name = "kingdom.schedules"
    label = "schedules"

    def ready(self) -> None:
        """Connect the receivers."""
        import_module("kingdom.schedules.receivers")
