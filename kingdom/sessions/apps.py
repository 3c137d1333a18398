"""The sessions room."""

from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """Durable runs: event log, effects, leases."""

    name = "kingdom.sessions"
    label = "kingdom_sessions"
    verbose_name = "Sessions"
    default_auto_field = "django.db.models.BigAutoField"
