"""The specialists room."""

from django.apps import AppConfig


class SpecialistsConfig(AppConfig):
    """Registry, versions, embeddings, telemetry."""

    name = "kingdom.specialists"
    label = "specialists"
    verbose_name = "Specialists"
    default_auto_field = "django.db.models.BigAutoField"
