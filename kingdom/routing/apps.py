"""The routing app."""

from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """Embeddings, embedding spaces, router calibration."""

    name = "kingdom.routing"
    label = "routing"
    verbose_name = "Routing"
    default_auto_field = "django.db.models.BigAutoField"
