"""The ministers' room."""

from django.apps import AppConfig


class MinistersConfig(AppConfig):
    """What the ministers said, and how their rules stand. They judge values and own no lifecycle."""

    name = "kingdom.ministers"
    label = "ministers"
    verbose_name = "Ministers"
    default_auto_field = "django.db.models.BigAutoField"
