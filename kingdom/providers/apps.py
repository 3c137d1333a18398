"""The providers app."""

from django.apps import AppConfig


class ProvidersConfig(AppConfig):
    """Language models, embedders, sandboxes and web search, built from the settings."""

    name = "kingdom.providers"
    label = "providers"
    verbose_name = "Providers"
    default_auto_field = "django.db.models.BigAutoField"
