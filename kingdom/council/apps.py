"""The council room."""

from importlib import import_module

from django.apps import AppConfig


class CouncilConfig(AppConfig):
    """Cases: from a request that nobody serves to a trained specialist."""

    name = "kingdom.council"
    label = "council"
    verbose_name = "Council"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect to what other rooms say; models are not loaded before this."""
        import_module("kingdom.council.receivers")
