"""The tools room."""

from importlib import import_module

from django.apps import AppConfig


class ToolsConfig(AppConfig):
    """What agents may use, who may use it, and the record that it ran."""

    name = "kingdom.tools"
    label = "tools"
    verbose_name = "Tools"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers."""
        import_module("kingdom.tools.receivers")
