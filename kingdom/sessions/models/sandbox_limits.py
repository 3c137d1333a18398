"""Sandbox limits that an admin raised for one specialist."""

from dataclasses import replace

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from kingdom.adapters.sandbox.port import check_limits
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import BadInput
from kingdom.core.field_classes import field_classes


@field_classes(staff="reason", of="")
class SandboxLimitOverride(models.Model):
    """Raised sandbox limits of one specialist; an empty field keeps the platform's limit."""

    specialist = models.OneToOneField(
        "specialists.Specialist",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="sandbox_limits",
        verbose_name="specialist",
    )
    memory_mb = models.PositiveIntegerField(null=True, blank=True, help_text="MiB, swap included")
    cpu = models.FloatField(null=True, blank=True, help_text="cores")
    processes = models.PositiveIntegerField(null=True, blank=True, help_text="processes and threads")
    timeout_s = models.FloatField(null=True, blank=True, help_text="seconds a call")
    tmp_mb = models.PositiveIntegerField(null=True, blank=True, help_text="MiB in /tmp")
    reason = models.CharField(max_length=300)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "sandbox_limits"
        verbose_name_plural = "sandbox limit overrides"

    def __str__(self) -> str:
        """Return the specialist's id."""
        return f"limits of {self.specialist_id}"

    def limits(self) -> SandboxLimits:
        """Return the platform's limits with the raised ones in their place."""
        raised = {name: getattr(self, name) for name in ("memory_mb", "cpu", "processes", "timeout_s", "tmp_mb")}
        return replace(SandboxLimits(), **{name: value for name, value in raised.items() if value is not None})

    def clean(self) -> None:
        """Raise ValidationError for a limit above the platform's fixed maximum."""
        try:
            check_limits(self.limits())
        except BadInput as error:
            raise ValidationError({str(error.extra.get("limit", "memory_mb")): error.message}) from error
