"""App configuration of the ministers."""

from django.apps import AppConfig


class MinistersConfig(AppConfig):
    """Guardian, Validator and Auditor: they judge values and own no lifecycle."""

    name = "kingdom.ministers"
    label = "ministers"
    verbose_name = "Ministers"
    default_auto_field = "django.db.models.BigAutoField"
