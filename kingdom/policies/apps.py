"""Django app of policies."""

from importlib import import_module

from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    """Patterns over domain events, and what they did."""

    name = "kingdom.policies"
    label = "policies"
    verbose_name = "Policies"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Follow the stored events; the module imports models, which are loaded only now."""
        import_module("kingdom.policies.receivers")
