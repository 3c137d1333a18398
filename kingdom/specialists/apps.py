"""The specialists room."""

from importlib import import_module

from django.apps import AppConfig


class SpecialistsConfig(AppConfig):
    """Registry, versions, embeddings, telemetry."""

    name = "kingdom.specialists"
    label = "specialists"
    verbose_name = "Specialists"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers: models must be there first."""
        import_module("kingdom.specialists.receivers")
