"""The approvals room."""

from django.apps import AppConfig


class ApprovalsConfig(AppConfig):
    """The one inbox: questions to people, the rules their answers leave, and notifications."""

    name = "kingdom.approvals"
    label = "approvals"
    verbose_name = "Approvals"
    default_auto_field = "django.db.models.BigAutoField"
