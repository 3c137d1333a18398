"""The orchestrator room."""

from django.apps import AppConfig


class OrchestratorConfig(AppConfig):
    """King, conversations, messages, route receipts."""

    name = "kingdom.orchestrator"
    label = "orchestrator"
    verbose_name = "Orchestrator"
    default_auto_field = "django.db.models.BigAutoField"
