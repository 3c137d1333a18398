"""App configuration."""

from django.apps import AppConfig


class CredentialsConfig(AppConfig):
    """Sealed secrets, their uses and their history."""

    name = "kingdom.credentials"
    label = "credentials"
    verbose_name = "Credentials"
    default_auto_field = "django.db.models.BigAutoField"
