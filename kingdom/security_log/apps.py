"""App configuration."""

from django.apps import AppConfig


class SecurityLogConfig(AppConfig):
    """The security log: an append-only record of security events, signed in batches."""

    name = "kingdom.security_log"
    label = "security_log"
    verbose_name = "Security log"
    default_auto_field = "django.db.models.BigAutoField"
