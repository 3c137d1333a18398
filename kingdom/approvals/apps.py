"""App configuration of the approvals room."""

from django.apps import AppConfig


class ApprovalsConfig(AppConfig):
    """The inbox: approvals, permission rules and notifications."""

    name = "kingdom.approvals"
    label = "approvals"
    verbose_name = "Approvals"
    default_auto_field = "django.db.models.BigAutoField"
