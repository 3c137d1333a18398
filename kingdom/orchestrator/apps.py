"""Django app of the orchestrator."""

from importlib import import_module

from django.apps import AppConfig


class OrchestratorConfig(AppConfig):
    """Conversations, messages, routing and its replay."""

    name = "kingdom.orchestrator"
    label = "orchestrator"
    verbose_name = "Orchestrator"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers; they import models, which are loaded only now."""
        import_module("kingdom.orchestrator.receivers")
