"""App configuration of the ministers."""

from importlib import import_module

from django.apps import AppConfig


class MinistersConfig(AppConfig):
    """Guardian, Validator and Auditor: they judge values and own no lifecycle."""

    name = "kingdom.ministers"
    label = "ministers"
    verbose_name = "Ministers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Add the rules of packs before anything is judged."""
        import_module("kingdom.ministers.pack_policy").pack_rules_add()
