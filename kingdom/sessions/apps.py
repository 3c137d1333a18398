"""Django app configuration of sessions."""

from importlib import import_module

from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """Durable runs: event log, effects, leases."""

    name = "kingdom.sessions"
    label = "kingdom_sessions"
    verbose_name = "Sessions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers; models are not loaded earlier."""
        import_module("kingdom.sessions.receivers")
