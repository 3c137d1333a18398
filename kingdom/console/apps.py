"""Django app of the web pages."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """Web pages."""

    name = "kingdom.console"
    label = "console"
    verbose_name = "Console"
    default_auto_field = "django.db.models.BigAutoField"
