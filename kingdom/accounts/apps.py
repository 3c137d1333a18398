"""App configuration."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, their API tokens and sign-in links."""

    name = "kingdom.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers; they import models, which are not loaded earlier."""
        import_module("kingdom.accounts.receivers")
