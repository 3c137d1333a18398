"""The orchestrator room."""

from importlib import import_module

from django.apps import AppConfig


class OrchestratorConfig(AppConfig):
    """King, conversations, messages, route receipts."""

    name = "kingdom.orchestrator"
    label = "orchestrator"
    verbose_name = "Orchestrator"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect to what other rooms say; models are not loaded before this."""
        import_module("kingdom.orchestrator.receivers")
