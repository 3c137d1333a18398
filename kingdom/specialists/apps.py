"""Django configuration of the specialists app."""

from importlib import import_module

from django.apps import AppConfig


class SpecialistsConfig(AppConfig):
    """Registry, versions, executions, status changes, test runs, audits."""

    name = "kingdom.specialists"
    label = "specialists"
    verbose_name = "Specialists"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers once the models are loaded."""
        import_module("kingdom.specialists.receivers")
