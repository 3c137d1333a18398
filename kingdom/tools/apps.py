"""The tools room."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings

from kingdom.contracts.identity import identity_grants_extend
from kingdom.tools.registry.tool_grants import tool_grants_parse


class ToolsConfig(AppConfig):
    """What agents may use, who may use it, and the record that it ran."""

    name = "kingdom.tools"
    label = "tools"
    verbose_name = "Tools"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and let the law name the tools of packages as the operator said."""
        import_module("kingdom.tools.files.workspace_services")
        identity_grants_extend(tool_grants_parse(settings.KINGDOM.tool_grants))
