"""Django configuration of the routing app."""

from importlib import import_module

from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """Embeddings, embedding spaces and router calibration."""

    name = "kingdom.routing"
    label = "routing"
    verbose_name = "Routing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers once the models are loaded."""
        import_module("kingdom.routing.receivers")
