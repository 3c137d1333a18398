"""Configuration of the council app."""

from importlib import import_module

from django.apps import AppConfig


class CouncilConfig(AppConfig):
    """Creation cases: from a request to a trained specialist."""

    name = "kingdom.council"
    label = "council"
    verbose_name = "Council"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers; they import models, which are not loaded earlier."""
        import_module("kingdom.council.receivers")
