"""The Django app."""

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    """Doors for other programs."""

    name = "kingdom.doors"
    label = "doors"
