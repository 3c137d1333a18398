"""App configuration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, their API tokens and sign-in links."""

    name = "kingdom.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"
