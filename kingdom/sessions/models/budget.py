"""Daily budgets of users and of the organisation, and their usage."""

import uuid

from django.conf import settings
from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes()
class Budget(models.Model):
    """Daily limits of one user, of each user without an own budget (``everybody``), or of the organisation.

    An empty field is no limit.
    """

    class Scope(models.TextChoices):
        """Whom the limits apply to."""

        USER = "user"
        EVERYBODY = "everybody"
        ORGANISATION = "organisation"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    scope = models.CharField(max_length=12, choices=Scope.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    executions = models.PositiveIntegerField(null=True, blank=True, help_text="sessions a day")
    tokens = models.PositiveBigIntegerField(null=True, blank=True, help_text="tokens a day, read and written")
    cost_micros = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="millionths of the currency of the prices (KINGDOM_CURRENCY), a day"
    )
    sandbox_s = models.PositiveIntegerField(null=True, blank=True, help_text="seconds of code in the sandbox, a day")

    class Meta:
        db_table = "budgets"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope="user", user__isnull=False) | ~models.Q(scope="user") & models.Q(user=None),
                name="budget_user",
            ),
            models.UniqueConstraint(fields=["scope", "user"], name="budget_one_each", nulls_distinct=False),
        ]

    def __str__(self) -> str:
        """Return the user or the scope."""
        return f"budget of {self.user or self.scope}"


@field_classes(staff="alerted_limits")
class UsageDay(models.Model):
    """Usage of one user on one day (UTC), trials included; without a user, of the installation's own model calls.

    Model calls count as soon as they end, executions and sandbox time in the transaction that ends a session.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    day = models.DateField()
    executions = models.PositiveIntegerField(default=0)
    tokens = models.PositiveBigIntegerField(default=0)
    unpriced_tokens = models.PositiveBigIntegerField(default=0)  # of ``tokens``; no budget of cost counts them
    cost_micros = models.PositiveBigIntegerField(default=0)
    sandbox_ms = models.PositiveBigIntegerField(default=0)
    alerted_limits = models.JSONField(default=list)  # limits with a notification at 80 %

    class Meta:
        db_table = "usage_days"
        constraints = [models.UniqueConstraint(fields=["day", "user"], name="usage_day_user", nulls_distinct=False)]

    def __str__(self) -> str:
        """Return the user's id and the day."""
        return f"{self.user_id} {self.day}"

    @property
    def cost(self) -> float:
        """The cost, in the currency of the prices."""
        return self.cost_micros / 1_000_000

    @property
    def seconds(self) -> float:
        """Seconds of code in the sandbox."""
        return self.sandbox_ms / 1000
