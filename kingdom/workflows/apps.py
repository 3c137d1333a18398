"""Django app of workflows."""

from importlib import import_module

from django.apps import AppConfig


class WorkflowsConfig(AppConfig):
    """Plans of several nodes, and the kernel that runs them."""

    name = "kingdom.workflows"
    label = "workflows"
    verbose_name = "Workflows"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers; they import models, which are loaded only now."""
        import_module("kingdom.workflows.receivers")
