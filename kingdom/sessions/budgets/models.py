"""What users and the organisation may use in a day, and what they have used."""

import uuid

from django.conf import settings
from django.db import models


class Budget(models.Model):
    """Bounds of one user, of every user without their own (``everybody``), or of the organisation as a whole. Empty: no bound."""

    class Whose(models.TextChoices):
        """Whom the bounds are for."""

        USER = "user"
        EVERYBODY = "everybody"
        ORGANISATION = "organisation"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    whose = models.CharField(max_length=12, choices=Whose.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    executions = models.PositiveIntegerField(null=True, blank=True, help_text="sessions a day")
    tokens = models.PositiveBigIntegerField(null=True, blank=True, help_text="tokens a day, read and written")
    cost_micros = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="millionths of the currency of the prices, a day"
    )
    sandbox_s = models.PositiveIntegerField(null=True, blank=True, help_text="seconds of code in the sandbox, a day")

    class Meta:
        db_table = "budgets"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(whose="user", user__isnull=False) | ~models.Q(whose="user") & models.Q(user=None),
                name="budget_user",
            ),
            models.UniqueConstraint(fields=["whose", "user"], name="budget_one_each", nulls_distinct=False),
        ]

    def __str__(self) -> str:
        """Return whose bounds these are."""
        return f"budget of {self.user or self.whose}"


class UsageDay(models.Model):
    """What one user has used on one day (UTC), trials included: they cost, too. Added up as sessions end, in their transaction."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    executions = models.PositiveIntegerField(default=0)
    tokens = models.PositiveBigIntegerField(default=0)
    cost_micros = models.PositiveBigIntegerField(default=0)
    sandbox_ms = models.PositiveBigIntegerField(default=0)
    warned = models.JSONField(default=list)  # bounds whose 80 % were told of already

    class Meta:
        db_table = "usage_days"
        constraints = [models.UniqueConstraint(fields=["day", "user"], name="usage_day_user")]

    def __str__(self) -> str:
        """Return whose day it is."""
        return f"{self.user_id} {self.day}"

    @property
    def cost(self) -> float:
        """What it cost, in the currency of the prices."""
        return self.cost_micros / 1_000_000

    @property
    def seconds(self) -> float:
        """Seconds of code in the sandbox."""
        return self.sandbox_ms / 1000
