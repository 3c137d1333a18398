"""The Django app."""

from django.apps import AppConfig


class PersonalDataConfig(AppConfig):
    """Exports of a user's data and deletions of accounts."""

    name = "kingdom.personal_data"
    label = "personal_data"
    verbose_name = "Personal data"
